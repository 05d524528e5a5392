package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A completion of a shell must hold these, whatever else it does.
var completionCases = []struct{ line, want, not string }{
	{"fileops un", "undo", "apply"},
	{"fileops apply --for", "--format", "--force"},
	{"fileops apply --format ", "anthropic", "resp.txt"},
	{"fileops apply ", "resp.txt", "anthropic"},
	{"fileops prompt --only edit,cr", "edit,create_overwrite", "edit,delete"},
	{"fileops prompt --only edit,rmd", "edit,rmdir", `\\`},
	{"fileops grep -t gr", "groovy", "resp.txt"},
	{"fileops -C tree read su", "sub/", "resp.txt"},
}

// shellTest prepares a directory with a program, files and two runs. It returns the
// environment for the shell and the ids of the runs, the newest first.
func shellTest(t *testing.T, shell string) (dir string, env, runs []string) {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("no %s on this machine", shell)
	}
	dir = t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// As testscript does: a program is the test binary under that name.
	bin := filepath.Join(dir, "bin")
	for _, sub := range []string{bin, filepath.Join(dir, "home"), filepath.Join(dir, "tree", "sub")} {
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(program, filepath.Join(bin, "fileops")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"resp.txt":   "<create><file>one.txt</file><content>1</content></create>",
		"second.txt": "<create><file>two.txt</file><content>2</content></create>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "TERM=dumb", "LC_ALL=C.UTF-8")
	for _, name := range homeVariables {
		env = append(env, name+"="+filepath.Join(dir, "home"))
	}
	for _, response := range []string{"resp.txt", "second.txt"} {
		inShell(t, dir, env, "sh", "-c", "fileops apply --root tree "+response)
	}
	_, rows, _ := strings.Cut(inShell(t, dir, env, "sh", "-c", "fileops history --root tree"), "\n") // after the head of the table
	for _, line := range strings.Split(rows, "\n") {
		if id, _, found := strings.Cut(line, " "); found {
			runs = append(runs, id)
		}
	}
	if len(runs) != 2 {
		t.Fatalf("got runs %v, want two", runs)
	}
	return dir, env, runs
}

// inShell runs a command and returns its standard output.
func inShell(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...) //nolint:gosec // shells of this test
	cmd.Dir, cmd.Env = dir, env
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", args, err, out, said.String())
	}
	return string(out)
}

// checkCompletion compares what a shell offers for a line with what it must.
func checkCompletion(t *testing.T, offer func(line string) string, runs []string) {
	t.Helper()
	for _, tt := range completionCases {
		if got := offer(tt.line); !strings.Contains(got, tt.want) || strings.Contains(got, tt.not) {
			t.Errorf("%q: got %q; want %q, and not %q", tt.line, got, tt.want, tt.not)
		}
	}
	got := offer("fileops -C tree undo ")
	newest, oldest := strings.Index(got, runs[0]), strings.Index(got, runs[1])
	if newest < 0 || oldest < newest {
		t.Errorf("undo: got %q; want %s before %s", got, runs[0], runs[1])
	}
	if !strings.Contains(got, "created two.txt") {
		t.Errorf("undo: got %q; want a description", got)
	}
}

// TestCompletionInBash calls the function that bash calls, with the variables that it sets.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	const script = "/usr/share/bash-completion/bash_completion"
	if _, err := os.Stat(script); err != nil {
		t.Skip("no bash-completion on this machine")
	}
	dir, env, runs := shellTest(t, "bash")
	checkCompletion(t, func(line string) string {
		return inShell(t, dir, env, "bash", "--norc", "-c", `
			. `+script+`
			. <(fileops completion bash)
			COLUMNS=200 COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=63 COMP_KEY=9
			read -ra COMP_WORDS <<<"$1"
			[[ $1 != *" " ]] || COMP_WORDS+=("")
			COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
			__start_fileops 2>/dev/null
			# Without words of its own the program leaves it to bash, as complete -o default says.
			((${#COMPREPLY[@]} > 0)) || mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
			printf '%s\n' "${COMPREPLY[@]}"`, "bash", line)
	}, runs)
}

// TestCompletionInFish asks fish what it would offer.
func TestCompletionInFish(t *testing.T) {
	t.Parallel()
	dir, env, runs := shellTest(t, "fish")
	checkCompletion(t, func(line string) string {
		return inShell(t, dir, env, "fish", "--no-config", "-c",
			"fileops completion fish | source; complete -C $argv[1]", line)
	}, runs)
}

// TestCompletionInZsh types into a zsh on a terminal of its own, and reads its screen.
func TestCompletionInZsh(t *testing.T) {
	t.Parallel()
	dir, env, runs := shellTest(t, "zsh")
	checkCompletion(t, func(line string) string {
		return inShell(t, dir, env, "zsh", "-f", "-c", `
			zmodload zsh/zpty
			zpty shell zsh -f -i
			zpty -w shell "PS1=; stty columns 200 rows 60"
			zpty -w shell "autoload -U compinit; compinit -u -D; . <(fileops completion zsh)"
			zpty -w shell "LISTMAX=10000; finish() { zle -I; print fini''shed }; zle -N finish; bindkey '^G' finish"
			# A key counts from when the line editor has the terminal: before that, ^D is the end of a file.
			zpty -w shell "begun() { print -n rea''dy }; zle -N zle-line-init begun"
			zpty -r shell said '*ready*'
			# ^D lists what is possible, ^G says that this is done.
			zpty -n -w shell "$1"$'\x04\x07'
			zpty -r shell said '*finished*'
			print -r -- "$said"
			zpty -d shell`, "zsh", line)
	}, runs)
}
