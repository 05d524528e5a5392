//go:build !race

package cputime

// RaceDetector reports whether this is built with the race detector, which takes time and
// memory of its own: not in proportion to the work, and more of both on some machines.
const RaceDetector = false
