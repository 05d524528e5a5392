package pdf

import (
	"bytes"
	"cmp"
	"slices"

	reader "github.com/ledongthuc/pdf"
)

// file is a PDF in memory: where its objects are, how they are encrypted, and the
// object reader on a view of it.
type file struct {
	data    []byte
	budget  *budget
	objects map[int]entry // by number
	trailer dict
	order   []entry // the objects in data, by offset
	lock    *lock   // nil if nothing is encrypted
	reader  *reader.Reader
	rebuilt bool // the table of objects was made anew
}

// entry is where an object is: at an offset in data, or in a stream of objects.
type entry struct {
	num, gen int
	offset   int // of "num gen obj" in data
	within   int // number of the stream of objects; 0 is none
}

// openFile finds the objects of a PDF. A table of objects that is missing or wrong is
// made anew from what can be found in the file.
func openFile(data []byte, b *budget) (*file, error) {
	head := bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-"))
	if head < 0 {
		return nil, damaged("no PDF: it does not start with %%PDF-")
	}
	f := &file{data: data[head:], budget: b}
	if !f.readTables() {
		if err := f.rebuild(); err != nil {
			return nil, b.reason(err)
		}
		f.rebuilt = true
	}
	f.sort()
	if err := f.unlock(); err != nil {
		return nil, b.reason(err)
	}
	view, err := f.view()
	if err != nil {
		return nil, b.reason(err)
	}
	if err := guard(func() { f.reader, err = reader.NewReader(view, view.size()) }); err != nil {
		return nil, b.reason(damaged("damaged PDF: %v", err))
	}
	if err != nil {
		return nil, b.reason(damaged("damaged PDF: %v", err))
	}
	return f, nil
}

func (f *file) sort() {
	f.order = f.order[:0]
	for _, e := range f.objects {
		if e.within == 0 {
			f.order = append(f.order, e)
		}
	}
	slices.SortFunc(f.order, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
}

// objectAt reads "num gen obj" and the object after it, of which raw are the bytes of
// the stream, if it is one, as they stand in the file.
func (f *file) objectAt(offset int) (num, gen int, obj any, raw []byte) {
	num, gen, l, ok := f.header(offset)
	if !ok {
		return 0, 0, nil, nil
	}
	obj = l.object(true)
	d, ok := obj.(dict)
	if !ok {
		return num, gen, obj, nil
	}
	l.skipSpace()
	if !bytes.HasPrefix(l.b[l.pos:], []byte("stream")) {
		return num, gen, obj, nil
	}
	start := l.pos + len("stream")
	if start < len(l.b) && l.b[start] == '\r' {
		start++
	}
	if start < len(l.b) && l.b[start] == '\n' {
		start++
	}
	return num, gen, obj, f.streamBytes(start, d)
}

// header reads "num gen obj".
func (f *file) header(offset int) (num, gen int, l *lexer, ok bool) {
	if offset < 0 || offset >= len(f.data) {
		return 0, 0, nil, false
	}
	l = &lexer{b: f.data, pos: offset}
	n, ok1 := l.object(false).(float64)
	g, ok2 := l.object(false).(float64)
	l.skipSpace()
	if !ok1 || !ok2 || !bytes.HasPrefix(l.b[l.pos:], []byte("obj")) || n < 0 || n >= maxObjects || g < 0 || g > 65535 {
		return 0, 0, nil, false
	}
	l.pos += len("obj")
	return int(n), int(g), l, true
}

// streamBytes trusts /Length only if the stream ends there.
func (f *file) streamBytes(start int, d dict) []byte {
	n := -1
	switch v := d["Length"].(type) {
	case float64:
		n = int(v)
	case ref:
		if e, ok := f.objects[v.num]; ok && e.within == 0 {
			if _, _, l, ok := f.header(e.offset); ok {
				if x, ok := l.object(false).(float64); ok {
					n = int(x)
				}
			}
		}
	}
	start = min(start, len(f.data))
	if n >= 0 && n <= len(f.data)-start {
		rest := f.data[start+n:]
		if bytes.Contains(rest[:min(len(rest), 20)], []byte("endstream")) {
			return f.data[start : start+n]
		}
	}
	rest := f.data[start:]
	if i := bytes.Index(rest, []byte("endstream")); i >= 0 {
		return bytes.TrimSuffix(bytes.TrimSuffix(rest[:i], []byte("\n")), []byte("\r"))
	}
	return rest
}

// stream decodes the stream whose bytes the object reader says are at an offset.
func (f *file) stream(offset int) []byte {
	i, found := slices.BinarySearchFunc(f.order, offset, func(e entry, at int) int { return cmp.Compare(e.offset, at) })
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return f.streamOf(f.order[i])
}

func (f *file) streamOf(e entry) []byte {
	num, gen, obj, raw := f.objectAt(e.offset)
	d, ok := obj.(dict)
	if !ok || raw == nil {
		return nil
	}
	raw = f.lock.open(raw, ref{num, gen}, d)
	return f.decode(raw, d)
}

// resolve follows a reference to an object that stands in data.
func (f *file) resolve(v any) any {
	r, ok := v.(ref)
	if !ok {
		return v
	}
	e, ok := f.objects[r.num]
	if !ok || e.within != 0 {
		return nil
	}
	_, _, obj, _ := f.objectAt(e.offset)
	if _, again := obj.(ref); again {
		return nil
	}
	return obj
}
