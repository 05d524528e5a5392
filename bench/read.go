package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"fileops/bench/peak"
)

// reading is one thing that is read, by fileops and by others.
type reading struct {
	what    string
	readers []reader // fileops first
}

// reader is one command that reads.
type reader struct {
	label string
	argv  []string
	apart bool // what it shows is not the same, and need not be
	runs  []usage
}

// usage is what one run of a command took.
type usage struct {
	wall, processor time.Duration
	peak            int64 // bytes: the most memory it had, at least what this program has
}

// reads times reading files, the largest of which has about size bytes, and returns the
// table.
func reads(dir, program string, size int64, rounds int) (string, error) {
	t, err := newTexts(filepath.Join(dir, "texts"), size)
	if err != nil {
		return "", err
	}
	if err := exec.Command("sync").Run(); err != nil { // so that nobody pays for what was written here
		return "", err
	}
	all := t.readings(program)
	for _, r := range all {
		if err := r.agree(); err != nil {
			return "", fmt.Errorf("%s: %w", r.what, err)
		}
	}
	forgetPeak()
	idle, err := used("true")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| what is read | by | time | of the processor | peak memory | ratio | of the processor |\n|---|---|--:|--:|--:|--:|--:|\n")
	for _, r := range all {
		if err := r.run(rounds); err != nil {
			return "", fmt.Errorf("%s: %w", r.what, err)
		}
		b.WriteString(r.rows())
	}
	fmt.Fprintf(&b, "\nA command that does nothing counts as %s.\n", mib(idle.peak))
	return b.String(), nil
}

// texts are the files that are read.
type texts struct {
	large string // lines of a log
	size  int64  // of large, bytes
	lines int    // of large
	usual string // a source file of a few thousand lines
	ten   string // Go's own sources, 10 MB
}

func newTexts(dir string, size int64) (t texts, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return t, err
	}
	t.large, t.ten = filepath.Join(dir, "large.log"), filepath.Join(dir, "ten.go")
	t.usual = filepath.Join(runtime.GOROOT(), "src", "net", "http", "server.go") //nolint:staticcheck // the tree of the go command that runs this
	if t.size, t.lines, err = writeLog(t.large, size); err != nil {
		return t, err
	}
	src, err := largeSource(10e6)
	if err != nil {
		return t, err
	}
	return t, os.WriteFile(t.ten, []byte(src), 0o600)
}

// writeLog makes a text of at least size bytes, whose lines differ, and returns how many
// bytes and lines it has.
func writeLog(name string, size int64) (written int64, lines int, err error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, 0, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	var b []byte
	for written < size {
		lines++
		b = append(b[:0], "2026-11-21T10:15:00Z line "...)
		b = strconv.AppendInt(b, int64(lines), 10)
		b = append(b, " worker-"...)
		b = strconv.AppendInt(b, int64(lines%17), 10)
		b = append(b, " finished task "...)
		b = strconv.AppendInt(b, int64(lines)*7919%1_000_003, 10)
		b = append(b, " in "...)
		b = strconv.AppendInt(b, int64(lines%997), 10)
		b = append(b, " ms\n"...)
		n, err := w.Write(b)
		if written += int64(n); err != nil {
			return 0, 0, errors.Join(err, f.Close())
		}
	}
	return written, lines, errors.Join(w.Flush(), f.Close())
}

// readings are the rows of the table.
func (t texts) readings(program string) []reading {
	fileops := func(args ...string) reader { return direct(program, append([]string{"read"}, args...)...) }
	early, late := min(1_000_000, t.lines/2), t.lines/100*99
	last := early + 20
	lines := fmt.Sprintf("%d-%d", early, last)
	print := fmt.Sprintf("%d,%dp", early, last)
	all := []reading{
		{fmt.Sprintf("lines %s of %.2f GB of text", lines, float64(t.size)/1e9), []reader{
			fileops("--lines", lines, t.large),
			direct("sed", "-n", print, t.large),
			direct("sed", "-n", fmt.Sprintf("%s;%dq", print, last), t.large),
		}},
		{fmt.Sprintf("20 lines at %d of its %d", late, t.lines), []reader{
			fileops("--offset", fmt.Sprint(late), "--limit", "20", t.large),
			direct("sed", "-n", fmt.Sprintf("%d,%dp", late, late+19), t.large),
			piped(fmt.Sprintf("tail -n +%d", late), t.large, "head -n 20"),
		}},
		{"2,000 lines of a usual source file", []reader{
			fileops(t.usual), piped("cat -n", t.usual, "head -n 2000"), apart(program, "version"), apart("true"),
		}},
		{"a source file of 10 MB, whole", []reader{fileops("--plain", t.ten), direct("cat", t.ten)}},
		{"10,000 lines of it", []reader{fileops("--limit", "10000", t.ten), piped("cat -n", t.ten, "head -n 10000")}},
	}
	pdf := reading{"a PDF of the corpus", []reader{fileops(corpusPDF)}}
	if _, err := exec.LookPath("pdftotext"); err != nil {
		pdf.what += "; pdftotext is not installed"
	} else {
		pdf.readers = append(pdf.readers, apart("pdftotext", corpusPDF, "-"))
	}
	return append(all, pdf, reading{"a notebook of the corpus", []reader{fileops(corpusNotebook)}})
}

// Files of the corpus, of the kinds that have to be taken apart.
const (
	corpusPDF      = "testdata/corpus/pdf/pdftex.pdf"
	corpusNotebook = "testdata/corpus/notebooks/analysis.ipynb"
)

// direct is a command without a shell.
func direct(program string, args ...string) reader {
	r := reader{argv: append([]string{program}, args...), label: filepath.Base(program)}
	for _, a := range args {
		switch {
		case strings.ContainsRune(a, filepath.Separator):
			a = filepath.Base(a)
		case strings.ContainsRune(a, ';'):
			a = "'" + a + "'"
		}
		r.label += " " + a
	}
	return r
}

// apart is one that shows something else.
func apart(program string, args ...string) reader {
	r := direct(program, args...)
	r.apart = true
	return r
}

// piped is a command that reads a file for another one.
func piped(from, file, to string) reader {
	return reader{
		argv:  []string{"sh", "-c", fmt.Sprintf("%s '%s' | %s", from, file, to)},
		label: fmt.Sprintf(`%s %s \| %s`, from, filepath.Base(file), to),
	}
}

// followed is what a read with numbers says below its lines, and a number.
var followed, numbered = regexp.MustCompile(`(?m)^… .* offset \d+\n\z`), regexp.MustCompile(`(?m)^ *\d+\t`)

// agree runs every command once, and wants all to show the same lines.
func (r reading) agree() error {
	var first []byte
	for i, c := range r.readers {
		out, err := exec.Command(c.argv[0], c.argv[1:]...).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", c.label, err)
		}
		out = numbered.ReplaceAll(followed.ReplaceAll(out, nil), nil)
		switch {
		case len(out) == 0 && !c.apart:
			return fmt.Errorf("%s shows nothing", c.label)
		case i == 0:
			first = out
		case !c.apart && !bytes.Equal(first, out):
			return fmt.Errorf("%s shows other lines than %s", c.label, r.readers[0].label)
		}
	}
	return nil
}

// run runs the commands in turns.
func (r reading) run(rounds int) error {
	for range rounds {
		for i := range r.readers {
			c := &r.readers[i]
			u, err := used(c.argv[0], c.argv[1:]...)
			if err != nil {
				return fmt.Errorf("%s: %w", c.label, err)
			}
			c.runs = append(c.runs, u)
		}
	}
	return nil
}

// rows are the medians in Markdown.
func (r reading) rows() string {
	var b strings.Builder
	var ours usage
	for i, c := range r.readers {
		u, ratio, what := c.median(), " | ", ""
		if i == 0 {
			ours, what = u, r.what
		} else {
			ratio = fmt.Sprintf("%.2f | %.2f", ours.wall.Seconds()/u.wall.Seconds(), ours.processor.Seconds()/u.processor.Seconds())
		}
		fmt.Fprintf(&b, "| %s | `%s` | %.1f ms | %.1f ms | %s | %s |\n", what, c.label, ms(u.wall), ms(u.processor), mib(u.peak), ratio)
	}
	return b.String()
}

// median is the median of each, and of the memory the most.
func (c reader) median() usage {
	var u usage
	var walls, processors []time.Duration
	for _, run := range c.runs {
		walls, processors = append(walls, run.wall), append(processors, run.processor)
		u.peak = max(u.peak, run.peak)
	}
	slices.Sort(walls)
	slices.Sort(processors)
	u.wall, u.processor = walls[len(walls)/2], processors[len(processors)/2]
	return u
}

// used runs a command, whose output nobody reads.
func used(name string, args ...string) (usage, error) {
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	return usage{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak.Of(cmd.ProcessState)}, nil
}

func mib(n int64) string {
	if n == 0 {
		return "not known"
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// forgetPeak gives memory back, and has Linux forget how much there was: a child begins
// as a copy of this program, and getrusage(2) counts that as its own.
func forgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // see proc(5); elsewhere there is no such file
}
