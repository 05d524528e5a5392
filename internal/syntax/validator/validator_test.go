package validator

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"fileops/internal/syntax"
)

// set makes a Set of one checker, a script of the shell: $1 is the file.
func set(t *testing.T, script string) *Set {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	s, err := New([]Command{{Glob: "*.rs", Args: []string{"sh", "-c", script, "sh", "{file}"}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMatches(t *testing.T) {
	t.Parallel()
	s, err := New([]Command{{Glob: "*.rs"}, {Glob: "src/**/*.c"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"a.rs": true, "b/c/a.rs": true, "src/a.c": true, "src/b/c/a.c": true,
		"a.c": false, "b/src/a.c": false, "a.rs.txt": false, "": false,
	} {
		if got := s.Matches(name); got != want {
			t.Errorf("Matches(%q) = %v; want %v", name, got, want)
		}
	}
	if none := (*Set)(nil); none.Matches("a.rs") || none.Check(t.Context(), "a.rs", nil) != (syntax.Verdict{}) {
		t.Error("the nil Set has checkers; want none")
	}
}

func TestNewRefusesWhatIsNoPattern(t *testing.T) {
	t.Parallel()
	if _, err := New([]Command{{Glob: "[a"}}); err == nil || err.Error() != `not a pattern: "[a"` {
		t.Errorf("New = %v; want not a pattern", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		script string
		want   syntax.Verdict
	}{
		"yes":            {"exit 0", syntax.Verdict{State: syntax.Valid}},
		"the-content":    {`test "$(cat "$1")" = "let x"`, syntax.Verdict{State: syntax.Valid}},
		"the-name":       {`test "${1##*/}" = a.rs && test "$(ls)" = a.rs`, syntax.Verdict{State: syntax.Valid}},
		"no":             {"exit 3", syntax.Verdict{State: syntax.Broken, Msg: "sh says no (exit status 3)"}},
		"as-gcc":         {`echo "$1:3:5: error: expected ';'"; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 3, Column: 5, Msg: "sh: error: expected ';'"}},
		"as-rustc":       {`printf '\033[31merror: expected\033[0m\n --> %s:2:7\n' "$1" >&2; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 2, Column: 7, Msg: "sh: error: expected"}},
		"as-php":         {`echo; echo "Parse error in $1 on line 12"; exit 255`, syntax.Verdict{State: syntax.Broken, Line: 12, Msg: "sh: Parse error in a.rs on line 12"}},
		"as-msvc":        {`echo "$1(4,2): error"; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 4, Column: 2, Msg: "sh: error"}},
		"missing-inside": {"exit 127", syntax.Verdict{Trouble: "sh could not be run: exit status 127"}},
		"killed":         {"kill -9 $$", syntax.Verdict{Trouble: "sh could not be run: signal: killed"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.want.Language = "sh"
			if got := set(t, tt.script).Check(t.Context(), "d/a.rs", []byte("let x")); got != tt.want {
				t.Errorf("Check = %+v; want %+v", got, tt.want)
			}
		})
	}
}

func TestMissingCommandDoesNotJudge(t *testing.T) {
	t.Parallel()
	s, err := New([]Command{{Glob: "*", Args: []string{"no-such-checker-anywhere", "{file}"}}})
	if err != nil {
		t.Fatal(err)
	}
	got := s.Check(t.Context(), "a", nil)
	if want := (syntax.Verdict{Language: "no-such-checker-anywhere", Trouble: "no-such-checker-anywhere is not installed"}); got != want {
		t.Errorf("Check = %+v; want %+v", got, want)
	}
}

// A checker that hangs is ended, with what it started.
func TestCheckIsBounded(t *testing.T) {
	t.Parallel()
	s := set(t, "sleep 60 & sleep 60")
	s.max = 200 * time.Millisecond
	began := time.Now()
	got := s.Check(t.Context(), "a.rs", nil)
	if want := (syntax.Verdict{Language: "sh", Trouble: "sh took too long"}); got != want {
		t.Errorf("Check = %+v; want %+v", got, want)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestCheckStopsWithTheRun(t *testing.T) {
	t.Parallel()
	s := set(t, "sleep 60")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	s.max = time.Minute
	if got := s.Check(ctx, "a.rs", nil); got.State != syntax.NotJudged {
		t.Errorf("Check = %+v; want no verdict", got)
	}
}

func TestNothingIsAskedTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := set(t, "echo x >> "+dir+"/asked")
	for _, content := range []string{"a", "a", "b", "a", "b"} {
		if got := s.Check(t.Context(), "a.rs", []byte(content)); got.State != syntax.Valid {
			t.Fatalf("Check = %+v; want valid", got)
		}
	}
	asked, err := os.ReadFile(dir + "/asked")
	if err != nil || strings.Count(string(asked), "x") != 2 {
		t.Errorf("asked %q, %v; want twice", asked, err)
	}
}

func TestAMinuteIsEnoughForAll(t *testing.T) {
	t.Parallel()
	s := set(t, "exit 1")
	s.spent = maxTotal + 1
	if got := s.Check(t.Context(), "a.rs", nil); got.State != syntax.NotJudged || got.Trouble == "" {
		t.Errorf("Check = %+v; want no verdict, and why", got)
	}
}

func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	s := set(t, "i=0; while [ $i -lt 3000 ]; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; i=$((i+1)); done; exit 1")
	if got := s.Check(t.Context(), "a.rs", nil); got.State != syntax.Broken || len(got.Msg) > maxWords+10 {
		t.Errorf("Check = %+v; want broken, in few words", got)
	}
}
