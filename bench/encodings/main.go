// Command encodings measures in which encoding files are taken to be, and what edits
// do to them: it writes texts in every encoding that has a name, as files of one line
// and of a thousand, edits each as a response would, looks at all of the bytes, and
// prints a table in Markdown.
//
//	go run ./bench/encodings
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	texts := flag.String("texts", "bench/encodings/testdata/texts.txt", "the `file` of texts")
	only := flag.String("only", "", "measure this `encoding` alone")
	show := flag.Int("show", 0, "how many files of each kind are shown that were not taken for what they are")
	flag.Parse()
	if err := compare(*texts, *only, *show); err != nil {
		fmt.Fprintln(os.Stderr, "encodings:", err)
		os.Exit(1)
	}
}

func compare(path, only string, show int) error {
	languages, err := load(path)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "encodings-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // nothing depends on it
	results, err := measure(context.Background(), dir, languages, only, 1)
	if err != nil {
		return err
	}
	texts := 0
	for _, l := range languages {
		texts += len(l.texts)
	}
	fmt.Printf("%d texts of %d languages\n\n", texts, len(languages))
	fmt.Printf("%s\n%s", table(results), readTable(results))
	for _, r := range results {
		for kind, t := range r.tallies {
			for _, misses := range [][]string{t.misses, r.sights[kind].misses} {
				for _, s := range misses[:min(len(misses), show)] {
					fmt.Fprintf(os.Stderr, "%s, %s: %s\n", r.label(), kinds[kind], s)
				}
			}
		}
	}
	return nil
}

// table is the results in Markdown.
func table(results []result) string {
	var b strings.Builder
	b.WriteString("| encoding | one line | right | same text | refused | turned | other | a thousand | right | same text | refused | turned | other | declared | right | damaged |\n")
	b.WriteString("|---" + strings.Repeat("|--:", 15) + "|\n")
	sum := result{}
	for _, r := range results {
		row(&b, r.label(), r)
		for i := range sum.tallies {
			sum.tallies[i].merge(r.tallies[i])
		}
	}
	row(&b, "all", sum)
	return b.String()
}

func row(b *strings.Builder, label string, r result) {
	short, long, declared := r.tallies[oneLine].counts, r.tallies[thousand].counts, r.tallies[declaredKind].counts
	fmt.Fprintf(b, "| %s", label)
	for _, c := range []counts{short, long} {
		fmt.Fprintf(b, " | %d | %d | %d | %d | %d | %d", c.total(), c[right], c[same], c[refused], c[turned], c[other])
	}
	fmt.Fprintf(b, " | %d | %d | %d |\n", declared.total(), declared[right]+declared[same], short[damaged]+long[damaged]+declared[damaged])
}
