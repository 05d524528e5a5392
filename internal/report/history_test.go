package report_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/report"
	"fileops/internal/run"
)

// runs is a history with one run of each kind, the newest first.
func runs() []report.Past {
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 12, minute, 0, 999, time.UTC) }
	file := func(kind, name string) run.File { return run.File{Kind: kind, Name: name} }
	return []report.Past{
		{Run: "r4", Time: at(4), Size: 400, Files: []run.File{file("created", "a"), file("modified", "b"), file("deleted", "c"), file("modified", "d"), file("modified", "e")}},
		{Run: "r3", Time: at(3), Undoes: "r1", Size: 300, Files: []run.File{{Kind: "moved", Name: "y", From: "x"}}},
		{Run: "r2", Time: at(2), Lost: "too large", Size: 200},
		{Run: "r1", Time: at(1), UndoneBy: "r3", Size: 100, Files: []run.File{{Kind: "moved", Name: "x", From: "y", Dir: true}, file("made_directory", "d"), file("created", "d/<&>")}},
	}
}

func TestHumanHistory(t *testing.T) {
	local := func(minute int) string {
		return time.Date(2026, 11, 20, 12, minute, 0, 0, time.UTC).Local().Format("2006-01-02 15:04:05")
	}
	short := []string{
		"r4  " + local(4) + "  committed  created a, modified b, deleted c, and 2 more",
		"r3  " + local(3) + "  undid r1  moved y",
		"r2  " + local(2) + "  cannot be undone (too large)",
		"r1  " + local(1) + "  undone by r3  moved x, made_directory d, created d/<&>",
	}
	long := []string{
		short[0], "    created a", "    modified b", "    deleted c", "    modified d", "    modified e",
		short[1], "    moved x → y", short[2],
		short[3], "    moved y → x", "    made_directory d", "    created d/<&>",
	}
	for _, tt := range []struct {
		name string
		all  bool
		want []string
	}{{"short", false, short}, {"long", true, long}} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			if err := (report.Human{}).History(&b, runs(), tt.all); err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(b.String(), "  \n", "\n")
			if d := cmp.Diff(strings.Join(tt.want, "\n")+"\n", got); d != "" {
				t.Errorf("want -, got +\n%s", d)
			}
		})
	}
	var none, colored strings.Builder
	if err := (report.Human{}).History(&none, nil, true); err != nil || none.String() != "" {
		t.Errorf("of no runs: %q, %v", none.String(), err)
	}
	if err := (report.Human{Color: true}).History(&colored, runs()[:1], false); err != nil || !strings.HasPrefix(colored.String(), "\x1b[33mr4\x1b[0m  ") {
		t.Errorf("in color: %q, %v", colored.String(), err)
	}
}

// TestHumanHistoryHasNoBlankAtTheEnd of a line.
func TestHumanHistoryHasNoBlankAtTheEnd(t *testing.T) {
	var b strings.Builder
	if err := (report.Human{}).History(&b, runs(), true); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasSuffix(line, " \n") {
			t.Errorf("%q", line)
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
			"files": []any{file("created", "a"), file("modified", "b"), file("deleted", "c"), file("modified", "d"), file("modified", "e")},
		},
		obj{
			"run": "r3", "time": "2026-11-20T12:03:00Z", "status": "committed", "undoes": "r1", "size": 300.0,
			"files": []any{obj{"kind": "moved", "path": "y", "from": "x"}},
		},
		obj{"run": "r2", "time": "2026-11-20T12:02:00Z", "status": "lost", "reason": "too large", "size": 200.0, "files": []any{}},
		obj{
			"run": "r1", "time": "2026-11-20T12:01:00Z", "status": "undone", "undone_by": "r3", "size": 100.0,
			"files": []any{obj{"kind": "moved", "path": "x", "from": "y"}, file("made_directory", "d"), file("created", "d/<&>")},
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
	var human, machine strings.Builder
	if err := (report.Human{}).History(&human, lost, false); err != nil {
		t.Fatal(err)
	}
	if err := report.HistoryJSON(&machine, "/", lost); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{human.String(), machine.String()} {
		if strings.Contains(text, "0001-01-01") {
			t.Errorf("a time that nobody knows is shown: %s", text)
		}
	}
}
