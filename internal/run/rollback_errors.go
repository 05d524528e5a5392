package run

import (
	"context"
	"fmt"
	"slices"

	"fileops/internal/ops"
)

func rolledBack(name, why, hint string) *ops.Error {
	return &ops.Error{Code: ops.BadSyntax, Path: name, Msg: "Rolled back " + why, Hint: hint}
}

// errDependsOnCulprit is for operations that only make sense with one that broke a file.
func errDependsOnCulprit(name string) *ops.Error {
	return rolledBack(name, "with another operation, after which "+name+" would not parse", "Send it again when that one is correct.")
}

// errReplacementExcluded is for operations that would remove a file although its replacement
// was rolled back.
func errReplacementExcluded(name string) *ops.Error {
	return rolledBack(name, "so that "+name+" stays: the file that was to replace it was rolled back",
		"Send it again when the operations before and after it are correct.")
}

// errSearchLimit is for operations on a file that has more culprits than the search looks for.
func errSearchLimit(name string) *ops.Error {
	return rolledBack(name, "all operations on "+name+": it still does not parse without those that were found to break it, and the search for more came to its limit",
		"This one may be right. First correct those that have an error of their own, then send fewer operations on "+name+" at a time.")
}

// errUnknownCulprit is for operations of which one broke a file, if it is not known which.
func errUnknownCulprit(name string, f checkedFile) *ops.Error {
	return rolledBack(name, fmt.Sprintf("all operations on %s: could not determine which one broke it (%s)", name, f.message()), "Send them again one at a time.")
}

// warn adds a warning to the result of each operation that changed a file which is kept
// although it does not parse.
func (s *culpritSearch) warn(ctx context.Context, o outcome) error {
	if len(o.broken)+len(o.old) == 0 {
		return nil
	}
	v, err := s.versions(ctx, o.excluded)
	if err != nil {
		return err
	}
	say := func(indexes []int, msg string) {
		for _, i := range indexes {
			o.results[i].Warnings = append(o.results[i].Warnings, msg)
		}
	}
	for _, name := range sortedNames(o.old) {
		say(v.touched(name), o.old[name].warning(name))
	}
	for _, name := range sortedNames(o.broken) {
		indexes := v.touched(name)
		if c, known := v.findCulprit(name, o.broken); known {
			indexes = []int{c.index}
		}
		f, of := o.broken[name], "of"
		if f.Line == 0 {
			of = "in"
		}
		say(indexes, fmt.Sprintf("Syntax validation failed: %s %s %s", f.message(), of, name))
	}
	return nil
}

// explainDependents names, to each operation that succeeded at first and fails now, the
// operation that it needed.
func (s *culpritSearch) explainDependents(o outcome) {
	for i, res := range o.results {
		if res.Err == nil || s.firstResults[i].Err != nil {
			continue
		}
		switch res.Err.Code {
		case ops.BadSyntax, ops.Withheld, ops.BadRange: // they say so themselves
			continue
		}
		if j, ok := s.needed(o, i); ok {
			e := *res.Err
			e.Hint = "An operation before this one (" + s.list[j].Label() + ") was rolled back. Send this one again when that one is correct."
			o.results[i].Err = &e
		}
	}
}

// needed returns the last operation before i that was rolled back: of those on the same
// file, if there is one.
func (s *culpritSearch) needed(o outcome, i int) (index int, ok bool) {
	index = -1
	for j := i - 1; j >= 0; j-- {
		e := o.results[j].Err
		if e == nil || s.firstResults[j].Err != nil || e.Code != ops.BadSyntax && e.Code != ops.Withheld {
			continue
		}
		if shareFile(s.firstResults[j].Done, s.firstResults[i].Done) {
			return j, true
		}
		index = max(index, j)
	}
	return index, index >= 0
}

// shareFile reports whether two operations were about the same file, or one about what is
// below the other.
func shareFile(a, b ops.Done) bool {
	return slices.ContainsFunc(paths(a), func(p string) bool {
		return slices.ContainsFunc(paths(b), func(q string) bool {
			_, under := within(p, q)
			_, over := within(q, p)
			return under || over
		})
	})
}

func paths(d ops.Done) []string {
	if d.To == "" {
		return []string{d.Path}
	}
	return []string{d.Path, d.From, d.To}
}
