// Package lazy holds values that are made when they are first used: tables and regular
// expressions of a package, most of which a run never needs.
//
// A variable that is set to the result of sync.OnceValue would serve as well, but for the
// start of the program: each package with such a variable runs code of its own there. A value
// of this package is complete as the linker writes it.
package lazy

import (
	"regexp"
	"sync"
)

// Value is a value that Make makes at the first call of Get. Make is called once, even if
// several goroutines call Get at the same time.
type Value[T any] struct {
	Make func() T

	once sync.Once
	made T
}

// Get returns the value.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
}

// Regexp is a regular expression that is compiled at the first call of Get.
type Regexp struct {
	Source string // in the syntax of package regexp

	once     sync.Once
	compiled *regexp.Regexp
}

// Get returns the compiled expression. The first call panics if Source is not a regular
// expression.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.Source) })
	return r.compiled
}
