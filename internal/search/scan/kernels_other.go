//go:build !amd64 && !arm64

package scan

func findPair(b []byte, q *pair) int { return pairGo(b, q) }

func findWindow(b []byte, t *nibbles) int { return windowGo(b, t) }

func findTeddy(b []byte, t *nibbles) int { return teddyGo(b, t) }
