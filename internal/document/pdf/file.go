package pdf

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
)

// file is a PDF in memory: where its objects are, and how they are encrypted.
type file struct {
	data    []byte
	budget  *budget
	objects map[int]entry  // by number
	streams map[int]bool   // the streams of objects, by number
	packed  map[int][]byte // the objects in them, by number
	trailer dict
	cache   map[ref]value // objects that were read
	cached  int           // bytes that the objects in it have in the file, or more
	lock    *lock         // nil if nothing is encrypted
	rebuilt bool          // the table of objects was made anew
}

// entry is where an object is: at an offset in data, or in a stream of objects.
type entry struct {
	num    int
	offset int // of "num gen obj" in data
	within int // number of the stream of objects; 0 is none
}

// openFile finds the objects of a PDF. A table of objects that is missing or wrong is
// made anew from what can be found in the file.
func openFile(data []byte, b *budget) (*file, error) {
	head := bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-"))
	if head < 0 {
		return nil, damaged("no PDF: it does not start with %%PDF-")
	}
	f := &file{data: data[head:], budget: b, cache: map[ref]value{}}
	if !f.readTables() {
		if err := f.rebuild(); err != nil {
			return nil, b.reason(err)
		}
	}
	if err := f.unlock(); err != nil {
		return nil, b.reason(err)
	}
	f.unpackAll()
	if !f.rooted() {
		return nil, b.reason(damaged("damaged PDF: no catalog of pages is found in it"))
	}
	return f, b.err
}

// inOrder returns the objects that are not packed in streams, by offset.
func (f *file) inOrder() []entry {
	order := slices.Collect(maps.Values(f.objects))
	order = slices.DeleteFunc(order, func(e entry) bool { return e.within != 0 })
	slices.SortFunc(order, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
	return order
}

// objectAt reads "num gen obj" and the object after it.
func (f *file) objectAt(offset int) value {
	r, l, ok := f.header(offset)
	if !ok {
		return value{}
	}
	v := value{file: f, ref: r, data: f.parse(l)}
	l.skipSpace()
	if v.dict() == nil || !bytes.HasPrefix(l.b[l.pos:], []byte("stream")) {
		return v
	}
	v.body = l.pos + len("stream")
	if v.body < len(l.b) && l.b[v.body] == '\r' {
		v.body++
	}
	if v.body < len(l.b) && l.b[v.body] == '\n' {
		v.body++
	}
	return v
}

// header reads "num gen obj", and returns a lexer that stands after it.
func (f *file) header(offset int) (ref, *lexer, bool) {
	if offset < 0 || offset >= len(f.data) {
		return ref{}, nil, false
	}
	l := &lexer{b: f.data, pos: offset}
	n, ok1 := l.object(false).(float64)
	g, ok2 := l.object(false).(float64)
	l.skipSpace()
	if !ok1 || !ok2 || !bytes.HasPrefix(l.b[l.pos:], []byte("obj")) || n < 0 || n >= maxObjects || g < 0 || g > 65535 {
		return ref{}, nil, false
	}
	l.pos += len("obj")
	return ref{int(n), int(g)}, l, true
}

// streamBytes returns the bytes of the stream that begins at start. It uses /Length only
// if the stream ends there.
func (f *file) streamBytes(start int, d dict) []byte {
	rest := f.data[start:]
	if length, ok := f.resolve(d["Length"]).data.(float64); ok && length >= 0 && int(length) <= len(rest) {
		after := rest[int(length):]
		if bytes.Contains(after[:min(len(after), 20)], []byte("endstream")) {
			return rest[:int(length)]
		}
	}
	if i := bytes.Index(rest, []byte("endstream")); i >= 0 {
		return bytes.TrimSuffix(bytes.TrimSuffix(rest[:i], []byte("\n")), []byte("\r"))
	}
	return rest
}

// unpackAll finds the objects in the streams of objects.
func (f *file) unpackAll() {
	f.packed = map[int][]byte{}
	size := 0
	for _, e := range f.inOrder() {
		if f.streams[e.num] && !f.budget.spent() {
			size += f.unpack(e)
		}
		if size > maxDecoded/2 {
			f.budget.over("its streams of objects")
		}
	}
}

// unpack finds the objects in a stream of objects (ISO 32000-1, 7.5.7), and returns the
// number of bytes that it decoded. A sound table says which objects are in the stream.
// Without one, all are, except those that also stand alone; the last of a number wins.
func (f *file) unpack(e entry) int {
	v := f.objectAt(e.offset)
	if v.key("Type").name() != "ObjStm" {
		return 0
	}
	data, first := v.stream(), v.key("First").int()
	if first < 0 || first > len(data) {
		return len(data)
	}
	type packed struct{ num, at int }
	var index []packed
	l := &lexer{b: data[:first]}
	for range min(v.key("N").int(), maxObjects) {
		num, ok1 := l.object(false).(float64)
		at, ok2 := l.object(false).(float64)
		if !ok1 || !ok2 || num < 0 || num >= maxObjects || at < 0 || int(at) > len(data)-first {
			break
		}
		index = append(index, packed{int(num), first + int(at)})
	}
	for i, p := range index {
		old, known := f.objects[p.num]
		if f.rebuilt && (!known || old.within != 0) && len(f.objects) < maxObjects {
			old.within = e.num
			f.objects[p.num] = entry{num: p.num, within: e.num}
		}
		if old.within != e.num {
			continue
		}
		end := len(data)
		if i+1 < len(index) && index[i+1].at > p.at {
			end = index[i+1].at
		}
		f.packed[p.num] = data[p.at:end]
	}
	return len(data)
}
