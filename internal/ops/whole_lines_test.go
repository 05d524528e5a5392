package ops_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/text"
)

// TestWholeLinesAreReplaced replaces lines, many of them blank, as one would in a list of
// lines: a last line without an end stays so, but a blank one is no line without it.
func TestWholeLinesAreReplaced(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	some := func(least, most int) []string {
		list := make([]string, least+r.IntN(most))
		for i := range list {
			list[i] = []string{"", "", "a", "b", "ab"}[r.IntN(5)]
		}
		return list
	}
	join := func(list []string, ended bool) string {
		s := strings.Join(list, "\n")
		if n := len(list); n > 0 && (ended || list[n-1] == "") {
			s += "\n"
		}
		return s
	}
	before, after := map[string]string{}, map[string]string{}
	var list []ops.Operation
	for i := range 500 {
		have, ended := some(1, 6), r.IntN(2) > 0
		find, replace := slices.Clone(have[r.IntN(len(have)):]), some(0, 4)
		find = find[:1+r.IntN(len(find))]
		if join(find, true) == "\n" {
			continue
		}
		src := join(have, ended)
		ended = text.EndsLine([]byte(src))
		var want []string
		for i := 0; i < len(have); i++ {
			if end := i + len(find); end <= len(have) && slices.Equal(have[i:end], find) {
				want = append(want, replace...)
				i = end - 1
				ended = ended || end == len(have) && len(replace) == 0
				continue
			}
			want = append(want, have[i])
		}
		end := text.LF
		if strings.Contains(src, "\n") && r.IntN(2) > 0 {
			end = text.CRLF
		}
		name := fmt.Sprint(i)
		before[name], after[name] = end.In(src), end.In(join(want, ended))
		list = append(list, ops.Operation{Action: ops.Edit{Path: name, Find: block(join(find, true)), Replace: block(join(replace, true))}})
	}
	w := tree(t, before)
	_, err := newRunner(w).Run(t.Context(), list)
	must(t, err)
	got := files(t, w)
	for _, op := range list {
		if e := op.Action.(ops.Edit); got[e.Path] != after[e.Path] {
			t.Errorf("%q for %q in %q: got %q, want %q", e.Replace.Text, e.Find.Text, before[e.Path], got[e.Path], after[e.Path])
		}
	}
}

func block(s string) ops.Value { return ops.Value{Text: s, Block: true} }
