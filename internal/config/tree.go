package config

import (
	"slices"
)

// A configuration file in the root comes with the tree: the author of the tree wrote it,
// and the user may never have seen it. So it may not set what reaches beyond the tree,
// and everything that it loosens is reported.

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
			return &Error{Source: f.path, Key: k.name, Msg: "may not be set by a file in the root, which comes with the tree; " +
				"set it in your own configuration file, in one that --config names, or with " + variable(k.name)}
		}
	}
	return nil
}

// fromTree returns the entry in force if a file in the root sets one; without that file it
// would be own. It records what the user should know.
func (l *Loaded) fromTree(rule trust, own, tree Entry) Entry {
	switch {
	case !rule.looser(own.Value, tree.Value):
	case !rule.firm:
		l.FromTree = append(l.FromTree, tree)
	default:
		l.Kept = append(l.Kept, tree)
		list, ok := tree.Value.([]string)
		if !ok || len(list) == 0 {
			return own
		}
		tree.Value = slices.Concat(list, missing(own.Value.([]string), list))
		tree.Origin += " and " + own.Origin
	}
	return tree
}
