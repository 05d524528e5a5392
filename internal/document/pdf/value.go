package pdf

import "fmt"

// value is an object with its references followed. The zero value is null. Accessors
// return the zero value for what is absent or of another type.
type value struct {
	file *file
	ref  ref // of an indirect object; zero for one that is part of another
	data any // what the lexer reads, except a ref
	body int // offset of the stream's bytes in the file; 0 if the object is no stream
}

// resolve follows x if it is a reference. An object that is itself a reference is null.
func (f *file) resolve(x any) value {
	r, ok := x.(ref)
	if !ok {
		return value{file: f, data: x}
	}
	e, ok := f.objects[r.num]
	if !ok || f.budget.spent() {
		return value{}
	}
	v, ok := f.cache[r]
	if ok {
		return v
	}
	if e.within == 0 {
		v = f.objectAt(e.offset)
	} else {
		v = value{file: f, ref: ref{num: r.num}, data: f.parse(&lexer{b: f.packed[r.num]})}
	}
	if _, again := v.data.(ref); again || v.ref != r || v.data == nil {
		return value{}
	}
	f.cache[r] = v
	return v
}

// parse reads one object; null if there is none or if it nests too deep. A large one may
// be read many times, so parse looks at the clock after it.
func (f *file) parse(l *lexer) any {
	start := l.pos
	x := l.object(true)
	if l.pos-start > 1<<16 {
		f.budget.late()
	}
	if f.cached += l.pos - start; f.cached > maxCached {
		f.cached = 0
		clear(f.cache)
	}
	if _, ok := x.(keyword); ok || l.tooDeep {
		return nil
	}
	return x
}

// key is an entry of a dictionary, or of a stream's.
func (v value) key(n name) value { return v.file.resolve(v.dict()[n]) }

// index is an element of an array.
func (v value) index(i int) value {
	if a := v.array(); i < len(a) {
		return v.file.resolve(a[i])
	}
	return value{}
}

func (v value) len() int { return len(v.array()) }

// as returns x if it has type T, and the zero value otherwise.
func as[T any](x any) T {
	t, _ := x.(T)
	return t
}

func (v value) array() array   { return as[array](v.data) }
func (v value) dict() dict     { return as[dict](v.data) } // also that of a stream
func (v value) num() float64   { return as[float64](v.data) }
func (v value) int() int       { return int(v.num()) }
func (v value) name() name     { return as[name](v.data) }
func (v value) string() string { return as[string](v.data) }

func (v value) isDict() bool { return v.dict() != nil && v.body == 0 }

// matrix reads six numbers.
func (v value) matrix() matrix {
	var m matrix
	for i := range m {
		m[i] = clamp(v.index(i).num())
	}
	return m
}

// stream decrypts and decodes a stream. It is nil if v is no stream.
func (v value) stream() []byte {
	if v.body == 0 || v.file.budget.late() {
		return nil
	}
	raw := v.file.streamBytes(v.body, v.dict())
	return v.file.decode(v.file.lock.open(raw, v), v.dict())
}

// id is equal for equal objects: the reference, or the text of a direct object.
func (v value) id() string {
	if v.ref != (ref{}) {
		return fmt.Sprint(v.ref)
	}
	return fmt.Sprint(v.data)
}
