//go:build !linux || portable

package walk_test

const portable = true
