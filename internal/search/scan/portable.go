package scan

import "bytes"

// The kernels in plain Go: they are the fallback, and the tests compare the vector kernels
// with them.

// pairGo gives the least i with i+distance < len(b) where both bytes of q match, or -1.
func pairGo(b []byte, q *pair) int {
	n := len(b) - q.distance
	if q.firstMask|q.secondMask == 0 && n > 0 {
		return pairBytes(b, q)
	}
	for i := 0; i < n; i++ {
		if b[i]|q.firstMask == q.first && b[i+q.distance]|q.secondMask == q.second {
			return i
		}
	}
	return -1
}

// pairBytes is pairGo without masks. The standard library finds the rarer byte.
func pairBytes(b []byte, q *pair) int {
	key, ahead := q.first, 0
	if frequency[q.second] < frequency[q.first] {
		key, ahead = q.second, q.distance
	}
	n := len(b) - q.distance
	for i := 0; i < n; i++ {
		j := bytes.IndexByte(b[i+ahead:n+ahead], key)
		if j < 0 {
			return -1
		}
		i += j
		if b[i] == q.first && b[i+q.distance] == q.second {
			return i
		}
	}
	return -1
}

// windowGo gives the least i where b[i+j] is in set j for each place j of t, or -1.
func windowGo(b []byte, t *nibbles) int {
next:
	for i := 0; i <= len(b)-t.width; i++ {
		for j := range t.width {
			if t.at(j, b[i+j]) == 0 {
				continue next
			}
		}
		return i
	}
	return -1
}

// teddyGo gives the least i where one bucket holds b[i+j] at each place j of t, or -1.
func teddyGo(b []byte, t *nibbles) int {
	for i := 0; i <= len(b)-t.width; i++ {
		k := t.at(0, b[i])
		for j := 1; j < t.width && k != 0; j++ {
			k &= t.at(j, b[i+j])
		}
		if k != 0 {
			return i
		}
	}
	return -1
}
