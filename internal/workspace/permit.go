package workspace

import "path"

// permit checks a target against the rules, on its resolved name.
func (tx *Tx) permit(t *Target) error {
	r := tx.w.rules
	if t.intent == ToRead {
		return nil
	}
	if r.denied(t.Name) || t.Name == "." && (t.intent == ToMove || t.intent == ToRemoveDir) {
		return denied(t, t.Name)
	}
	if r.denied(t.Written) {
		return denied(t, t.Written)
	}
	if what := t.intent.forbidden(); what != "" {
		if t.Kind == Directory && r.protectedDirectory(t.Name) {
			return protected(t, what+" protected directory")
		}
		if t.Kind != Absent && t.Kind != Directory && (r.protectedFile(t.Name) || r.protectedFile(t.Written)) {
			return protected(t, what+" protected file")
		}
	}
	if t.Kind != Directory || t.intent != ToMove {
		return nil
	}
	return tx.each(t.Name, t.n, func(name string, n *node) error {
		if r.denied(name) {
			return denied(t, name)
		}
		if n.kind != Directory && r.protectedFile(name) || n.kind == Directory && r.protectedDirectory(name) {
			e := protected(t, "Cannot move protected directory")
			e.Hint = "it holds " + name + ", which is protected"
			return e
		}
		return nil
	})
}

// permitBelow checks that a directory, moved, puts nothing where nothing may be
// made.
func (tx *Tx) permitBelow(from, to *Target) error {
	if from.Kind != Directory {
		return nil
	}
	return tx.each(to.Name, from.n, func(name string, _ *node) error {
		if tx.w.rules.denied(name) {
			return denied(to, name)
		}
		return nil
	})
}

// forbidden is the word for what an intent may not do to a protected file.
func (i Intent) forbidden() string {
	switch i {
	case ToOverwrite:
		return "Cannot overwrite"
	case ToDelete, ToRemoveDir:
		return "Cannot delete"
	case ToMove:
		return "Cannot move"
	}
	return ""
}

func denied(t *Target, name string) *Error {
	e := &Error{Reason: Denied, Path: t.Written, Msg: "Access denied: " + t.Written}
	if name != t.Written {
		e.Hint = "it stands for " + name + ", which no operation may change"
	} else {
		e.Hint = "no operation may change it"
	}
	return e
}

func protected(t *Target, msg string) *Error {
	return &Error{
		Reason: Protected, Path: t.Written, Msg: msg + ": " + t.Written,
		Hint: "protected files may be read and edited with <edit>, not deleted, moved or overwritten whole",
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
		sub := path.Join(name, c.name)
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
