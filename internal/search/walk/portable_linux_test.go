//go:build linux && !portable

package walk_test

// portable reports whether paths have the system's limits.
const portable = false
