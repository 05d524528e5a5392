//go:build linux && !portable

package walk_test

// portable says that paths have the system's limits.
const portable = false
