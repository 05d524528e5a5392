package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// The ends of the questions of a review.
const (
	changeQuestion = "[y,n,a,d,q,u,e,s,v,?]? "
	writeQuestion  = "write? [y/N] "
)

// reviewing runs `apply --review` at a terminal of its own, with the response on standard input. Each
// answer is typed when its question is there; "^C" is typed as that key.
func reviewing(t *testing.T, p processes, root, response string, answers []string, flags ...string) (status int, screen, out string) {
	t.Helper()
	mirror, tty := openTerminal(t)
	cmd := exec.CommandContext(t.Context(), p.program, append([]string{"apply", "--review", "--root", root, "--no-backup"}, flags...)...)
	var stdout, stderr bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(p.env, "TERM=dumb"), strings.NewReader(response), &stdout, &stderr
	cmd.ExtraFiles = []*os.File{tty}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	must(t, cmd.Start())
	must(t, tty.Close())
	var mu sync.Mutex
	var shown strings.Builder
	read := make(chan struct{})
	go func() {
		defer close(read)
		part := make([]byte, 4096)
		for {
			n, err := mirror.Read(part)
			mu.Lock()
			shown.Write(part[:n])
			mu.Unlock()
			if err != nil { // the program has closed its side
				return
			}
		}
	}()
	questions := func() int {
		mu.Lock()
		defer mu.Unlock()
		return strings.Count(shown.String(), changeQuestion) + strings.Count(shown.String(), writeQuestion)
	}
	for i, answer := range answers {
		waitFor(t, func() bool { return questions() > i })
		line := answer + "\n"
		if answer == "^C" {
			line = "\x03"
		}
		_, err := mirror.WriteString(line)
		must(t, err)
	}
	done := make(chan struct{})
	go func() {
		cmd.Wait() //nolint:errcheck // the status is read below
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("it does not end:\n%s", shown.String())
	}
	select {
	case <-read:
	case <-time.After(time.Second):
	}
	mu.Lock()
	defer mu.Unlock()
	return cmd.ProcessState.ExitCode(), strings.ReplaceAll(shown.String(), "\r\n", "\n"), stdout.String() + stderr.String()
}

const reviewedResponse = `<edit><file>a</file><find>one</find><replace>1</replace></edit>
<edit><file>b</file><find>x</find><replace>y</replace></edit>
<edit><file>missing</file><find>x</find><replace>y</replace></edit>
<create><file>c</file><content>
new
</content></create>
`

// TestReviewAtATerminal: what is taken lands, what is left out is declined, and nothing is written
// before the last answer.
func TestReviewAtATerminal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		answers []string
		flags   []string
		status  int
		want    map[string]string
		says    []string
	}{
		{"all", []string{"a", "y"}, nil, 1, map[string]string{"a": "1\n", "b": "y\n", "c": "new\n"}, []string{"3 of 4 operations succeeded, 1 failed ·"}},
		{"one is left", []string{"y", "n", "y", "yes"}, nil, 1, map[string]string{"a": "1\n", "b": "x\n", "c": "new\n"}, []string{"2 of 4 operations succeeded, 1 failed, 1 left out ·"}},
		{"no at the end", []string{"a", "n"}, nil, 1, map[string]string{"a": "one\n", "b": "x\n"}, []string{"3 left out · no file changed"}},
		{"all is left", []string{"q"}, nil, 1, map[string]string{"a": "one\n", "b": "x\n"}, []string{"3 left out · no file changed"}},
		{"for a program", []string{"n", "a", "y"}, []string{"--format", "json"}, 1, map[string]string{"a": "one\n", "b": "y\n", "c": "new\n"}, []string{`"code": "declined"`}},
		{"for a model", []string{"n", "a", "y"}, []string{"--format", "anthropic"}, 1, map[string]string{"a": "one\n", "b": "y\n", "c": "new\n"}, []string{"Left out by the reviewer"}},
		{"dry", []string{"y", "n", "y"}, []string{"--dry-run"}, 1, map[string]string{"a": "one\n", "b": "x\n"}, []string{"2 files would change"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, root := newProcesses(t), t.TempDir()
			before := map[string]string{"a": "one\n", "b": "x\n"}
			for name, text := range before {
				must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
			}
			status, screen, out := reviewing(t, p, root, reviewedResponse, tt.answers, tt.flags...)
			if diff := gocmp.Diff(tt.want, textsIn(t, root)); status != tt.status || diff != "" {
				t.Errorf("status %d\n%s\n%s\n%s", status, diff, screen, out)
			}
			for _, want := range tt.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q:\n%s", want, out)
				}
			}
		})
	}
}

// numbered is a text of lines, for hunks that are far apart.
func numbered(replaced map[int]string) string {
	var b strings.Builder
	for i := range 30 {
		b.WriteString(cmp.Or(replaced[i], fmt.Sprintf("line %d", i)) + "\n")
	}
	return b.String()
}

// TestReviewKeys: each key does at a terminal what the help says.
func TestReviewKeys(t *testing.T) {
	t.Parallel()
	const twice = `<edit><file>a</file><find>line 3
</find><replace>three
</replace></edit>
<edit><file>a</file><find>line 20
</find><replace>twenty
</replace></edit>
<edit><file>b</file><find>x</find><replace>y</replace></edit>
`
	const hunks = `--- a/a
+++ b/a
@@ -3,3 +3,3 @@
 line 2
-line 3
+three
 line 4
@@ -20,3 +20,3 @@
 line 19
-line 20
+twenty
 line 21
`
	three, twenty, both, none := map[int]string{3: "three"}, map[int]string{20: "twenty"}, map[int]string{3: "three", 20: "twenty"}, map[int]string(nil)
	for _, tt := range []struct {
		name, response string
		answers        []string
		a              map[int]string
		b              string
		shows          []string
	}{
		{"yes", twice, []string{"y", "y", "y", "y"}, both, "y", []string{"1 of 3 · edit · a\n", "2 of 3 · edit · a\n", "3 of 3 · edit · b\n", "2 files, +3 -3: write? [y/N] "}},
		{"no", twice, []string{"n", "y", "n", "y"}, twenty, "x", []string{"1 file, +1 -1: write? [y/N] "}},
		{"all that follow", twice, []string{"n", "a", "y"}, twenty, "y", nil},
		{"the rest of the file", twice, []string{"d", "y", "y"}, none, "y", []string{"3 of 3 · edit · b\n"}},
		{"the rest of the file, after one", twice, []string{"y", "d", "y", "y"}, three, "y", nil},
		{"quit", twice, []string{"y", "q", "y"}, three, "x", []string{"1 file, +1 -1: write? [y/N] "}},
		{"back", twice, []string{"y", "u", "n", "y", "y", "y"}, twenty, "y", nil},
		{"back twice", twice, []string{"n", "n", "u", "u", "y", "y", "n", "y"}, both, "x", nil},
		{"back from the first", twice, []string{"u", "a", "y"}, both, "y", nil},
		{"help", twice, []string{"?", "a", "y"}, both, "y", []string{"y  take this change\n", "q  leave this one and all"}},
		{"another key", twice, []string{"w", "a", "y"}, both, "y", []string{"y  take this change\n"}},
		{"the whole file", twice, []string{"y", "v", "a", "y"}, both, "y", []string{"three\n", "line 29\n"}},
		{"split, the last hunk first", hunks, []string{"s", "n", "y", "y"}, three, "x", []string{"[y,n,a,d,q,u,e,s,v,?]? s"}},
		{"split, the other", hunks, []string{"s", "y", "n", "y"}, twenty, "x", nil},
		{"split and back", hunks, []string{"s", "n", "u", "y", "y", "y"}, both, "x", nil},
		{"no split", twice, []string{"s", "a", "y"}, both, "y", []string{"cannot be split"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, root := newProcesses(t), t.TempDir()
			must(t, os.WriteFile(filepath.Join(root, "a"), []byte(numbered(nil)), 0o644))
			must(t, os.WriteFile(filepath.Join(root, "b"), []byte("x\n"), 0o644))
			_, screen, out := reviewing(t, p, root, tt.response, tt.answers)
			if diff := gocmp.Diff(map[string]string{"a": numbered(tt.a), "b": tt.b + "\n"}, textsIn(t, root)); diff != "" {
				t.Errorf("%s\n%s\n%s", diff, screen, out)
			}
			for _, want := range tt.shows {
				if !strings.Contains(screen, want) {
					t.Errorf("it does not show %q:\n%s", want, screen)
				}
			}
		})
	}
}

// TestReviewInterrupted: at every question, an interrupt writes nothing.
func TestReviewInterrupted(t *testing.T) {
	t.Parallel()
	for _, answers := range [][]string{{"^C"}, {"y", "^C"}, {"y", "n", "^C"}, {"a", "^C"}} {
		p, root := newProcesses(t), t.TempDir()
		before := map[string]string{"a": "one\n", "b": "x\n"}
		for name, text := range before {
			must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
		}
		status, screen, out := reviewing(t, p, root, reviewedResponse, answers)
		if diff := gocmp.Diff(before, textsIn(t, root)); status != 130 || diff != "" {
			t.Errorf("%v: status %d\n%s\n%s\n%s", answers, status, diff, screen, out)
		}
	}
}

// TestReviewWithoutATerminal is refused, and nothing is read or written.
func TestReviewWithoutATerminal(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	must(t, os.WriteFile(filepath.Join(root, "a"), []byte("one\n"), 0o644))
	cmd := exec.CommandContext(t.Context(), p.program, "apply", "--review", "--root", root)
	cmd.Env, cmd.Stdin = p.env, strings.NewReader(reviewedResponse)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal controls it
	out, _ := cmd.CombinedOutput()
	if status := cmd.ProcessState.ExitCode(); status != 2 || !strings.HasPrefix(string(out), "fileops: --review asks at a terminal, and there is none: ") || onDisk(t, filepath.Join(root, "a")) != "one\n" {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestReviewEdits: the editor of the user edits the new text.
func TestReviewEdits(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	must(t, os.WriteFile(filepath.Join(root, "a"), []byte("one\n"), 0o644))
	editor := filepath.Join(t.TempDir(), "editor")
	must(t, os.WriteFile(editor, []byte("#!/bin/sh\nprintf 'edited in %s\\n' \"$(basename \"$1\")\" > \"$1\"\n"), 0o755))
	p.env = append(p.env, "VISUAL=", "EDITOR="+editor)
	response := "<create><file>c.txt</file><content>\nnew\n</content></create>\n"
	status, screen, out := reviewing(t, p, root, response, []string{"e", "y", "y"})
	if got := textsIn(t, root)["c.txt"]; status != 0 || got != "edited in c.txt\n" {
		t.Errorf("status %d, %q\n%s\n%s", status, got, screen, out)
	}
}

// TestReviewOfATreeThatChanges: what a person has not seen does not land.
func TestReviewOfATreeThatChanges(t *testing.T) {
	t.Parallel()
	for _, response := range []string{
		"<edit><file>a</file><find>one</find><replace>1</replace></edit>\n<edit><file>missing</file><find>x</find><replace>y</replace></edit>\n",
		"<edit><file>a</file><find>one</find><replace>1</replace></edit>\n<replace_lines><file>b</file><start_line>1</start_line><end_line>1</end_line><new_content>\nfirst\n</new_content></replace_lines>\n",
	} {
		p, root := newProcesses(t), t.TempDir()
		before := map[string]string{"a": "one\n", "b": "two\n"}
		for name, text := range before {
			must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
		}
		// The editor stands for another program, which writes while the person thinks.
		editor := filepath.Join(t.TempDir(), "editor")
		must(t, os.WriteFile(editor, []byte("#!/bin/sh\nif [ \"$(basename \"$1\")\" = b ]; then echo important | cat - "+root+"/b > $1.new; mv $1.new "+root+"/b; fi\nif ! [ -e "+root+"/missing ]; then echo x > "+root+"/missing; fi\n"), 0o755))
		p.env = append(p.env, "VISUAL="+editor)
		answers := []string{"e", "y"}
		if strings.Contains(response, "first") {
			answers = []string{"y", "e", "y"}
		}
		status, screen, out := reviewing(t, p, root, response, answers)
		if got := textsIn(t, root); status != 1 || got["a"] != "one\n" || got["missing"] != "x\n" || !strings.Contains(out, "files have changed since you were asked; review it again") {
			t.Errorf("status %d, %q\n%s\n%s", status, got, screen, out)
		}
	}
}

// TestReviewSplitsByNumber: the numbers of the hunks of a diff say which of many equal lines are
// meant, whatever is taken of the hunks above.
func TestReviewSplitsByNumber(t *testing.T) {
	t.Parallel()
	text := "1\n2\n3\n4\n5\n" + strings.Repeat("x\ny\nz\n", 20)
	diff := "--- a/a\n+++ b/a\n@@ -1,2 +1,8 @@\n 1\n+a\n+b\n+c\n+d\n+e\n+f\n 2\n@@ -36,3 +42,3 @@\n x\n-y\n+changed\n z\n"
	above := strings.Replace(text, "1\n", "1\na\nb\nc\nd\ne\nf\n", 1)
	changed := func(s string, line int) string {
		lines := strings.SplitAfter(s, "\n")
		lines[line-1] = "changed\n"
		return strings.Join(lines, "")
	}
	for answers, want := range map[string]string{"s y y y": changed(above, 43), "s y n y": changed(text, 37), "s n y y": above} {
		p, root := newProcesses(t), t.TempDir()
		must(t, os.WriteFile(filepath.Join(root, "a"), []byte(text), 0o644))
		_, screen, out := reviewing(t, p, root, diff, strings.Fields(answers))
		if d := gocmp.Diff(want, textsIn(t, root)["a"]); d != "" {
			t.Errorf("%s: %s\n%s\n%s", answers, d, screen, out)
		}
	}
}

// TestReviewQuits: what can be done only since another operation was left out is left out as well.
func TestReviewQuits(t *testing.T) {
	t.Parallel()
	response := "<delete><file>a</file></delete>\n<edit><file>a</file><find>one</find><replace>1</replace></edit>\n<edit><file>b</file><find>two</find><replace>2</replace></edit>\n"
	for key, want := range map[string]map[string]string{"q": {"a": "one\n", "b": "two\n"}, "d y y": {"a": "one\n", "b": "2\n"}} {
		p, root := newProcesses(t), t.TempDir()
		must(t, os.WriteFile(filepath.Join(root, "a"), []byte("one\n"), 0o644))
		must(t, os.WriteFile(filepath.Join(root, "b"), []byte("two\n"), 0o644))
		_, screen, out := reviewing(t, p, root, response, strings.Fields(key))
		if d := gocmp.Diff(want, textsIn(t, root)); d != "" {
			t.Errorf("%s: %s\n%s\n%s", key, d, screen, out)
		}
	}
}

// TestReviewEditsThatFail: a text with which the operation fails takes nothing away, and the editor
// has it the next time.
func TestReviewEditsThatFail(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	editor := filepath.Join(t.TempDir(), "editor")
	must(t, os.WriteFile(editor, []byte("#!/bin/sh\nif grep -q '((' \"$1\"; then echo 'b = 2' >> \"$1\"; sed -i 's/((/()/' \"$1\"; else echo 'a = ((' > \"$1\"; fi\n"), 0o755))
	p.env = append(p.env, "VISUAL="+editor)
	response := "<create><file>c.py</file><content>\na = 1\n</content></create>\n"
	status, screen, out := reviewing(t, p, root, response, []string{"e", "y", "y"})
	if got := textsIn(t, root)["c.py"]; status != 0 || got != "a = 1\n" || !strings.Contains(screen, "Press e to edit your text again.\n") {
		t.Errorf("status %d, %q\n%s\n%s", status, got, screen, out)
	}
	root = t.TempDir()
	status, screen, out = reviewing(t, p, root, response, []string{"e", "e", "y", "y"})
	if got := textsIn(t, root)["c.py"]; status != 0 || got != "a = ()\nb = 2\n" {
		t.Errorf("status %d, %q\n%s\n%s", status, got, screen, out)
	}
}

// TestReviewShowsWhatWouldBeGone: a deletion is shown with the lines that it takes, and what has no
// diff in words of what would be done.
func TestReviewShowsWhatWouldBeGone(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	must(t, os.WriteFile(filepath.Join(root, "a"), []byte("one\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(root, "b"), []byte("two\n"), 0o644))
	response := "<delete><file>a</file></delete>\n<move><from>b</from><to>c</to></move>\n<mkdir><path>d</path></mkdir>\n"
	status, screen, out := reviewing(t, p, root, response, []string{"v", "y", "n", "y", "n"})
	for _, want := range []string{"-one\n", "The file would be gone.\n", "\nWould move b → c\n", "\nWould create directory d\n", "\n1 file, +0 -1, 1 directory: write? [y/N] "} {
		if !strings.Contains(screen, want) {
			t.Errorf("it does not show %q:\n%s", want, screen)
		}
	}
	if len(textsIn(t, root)) != 2 || status != 0 {
		t.Errorf("status %d\n%s", status, out)
	}
}

// textsIn are the files of a directory.
func textsIn(t *testing.T, root string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for name, e := range readEntries(t, root) {
		texts[name] = e.Text
	}
	return texts
}
