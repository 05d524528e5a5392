package ops

import (
	"fmt"
	"slices"
	"strings"
)

// Catalogue returns the description of every operation that is written as a block, group by
// group.
func Catalogue() []Spec { return catalogue.Get() }

// Functions returns all that can be called as a function: the operations by their tags, then
// those by the names and fields that models know from elsewhere. Each name is there once: of
// several programs with a function of one name, Fitting finds the one that a call means.
func Functions() []Spec {
	var list []Spec
	for _, s := range slices.Concat(catalogue.Get(), functions.Get()) {
		if _, taken := withTag(list, s.Tag); !taken {
			list = append(list, s)
		}
	}
	return list
}

// Pick finds the operations of a list that have these names, each once; without names,
// all that are written as blocks. The error for an unknown name asks whether a similar one
// was meant, or names all.
func Pick(from []Spec, names []string) ([]*Spec, error) {
	if len(names) == 0 {
		for _, s := range catalogue.Get() {
			names = append(names, s.Tag)
		}
	}
	var picked []*Spec
	for i, name := range names {
		s, ok := withTag(from, name)
		if !ok {
			return nil, fmt.Errorf("unknown operation %q: %s", name, nearest(from, name))
		}
		if !slices.Contains(names[:i], name) {
			picked = append(picked, s)
		}
	}
	return picked, nil
}

// nearest names the operation of a list that a name most likely means, or all.
func nearest(from []Spec, name string) string {
	var all []string
	for _, s := range from {
		if strings.EqualFold(s.Tag, name) {
			return fmt.Sprintf("did you mean %q?", s.Tag)
		}
		all = append(all, s.Tag)
	}
	if tag := nearestTag(strings.ToLower(name)); tag != "" {
		return fmt.Sprintf("did you mean %q?", tag)
	}
	return "there are " + strings.Join(all, ", ")
}

// Function returns the description of the function that a call names. The name may have a
// prefix (mcp__fileops__edit, functions.edit). It may be in another case if only one function
// fits: multiedit, but not READ, which may be Read or read.
func Function(name string) (*Spec, bool) { return first(Fitting(name, nil)) }

func first(list []*Spec) (*Spec, bool) {
	if len(list) == 0 {
		return nil, false
	}
	return list[0], true
}

// Fitting returns the function that a call means by its name, as Function has it, and by the names
// of its arguments: several programs may have one of that name, and the one with the fewest
// arguments missing and unknown is meant. It returns several if they do not tell them apart, and
// none if no function has the name.
func Fitting(name string, given []string) (fitting []*Spec) {
	fewest := 0
	for _, s := range functionsNamed(name) {
		switch n := s.misfits(given); {
		case fitting == nil || n < fewest:
			fitting, fewest = []*Spec{s}, n
		case n == fewest:
			fitting = append(fitting, s)
		}
	}
	return fitting
}

// functionsNamed returns the functions that have the name that a call gives.
func functionsNamed(name string) []*Spec {
	bare := name[strings.LastIndexByte(name, '.')+1:]
	if i := strings.LastIndex(bare, "__"); i >= 0 {
		bare = bare[i+len("__"):]
	}
	for _, same := range []func(tag string) bool{
		func(tag string) bool { return tag == name },
		func(tag string) bool { return tag == bare },
		func(tag string) bool { return strings.EqualFold(tag, bare) },
	} {
		var found []*Spec
		for _, list := range [][]Spec{catalogue.Get(), functions.Get()} {
			for i := range list { // not by value, which would copy each Spec to the heap
				if !same(list[i].Tag) {
					continue
				}
				if len(found) > 0 && found[0].Tag != list[i].Tag {
					return nil
				}
				found = append(found, &list[i])
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// misfits is how many of the arguments of a call the function does not have, and how many of
// its own are not given.
func (s *Spec) misfits(given []string) int {
	n, has := 0, map[string]bool{}
	for _, written := range given {
		f, known := s.Named(written)
		if has[f.Name] = known; !known {
			n++
		}
	}
	for _, f := range s.Fields {
		if !f.Optional && !has[f.Name] {
			n++
		}
	}
	return n
}

// Function returns the description of the function that an operation was called by, or of the
// operation itself.
func (o Operation) Function() (*Spec, bool) {
	given := make([]string, len(o.Args))
	for i, arg := range o.Args {
		given[i] = arg.Name
	}
	return first(Fitting(o.Name(), given))
}

// Lookup returns the description of the operation with that tag.
func Lookup(tag string) (*Spec, bool) { return withTag(catalogue.Get(), tag) }

func withTag(list []Spec, tag string) (*Spec, bool) {
	for i := range list {
		if list[i].Tag == tag {
			return &list[i], true
		}
	}
	return nil, false
}
