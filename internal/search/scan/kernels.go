//go:build amd64 || arm64

package scan

// A kernel must not be given fewer than vectorWidth places: it would read past the end.

func findPair(b []byte, q *pair) int {
	if len(b)-q.distance < vectorWidth || !hasVector() {
		return pairGo(b, q)
	}
	return pairVector(b, q)
}

func findWindow(b []byte, t *nibbles) int {
	if len(b)-t.width+1 < vectorWidth || !hasVector() {
		return windowGo(b, t)
	}
	return windowVector(b, t)
}

func findTeddy(b []byte, t *nibbles) int {
	if len(b)-t.width+1 < vectorWidth || !hasVector() {
		return teddyGo(b, t)
	}
	return teddyVector(b, t)
}

func windowVector(b []byte, t *nibbles) int {
	switch t.width {
	case 1:
		return window1Vector(b, t)
	case 2:
		return window2Vector(b, t)
	case 3:
		return window3Vector(b, t)
	}
	return window4Vector(b, t)
}

func teddyVector(b []byte, t *nibbles) int {
	switch t.width {
	case 1:
		return window1Vector(b, t) // with one place there is nothing to agree on
	case 2:
		return teddy2Vector(b, t)
	case 3:
		return teddy3Vector(b, t)
	}
	return teddy4Vector(b, t)
}

// The kernels, in kernels_amd64.s and kernels_arm64.s.

//go:noescape
func pairVector(b []byte, q *pair) int

//go:noescape
func window1Vector(b []byte, t *nibbles) int

//go:noescape
func window2Vector(b []byte, t *nibbles) int

//go:noescape
func window3Vector(b []byte, t *nibbles) int

//go:noescape
func window4Vector(b []byte, t *nibbles) int

//go:noescape
func teddy2Vector(b []byte, t *nibbles) int

//go:noescape
func teddy3Vector(b []byte, t *nibbles) int

//go:noescape
func teddy4Vector(b []byte, t *nibbles) int
