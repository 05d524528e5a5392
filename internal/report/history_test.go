package report_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// runs is a history with one run of each kind, the newest first.
func runs() []report.Past {
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 12, minute, 0, 999, time.UTC) }
	file := func(kind, name string) run.File { return run.File{Kind: kind, Name: name} }
	return []report.Past{
		{Run: "r4", Time: at(4), Size: 400, Totals: &report.Totals{Operations: 12, Insertions: 31, Deletions: 2}, Files: []run.File{file("created", "a"), file("modified", "b"), file("deleted", "c"), file("modified", "d"), file("modified", "e")}},
		{Run: "r3", Time: at(3), Undoes: "r1", Size: 300, Files: []run.File{{Kind: "moved", Name: "y", From: "x"}}},
		{Run: "r2", Time: at(2), Lost: "too large", Size: 200},
		{Run: "r1", Time: at(1), UndoneBy: "r3", Size: 100, Totals: &report.Totals{}, Files: []run.File{{Kind: "moved", Name: "x", From: "y", Dir: true}, file("made_directory", "d"), file("created", "d/<&>")}},
	}
}

// shown is what a method of Human writes.
func shown(t *testing.T, o terminal.Options, write func(*terminal.Writer) error) string {
	t.Helper()
	var b strings.Builder
	w := terminal.NewWriter(&b, o)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestHumanHistory(t *testing.T) {
	local := func(minute int) string {
		return time.Date(2026, 11, 20, 12, minute, 0, 0, time.UTC).Local().Format("2006-01-02 15:04")
	}
	header := "ID  WHEN              OPERATIONS  FILES  +n -m"
	short := []string{
		header,
		"r4  " + local(4) + "          12      5  +31 -2",
		"r3  " + local(3) + "           -      1  -       undid r1",
		"r2  " + local(2) + "           -      -  -       cannot be undone (too large)",
		"r1  " + local(1) + "           0      3  +0 -0   undone by r3",
	}
	long := []string{
		header, short[1], "    created a", "    modified b", "    deleted c", "    modified d", "    modified e",
		short[2], "    moved x → y", short[3],
		short[4], "    moved y → x", "    made directory d", "    created d/<&>",
	}
	for _, tt := range []struct {
		name string
		h    report.Human
		want []string
	}{{"short", report.Human{}, short}, {"long", report.Human{Verbose: true}, long}} {
		t.Run(tt.name, func(t *testing.T) {
			got := shown(t, terminal.Options{}, func(w *terminal.Writer) error { return tt.h.History(w, runs()) })
			if d := cmp.Diff(strings.Join(tt.want, "\n")+"\n", got); d != "" {
				t.Errorf("want -, got +\n%s", d)
			}
		})
	}
	none := func(w *terminal.Writer) error { return report.Human{Verbose: true}.History(w, nil) }
	if got := shown(t, terminal.Options{}, none); got != "" {
		t.Errorf("of no runs: %q", got)
	}
	colored := func(w *terminal.Writer) error { return report.Human{}.History(w, runs()[:1]) }
	if got := shown(t, terminal.Options{Color: true}, colored); !strings.HasPrefix(got, "\x1b[2mID ") {
		t.Errorf("in color: %q", got)
	}
}

// TestNarrowHistory: a row is one line at any width of a terminal.
func TestNarrowHistory(t *testing.T) {
	const id, other = "20261120T120400-3f2a", "20261120T120100-04b1"
	at := time.Date(2026, 11, 20, 12, 4, 0, 0, time.Local)
	totals := &report.Totals{Operations: 1, Insertions: 1, Deletions: 1}
	list := []report.Past{
		{Run: id, Time: at, Undoes: other, Totals: totals},
		{Run: other, Time: at, UndoneBy: id, Totals: totals},
		{Run: id, Time: at, Lost: "what it replaced is too large", Totals: totals},
	}
	for width, want := range map[int]string{
		100: `
ID                    WHEN              OPERATIONS  FILES  +n -m
20261120T120400-3f2a  2026-11-20 12:04           1      -  +1 -1  undid 20261120T120100-04b1
20261120T120100-04b1  2026-11-20 12:04           1      -  +1 -1  undone by 20261120T120400-3f2a
20261120T120400-3f2a  2026-11-20 12:04           1      -  +1 -1  cannot be undone
`,
		80: `
ID                    WHEN              OPERATIONS  FILES  +n -m
20261120T120400-3f2a  2026-11-20 12:04           1      -  +1 -1  undid …00-04b1
20261120T120100-04b1  2026-11-20 12:04           1      -  +1 -1  undone…00-3f2a
20261120T120400-3f2a  2026-11-20 12:04           1      -  +1 -1  cannot… undone
`,
		60: `
ID                    FILES  +n -m
20261120T120400-3f2a      -  +1 -1  undid 20261…T120100-04b1
20261120T120100-04b1      -  +1 -1  undone by 2…T120400-3f2a
20261120T120400-3f2a      -  +1 -1  cannot be undone
`,
		40: `
ID
20261120T120400-3f2a  undid 20…0100-04b1
20261120T120100-04b1  undone b…0400-3f2a
20261120T120400-3f2a  cannot be undone
`,
		20: `
ID
20261120T120400-3f2a
20261120T120100-04b1
20261120T120400-3f2a
`,
	} {
		got := shown(t, terminal.Options{Width: width}, func(w *terminal.Writer) error { return report.Human{}.History(w, list) })
		if d := cmp.Diff(strings.TrimPrefix(want, "\n"), got); d != "" {
			t.Errorf("at %d columns: want -, got +\n%s", width, d)
		}
	}
}

func TestHistoryJSON(t *testing.T) {
	var b strings.Builder
	if err := report.HistoryJSON(&b, "/srv/app", runs()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"d/<&>"`) {
		t.Error("the name of a file is escaped")
	}
	type obj = map[string]any
	var got obj
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	file := func(kind, path string) obj { return obj{"kind": kind, "path": path} }
	want := obj{"version": 1.0, "root": "/srv/app", "runs": []any{
		obj{
			"run": "r4", "time": "2026-11-20T12:04:00Z", "status": "committed", "size": 400.0,
			"totals": obj{"operations": 12.0, "insertions": 31.0, "deletions": 2.0},
			"files":  []any{file("created", "a"), file("modified", "b"), file("deleted", "c"), file("modified", "d"), file("modified", "e")},
		},
		obj{
			"run": "r3", "time": "2026-11-20T12:03:00Z", "status": "committed", "undoes": "r1", "size": 300.0,
			"files": []any{obj{"kind": "moved", "path": "y", "from": "x"}},
		},
		obj{"run": "r2", "time": "2026-11-20T12:02:00Z", "status": "lost", "reason": "too large", "size": 200.0, "files": []any{}},
		obj{
			"run": "r1", "time": "2026-11-20T12:01:00Z", "status": "undone", "undone_by": "r3", "size": 100.0,
			"totals": obj{"operations": 0.0, "insertions": 0.0, "deletions": 0.0},
			"files":  []any{obj{"kind": "moved", "path": "x", "from": "y"}, file("made_directory", "d"), file("created", "d/<&>")},
		},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("want -, got +\n%s", d)
	}
	b.Reset()
	if err := report.HistoryJSON(&b, "/", nil); err != nil || !strings.Contains(b.String(), `"runs": []`) {
		t.Errorf("of no runs: %s, %v", b.String(), err)
	}
}

func TestARunThatCannotBeReadHasNoTime(t *testing.T) {
	lost := []report.Past{{Run: "r", Lost: "damaged"}}
	human := shown(t, terminal.Options{}, func(w *terminal.Writer) error { return report.Human{}.History(w, lost) })
	var machine strings.Builder
	if err := report.HistoryJSON(&machine, "/", lost); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{human, machine.String()} {
		if strings.Contains(text, "0001-01-01") {
			t.Errorf("a time that nobody knows is shown: %s", text)
		}
	}
}
