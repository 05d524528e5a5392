package config

import (
	"slices"
)

// A configuration file in the root, or above it, comes with the tree: the author of the tree
// wrote it, and the user may never have seen it. So it may not set what reaches beyond the
// tree, and everything that it loosens is reported. Where this file speaks of a file in the
// root, it means one above it as well.

// trust says what a file in the root may do to one setting.
type trust struct {
	// looser reports whether the second value guards less than the first, or changes what
	// a run does in another way.
	looser   func(was, now any) bool
	personal bool // it reaches beyond the tree or the run: the file may not set it
	firm     bool // the file can only make it stricter than the user has it
}

// A file in the root may not set a personal setting. It may loosen a reported one, which
// the summary of a run then lists. It may only make a firm one stricter.
var personal = trust{personal: true}

func reported(looser func(was, now any) bool) trust { return trust{looser: looser} }

func firm(looser func(was, now any) bool) trust { return trust{looser: looser, firm: true} }

// after is for settings whose values have an order, the strictest first.
func after(values ...any) func(was, now any) bool {
	return func(was, now any) bool { return slices.Index(values, now) > slices.Index(values, was) }
}

// larger is for limits.
func larger(was, now any) bool { return now.(int) > was.(int) }

// fewer is for lists of what is guarded: every entry must stay. A nil list stands for all
// languages.
func fewer(was, now any) bool {
	before, after := was.([]string), now.([]string)
	return before == nil && after != nil || len(missing(before, after)) > 0
}

// changed is for settings without a stricter value.
func changed(was, now any) bool {
	if before, ok := was.([]string); ok {
		return !slices.Equal(before, now.([]string))
	}
	return was != now
}

// missing returns the entries of a list that another one does not have.
func missing(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(e string) bool { return slices.Contains(other, e) })
}

// distrust refuses what a file that came with the tree may not set. A file in the root
// that --config names, or that is the user's own, counts as the user's.
func (f file) distrust(settings map[string]any) error {
	if !f.tree {
		return nil
	}
	settings = flat(settings)
	for _, k := range keys() {
		if _, ok := settings[k.name]; ok && k.trust.personal {
			place := "in"
			if f.below != "" {
				place = "above"
			}
			return &Error{Source: f.path, Key: k.name, Msg: "may not be set by a file " + place + " the root, which comes with the tree; " +
				"set it in your own configuration file, in one that --config names, or with " + variable(k.name)}
		}
	}
	return nil
}

// treeMerge is what is known of one setting that files in and above the root set.
type treeMerge struct {
	below []any   // what each of them took the place of, the user's own value first
	kept  []Entry // those that the user's own value holds beside
}

// add returns the entry in force once a file of the tree sets next over e.
func (m *treeMerge) add(rule trust, e, next Entry) Entry {
	m.below = append(m.below, e.Value)
	if !rule.firm || !rule.looser(e.Value, next.Value) {
		return next
	}
	if rule.looser(m.below[0], next.Value) {
		m.kept = append(m.kept, next)
	}
	list, ok := next.Value.([]string)
	if !ok || len(list) == 0 {
		return e
	}
	next.Value = slices.Concat(list, missing(e.Value.([]string), list))
	next.Origin += " and " + e.Origin
	return next
}

// loosens reports whether e, which is in force, comes from the tree and guards less than
// without one of the files there.
func (m *treeMerge) loosens(rule trust, e Entry) bool {
	return !rule.firm && slices.ContainsFunc(m.below, func(v any) bool { return rule.looser(v, e.Value) })
}
