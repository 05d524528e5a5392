package pdf

import (
	"bytes"
)

// readTables follows the tables of objects (ISO 32000-1, 7.5.4 and 7.5.8) from the end
// of the file to the first. It is false if one of them is damaged or does not lead to
// a catalog.
func (f *file) readTables() bool {
	f.objects, f.streams, f.trailer = map[int]entry{}, map[int]bool{}, nil
	at := bytes.LastIndex(f.data, []byte("startxref"))
	if at < 0 {
		return false
	}
	l := &lexer{b: f.data, pos: at + len("startxref")}
	start, ok := l.object(false).(float64)
	todo, seen := []int{int(start)}, map[int]bool{}
	for ok && len(todo) > 0 && !f.budget.spent() {
		at, todo = todo[0], todo[1:]
		if seen[at] || at < 0 || at >= len(f.data) {
			ok = seen[at]
			continue
		}
		seen[at] = true
		var trailer dict
		if trailer, ok = f.readTable(at); !ok {
			break
		}
		if f.trailer == nil {
			f.trailer = trailer
		}
		for _, key := range []name{"XRefStm", "Prev"} {
			if prev, is := trailer[key].(float64); is {
				todo = append(todo, int(prev))
			}
		}
	}
	return ok && f.sound()
}

// sound says that every object is where the table says it is.
func (f *file) sound() bool {
	for num, e := range f.objects {
		if f.budget.spent() {
			return false
		}
		at := e
		if e.within != 0 {
			at = f.objects[e.within]
			num = e.within
			if at.within != 0 {
				return false
			}
		}
		if r, _, ok := f.header(at.offset); !ok || r.num != num {
			return false
		}
	}
	return f.rooted()
}

// rooted says that there is a catalog of pages.
func (f *file) rooted() bool {
	root, ok := f.trailer["Root"].(ref)
	_, there := f.objects[root.num]
	return ok && there
}

// readTable reads the table at an offset, of either form, and returns its trailer.
func (f *file) readTable(at int) (dict, bool) {
	l := &lexer{b: f.data, pos: at}
	l.skipSpace()
	if bytes.HasPrefix(f.data[l.pos:], []byte("xref")) {
		l.pos += len("xref")
		return f.readPlainTable(l)
	}
	v := f.objectAt(l.pos)
	if v.body == 0 || v.key("Type").name() != "XRef" {
		return nil, false
	}
	return v.dict(), f.readStreamTable(v)
}

// add keeps the first entry for a number: tables are read from the newest on.
func (f *file) add(e entry) bool {
	if e.num < 0 || e.num >= maxObjects || len(f.objects) >= maxObjects {
		return false
	}
	if _, ok := f.objects[e.num]; !ok {
		f.objects[e.num] = e
		if e.within != 0 {
			f.streams[e.within] = true
		}
	}
	return true
}

func (f *file) readPlainTable(l *lexer) (dict, bool) {
	for !f.budget.spent() {
		first, ok := l.object(false).(float64)
		if !ok {
			break
		}
		n, ok := l.object(false).(float64)
		if !ok {
			return nil, false
		}
		for i := 0; i < int(n); i++ {
			offset, ok1 := l.object(false).(float64)
			_, ok2 := l.object(false).(float64) // the generation, which the object has, too
			use, ok3 := l.object(false).(keyword)
			if !ok1 || !ok2 || !ok3 || f.budget.spent() {
				return nil, false
			}
			if use == "n" && offset > 0 && !f.add(entry{num: int(first) + i, offset: int(offset)}) {
				return nil, false
			}
		}
	}
	d, ok := f.parse(l).(dict) // the keyword "trailer" ended the loop
	return d, ok
}

// readStreamTable reads a table that is a stream: fields of fixed width, big-endian.
func (f *file) readStreamTable(v value) bool {
	var w [3]int
	for i := range w {
		w[i] = v.key("W").index(i).int()
		if w[i] < 0 || w[i] > 8 {
			return false
		}
	}
	size, data := w[0]+w[1]+w[2], v.stream()
	index := v.key("Index").array()
	if index == nil {
		index = array{0.0, v.dict()["Size"]}
	}
	for ; len(index) >= 2 && size > 0; index = index[2:] {
		first, _ := index[0].(float64)
		n, _ := index[1].(float64)
		for i := 0; i < int(n) && len(data) >= size; i, data = i+1, data[size:] {
			if f.budget.spent() || !f.addRow(int(first)+i, w, data[:size]) {
				return false
			}
		}
	}
	return true
}

func (f *file) addRow(num int, w [3]int, row []byte) bool {
	kind, second := 1, bigEndian(row[w[0]:w[0]+w[1]])
	if w[0] > 0 {
		kind = bigEndian(row[:w[0]])
	}
	switch kind {
	case 1:
		return f.add(entry{num: num, offset: second})
	case 2:
		return second > 0 && f.add(entry{num: num, within: second})
	}
	return true
}

func bigEndian(b []byte) int {
	n := 0
	for _, c := range b {
		n = n<<8 | int(c)
	}
	return n
}
