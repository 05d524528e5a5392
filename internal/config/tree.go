package config

import (
	"slices"
)

// A configuration file in the root comes with the tree: whoever wrote the tree wrote it,
// and the user may never have seen it. So it may not set what reaches beyond the tree,
// and nothing that it loosens goes unsaid.

// trust says what a file in the root may do to one setting.
type trust struct {
	// looser reports whether the second value guards less than the first, or changes
	// what a run does without being stricter or looser.
	looser func(was, now any) bool
	// personal settings reach beyond the tree, or beyond the run: the file may not set
	// them at all.
	personal bool
	// firm settings hold as the user has them: the file can only make them stricter.
	firm bool
}

// trusts is the decision for every setting. What is neither personal nor firm may be
// loosened, and the summary of a run says so.
func trusts() map[string]trust {
	personal := trust{personal: true}
	told := func(looser func(was, now any) bool) trust { return trust{looser: looser} }
	return map[string]trust{
		"enabled":                   {looser: after(false, true), firm: true},
		"automatic_backups":         told(changed),
		"create_parent_directories": told(after(false, true)),
		"protected_files":           told(fewer),
		"protected_patterns":        told(fewer),
		"protected_directories":     told(fewer),
		"denied_patterns":           {looser: fewer, firm: true},
		"max_edit_size_mb":          told(larger),
		"max_create_size_mb":        told(larger),
		"max_read_size_mb":          told(larger),
		"max_response_size_mb":      told(larger),
		"max_run_size_mb":           personal,
		"validate_syntax":           told(fewer),
		"validate_python_syntax":    told(after(true, false)),
		"rollback_on_syntax_error":  told(after(true, false)),
		"allow_binary_operations":   told(after(false, true)),
		"fenced":                    personal,
		"atomic":                    told(after(true, false)),
		"read_before_write":         {looser: after(true, false), firm: true},
		"history_runs":              personal,
		"history_size_mb":           personal,
		"history_days":              personal,
		"state_size_mb":             personal,
		"match":                     told(after("exact", "tolerant")),
		"edit_matches":              told(after("unique", "all")),
		"omission_check":            told(after("error", "warn", "off")),
		"path_style":                told(changed),
		"durability":                personal,
		"validators":                personal,
		"state_dir":                 personal,
		"search.exclude":            told(changed),
		"search.max_results":        told(changed),
	}
}

// after is for settings whose values have an order, the strictest first.
func after(values ...any) func(was, now any) bool {
	return func(was, now any) bool { return slices.Index(values, now) > slices.Index(values, was) }
}

// larger is for limits.
func larger(was, now any) bool { return now.(int) > was.(int) }

// fewer is for lists of what is guarded: every entry that was there has to stay. A nil
// list is that of all languages.
func fewer(was, now any) bool {
	before, after := was.([]string), now.([]string)
	return before == nil && after != nil || len(missing(before, after)) > 0
}

// changed is for settings of which no value is stricter than another.
func changed(was, now any) bool {
	if before, ok := was.([]string); ok {
		return !slices.Equal(before, now.([]string))
	}
	return was != now
}

// missing are the entries of a list that another one does not have.
func missing(list, other []string) []string {
	var entries []string
	for _, e := range list {
		if !slices.Contains(other, e) {
			entries = append(entries, e)
		}
	}
	return entries
}

// distrust refuses what a file that came with the tree may not set. It goes by the
// name under which the file was found, not by where it lies: a file in the root that
// --config names, or that is the user's own, is the user's word.
func (f file) distrust(settings map[string]any) error {
	if !f.tree {
		return nil
	}
	settings = flat(settings)
	trusts := trusts()
	for _, k := range keys() {
		if _, ok := settings[k.name]; ok && trusts[k.name].personal {
			return &Error{Source: f.path, Key: k.name, Msg: "may not be set by a file in the root, which comes with the tree; " +
				"set it in your own configuration file, in one that --config names, or with " + variable(k.name)}
		}
	}
	return nil
}

// fromTree is the entry in force where a file in the root sets one. Without the file,
// own would be. It notes what the user is to be told.
func (l *Loaded) fromTree(own, tree Entry) Entry {
	rule := trusts()[tree.Key]
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
