package validator

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/syntax"
)

// set makes a Set of one validator, a script of the shell: $1 is the file.
func set(t *testing.T, script string) *Set {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	s, err := New("", []Command{{Glob: "*.rs", Args: []string{"sh", "-c", script, "sh", "{file}"}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check is what the one validator of a set says.
func check(ctx context.Context, s *Set, name string, src []byte) syntax.Verdict {
	all := s.Check(ctx, name, src)
	if len(all) != 1 {
		panic(fmt.Sprintf("%d verdicts; want one", len(all)))
	}
	return all[0]
}

func TestMatches(t *testing.T) {
	t.Parallel()
	s, err := New("", []Command{{Glob: "*.rs"}, {Glob: "src/**/*.c"}})
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
	if none := (*Set)(nil); none.Matches("a.rs") || none.Check(t.Context(), "a.rs", nil) != nil {
		t.Error("the nil Set has validators; want none")
	}
}

func TestNewRefusesWhatIsNoPattern(t *testing.T) {
	t.Parallel()
	if _, err := New("", []Command{{Glob: "[a"}}); err == nil || err.Error() != `not a pattern: "[a"` {
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
		"no":             {"exit 3", syntax.Verdict{State: syntax.Broken, Msg: "sh says no to d/a.rs (exit status 3)"}},
		"as-gcc":         {`echo "$1:3:5: error: expected ';'"; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 3, Column: 5, Msg: "sh: error: expected ';'"}},
		"as-rustc":       {`printf '\033[31merror: expected\033[0m\n --> %s:2:7\n' "$1" >&2; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 2, Column: 7, Msg: "sh: error: expected"}},
		"as-php":         {`echo; echo "Parse error in $1 on line 12"; exit 255`, syntax.Verdict{State: syntax.Broken, Line: 12, Msg: "sh: Parse error in a.rs on line 12"}},
		"as-msvc":        {`echo "$1(4,2): error"; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 4, Column: 2, Msg: "sh: error"}},
		"warned-before":  {`printf 'warning: x\nerror: expected ; at a.rs:2:4\n'; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 2, Column: 4, Msg: "sh: error: expected ; at a.rs:2:4"}},
		"two-places":     {`printf '%s:1:2: warning: x\n%s:3:4: error: y\n' "$1" "$1"; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 3, Column: 4, Msg: "sh: error: y"}},
		"two-of-rustc":   {`printf 'warning: x\n --> a.rs:1:2\nerror: y\n --> a.rs:3:4\n'; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 3, Column: 4, Msg: "sh: error: y"}},
		"as-python":      {`printf '  File "%s", line 2\n    return x\n    ^^^^\nSyntaxError: no function\n' "$1" >&2; exit 1`, syntax.Verdict{State: syntax.Broken, Line: 2, Msg: "sh: SyntaxError: no function"}},
		"no-place":       {`printf 'checking\nan Error\n'; exit 1`, syntax.Verdict{State: syntax.Broken, Msg: "sh: d/a.rs: an Error"}},
		"the-name-alone": {`printf '%s\n%s: bad\n' "$1" "$1"; exit 1`, syntax.Verdict{State: syntax.Broken, Msg: "sh: d/a.rs: bad"}},
		"the-directory":  {`echo "$PWD: bad, see $1"; exit 1`, syntax.Verdict{State: syntax.Broken, Msg: "sh: .: bad, see a.rs"}},
		"another-file":   {`echo "in data.rs:12 and x/a.rs:7: bad"; exit 1`, syntax.Verdict{State: syntax.Broken, Msg: "sh: in data.rs:12 and x/a.rs:7: bad"}},
		"missing-inside": {"exit 127", syntax.Verdict{Trouble: "sh could not be run: exit status 127"}},
		"killed":         {"kill -9 $$", syntax.Verdict{Trouble: "sh could not be run: signal: killed"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.want.Language = "sh"
			if got := check(t.Context(), set(t, tt.script), "d/a.rs", []byte("let x")); got != tt.want {
				t.Errorf("Check = %+v; want %+v", got, tt.want)
			}
		})
	}
}

func TestMissingCommandDoesNotJudge(t *testing.T) {
	t.Parallel()
	s, err := New("", []Command{{Glob: "*", Args: []string{"no-such-checker-anywhere", "{file}"}}})
	if err != nil {
		t.Fatal(err)
	}
	got := check(t.Context(), s, "a", nil)
	if want := (syntax.Verdict{Language: "no-such-checker-anywhere", Trouble: "no-such-checker-anywhere is not installed"}); got != want {
		t.Errorf("Check = %+v; want %+v", got, want)
	}
}

// ticking is a script that starts what writes to a file for as long as it runs.
func ticking(file string) string {
	return "while :; do echo x >> " + file + "; sleep 0.02; done & while ! test -s " + file + "; do sleep 0.01; done; "
}

// ended reports whether nobody writes to a file any more.
func ended(t *testing.T, file string) {
	t.Helper()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	after, err := os.ReadFile(file)
	if err != nil || len(after) > len(before) {
		t.Errorf("what the validator started goes on: %d bytes became %d, %v", len(before), len(after), err)
	}
}

// A validator that hangs is ended, with what it started.
func TestCheckIsBounded(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/ticks"
	s := set(t, ticking(file)+"sleep 60")
	s.max = time.Second
	began := time.Now()
	got := check(t.Context(), s, "a.rs", nil)
	if want := (syntax.Verdict{Language: "sh", Trouble: "sh took too long"}); got != want {
		t.Errorf("Check = %+v; want %+v", got, want)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	ended(t, file)
}

// What a validator leaves behind ends with it, whatever it says.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"0", "1"} {
		for _, output := range []string{"", "exec >/dev/null 2>&1; "} {
			file := t.TempDir() + "/ticks"
			want := syntax.Verdict{State: syntax.Valid, Language: "sh"}
			if status == "1" {
				want.State, want.Msg = syntax.Broken, "sh says no to a.rs (exit status 1)"
			}
			if got := check(t.Context(), set(t, output+ticking(file)+"exit "+status), "a.rs", nil); got != want {
				t.Errorf("Check = %+v; want %+v", got, want)
			}
			ended(t, file)
		}
	}
}

func TestCheckStopsWithTheRun(t *testing.T) {
	t.Parallel()
	s := set(t, "sleep 60")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	s.max = time.Minute
	if got := check(ctx, s, "a.rs", nil); got.State != syntax.NotJudged {
		t.Errorf("Check = %+v; want no verdict", got)
	}
}

// Each is asked, whatever became of the others, until one says no.
func TestSeveralCheckers(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	s, err := New("", []Command{
		{Glob: "*.rs", Args: []string{"no-such-checker-anywhere"}},
		{Glob: "*.rs", Args: []string{"sh", "-c", "exit 0"}},
		{Glob: "*.c", Args: []string{"sh", "-c", "exit 2"}},
		{Glob: "a.rs", Args: []string{"sh", "-c", "exit 1"}},
		{Glob: "*.rs", Args: []string{"sh", "-c", "exit 3"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []syntax.Verdict{
		{Language: "no-such-checker-anywhere", Trouble: "no-such-checker-anywhere is not installed"},
		{Language: "sh", State: syntax.Valid},
		{Language: "sh", State: syntax.Broken, Msg: "sh says no to a.rs (exit status 1)"},
	}
	if got := s.Check(t.Context(), "a.rs", nil); !slices.Equal(got, want) {
		t.Errorf("Check = %+v; want %+v", got, want)
	}
}

func TestNothingIsAskedTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := set(t, "echo x >> "+dir+"/asked")
	for _, content := range []string{"a", "a", "b", "a", "b"} {
		if got := check(t.Context(), s, "a.rs", []byte(content)); got.State != syntax.Valid {
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
	if got := check(t.Context(), s, "a.rs", nil); got.State != syntax.NotJudged || got.Trouble == "" {
		t.Errorf("Check = %+v; want no verdict, and why", got)
	}
}

func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	s := set(t, "i=0; while [ $i -lt 3000 ]; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; i=$((i+1)); done; exit 1")
	if got := check(t.Context(), s, "a.rs", nil); got.State != syntax.Broken || len(got.Msg) > maxWords+10 {
		t.Errorf("Check = %+v; want broken, in few words", got)
	}
}
