package parse

import (
	"fmt"
	"hash/maphash"
	"maps"
	"path"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/conflict"
	"fileops/internal/parse/files"
	"fileops/internal/parse/patch"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/tags"
	"fileops/internal/parse/unified"
)

// dialect reads the operations of one form in a text.
type dialect interface {
	Starts() quote.Starts                                    // the places at which operations may begin, in their order
	End(start quote.Start) int                               // as quote.Scanner.End
	InFence(start quote.Start, info string, opened int) bool // as quote.Scanner.InFence
	Next(from int) int                                       // the offset of the next place to read, the length of the text for none
	Read()                                                   // what begins at the present place
}

// autoForms are the forms that are read unless the user names one.
var autoForms = []wording.Form{wording.Tags, wording.SearchReplace, wording.Patch, wording.Diff}

// named returns the form that the user named; ok is false for none.
func (r *reader) named() (form wording.Form, ok bool) {
	for _, form := range append(slices.Clip(autoForms), wording.Files) {
		if r.opt.Input == form.Input() {
			return form, true
		}
	}
	return 0, false
}

// forced reports whether the user named the form of the prose.
func (r *reader) forced() bool { _, is := r.named(); return is }

// newDialect returns a reader of the operations of one form.
func newDialect(form wording.Form, s *quote.Scanner) dialect {
	switch form {
	case wording.SearchReplace:
		return conflict.New(s)
	case wording.Patch:
		return patch.New(s)
	case wording.Diff:
		return unified.New(s)
	case wording.Files:
		return files.New(s)
	}
	return tags.New(s)
}

// dialects reads the operations of a text, of all forms in one pass: what stands inside an
// operation belongs to it, whatever form it has. A fence with a file is read only if the user says
// so, since an excerpt and a whole file look the same.
func (r *reader) dialects(s *quote.Scanner) {
	wanted := autoForms
	if form, ok := r.named(); ok {
		wanted = []wording.Form{form}
	}
	readers, list := map[wording.Form]dialect{}, []dialect{}
	for _, form := range wanted {
		d := newDialect(form, s)
		readers[form], list = d, append(list, d)
		if starts := d.Starts(); len(s.Starts) == 0 {
			s.Starts = slices.Clip(starts)
		} else if len(starts) > 0 {
			s.Starts = append(s.Starts, starts...)
			slices.SortStableFunc(s.Starts, func(a, b quote.Start) int { return a.At - b.At })
		}
	}
	expected := len(s.Starts)
	if f, ok := list[0].(*files.Reader); ok {
		s.Find, expected = f.Find, f.Expected(r.enough)
		defer f.Finish()
	}
	s.Expect(min(expected, len(s.Text)/28)) // an operation seldom has fewer bytes
	s.End = func(b quote.Start) int { return readers[b.Form].End(b) }
	s.InFence = func(b quote.Start, info string, opened int) bool { return readers[b.Form].InFence(b, info, opened) }
	for s.Pos < len(s.Text) && (r.enough == 0 || len(s.Out.Operations) < r.enough) {
		at := len(s.Text)
		for _, d := range list {
			at = min(at, d.Next(s.Pos))
		}
		if s.Advance(at) {
			continue
		}
		for _, d := range list {
			if d.Next(s.Pos) == s.Pos {
				d.Read()
				break
			}
		}
	}
}

// settle decides between the forms of one text. If it has operation blocks, it only shows the
// others. Two other forms run, in their order, if no file is in both: else the one may be the
// other, told again, and nothing runs. before is the number of operations before this text.
func (r *reader) settle(before int) {
	first := map[wording.Form]int{} // the line of the first operation of each form
	for _, op := range r.out.Operations[before:] {
		v, invalid := op.Action.(ops.Invalid)
		if _, known := first[op.Form]; !known && !(invalid && v.Skipped) {
			first[op.Form] = op.Line
		}
	}
	_, tagged := first[wording.Tags]
	switch {
	case r.opt.Input == "files":
		r.refuseTwice(before)
	case len(first) < 2:
	case tagged:
		r.out.Retract(before, wording.BesideBlocks, func(op ops.Operation) bool { return op.Form != wording.Tags })
	default:
		r.refuseBoth(r.out.Operations[before:], first)
	}
}

// listed describes the forms of a text, in the order in which they stand in it.
func listed(first map[wording.Form]int, describe func(wording.Form) string) []string {
	forms := slices.SortedFunc(maps.Keys(first), func(a, b wording.Form) int { return first[a] - first[b] })
	var list []string
	for _, form := range forms {
		list = append(list, describe(form))
	}
	return list
}

// refuseBoth refuses the operations of two forms if a file is in both, or may be: the files of a
// malformed patch are not known.
func (r *reader) refuseBoth(list []ops.Operation, first map[wording.Form]int) {
	by := map[string]wording.Form{} // of each file, the form that names it
	both := ""
	for _, op := range list {
		if v, invalid := op.Action.(ops.Invalid); invalid && !v.Skipped {
			both = "has two forms, which may change the same files"
		}
		for _, arg := range op.Args {
			if !slices.Contains([]string{"file", "from", "to"}, arg.Name) {
				continue
			}
			name := path.Clean(arg.Value.Text)
			if form, known := by[name]; known && form != op.Form {
				both = "changes " + name + " in two forms, which may say the same"
			}
			by[name] = op.Form
		}
	}
	if both == "" {
		return
	}
	places := listed(first, func(form wording.Form) string { return fmt.Sprintf("%s from line %d on", form.Blocks(), first[form]) })
	why := "Skipped: the response " + both + ": " + strings.Join(places, ", and ")
	for i, op := range list {
		list[i].Action = ops.Invalid{
			Tag: op.Name(), Form: op.Form, Call: op.Form == wording.Patch, Skipped: true, Msg: why,
			Hint: "Send each change once, and all of them in one form.",
		}
		list[i].Args = nil
	}
}

// sameText is what quotes a file that an earlier fence holds, letter by letter.
const sameText = "a response that has the same fence before"

// refuseTwice refuses files that stand in several fences: nobody knows which of them is meant.
// If their texts are the same, the first one runs. before is the number of operations before this
// text.
func (r *reader) refuseTwice(before int) {
	list := r.out.Operations
	if allDiffer(list[before:]) {
		return
	}
	first, others := make(map[string]int, len(list)-before), map[int][]int{} // the operation that names a file first; the others, by it
	for i := before; i < len(list); i++ {
		name, ok := fileOf(list[i])
		if k, known := first[name]; ok && known {
			others[k] = append(others[k], i)
		} else if ok {
			first[name] = i
		}
	}
	if len(others) == 0 {
		return
	}
	same := make([]bool, len(list)-before) // of each operation, whether its text stood there before
	for k, again := range others {
		text := list[k].Args[1].Value.Text
		if slices.ContainsFunc(again, func(i int) bool { return list[i].Args[1].Value.Text != text }) {
			r.skipTwice(append([]int{k}, again...))
			continue
		}
		for _, i := range again {
			same[i-before] = true
		}
	}
	i := -1
	r.out.Retract(before, sameText, func(ops.Operation) bool { i++; return same[i] })
}

// fileOf is the file that a fence holds; ok is false if it is malformed.
func fileOf(op ops.Operation) (name string, ok bool) {
	if len(op.Args) < 2 {
		return "", false
	}
	return path.Clean(op.Args[0].Value.Text), true
}

// allDiffer reports that no two fences hold one file. It compares hashes: they are sorted in a
// fraction of the time and the memory that a map of a million names takes. Two names with one hash
// only cost the time of the map.
func allDiffer(list []ops.Operation) bool {
	seed, hashes := maphash.MakeSeed(), make([]uint64, 0, len(list))
	for _, op := range list {
		if name, ok := fileOf(op); ok {
			hashes = append(hashes, maphash.String(seed, name))
		}
	}
	slices.Sort(hashes)
	return len(slices.Compact(hashes)) == len(hashes)
}

// skipTwice skips a file that stands in the fences of several operations.
func (r *reader) skipTwice(indices []int) {
	var lines []string
	for _, i := range indices[:min(len(indices), maxLines)] {
		lines = append(lines, fmt.Sprint(r.out.Operations[i].Line))
	}
	if len(indices) > maxLines {
		lines = append(lines, "…")
	}
	name := path.Clean(r.out.Operations[indices[0]].Args[0].Value.Text)
	msg := fmt.Sprintf("Skipped: the response has %s in several fences, whose texts differ: at lines %s", name, strings.Join(lines, ", "))
	for _, i := range indices {
		op := &r.out.Operations[i]
		op.Action = ops.Invalid{Tag: op.Name(), Form: op.Form, Skipped: true, Hint: "Send the file once, whole.", Msg: msg}
		op.Args = nil
	}
}

// maxLines is how many fences with one file are named.
const maxLines = 10
