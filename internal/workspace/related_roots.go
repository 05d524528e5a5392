package workspace

import (
	"path/filepath"
	"slices"
	"strings"
)

// relatedRoots lists the roots above and below this one that have a history: first those
// above, the nearest first, then those below. It looks at no more than pruneBound states.
// A user who finds no run on a root may have meant one of these.
func (w *Workspace) relatedRoots() []string {
	names, err := stateNames(w.state.base)
	if err != nil {
		return nil
	}
	var above, under []string
	for _, name := range names[:min(len(names), pruneBound)] {
		s := state{dir: filepath.Join(w.state.base, rootsDir, name)}
		record, err := readRootRecord(s.path(rootFile))
		if err != nil || record.Path == w.real {
			continue
		}
		_, isAbove := below(w.real, record.Path)
		_, isBelow := below(record.Path, w.real)
		if !isAbove && !isBelow || record.gone() {
			continue
		}
		if runs, err := s.journals().History(); err != nil || len(runs) == 0 {
			continue
		}
		if isAbove {
			above = append(above, record.Path)
		} else {
			under = append(under, record.Path)
		}
	}
	slices.SortFunc(above, func(a, b string) int { return len(b) - len(a) })
	slices.SortFunc(under, strings.Compare)
	return slices.Concat(above, under)
}

// maxRelated is how many related roots a message names.
const maxRelated = 5

// RelatedRuns returns a sentence that names the roots above and below this one that have a
// history, "" if there are none.
func (w *Workspace) RelatedRuns() string {
	roots := w.relatedRoots()
	if len(roots) == 0 {
		return ""
	}
	more := ""
	if len(roots) > maxRelated {
		roots, more = roots[:maxRelated], ", …"
	}
	return "Runs are kept for " + strings.Join(roots, ", ") + more + "; choose one with --root."
}
