package scan

// vectorWidth is how many places one step of a kernel looks at. A kernel must not be
// given less, since it would read past the end.
const vectorWidth = 16

func findPair(b []byte, q *pair) int {
	if len(b)-q.distance < vectorWidth {
		return pairGo(b, q)
	}
	return pairNEON(b, q)
}

func findWindow(b []byte, t *nibbles) int {
	if len(b)-t.width+1 < vectorWidth {
		return windowGo(b, t)
	}
	return windowVector(b, t)
}

func findTeddy(b []byte, t *nibbles) int {
	if len(b)-t.width+1 < vectorWidth {
		return teddyGo(b, t)
	}
	return teddyVector(b, t)
}

func windowVector(b []byte, t *nibbles) int {
	switch t.width {
	case 1:
		return window1NEON(b, t)
	case 2:
		return window2NEON(b, t)
	case 3:
		return window3NEON(b, t)
	}
	return window4NEON(b, t)
}

func teddyVector(b []byte, t *nibbles) int {
	switch t.width {
	case 1:
		return window1NEON(b, t) // with one place there is nothing to agree on
	case 2:
		return teddy2NEON(b, t)
	case 3:
		return teddy3NEON(b, t)
	}
	return teddy4NEON(b, t)
}

// The kernels, in kernels_arm64.s. Each needs vectorWidth places or more.

//go:noescape
func pairNEON(b []byte, q *pair) int

//go:noescape
func window1NEON(b []byte, t *nibbles) int

//go:noescape
func window2NEON(b []byte, t *nibbles) int

//go:noescape
func window3NEON(b []byte, t *nibbles) int

//go:noescape
func window4NEON(b []byte, t *nibbles) int

//go:noescape
func teddy2NEON(b []byte, t *nibbles) int

//go:noescape
func teddy3NEON(b []byte, t *nibbles) int

//go:noescape
func teddy4NEON(b []byte, t *nibbles) int
