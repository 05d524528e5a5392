//go:build !race

package cputime

// RaceDetector reports whether this is built with the race detector. That takes more time and
// memory, not in proportion to the work, and much more of both on some machines.
const RaceDetector = false
