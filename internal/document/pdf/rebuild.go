package pdf

import (
	"bytes"
	"maps"
)

// rebuild finds the objects of a file whose table is missing or wrong: every "num gen
// obj" counts, the last of a number wins, and so it is with the trailers.
func (f *file) rebuild() error {
	f.objects, f.streams, f.trailer, f.rebuilt = map[int]entry{}, map[int]bool{}, dict{}, true
	clear(f.cache)
	f.findObjects()
	f.findTrailers()
	if len(f.objects) == 0 {
		return damaged("damaged PDF: no objects are found in it")
	}
	f.findStreams()
	return nil
}

func (f *file) findObjects() {
	for at := 0; !f.budget.spent(); {
		i := bytes.Index(f.data[at:], []byte("obj"))
		if i < 0 {
			return
		}
		at += i
		if start := numbersBefore(f.data, at); start >= 0 {
			if r, _, ok := f.header(start); ok && len(f.objects) < maxObjects {
				f.objects[r.num] = entry{num: r.num, offset: start}
			}
		}
		at += len("obj")
	}
}

// numbersBefore is the start of "num gen " that ends at an offset, or -1.
func numbersBefore(b []byte, end int) int {
	rest := b[:end]
	for range 2 {
		number := bytes.TrimRight(rest, "\x00\t\n\f\r ")
		rest = bytes.TrimRight(number, "0123456789")
		if len(rest) == len(number) {
			return -1
		}
	}
	return len(rest)
}

func (f *file) findTrailers() {
	for at := 0; !f.budget.spent(); {
		i := bytes.Index(f.data[at:], []byte("trailer"))
		if i < 0 {
			return
		}
		at += i + len("trailer")
		l := &lexer{b: f.data, pos: at}
		if d, ok := f.parse(l).(dict); ok {
			maps.Copy(f.trailer, d)
		}
	}
}

// findStreams looks at each object for what a table would have told: streams that are
// tables hold the trailer, streams of objects hold more objects, and a catalog is the
// root if there is no other.
func (f *file) findStreams() {
	for _, e := range f.inOrder() {
		if f.budget.spent() {
			return
		}
		v := f.objectAt(e.offset)
		switch v.key("Type").name() {
		case "XRef":
			for _, key := range []name{"Root", "Encrypt", "ID"} {
				if v, ok := v.dict()[key]; ok {
					f.trailer[key] = v
				}
			}
		case "ObjStm":
			f.streams[e.num] = true
		case "Catalog":
			if _, ok := f.trailer["Root"]; !ok {
				f.trailer["Root"] = v.ref
			}
		}
	}
}
