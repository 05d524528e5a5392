package report

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// success is a line on one or more operations that did not fail.
type success struct {
	results []*ops.Result // several if they change one file
	mark    string        // that the line begins with
	counts  string        // (+3 -1)
	linked  bool          // the file is there, to be opened
	isDir   bool          // a directory was changed, which diffs do not show
}

// The marks of lines.
const (
	done    = "✅ "
	nothing = "· " // nothing was changed
	failing = "❌ "
)

// successes returns the lines on what did not fail, in the order of the response. Changes of
// one file are one line, unless each operation has its own.
func successes(rep Run, apart bool) []success {
	files := newFileIndex(rep.Report)
	type group struct {
		name      string
		unwritten bool
	}
	at := make(map[group]int, len(rep.Files)) // of the line on each file
	lines := make([]success, 0, len(rep.Files))
	for i := range rep.Results {
		res := &rep.Results[i]
		if res.Err != nil && !unwritten(res) {
			continue
		}
		name := files.final[i]
		key := group{name, unwritten(res)}
		if name != "" && !apart && foldable(res) {
			if k, known := at[key]; known {
				lines[k].results = append(lines[k].results, res)
				continue
			}
			at[key] = len(lines)
		}
		line := success{results: []*ops.Result{res}, mark: done, linked: rep.Committed || !res.Changed}
		if f := files.byName[name]; f != nil && f.Dir {
			line.isDir = res.Changed
		}
		if res.Err != nil || res.Summary.Verb == "" {
			line.mark = nothing
		}
		if f := files.claim(name, res); f != nil {
			line.linked = line.linked && f.Kind != "deleted"
			if !apart || files.changing[name] == 1 {
				line.counts = lineCounts(f.Added, f.Removed)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// unwritten reports whether an operation is right by itself, but was not written, since its run
// or its call was not.
func unwritten(res *ops.Result) bool { return res.Err != nil && res.Err.Unwritten }

// foldable reports whether an operation changes what a file holds, or would have.
func foldable(res *ops.Result) bool {
	return unwritten(res) || res.Changed && changesText(res)
}

func changesText(res *ops.Result) bool {
	switch res.Action.Kind() {
	case "delete", "mkdir", "rmdir", "move", "copy", "copy_overwrite", "undo", "read", "glob", "grep":
		return false
	}
	return true
}

// fileIndex finds the file that a result is about among those that a run changed.
type fileIndex struct {
	byName, byOrigin map[string]*run.File // byOrigin has only those that were moved
	final            []string             // of each result: the name that its path has after the run
	claimed          map[*run.File]bool
	changing         map[string]int // how many results change what a file holds
}

func newFileIndex(rep run.Report) fileIndex {
	x := fileIndex{
		byName: make(map[string]*run.File, len(rep.Files)), byOrigin: map[string]*run.File{},
		final: make([]string, len(rep.Results)), claimed: make(map[*run.File]bool, len(rep.Files)), changing: make(map[string]int, len(rep.Files)),
	}
	for i := range rep.Files {
		f := &rep.Files[i]
		x.byName[f.Name] = f
		if f.Kind == "moved" {
			x.byOrigin[f.From] = f
		}
	}
	renamed := map[string]string{} // by later operations
	for i := len(rep.Results) - 1; i >= 0; i-- {
		res := &rep.Results[i]
		x.final[i] = finalName(pathOf(res), renamed)
		if foldable(res) {
			x.changing[x.final[i]]++
		}
		if res.Err == nil && res.From != "" && !res.Copied {
			renamed[res.From] = finalName(res.To, renamed)
		}
	}
	return x
}

// pathOf is the path that an operation is about; "" if it is about none.
func pathOf(res *ops.Result) string {
	if res.Err != nil {
		return cmp.Or(res.Err.Path, res.Path)
	}
	return res.Path
}

// finalName is the name of a path after renames of it or of a directory above it.
func finalName(name string, renamed map[string]string) string {
	if len(renamed) == 0 {
		return name
	}
	for dir := name; dir != "." && dir != "/" && dir != ""; dir = path.Dir(dir) {
		if to, ok := renamed[dir]; ok {
			return to + name[len(dir):]
		}
	}
	return name
}

// claim returns the file whose lines the line of a result counts; nil if there is none, or
// another line counts them.
func (x fileIndex) claim(name string, res *ops.Result) *run.File {
	if !res.Changed {
		return nil
	}
	f := x.byName[name]
	if f == nil && res.Origin != "" {
		if f = x.byName[res.Origin]; f == nil {
			f = x.byOrigin[res.Origin]
		}
	}
	if f == nil || x.claimed[f] || !changesText(res) && !res.Copied && (res.Action.Kind() != "delete" || f.Kind != "deleted") {
		return nil
	}
	x.claimed[f] = true
	return f
}

// Sentence is the line on an operation that succeeded, without color and mark.
func (rep Run) Sentence(i int) string {
	var b strings.Builder
	for _, span := range (success{results: []*ops.Result{&rep.Results[i]}}).spans(rep) {
		b.WriteString(span.text)
	}
	return b.String()
}

// spans returns the line.
func (s success) spans(rep Run) []span {
	res := s.results[0]
	if unwritten(res) {
		return s.notWritten(rep)
	}
	said, line := s.sentence()
	verb := said.Verb
	if rep.DryRun && res.Changed {
		verb = "Would " + infinitives.Get()[verb]
	}
	if verb != "" {
		verb += " "
	}
	spans := make([]span, 0, 5)
	spans = append(spans, span{text: s.mark, style: terminal.Success}, plain(verb+said.Before))
	if said.From != "" {
		spans = append(spans, span{text: said.From, style: terminal.Path}, plain(" → "))
	}
	path := span{text: said.Path, style: terminal.Path}
	if s.linked && said.Path != "" {
		path.url = fileURL(rep.Root, said.Path)
	}
	if line > 0 {
		path.fixed = fmt.Sprintf(":%d", line)
	}
	if said.Size != "" && s.counts == "" { // its lines say more
		said.After += " (" + said.Size + ")"
	}
	return append(spans, path, plain(said.After), span{text: s.counts, style: terminal.Dim})
}

// sentence returns what was done, and the line of the file at which it begins; 0 if that is
// not known, or several operations did it.
func (s success) sentence() (said wording.Sentence, line int) {
	res, n := s.results[0], len(s.results)
	said = res.Summary
	if n == 1 {
		if len(res.Lines) > 0 && said.Path != "" {
			line = res.Lines[0]
		}
		if said == (wording.Sentence{}) {
			said.Before = res.Name()
		}
		return said, line
	}
	replaced := 0
	for _, r := range s.results {
		if r.Replacements == 0 {
			replaced = 0
			break
		}
		replaced += r.Replacements
	}
	if replaced > 0 {
		before := fmt.Sprintf("%s in %d edits of ", count(replaced, "occurrence", "occurrences"), n)
		return wording.Sentence{Verb: "Replaced", Before: before, Path: res.Path}, 0
	}
	if said.Verb != "Created" && said.Verb != "Overwrote" {
		said.Verb = "Changed"
	}
	return wording.Sentence{Verb: said.Verb, Path: res.Path, After: fmt.Sprintf(" in %d operations", n)}, 0
}

// notWritten is the line on operations that are right by themselves.
func (s success) notWritten(rep Run) []span {
	res := s.results[0]
	said := "not written"
	if res.Err.InDoubt {
		said = "not committed"
	}
	if res.Err.Code == ops.Withheld && !rep.CommitRefused() {
		said += ": " + res.Err.Msg
	}
	if n := len(s.results); n > 1 {
		said += fmt.Sprintf(" (%d operations)", n)
	}
	name := span{text: pathOf(res), style: terminal.Path}
	if name.text == "" {
		name = plain(res.ID)
	}
	return []span{{text: nothing, style: terminal.Dim}, name, plain(" " + nothing + said)}
}

// warnings are those of the operations of the line.
func (s success) warnings() []string {
	var list []string
	for _, res := range s.results {
		list = append(list, res.Warnings...)
	}
	return list
}

// details are what else there is to say of the operations of the line.
func (s success) details(excerpts bool) []string {
	var lines []string
	for _, res := range s.results {
		_, text, _ := strings.Cut(output(res.Done), "\n")
		if res.Err != nil {
			text = res.Err.Text()
		}
		parts := []string{text}
		if excerpts {
			parts = append(parts, res.Excerpt)
		}
		for _, part := range parts {
			if part = strings.TrimSuffix(part, "\n"); part != "" {
				lines = append(lines, strings.Split(part, "\n")...)
			}
		}
	}
	return lines
}
