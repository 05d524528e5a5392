package run

import (
	"context"
	"fmt"

	"fileops/internal/ops"
)

// rolledBack returns the error of an excluded operation. The message begins with "Rolled back"
// and ends with rest.
func rolledBack(name, rest, hint string) *ops.Error {
	return &ops.Error{Code: ops.BadSyntax, Path: name, Msg: "Rolled back " + rest, Hint: hint}
}

// errDependsOnCulprit is for an operation that is excluded with a culprit, since it is on the broken
// file (reads, and operations on a directory above it, included), or made room for it before: without
// the culprit, a file would be missing.
func errDependsOnCulprit(name string) *ops.Error {
	return rolledBack(name, "with another operation, after which "+name+" would be broken", "Send it again when that one is correct.")
}

// errInPlaceOfOthers is for an operation that readmit excludes in place of culprits, since these
// succeed without it. It failed while they were excluded. When the first culprit was found, it had
// succeeded together with that one, and the file was broken. The two are not tried together again.
func errInPlaceOfOthers(name string) *ops.Error {
	return rolledBack(name, "so that other operations on "+name+" succeed: it failed, or with it one of them would break the file",
		"Send it again for the file as it is now.")
}

// errReplacementExcluded is for operations that are excluded to keep a file whose replacement was
// excluded. They removed the file, or are on the replacement, reads included. If it is not known
// which operation removed the file, all that changed anything are excluded.
func errReplacementExcluded(name string) *ops.Error {
	return rolledBack(name, "so that "+name+" stays: the file that was to replace it was rolled back",
		"Send it again when the operations before and after it are correct.")
}

// errSearchLimit is for operations on a broken file that are excluded since the culprit search is
// over a limit.
func errSearchLimit(name string) *ops.Error {
	return rolledBack(name, "all operations on "+name+": the search for those that break it reached its limit",
		"This one may be right. First correct those that have an error of their own, then send fewer operations on "+name+" at a time.")
}

// errUnknownCulprit is for the operations on a broken file if it is not known which one broke it.
func errUnknownCulprit(name string, f checkedFile) *ops.Error {
	return rolledBack(name, fmt.Sprintf("all operations on %s: could not determine which one broke it (%s)", name, f.message()), "Send them again one at a time.")
}

// warn adds a warning for each file that is kept although it is broken. If the file was valid
// before the run and its culprit is known, only the culprit gets the warning. Otherwise all
// operations on the file get it.
func (ex *execution) warn(ctx context.Context, o outcome) error {
	if len(o.broken)+len(o.brokenBefore) == 0 {
		return nil
	}
	ex.resetUsage()
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
		say(indexes, "Syntax validation failed: "+o.broken[name].messageIn(name))
	}
	return nil
}

// explainDependents changes the hints of operations that succeeded at first and fail now. The
// hint names the excluded operation that may have been needed.
func (ex *execution) explainDependents(o outcome) {
	for i, res := range o.results {
		if res.Err == nil || ex.firstReplayResults[i].Err != nil {
			continue
		}
		switch res.Err.Code {
		case ops.BadSyntax, ops.Withheld:
			continue // it was excluded itself, and its error says why
		case ops.BadRange:
			if res.Action.Kind() != "read" {
				continue // the error is that of checkLineNumbers, which names the rollback already
			}
		}
		if j, ok := ex.needed(o, i); ok {
			e := *res.Err
			e.Hint = "An operation before this one (" + ex.list[j].Label() + ") was rolled back. Send this one again when that one is correct."
			o.results[i].Err = &e
		}
	}
}

// needed returns the operation that i may have needed: the last one before it that was excluded and
// shares a path with it (see sharePath) or, if there is none, the last one that was excluded.
func (ex *execution) needed(o outcome, i int) (index int, ok bool) {
	index = -1
	for j := i - 1; j >= 0; j-- {
		e := o.results[j].Err
		if e == nil || ex.firstReplayResults[j].Err != nil || e.Code != ops.BadSyntax && e.Code != ops.Withheld {
			continue
		}
		if sharePath(ex.firstReplayResults[j].Done, ex.firstReplayResults[i].Done) {
			return j, true
		}
		index = max(index, j)
	}
	return index, index >= 0
}
