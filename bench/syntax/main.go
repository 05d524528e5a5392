// Command syntax measures the syntax check on real files: how many it calls broken that
// the reference of their language takes, how many of them it takes after they were
// damaged though the reference does not, and how long it takes.
//
//	go run ./bench/syntax -modules NODE_MODULES DIR…
//
// The files are on the machine, none is shipped.
package main

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"fileops/internal/syntax"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "syntax:", err)
		os.Exit(1)
	}
}

// options are what the flags say.
type options struct {
	python, tools, node, modules, only string
	max, damaged                       int
	seed                               uint64
}

func run() error {
	var o options
	flag.StringVar(&o.python, "python", "python3", "the Python that is the reference of Python")
	flag.StringVar(&o.tools, "tools", "/usr/bin/python3", "a Python that has PyYAML and lxml")
	flag.StringVar(&o.node, "node", "node", "the Node that is the reference of JavaScript")
	flag.StringVar(&o.modules, "modules", "", "a node_modules with typescript and postcss")
	flag.StringVar(&o.only, "only", "", "one language")
	flag.IntVar(&o.max, "max", 2000, "files of a language, chosen by their hash")
	flag.IntVar(&o.damaged, "damaged", 300, "files of a language that are damaged")
	flag.Uint64Var(&o.seed, "seed", 1, "of what is damaged")
	flag.Parse()
	if err := os.Setenv("NODE_PATH", o.modules); err != nil {
		return err
	}
	checker, err := syntax.NewParsers(nil)
	if err != nil {
		return err
	}
	refs, err := open(o.python, o.tools, o.node)
	if err != nil {
		return err
	}
	files, err := collect(checker, flag.Args())
	if err != nil {
		return err
	}
	m := measure{checker: checker, refs: refs, options: o}
	for _, language := range syntax.Languages() {
		if o.only != "" && o.only != language {
			continue
		}
		if err := m.language(language, files[language]); err != nil {
			return err
		}
	}
	m.print()
	return nil
}

// file is one source file.
type file struct {
	name string
	hash [32]byte
}

// collect finds the files of each language below the directories, each content once,
// in the order of their hashes.
func collect(checker syntax.Parsers, dirs []string) (map[string][]file, error) {
	files, seen := map[string][]file{}, map[[32]byte]bool{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return nil //nolint:nilerr // what cannot be read is not measured
			}
			if checker.Language(filepath.ToSlash(name), nil) == "" && strings.Contains(e.Name(), ".") {
				return nil
			}
			data, err := os.ReadFile(name)
			if err != nil || len(data) > 2<<20 || !utf8.Valid(data) {
				return nil //nolint:nilerr // what cannot be read is not measured
			}
			f := file{name, sha256.Sum256(data)}
			if language := checker.Language(filepath.ToSlash(name), data); language != "" && !seen[f.hash] {
				seen[f.hash] = true
				files[language] = append(files[language], f)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, list := range files {
		slices.SortFunc(list, func(a, b file) int { return strings.Compare(string(a.hash[:]), string(b.hash[:])) })
	}
	return files, nil
}

// measure is what was found out.
type measure struct {
	options
	checker syntax.Parsers
	refs    references
	rows    []row
}

// row is what was found out of one language.
type row struct {
	language                    string
	files, judged, valid        int // valid: by the reference
	alarms                      int // the reference takes the file, we do not
	rejected, missed, abstained int // damaged: by the reference; of these, taken and not judged by us
	wrong                       int // damaged, and taken by the reference alone
	nearest                     []timing
	slowest                     time.Duration
}

// timing is how long a file of about 1,000 lines took.
type timing struct {
	took time.Duration
}

func (m *measure) language(language string, files []file) error {
	r := row{language: language}
	random := rand.New(rand.NewPCG(m.seed, 0))
	for i, f := range files[:min(len(files), m.max)] {
		data, err := os.ReadFile(f.name)
		if err != nil {
			return err
		}
		if err := m.file(&r, f.name, data); err != nil {
			return err
		}
		if i >= m.damaged {
			continue
		}
		for _, d := range damages {
			if err := m.damage(&r, d, random, f.name, string(data)); err != nil {
				return err
			}
		}
	}
	m.rows = append(m.rows, r)
	return nil
}

// file judges a file as it is.
func (m *measure) file(r *row, name string, data []byte) error {
	began := time.Now()
	v := m.checker.Check(filepath.ToSlash(name), data)
	took := time.Since(began)
	lines := strings.Count(string(data), "\n")
	if lines > 700 && lines < 1400 {
		r.nearest = append(r.nearest, timing{took})
	}
	r.slowest = max(r.slowest, took)
	want, err := m.refs.judge(r.language, name, string(data))
	if err != nil {
		return err
	}
	r.files++
	if v.State != syntax.NotJudged {
		r.judged++
	} else if v.Trouble != "" {
		fmt.Fprintf(os.Stderr, "TROUBLE %s %s: %s\n", r.language, name, v.Trouble)
	}
	if want.OK {
		r.valid++
	}
	switch {
	case want.OK && v.State == syntax.Broken:
		r.alarms++
		fmt.Fprintf(os.Stderr, "ALARM %s %s:%d:%d: %s\n", r.language, name, v.Line, v.Column, v.Msg)
	case !want.OK && v.State == syntax.Valid:
		fmt.Fprintf(os.Stderr, "TAKEN %s %s: the reference says %s\n", r.language, name, want.Message)
	}
	return nil
}

// damage judges a file after something was taken from it.
func (m *measure) damage(r *row, d damage, random *rand.Rand, name, text string) error {
	worse := d.do(random, r.language, text)
	if worse == nil {
		return nil
	}
	before, err := m.refs.judge(r.language, name, text)
	if err != nil || !before.OK || m.checker.Check(filepath.ToSlash(name), []byte(text)).State != syntax.Valid {
		return err
	}
	want, err := m.refs.judge(r.language, name, string(worse))
	if err != nil {
		return err
	}
	v := m.checker.Check(filepath.ToSlash(name), worse)
	if want.OK {
		if v.State == syntax.Broken {
			r.wrong++
			fmt.Fprintf(os.Stderr, "WRONG %s %s without %s: %d:%d: %s\n", r.language, name, d.name, v.Line, v.Column, v.Msg)
		}
		return nil
	}
	r.rejected++
	switch v.State {
	case syntax.Valid:
		r.missed++
		fmt.Fprintf(os.Stderr, "MISSED %s %s without %s: %s\n", r.language, name, d.name, want.Message)
	case syntax.NotJudged:
		r.abstained++
		fmt.Fprintf(os.Stderr, "ABSTAINED %s %s without %s: %s\n", r.language, name, d.name, want.Message)
	}
	return nil
}

func (m *measure) print() {
	fmt.Println("| language | files | judged | valid by the reference | false alarms | damaged: rejected by the reference | missed | not judged | found | alarms on damaged | ~1,000 lines, median | slowest |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, r := range m.rows {
		slices.SortFunc(r.nearest, func(a, b timing) int { return cmp.Compare(a.took, b.took) })
		median := "–"
		if n := len(r.nearest); n > 0 {
			median = fmt.Sprintf("%.1f ms (%d)", float64(r.nearest[n/2].took.Microseconds())/1000, n)
		}
		found := 100.0
		if r.rejected > 0 {
			found = 100 * float64(r.rejected-r.missed-r.abstained) / float64(r.rejected)
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %d | %.1f %% | %d | %s | %d ms |\n", r.language, r.files, r.judged, r.valid, r.alarms,
			r.rejected, r.missed, r.abstained, found, r.wrong, median, r.slowest.Milliseconds())
	}
}
