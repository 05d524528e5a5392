// Command accuracy measures how edits fare whose find is not quite what the file
// holds: it makes edits of real sources, damages them as models do, applies them in
// each mode and prints a table in Markdown. The same seed makes the same edits. It fails
// if an edit was applied wrong.
//
//	go run ./bench/accuracy
//	go run ./bench/accuracy -form search-replace
//	go run ./bench/accuracy -form patch
//	go run ./bench/accuracy -form diff
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
)

func main() {
	perClass := flag.Int("n", 1000, "how many edits each class has")
	seed := flag.Uint64("seed", 1, "what the edits are chosen by")
	corpus := flag.String("corpus", "testdata/corpus/source", "the `directory` of sources beside Go's own")
	form := flag.String("form", "tags", "how edits are written: tags, search-replace, patch or diff; all but tags leave out those of parts of lines")
	show := flag.Int("show", 0, "how many edits that went wrong are shown of each class")
	flag.Parse()
	sources, err := load(*corpus)
	if err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
	results, err := measure(sources, *form, *perClass, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
	fmt.Printf("%d edits of %d files as %s, seed %d\n\n", len(classes)**perClass, len(sources), *form, *seed)
	fmt.Print(table(results))
	wrongly := 0
	for _, r := range results {
		wrongly += r.wrongly
		for _, s := range r.wrong[:min(len(r.wrong), *show)] {
			fmt.Fprintf(os.Stderr, "\n--- %s, %s\n%s", r.class, r.mode, s)
		}
	}
	if wrongly > 0 {
		fmt.Fprintf(os.Stderr, "accuracy: %d edits were applied wrong\n", wrongly)
		os.Exit(1)
	}
}

// result counts how the edits of a class fared in a mode.
type result struct {
	class, mode                           string
	recoverable                           bool
	right, named, refused, wrongly, total int
	wrong                                 []string // what did not go as it should, to be read
}

// measure applies n edits of each class in each mode.
func measure(sources []source, form string, n int, seed uint64) (results []result, err error) {
	p, err := newProgram(form)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	for i, c := range classes {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		exact := result{class: c.name, mode: "exact", recoverable: c.cause == ""}
		tolerant := result{class: c.name, mode: "tolerant", recoverable: c.recoverable}
		for done, tries := 0, 0; done < n && tries < 400*n; tries++ {
			e, ok := newEdit(r, sources)
			if !ok {
				continue
			}
			if e, ok = c.damage(r, e, sources); !ok || p.form != "tags" && (!e.find.Block || e.patch) {
				continue
			}
			strict, err := p.apply(e, false)
			if err != nil {
				return nil, err
			}
			lenient, err := p.apply(e, true)
			if err != nil {
				return nil, err
			}
			exact.count(c, e, strict)
			tolerant.count(c, e, lenient)
			done++
		}
		results = append(results, exact, tolerant)
	}
	return results, nil
}

// count adds one outcome.
func (r *result) count(c class, e edit, o outcome) {
	r.total++
	switch {
	case o.applied && e.want != nil && bytes.Equal(o.text, e.want):
		r.right++
		return
	case o.applied:
		r.wrongly++
	case o.named(c.cause):
		r.named++
		if !r.recoverable {
			return
		}
	default:
		r.refused++
	}
	r.wrong = append(r.wrong, fmt.Sprintf("applied %t: %s\nfind %q\nreplace %q\n%v %q\n", o.applied, e.name, e.find.Text, e.replace.Text, o.level, o.causes))
}

// table is the results in Markdown, with shares of the edits of a class.
func table(results []result) string {
	var b bytes.Buffer
	b.WriteString("| class | mode | edits | applied right | refused, cause named | refused otherwise | applied wrong |\n|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		share := func(n int) string {
			if n == 0 || r.total == 0 {
				return "0"
			}
			return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(r.total))
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s | %s | %s |\n", r.class, r.mode, r.total, share(r.right), share(r.named), share(r.refused), share(r.wrongly))
	}
	return b.String()
}
