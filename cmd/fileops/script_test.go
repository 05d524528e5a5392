package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// scripts is where the specification that runs is kept.
const scripts = "../../testdata/script"

var update = flag.Bool("update", false, "write what cmp finds in place of what the scripts want")

// oneThread is the program with everything that main calls on one thread.
const oneThread = "fileops-one-thread"

func TestMain(m *testing.M) {
	usualUmask()
	testscript.Main(homeless{m}, map[string]func(){"fileops": main, "apply_patch": main, oneThread: func() {
		runtime.LockOSThread() // strace counts calls for each thread
		main()
	}})
}

// TestScripts runs every script. What a script may use beyond the commands of
// testscript itself:
//
//	apply [flags…] RESPONSE…   run a response on tree/, three ways; see scriptApply
//	results [flags…] RESPONSE… the same; standard output is then what a model reads of each
//	                           result, the warnings about the run, and the summary
//	status N PROGRAM [args…]   run a program, which must exit with status N
//	json PATH WANT             look into the JSON on standard output: results.0.success true
//	cmptree [-backups] A B     two directories hold the same, .bak and .deleted aside
//	bytes FILE "…"             write exact bytes, in Go's quotes, for FILE
//	cmpbytes FILE "…"          FILE holds exactly these bytes
//	crlf FILE…                 end the lines in CRLF
//	mode FILE 0640             FILE has these permission bits (set them with chmod)
//	touch FILE TIME            set the time of the last change, in RFC 3339
//	unused ROOT DAYS           make the history of a root look as if it was last used then
//	sametime A B               the same time of the last change
//	sparse FILE SIZE           make a file of SIZE bytes, all NUL
//	long FILE SIZE             make a file of SIZE bytes, lines of text
//	hardlink NEW OLD           a second name for a file
//	fifo FILE                  make a FIFO; behind [unix]
//	[root]                     the tests run as root, who may give files away
//
// $CORPUS is testdata/corpus.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                scripts,
		Setup:              setup,
		RequireUniqueNames: true,
		UpdateScripts:      *update,
		Condition: func(cond string) (bool, error) {
			if cond != "root" {
				return false, fmt.Errorf("unknown condition %s", cond)
			}
			return os.Getuid() == 0, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"apply": scriptApply, "results": scriptResults, "status": scriptStatus, "json": scriptJSON, "cmptree": scriptCmpTree,
			"bytes": scriptBytes, "cmpbytes": scriptCmpBytes, "crlf": scriptCRLF, "mode": scriptMode,
			"touch": scriptTouch, "sametime": scriptSameTime, "sparse": scriptSparse, "long": scriptLong,
			"hardlink": scriptHardLink, "fifo": scriptFIFO, "unused": scriptUnused,
		},
	})
}

// TestScriptsSayWhy holds every script to a first line that says why it exists.
func TestScriptsSayWhy(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(scripts, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(data), "\n")
		if why, ok := strings.CutPrefix(first, "# "); !ok || len(why) < 20 {
			t.Errorf("%s begins with %q; want a comment that says why it exists", filepath.Base(file), first)
		}
	}
}

// setup keeps the configuration of whoever runs the tests out of the scripts.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	env.Setenv("HOME", home)
	env.Setenv("USERPROFILE", home)
	env.Setenv("AppData", filepath.Join(home, "config"))
	for _, name := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
		env.Setenv("XDG_"+name+"_HOME", filepath.Join(home, strings.ToLower(name)))
	}
	corpus, err := filepath.Abs("../../testdata/corpus")
	if err != nil {
		return err
	}
	env.Setenv("CORPUS", corpus)
	if env.Getenv("GORACE") == "" { // with -race, each process would sleep a second at its end
		env.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	return os.MkdirAll(home, 0o700)
}

// scriptApply is the heart of the scripts. It runs a response on tree/ (or --root)
// in three ways that must agree:
//
//   - as a dry run, which changes nothing: no name, byte, mode or time;
//   - as a real run that answers in JSON, which must say what the dry run said, both by
//     the schema of results;
//   - on the tree as it was, as a real run that answers in text, which must leave
//     the same tree as the second and name every failure and warning of its results.
//
// Standard output, standard error and the tree of the third are the script's. The
// status must be 0, or 1 for `! apply`.
func scriptApply(ts *testscript.TestScript, neg bool, args []string) {
	a, real := threeRuns(ts, neg, args)
	a.names(ts.ReadFile("stdout"), real)
}

// scriptResults is scriptApply with --verbose for the third run, whose text must show all
// that the results say. Standard output is then, of each result, its text as a model reads
// it; after a blank line, the warnings about the run and the summary of the third run.
func scriptResults(ts *testscript.TestScript, neg bool, args []string) {
	a, real := threeRuns(ts, neg, append(slices.Clip(args), "--verbose"))
	text := ts.ReadFile("stdout")
	a.names(text, real)
	a.shows(text, real)
	var parts []string
	results, _ := real["results"].([]any)
	for _, r := range results {
		res := r.(map[string]any)
		part := res["output"].(string)
		if res["success"] == false {
			part = "❌ " + strings.TrimPrefix(res["error"].(string), "❌ ")
		}
		for _, msg := range res["warnings"].([]any) {
			part += "\nWarning: " + msg.(string)
		}
		parts = append(parts, strings.TrimSuffix(part+"\n"+res["snippet"].(string), "\n")+"\n")
	}
	end := ""
	for _, msg := range real["warnings"].([]any) {
		end += "Warning: " + msg.(string) + "\n"
	}
	parts = append(parts, end+summaryOf(text)+"\n")
	_, err := fmt.Fprint(ts.Stdout(), strings.Join(parts, "\n"))
	ts.Check(err)
	_, err = fmt.Fprint(ts.Stderr(), ts.ReadFile("stderr"))
	ts.Check(err)
}

// summaryOf is the last line of a report, or the one before it that says how to undo the run.
func summaryOf(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	last := len(lines) - 1
	if last > 0 && strings.HasPrefix(lines[last], "Undo: ") {
		last--
	}
	return lines[last]
}

// threeRuns runs a response in the three ways. It returns what the second run answered.
func threeRuns(ts *testscript.TestScript, neg bool, args []string) (application, map[string]any) {
	a := application{ts: ts, root: ts.MkAbs("tree"), flags: slices.Clone(args)}
	for i, arg := range args {
		if arg == "--root" {
			a.root = ts.MkAbs(args[i+1])
		}
	}
	if i := slices.Index(a.flags, "--dry-run"); i >= 0 {
		a.dry = true
		a.flags = slices.Delete(a.flags, i, i+1)
	}
	ts.Check(os.MkdirAll(a.root, 0o755))
	before := a.snapshot(true)
	dry, dryStatus := a.json("--dry-run")
	a.same("a dry run changed the tree", before, a.snapshot(true))

	saved := a.root + ".saved"
	ts.Check(copyTree(saved, a.root))
	real, realStatus := a.json()
	a.same("the dry run and the real one differ in their results", dry, real)
	a.same("the dry run and the real one differ in their status", dryStatus, realStatus)
	after := a.snapshot(false)
	ts.Check(os.RemoveAll(a.root))
	ts.Check(os.Rename(saved, a.root))

	status := a.run(a.human()...)
	a.same("JSON and text differ in their status", realStatus, status)
	if a.dry {
		a.same("a dry run changed the tree", before, a.snapshot(true))
	} else {
		a.same("JSON and text leave different trees", after, a.snapshot(false))
	}
	want := map[bool]int{false: exitOK, true: exitFailed}[neg]
	if status != want {
		ts.Fatalf("status %d, want %d", status, want)
	}
	return a, real
}

// application is one use of apply in a script.
type application struct {
	ts    *testscript.TestScript
	root  string
	flags []string // without --dry-run
	dry   bool
}

func (a application) run(args ...string) int {
	base := []string{"apply", "--color", "never"}
	if !slices.Contains(a.flags, "--root") {
		base = append(base, "--root", a.root)
	}
	return exitStatus(a.ts, a.ts.Exec("fileops", slices.Concat(base, args, a.flags)...))
}

func (a application) human() []string {
	if a.dry {
		return []string{"--dry-run"}
	}
	return nil
}

// json runs the response and returns what it answers, without what differs from
// run to run.
func (a application) json(flags ...string) (map[string]any, int) {
	status := a.run(append(flags, "--format", "json")...)
	var out map[string]any
	if err := json.Unmarshal([]byte(a.ts.ReadFile("stdout")), &out); err != nil {
		a.ts.Fatalf("standard output is no JSON object: %v", err)
	}
	if err := resultsSchema().Validate(out); err != nil {
		a.ts.Fatalf("not what fileops schema --results says: %v", err)
	}
	for _, key := range []string{"run", "dry_run", "committed", "root"} {
		delete(out, key)
	}
	results, _ := out["results"].([]any)
	for _, r := range results {
		delete(r.(map[string]any), "execution_time")
	}
	return out, status
}

// names checks the text against the results. It has to name the path and the first words of the
// first twenty failures, show every warning, and count the same in its summary.
func (a application) names(text string, out map[string]any) {
	text = string([]rune(text)) // bytes that are no UTF-8, as JSON has them
	succeeded, failures := 0, 0
	results, _ := out["results"].([]any)
	for _, r := range results {
		res := r.(map[string]any)
		if res["success"] == true {
			succeeded++
			for _, msg := range res["warnings"].([]any) {
				a.contains(text, warningLine(msg))
			}
			continue
		}
		path := res["path"].(string)
		if strings.HasPrefix(res["error"].(string), "Not written: ") {
			a.contains(text, "· "+path)
			continue
		}
		if failures++; failures > 20 {
			continue
		}
		a.contains(text, "❌ "+path)
		if line := res["line"].(float64); line > 0 && !strings.Contains(text, fmt.Sprintf("at line %v", line)) {
			a.ts.Fatalf("the text does not say that an operation at line %v failed", line)
		}
	}
	if len(results) == 0 {
		return
	}
	if got := strings.Count("\n"+text, "\n❌ "); got < min(failures, 20) {
		a.ts.Fatalf("the text shows %d failures of %d", got, failures)
	}
	if !slices.Contains(a.flags, "--quiet") {
		for _, msg := range out["warnings"].([]any) {
			a.contains(text, warningLine(msg))
		}
	}
	want := fmt.Sprintf("%d of %d operation", succeeded, len(results))
	if succeeded == len(results) {
		want = fmt.Sprintf("%d operation", succeeded)
	}
	if got := summaryOf(text); !strings.HasPrefix(got, want) {
		a.ts.Fatalf("the summary is %q, want %q…", got, want)
	}
}

func (a application) contains(text, part string) {
	if !strings.Contains(text, part) {
		a.ts.Fatalf("the text does not show %q", part)
	}
}

// shows checks that the text holds every line of the results. The first line of an error is left
// out, since the text has the path in another place. So is what the summary says to people.
func (a application) shows(text string, out map[string]any) {
	text = string([]rune(text)) // bytes that are no UTF-8, as JSON has them
	shown := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "   ")
		shown[line] = true
		shown[strings.TrimPrefix(line, "  ")] = true // of the file
	}
	results, _ := out["results"].([]any)
	for _, r := range results {
		for _, key := range []string{"output", "error", "snippet"} {
			said, _ := r.(map[string]any)[key].(string)
			if key != "snippet" {
				_, said, _ = strings.Cut(said, "\n")
			}
			for line := range strings.Lines(said) {
				if line = strings.TrimSuffix(line, "\n"); strings.TrimSpace(line) != "" && line != "File not modified." && !shown[line] {
					a.ts.Fatalf("the text does not show a line of the %s of the JSON result:\n%s", key, line)
				}
			}
		}
	}
}

func (a application) same(what string, before, after any) {
	if d := cmp.Diff(before, after); d != "" {
		a.ts.Fatalf("%s (-before, +after):\n%s", what, d)
	}
}

func (a application) snapshot(times bool) map[string]string {
	tree, err := snapshot(a.root, times)
	a.ts.Check(err)
	for name := range tree {
		if strings.Contains(name, ".fileops-") {
			a.ts.Fatalf("temporary file left behind: %s", name)
		}
	}
	return tree
}

// snapshot describes everything below dir, by name.
func snapshot(dir string, times bool) (map[string]string, error) {
	tree := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		what, err := content(path, info)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		what = info.Mode().String() + " " + what
		if times {
			what = info.ModTime().Format(time.RFC3339Nano) + " " + what
		}
		tree[filepath.ToSlash(rel)] = what
		return err
	})
	return tree, err
}

// content is what a file holds or where a link leads.
func content(path string, info fs.FileInfo) (string, error) {
	switch {
	case info.Mode().IsRegular():
		data, err := os.ReadFile(path)
		return string(data), err
	case info.Mode()&fs.ModeSymlink != 0:
		return os.Readlink(path)
	}
	return "", nil
}

// copyTree copies a directory with modes, times, links and hard links.
func copyTree(to, from string) error {
	var done []copied
	var dirs []copied
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		c := copied{info: info, path: filepath.Join(to, rel)}
		if info.IsDir() {
			dirs = append(dirs, c)
			return os.Mkdir(c.path, 0o700)
		}
		if i := slices.IndexFunc(done, func(o copied) bool { return os.SameFile(o.info, info) }); i >= 0 {
			return os.Link(done[i].path, c.path)
		}
		done = append(done, c)
		return c.copy(path)
	})
	for _, c := range slices.Backward(dirs) {
		err = errors.Join(err, os.Chmod(c.path, c.info.Mode().Perm()), os.Chtimes(c.path, time.Time{}, c.info.ModTime()))
	}
	return err
}

// copied is one entry that copyTree has copied to path.
type copied struct {
	info fs.FileInfo
	path string
}

func (c copied) copy(from string) error {
	what, err := content(from, c.info)
	if err != nil {
		return err
	}
	switch {
	case c.info.Mode()&fs.ModeSymlink != 0:
		return os.Symlink(what, c.path)
	case c.info.Mode()&fs.ModeNamedPipe != 0:
		return makeFIFO(c.path)
	}
	return errors.Join(
		os.WriteFile(c.path, []byte(what), 0o600),
		os.Chmod(c.path, c.info.Mode().Perm()),
		os.Chtimes(c.path, time.Time{}, c.info.ModTime()))
}

func exitStatus(ts *testscript.TestScript, err error) int {
	var e *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.ExitCode()
	}
	ts.Fatalf("%v", err)
	return 0
}

// usage stops a script that calls a command with a wrong number of arguments.
func usage(ts *testscript.TestScript, ok bool, text string) {
	if !ok {
		ts.Fatalf("usage: %s", text)
	}
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "status N PROGRAM [args…]")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitStatus(ts, ts.Exec(args[1], args[2:]...)); got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

func scriptJSON(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg && len(args) == 1 || !neg && len(args) == 2, "json PATH WANT, or ! json PATH")
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	var at any
	ts.Check(dec.Decode(&at))
	if run, ok := at.(map[string]any); ok && run["summary"] != nil {
		ts.Check(resultsSchema().Validate(run)) // also what an undo, or a run that could not end, prints
	}
	found := true
	for part := range strings.SplitSeq(args[0], ".") {
		switch v := at.(type) {
		case map[string]any:
			at, found = v[part]
		case []any:
			i, err := strconv.Atoi(part)
			if found = err == nil && i < len(v); found {
				at = v[i]
			}
		default:
			found = false
		}
		if !found {
			break
		}
	}
	if found == neg {
		ts.Fatalf("found %s: %v", args[0], found)
	}
	if neg {
		return
	}
	var want any
	if _, isText := at.(string); isText || json.Unmarshal([]byte(args[1]), &want) != nil {
		want = args[1]
	}
	if d := cmp.Diff(want, at); d != "" {
		ts.Fatalf("%s (-want, +got):\n%s", args[0], d)
	}
}

func scriptCmpTree(ts *testscript.TestScript, neg bool, args []string) {
	backups := len(args) == 3 && args[0] == "-backups"
	if backups {
		args = args[1:]
	}
	usage(ts, !neg && len(args) == 2, "cmptree [-backups] GOT WANT")
	got, want := treeContents(ts, args[0]), treeContents(ts, args[1])
	if !backups {
		for name := range got {
			if strings.HasSuffix(name, ".bak") || strings.HasSuffix(name, ".deleted") {
				if _, wanted := want[name]; !wanted {
					delete(got, name)
				}
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		ts.Fatalf("%s differs from %s (-want, +got):\n%s", args[0], args[1], d)
	}
}

// treeContents is what stands below a directory: kinds and contents, no modes.
func treeContents(ts *testscript.TestScript, dir string) map[string]string {
	tree, err := snapshot(ts.MkAbs(dir), false)
	ts.Check(err)
	for name, what := range tree {
		mode, content, _ := strings.Cut(what, " ")
		kind := "file"
		if mode[0] != '-' {
			kind = mode[:1]
		}
		tree[name] = kind + " " + content
	}
	return tree
}

func quoted(ts *testscript.TestScript, args []string, text string) []byte {
	usage(ts, len(args) == 2, text)
	s, err := strconv.Unquote(`"` + strings.Trim(args[1], `"`) + `"`)
	ts.Check(err)
	return []byte(s)
}

func scriptBytes(ts *testscript.TestScript, neg bool, args []string) {
	data := quoted(ts, args, `bytes FILE "…"`)
	usage(ts, !neg, `bytes FILE "…"`)
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, data, 0o644))
}

func scriptCmpBytes(ts *testscript.TestScript, neg bool, args []string) {
	want := quoted(ts, args, `cmpbytes FILE "…"`)
	got, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if bytes.Equal(got, want) == neg {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}

func scriptCRLF(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) > 0, "crlf FILE…")
	for _, name := range args {
		path := ts.MkAbs(name)
		data, err := os.ReadFile(path)
		ts.Check(err)
		ts.Check(os.WriteFile(path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), 0o644))
	}
}

func stat(ts *testscript.TestScript, name string) fs.FileInfo {
	info, err := os.Lstat(ts.MkAbs(name))
	ts.Check(err)
	return info
}

func scriptMode(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "mode FILE 0640")
	if got := fmt.Sprintf("%04o", stat(ts, args[0]).Mode().Perm()); got != args[1] {
		ts.Fatalf("%s has mode %s, want %s", args[0], got, args[1])
	}
}

func scriptTouch(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "touch FILE TIME")
	when, err := time.Parse(time.RFC3339, args[1])
	ts.Check(err)
	ts.Check(os.Chtimes(ts.MkAbs(args[0]), when, when))
}

func scriptSameTime(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2, "sametime A B")
	a, b := stat(ts, args[0]).ModTime(), stat(ts, args[1]).ModTime()
	if a.Equal(b) == neg {
		ts.Fatalf("%s was changed at %v, %s at %v", args[0], a, args[1], b)
	}
}

func scriptSparse(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "sparse FILE SIZE")
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, nil, 0o644))
	ts.Check(os.Truncate(path, size))
}

func scriptLong(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "long FILE SIZE")
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, bytes.Repeat([]byte("a line\n"), size/7+1)[:size], 0o644))
}

func scriptHardLink(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "hardlink NEW OLD")
	ts.Check(os.Link(ts.MkAbs(args[1]), ts.MkAbs(args[0])))
}

func scriptFIFO(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "fifo FILE")
	ts.Check(makeFIFO(ts.MkAbs(args[0])))
}

// warningLine is the first line of a warning, as a report shows it.
func warningLine(msg any) string {
	first, _, _ := strings.Cut(msg.(string), "\n")
	return "Warning: " + first
}
