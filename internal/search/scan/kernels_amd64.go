package scan

import "golang.org/x/sys/cpu"

// vectorWidth is how many places one step of a kernel looks at. A kernel must not be
// given less, since it would read past the end.
const vectorWidth = 32

func findPair(b []byte, q *pair) int {
	if len(b)-q.distance < vectorWidth || !cpu.X86.HasAVX2 {
		return pairGo(b, q)
	}
	return pairAVX2(b, q)
}

func findWindow(b []byte, t *nibbles) int {
	if len(b)-t.width+1 < vectorWidth || !cpu.X86.HasAVX2 {
		return windowGo(b, t)
	}
	return windowVector(b, t)
}

func findTeddy(b []byte, t *nibbles) int {
	if len(b)-t.width+1 < vectorWidth || !cpu.X86.HasAVX2 {
		return teddyGo(b, t)
	}
	return teddyVector(b, t)
}

func windowVector(b []byte, t *nibbles) int {
	switch t.width {
	case 1:
		return window1AVX2(b, t)
	case 2:
		return window2AVX2(b, t)
	case 3:
		return window3AVX2(b, t)
	}
	return window4AVX2(b, t)
}

func teddyVector(b []byte, t *nibbles) int {
	switch t.width {
	case 1:
		return window1AVX2(b, t) // with one place there is nothing to agree on
	case 2:
		return teddy2AVX2(b, t)
	case 3:
		return teddy3AVX2(b, t)
	}
	return teddy4AVX2(b, t)
}

// The kernels, in kernels_amd64.s. Each needs vectorWidth places or more.

//go:noescape
func pairAVX2(b []byte, q *pair) int

//go:noescape
func window1AVX2(b []byte, t *nibbles) int

//go:noescape
func window2AVX2(b []byte, t *nibbles) int

//go:noescape
func window3AVX2(b []byte, t *nibbles) int

//go:noescape
func window4AVX2(b []byte, t *nibbles) int

//go:noescape
func teddy2AVX2(b []byte, t *nibbles) int

//go:noescape
func teddy3AVX2(b []byte, t *nibbles) int

//go:noescape
func teddy4AVX2(b []byte, t *nibbles) int
