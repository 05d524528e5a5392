package workspace

import (
	"errors"
	"io"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"fileops/internal/workspace/suggest"
)

// maxNames bounds the walk of the disk for names.
const maxNames = 200_000

// Near names the entry that was most likely meant by a missing path, in the tree as it will
// be; "" if there is none, or another one is as likely. The entry is of the kind given,
// Regular or Directory, or a link to one, and may be changed. [suggest.Index.Near] has the
// rules. The first call of a transaction walks the disk, up to maxNames names.
func (tx *Tx) Near(written string, kind Kind) string {
	if kind != Regular && kind != Directory {
		return ""
	}
	if tx.names == nil {
		tx.names, tx.renamed = tx.index(maxNames), true
	}
	if tx.renamed {
		tx.names.Update(staged(tx.top))
		tx.renamed = false
	}
	name := tx.inRoot(strings.ReplaceAll(written, `\`, "/"))
	if name == "." || tx.names.Has(path.Clean(filepath.ToSlash(written)), suggested[kind]) {
		return ""
	}
	return tx.names.Near(name, suggested[kind])
}

// inRoot is the name in the root of a path with slashes; "." if the path is not in the root.
// The path may be absolute, or lead out of the root and in again.
func (tx *Tx) inRoot(written string) string {
	name := written
	if full := absolute(written); full || climbs(written) {
		abs := filepath.FromSlash(written)
		if !full {
			abs = filepath.Join(tx.w.given, abs)
		}
		name, _ = tx.w.inside(abs)
	}
	name, err := cleanPath(name)
	if err != nil {
		return "."
	}
	return name
}

// suggested are the kinds as package suggest has them.
var suggested = [...]suggest.Kind{Absent: suggest.Nothing, Regular: suggest.File, Directory: suggest.Directory, Link: suggest.Link, Special: suggest.Nothing}

// index walks the disk for at most bound names.
func (tx *Tx) index(bound int) *suggest.Index {
	return suggest.New(suggest.Tree{
		Folds: tx.w.rules.fold,
		List:  tx.w.suggestions,
		Look: func(name string) suggest.Kind {
			info, err := tx.w.root.Lstat(name)
			if err != nil {
				return suggest.Nothing
			}
			return suggested[kindOf(info.Mode())]
		},
		Resolve: func(name string) (string, suggest.Kind) {
			resolved, n, err := tx.resolve(name, name, true)
			if err != nil {
				return "", suggest.Nothing
			}
			return resolved, suggested[n.kind]
		},
		Hidden: func(name string) bool {
			return strings.HasPrefix(path.Base(name), tempPrefix) || tx.w.rules.conceals(name) || tx.w.rules.denied(name)
		},
		Legible: legible,
		Backup: func(name string) bool {
			return strings.HasSuffix(name, bakEnding) || strings.HasSuffix(name, deletedEnding)
		},
	}, bound)
}

// suggestions lists a directory on disk, without what is never suggested. It fails with
// suggest.ErrTooMany if there are more names than most.
func (w *Workspace) suggestions(dir string, most int) (list []suggest.Entry, err error) {
	f, err := w.root.OpenDir(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	entries, err := f.ReadDir(most + 1)
	if len(entries) > most {
		return nil, suggest.ErrTooMany
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, d := range entries {
		kind := kindOf(d.Type())
		if kind == Special || strings.HasPrefix(d.Name(), tempPrefix) || kind == Directory && w.rules.denied(path.Join(dir, d.Name())) {
			continue
		}
		list = append(list, suggest.Entry{Name: d.Name(), Kind: suggested[kind]})
	}
	return list, nil
}

// staged lists what the transaction changed in a directory and below it, by the keys of the
// names; nil for nothing.
func staged(d *node) map[string]*suggest.Staged {
	var list map[string]*suggest.Staged
	for key, c := range d.children {
		below := staged(c)
		if old := d.diskEntries[key]; c == old && below == nil || c.kind == Absent && old == nil {
			continue
		}
		s := &suggest.Staged{Name: c.name, Kind: suggested[c.kind], New: c != d.diskEntries[key], Children: below}
		if c.onDisk() {
			s.DiskName = c.diskPath
		}
		if list == nil {
			list = map[string]*suggest.Staged{}
		}
		list[key] = s
	}
	return list
}

// legible reports whether a response could write a name. Characters that cannot be seen
// could deceive the reader.
func legible(name string) bool {
	clean, err := cleanPath(name)
	return err == nil && clean == name && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}
