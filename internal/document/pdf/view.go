package pdf

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
)

// view is what the object reader is given for the file: a header that it accepts, the
// file, and after it the objects that were packed in streams, one plain table of all
// objects and a trailer with the root alone. In this there is no chain of tables, no
// stream that has to be decoded to find an object, and no size that is not true.
type view struct {
	head, body, tail []byte
	budget           *budget
}

// viewHeader replaces as many bytes of the file; the reader knows versions up to 1.7.
const viewHeader = "%PDF-1.7\n"

func (v *view) size() int64 { return int64(len(v.head) + len(v.body) + len(v.tail)) }

// ReadAt is where a loop of the reader comes by: it fails when the budget is spent.
func (v *view) ReadAt(p []byte, off int64) (int, error) {
	if v.budget.spent() {
		return 0, v.budget.err
	}
	n := 0
	for _, part := range [][]byte{v.head, v.body, v.tail} {
		if off < int64(len(part)) && n < len(p) {
			n += copy(p[n:], part[max(off, 0):])
			off = int64(len(part))
		}
		off -= int64(len(part))
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// packed is an object in a stream of objects: its number and where it starts.
type packed struct{ num, at int }

// unpack decodes a stream of objects (ISO 32000-1, 7.5.7) and reads its index.
func (f *file) unpack(e entry) (data []byte, index []packed) {
	_, _, obj, _ := f.objectAt(e.offset)
	d, _ := obj.(dict)
	if d.name("Type") != "ObjStm" {
		return nil, nil
	}
	data = f.streamOf(e)
	first := d.int("First")
	if first < 0 || first > len(data) {
		return nil, nil
	}
	l := &lexer{b: data[:first]}
	for range min(d.int("N"), maxObjects) {
		num, ok1 := l.object(false).(float64)
		at, ok2 := l.object(false).(float64)
		if !ok1 || !ok2 || num < 0 || num >= maxObjects || at < 0 || int(at) > len(data)-first {
			break
		}
		index = append(index, packed{int(num), first + int(at)})
	}
	return data, index
}

// view writes the tail of the view.
func (f *file) view() (*view, error) {
	if len(f.data) < len(viewHeader) {
		return nil, damaged("damaged PDF: %d bytes", len(f.data))
	}
	body := f.data[len(viewHeader):]
	var tail bytes.Buffer
	tail.WriteString("\n")
	at := f.writePacked(&tail)
	table := len(f.data) + tail.Len()
	tail.WriteString("xref\n")
	nums := slices.Sorted(maps.Keys(at))
	for i := 0; i < len(nums); {
		n := 1
		for i+n < len(nums) && nums[i+n] == nums[i]+n {
			n++
		}
		fmt.Fprintf(&tail, "%d %d\n", nums[i], n)
		for _, num := range nums[i : i+n] {
			fmt.Fprintf(&tail, "%010d %05d n \n", at[num].offset, at[num].gen)
		}
		i += n
	}
	root, _ := f.trailer["Root"].(ref)
	size := 0
	if len(nums) > 0 {
		size = nums[len(nums)-1] + 1
	}
	fmt.Fprintf(&tail, "trailer\n<< /Size %d /Root %d %d R >>\nstartxref\n%d\n%%%%EOF\n", size, root.num, root.gen, table)
	return &view{[]byte(viewHeader), body, tail.Bytes(), f.budget}, f.budget.err
}

// writePacked writes the objects that are packed in streams as plain ones, and returns
// where every object of the file is in the view.
func (f *file) writePacked(tail *bytes.Buffer) map[int]entry {
	at := make(map[int]entry, len(f.objects))
	streams := map[int]bool{}
	for num, e := range f.objects {
		if e.within == 0 {
			at[num] = entry{gen: f.genAt(e), offset: e.offset}
		} else {
			streams[e.within] = true
		}
	}
	for _, num := range slices.Sorted(maps.Keys(streams)) {
		e, ok := f.objects[num]
		if !ok || e.within != 0 || f.budget.spent() {
			continue
		}
		data, index := f.unpack(e)
		for i, p := range index {
			if f.objects[p.num].within != num {
				continue
			}
			end := len(data)
			if i+1 < len(index) && index[i+1].at > p.at {
				end = index[i+1].at
			}
			at[p.num] = entry{offset: len(f.data) + tail.Len()}
			fmt.Fprintf(tail, "%d 0 obj\n", p.num)
			f.writeObject(tail, data[p.at:end])
			tail.WriteString("\nendobj\n")
		}
		if tail.Len() > maxDecoded/2 {
			f.budget.over("its streams of objects")
		}
	}
	return at
}

// writeObject writes one object anew, so that nothing in it reaches beyond its end.
func (f *file) writeObject(w *bytes.Buffer, src []byte) {
	l := &lexer{b: src}
	writeValue(w, l.object(true))
}

func writeValue(w *bytes.Buffer, v any) {
	switch v := v.(type) {
	case nil, keyword:
		w.WriteString("null")
	case bool:
		fmt.Fprint(w, v)
	case float64:
		fmt.Fprintf(w, "%s", formatNumber(v))
	case string:
		fmt.Fprintf(w, "<%x>", v)
	case name:
		writeName(w, v)
	case ref:
		fmt.Fprintf(w, "%d %d R", v.num, v.gen)
	case array:
		w.WriteString("[")
		for _, x := range v {
			writeValue(w, x)
			w.WriteString(" ")
		}
		w.WriteString("]")
	case dict:
		w.WriteString("<<")
		for key, x := range v {
			writeName(w, key)
			w.WriteString(" ")
			writeValue(w, x)
			w.WriteString(" ")
		}
		w.WriteString(">>")
	}
}

func writeName(w *bytes.Buffer, n name) {
	w.WriteByte('/')
	for i := 0; i < len(n); i++ {
		if c := n[i]; c <= ' ' || c > '~' || c == '#' || isDelim(c) {
			fmt.Fprintf(w, "#%02x", c)
		} else {
			w.WriteByte(c)
		}
	}
}

// genAt is the generation that stands before the object itself: the object reader
// compares it with the table's.
func (f *file) genAt(e entry) int {
	_, gen, _, _ := f.header(e.offset)
	return gen
}
