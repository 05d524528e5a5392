package workspace

import (
	"cmp"
	"fmt"
	"path"
	"slices"
)

// checkRules checks a target against the rules, on its resolved name.
func (tx *Tx) checkRules(t *Target) error {
	r := tx.w.rules
	if r.conceals(t.Name) {
		return r.refuse(t, t.Name)
	}
	if t.intent == ToRead {
		return nil
	}
	if r.denied(t.Name) || t.Name == "." && (t.intent == ToMove || t.intent == ToRemoveDir) {
		return r.refuse(t, t.Name)
	}
	if r.denied(t.Written) {
		return r.refuse(t, t.Written)
	}
	if err := tx.permitGit(t); err != nil {
		return err
	}
	if t.Kind == Link && (t.intent == ToDelete || t.intent == ToMove) && r.aboveDenied(t.Name) {
		return r.refuse(t, t.Name)
	}
	if what := forbidden[t.intent]; what != "" && t.Kind != Absent {
		for _, name := range []string{t.Name, t.Written} {
			if setting := r.guarded(name, t.Kind); setting != "" {
				return r.protected(t, what, name, setting)
			}
		}
	}
	if err := tx.writable(t); err != nil {
		return err
	}
	if t.Kind != Directory || t.intent != ToMove {
		return nil
	}
	return tx.each(t.Name, t.n, func(name string, n *node) error {
		if r.denied(name) {
			return r.refuse(t, name)
		}
		if err := tx.permitGitBelow(t, name, n); err != nil {
			return err
		}
		if setting := r.guarded(name, n.kind); setting != "" {
			e := r.protected(t, "Cannot move", name, setting)
			e.Hint = "It holds " + name + ", which is protected.\n" + e.Hint
			return e
		}
		return nil
	})
}

// permitBelow checks that the move of a directory or link puts nothing at denied names.
func (tx *Tx) permitBelow(from, to *Target) error {
	if from.Kind == Link && tx.w.rules.aboveDenied(to.Name) {
		return tx.w.rules.refuse(to, to.Name)
	}
	if from.Kind != Directory {
		return nil
	}
	return tx.each(to.Name, from.n, func(name string, n *node) error {
		if len(name) > maxPath {
			return &Error{
				Reason: BadPath, Path: to.Written, Msg: fmt.Sprintf("Path too long: %d bytes (max %d) for what %s holds", len(name), maxPath, from.Written),
				Hint: "Move it to a directory that is less deep.",
			}
		}
		if tx.w.rules.denied(name) {
			return tx.w.rules.refuse(to, name)
		}
		return tx.permitGitBelow(to, name, n)
	})
}

// writable checks that the system lets names change in the directory of a target, or in the
// nearest one above it that exists. Without that check, a dry run would succeed where the
// real one fails.
func (tx *Tx) writable(t *Target) error {
	dirs, err := tx.way(path.Dir(t.Name))
	if err != nil {
		return classify(t.Written, unwrapped(err))
	}
	if made := slices.IndexFunc(dirs, func(d *node) bool { return !d.onDisk() }); made >= 0 {
		dirs = dirs[:made]
	}
	d := dirs[len(dirs)-1]
	if !d.probed {
		d.probed, d.refused = true, tx.w.access(d.diskPath)
	}
	return classify(t.Written, d.refused)
}

// forbidden are the intents that protected files and directories refuse, and how the message
// begins.
var forbidden = [...]string{ToDelete: "Cannot delete", ToRemoveDir: "Cannot delete", ToMove: "Cannot move"}

// refuse is the error for a target that no operation may change. name is that of the target, or
// of the entry that it leads to or holds.
func (r rules) refuse(t *Target, name string) *Error {
	hint := "No operation may change it."
	if name != t.Written {
		hint = "It stands for " + name + ", which no operation may change."
	}
	if r.inDeniedPatterns(name) {
		hint = fmt.Sprintf("%s is in denied_patterns (%s), which only the user can change", name, cmp.Or(r.origins["denied_patterns"], "default"))
	}
	return &Error{Reason: Denied, Path: t.Written, Msg: "Access denied: " + t.Written, Hint: hint}
}

// protected is the error for a target that a setting protects. name is that of the target, or
// of the entry in it that the setting is about.
func (r rules) protected(t *Target, what, name, setting string) *Error {
	kind, may := "file", "It may be read, edited and overwritten, not deleted or moved."
	if t.Kind == Directory {
		kind, may = "directory", "What it holds may be read, edited and overwritten; the directory stays where it is."
	}
	return &Error{
		Reason: Protected, Path: t.Written, Msg: fmt.Sprintf("%s protected %s: %s", what, kind, t.Written),
		Hint: fmt.Sprintf("%s is in %s (%s), which only the user can change. %s", name, setting, cmp.Or(r.origins[setting], "default"), may),
	}
}

// each visits everything below a directory of the tree as it will be.
func (tx *Tx) each(name string, d *node, visit func(string, *node) error) error {
	if err := tx.w.list(d); err != nil {
		return err
	}
	for _, key := range sortedKeys(d.children) {
		c := d.children[key]
		if c.kind == Absent {
			continue
		}
		sub := childName(name, c.name)
		if err := visit(sub, c); err != nil {
			return err
		}
		if c.kind == Directory {
			if err := tx.each(sub, c, visit); err != nil {
				return err
			}
		}
	}
	return nil
}
