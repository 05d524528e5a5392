package run

import (
	"context"
	"fmt"

	"fileops/internal/ops"
)

// rolledBack is for operations that are excluded; rest continues the message "Rolled back".
func rolledBack(name, rest, hint string) *ops.Error {
	return &ops.Error{Code: ops.BadSyntax, Path: name, Msg: "Rolled back " + rest, Hint: hint}
}

// errDependsOnCulprit is for an operation that is excluded because of a culprit, or in its place
// to find out which of the two it is.
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

// warn adds a warning for each file that is kept although it does not parse: to the culprit, or
// to all operations on the file if the culprit is not known.
func (ex *execution) warn(ctx context.Context, o outcome) error {
	if len(o.broken)+len(o.brokenBefore) == 0 {
		return nil
	}
	v, err := ex.replayVersions(ctx, o.excluded)
	if err != nil {
		return err
	}
	say := func(indexes []int, msg string) {
		for _, i := range indexes {
			o.results[i].Warnings = append(o.results[i].Warnings, msg)
		}
	}
	for _, name := range sortedNames(o.brokenBefore) {
		say(v.operationsOnOrAll(name), o.brokenBefore[name].warning(name))
	}
	for _, name := range sortedNames(o.broken) {
		indexes := v.operationsOnOrAll(name)
		if c, known := ex.findCulprit(ctx, v, name, o.broken); known {
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

// explainDependents tells each operation that succeeded at first, and fails now, which
// operation it needed.
func (ex *execution) explainDependents(o outcome) {
	for i, res := range o.results {
		if res.Err == nil || ex.firstReplayResults[i].Err != nil {
			continue
		}
		switch res.Err.Code {
		case ops.BadSyntax, ops.Withheld, ops.BadRange: // they say so themselves
			continue
		}
		if j, ok := ex.needed(o, i); ok {
			e := *res.Err
			e.Hint = "An operation before this one (" + ex.list[j].Label() + ") was rolled back. Send this one again when that one is correct."
			o.results[i].Err = &e
		}
	}
}

// needed returns the last operation before i that was rolled back: of those on the same
// file, if there is one.
func (ex *execution) needed(o outcome, i int) (index int, ok bool) {
	index = -1
	for j := i - 1; j >= 0; j-- {
		e := o.results[j].Err
		if e == nil || ex.firstReplayResults[j].Err != nil || e.Code != ops.BadSyntax && e.Code != ops.Withheld {
			continue
		}
		if shareFile(ex.firstReplayResults[j].Done, ex.firstReplayResults[i].Done) {
			return j, true
		}
		index = max(index, j)
	}
	return index, index >= 0
}
