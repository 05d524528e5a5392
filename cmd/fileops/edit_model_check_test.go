package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/parse"
	"fileops/internal/run"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// modelRunner runs cases, each on another file.
type modelRunner struct {
	*testing.T
	work *workspace.Workspace
}

func newModelRunner(t *testing.T) modelRunner {
	t.Helper()
	dir := filepath.Join(fastest(t), "root")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	w, err := workspace.Open(t.Context(), dir, workspace.Options{State: t.TempDir(), Fast: true, HistoryRuns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return modelRunner{t, w}
}

// editOutcome is what the program made of a case.
type editOutcome struct {
	err   *ops.Error
	after string
}

// outcomes runs the cases from the text of their responses on.
func (m modelRunner) outcomes(cases []modelCase) []editOutcome {
	got := make([]editOutcome, len(cases))
	for _, tolerant := range []bool{false, true} {
		var list []ops.Operation
		var of []int
		for i, c := range cases {
			if c.tolerant != tolerant {
				continue
			}
			m.write(name(i), c.file)
			asked := parse.Parse([]parse.Input{{Text: c.response(name(i))}}, parse.Options{Input: "auto"}).Operations
			if len(asked) != 1 {
				m.Fatalf("%d operations in %q", len(asked), c.response(name(i)))
			}
			asked[0].ID = name(i)
			list, of = append(list, asked[0]), append(of, i)
		}
		r := run.Runner{
			Workspace: m.work, Now: time.Now, Random: rand.Uint32,
			Policy: ops.Policy{MaxEdit: 1 << 20, OmissionCheck: "error", Tolerant: tolerant},
		}
		rep, err := r.Run(m.Context(), list)
		if err != nil {
			m.Fatal(err)
		}
		for k, i := range of {
			got[i].err = rep.Results[k].Err
		}
	}
	for i := range cases {
		data, err := os.ReadFile(filepath.Join(m.work.Dir(), name(i)))
		if err != nil {
			m.Fatal(err)
		}
		got[i].after = string(data)
	}
	return got
}

func name(i int) string { return fmt.Sprintf("%d.txt", i) }

func (m modelRunner) write(name, content string) {
	if err := os.WriteFile(filepath.Join(m.work.Dir(), name), []byte(content), 0o600); err != nil {
		m.Fatal(err)
	}
}

// verdict is how an editOutcome stands to the answer of the model.
type verdict struct {
	kind  string // what the model demands
	wrong string // in which way it is wrong, without its texts; "" for right
	right string // in which way it is right
	text  string // of what is wrong
}

// answer is that of the edit of the text behind a byte order mark, which stays.
func (c modelCase) answer() answer {
	rest, marked := strings.CutPrefix(c.file, text.BOM)
	if !marked {
		return c.modelEdit.answer()
	}
	c.file = rest
	a := c.modelEdit.answer()
	for i := range a.want {
		a.want[i] = text.BOM + a.want[i]
	}
	return a
}

func (c modelCase) verdict(got editOutcome) verdict {
	a := c.answer()
	v := a.against(got, c.file)
	switch {
	case a.refuse != "":
		v.kind = mustRefuse
	case a.open != "":
		v.kind = mayRefuse
	case a.how == betweenBlanks || !strings.HasPrefix(a.how, "exact: "):
		v.kind = demandedTolerant
	default:
		v.kind = demanded
	}
	return v
}

// What the model may demand. A result is "to the letter" where the find stands in the file.
const (
	demanded         = "a result is demanded, to the letter"
	demandedTolerant = "a result is demanded, but for blanks"
	mayRefuse        = "may be refused"
	mustRefuse       = "must be refused"
)

// leastOf is how many of a thousand edits are of each kind, at least. A check of edits that
// are nearly all refused would prove nothing, and one that may refuse most of them as little.
var leastOf = map[string]int{demanded: 300, demandedTolerant: 80, mustRefuse: 250}

// mostOpen is how many of a thousand edits may be refused, at most.
const mostOpen = 115

// codes are those that a refusal may have: each says why.
func (a answer) codes() []workspace.Reason {
	switch {
	case a.refuse == "ambiguous":
		return []workspace.Reason{ops.Ambiguous, ops.AlreadyApplied}
	case a.refuse == ambiguousBetween:
		return []workspace.Reason{ops.Ambiguous, ops.AlreadyApplied, ops.NoMatch}
	case a.refuse == "empty find":
		return []workspace.Reason{ops.Malformed, ops.Exists}
	case strings.HasPrefix(a.refuse, "no match"):
		return []workspace.Reason{ops.NoMatch}
	}
	return []workspace.Reason{ops.NoMatch, ops.AlreadyApplied}
}

// against compares an answer with what became of a file.
func (a answer) against(got editOutcome, file string) verdict {
	wrong := func(way, format string, args ...any) verdict {
		return verdict{wrong: way, text: fmt.Sprintf(format, args...)}
	}
	switch {
	case got.err != nil && got.after != file:
		return wrong("changed and refused", "refused (%v), but became %q", got.err, got.after)
	case got.err != nil && a.refuse+a.open != "" && !slices.Contains(a.codes(), got.err.Code):
		return wrong("refused for another reason: "+a.refuse+a.open, "refused with code %s (%.400q), not because: %s", got.err.Code, got.err.Text(), a.refuse+a.open)
	case got.err != nil && a.refuse != "":
		return verdict{right: "refused: " + a.refuse}
	case got.err != nil && a.open != "":
		return verdict{right: "refused, open: " + a.open}
	case got.err != nil:
		return wrong("refused: "+a.how, "refused (%.400q), should be %q by rule %s", got.err.Text(), a.want, a.how)
	case a.refuse != "":
		return wrong("not refused: "+a.refuse, "became %q, should be refused: %s", got.after, a.refuse)
	case !slices.Contains(a.want, got.after):
		return wrong("another result: "+a.how, "became %q, should be %q by rule %s", got.after, a.want, a.how)
	case a.open != "":
		return verdict{right: "done, open: " + a.open}
	}
	return verdict{right: "done: " + a.how}
}

// minimal makes a case that goes wrong as small as it can by taking bytes away.
func (m modelRunner) minimal(c modelCase, v verdict) (modelCase, verdict) {
	for {
		smaller := c.smaller()
		i := -1
		for k, got := range m.outcomes(smaller) {
			if w := smaller[k].verdict(got); w.wrong == v.wrong {
				i, v = k, w
				break
			}
		}
		if i < 0 {
			return c, v
		}
		c = smaller[i]
	}
}

// smaller are the cases with some bytes less, those with much less first.
func (c modelCase) smaller() (cases []modelCase) {
	for n := 8; n > 0; n /= 2 {
		for _, field := range []func(*modelCase) *string{
			func(c *modelCase) *string { return &c.file },
			func(c *modelCase) *string { return &c.find.text },
			func(c *modelCase) *string { return &c.replace.text },
		} {
			s := *field(&c)
			for at := 0; at+n <= len(s); at++ {
				d := c
				*field(&d) = s[:at] + s[at+n:]
				if d.writable() {
					cases = append(cases, d)
				}
			}
		}
	}
	return cases
}

// maxShownWrong is how many cases that are wrong in the same way are shown.
const maxShownWrong = 5

// TestEditsAreWhatTheModelSays compares random edits of small files with the model, from
// the text of a response on. TEST_SEQUENCES says how many, TEST_SEED which.
func TestEditsAreWhatTheModelSays(t *testing.T) {
	t.Parallel()
	count := 2000
	if _, err := fmt.Sscan(os.Getenv("TEST_SEQUENCES"), &count); err != nil && testing.Short() {
		count /= 2
	}
	seed := uint64(1)
	if s := os.Getenv("TEST_SEED"); s != "" {
		if _, err := fmt.Sscan(s, &seed); err != nil {
			t.Fatalf("TEST_SEED=%s: %v", s, err)
		}
	}
	r, m := rand.New(rand.NewPCG(seed, 2)), newModelRunner(t)
	kinds, tally, wrong := map[string]int{}, map[string]int{}, map[string]int{}
	for done := 0; done < count; done += 1000 {
		cases := make([]modelCase, min(1000, count-done))
		for i := range cases {
			cases[i] = modelCaseOf(r)
		}
		for i, got := range m.outcomes(cases) {
			v := cases[i].verdict(got)
			if v.wrong == "" {
				tally[v.right]++
				kinds[v.kind]++
				continue
			}
			if wrong[v.wrong]++; wrong[v.wrong] <= maxShownWrong {
				c, v := m.minimal(cases[i], v)
				t.Errorf("%s:\n%s\n%s", v.wrong, c, v.text)
			}
		}
	}
	logTally(t, tally)
	logTally(t, wrong)
	logTally(t, kinds)
	for kind, least := range leastOf {
		if kinds[kind]*1000 < least*count {
			t.Errorf("%s: %d of %d edits, want %d of 1,000", kind, kinds[kind], count, least)
		}
	}
	if kinds[mayRefuse]*1000 > mostOpen*count {
		t.Errorf("%s: %d of %d edits, want at most %d of 1,000", mayRefuse, kinds[mayRefuse], count, mostOpen)
	}
	for _, rule := range []string{"exact: inline", "exact: whole lines", betweenBlanks, "trailing blanks", "shift", "tabs", "blank line too many"} {
		if tally["done: "+rule] < count/2000 {
			t.Errorf("%d of %d edits were done by the rule %q", tally["done: "+rule], count, rule)
		}
	}
}

func logTally(t *testing.T, tally map[string]int) {
	t.Helper()
	keys := make([]string, 0, len(tally))
	for key := range tally {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		t.Logf("%7d %s", tally[key], key)
	}
}
