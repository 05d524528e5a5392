// Command pdf measures how much of the text of PDFs is read, beside pdftotext, and
// prints a table in Markdown. The words that pdftotext finds are the reference: recall
// is the part of them that we find, precision the part of ours that it finds, both
// with their number and in any order. Where mutool is installed, its words are a second
// reference.
//
//	go run ./bench/pdf [FILE.pdf...]
//
// Without files it measures testdata/corpus/pdf, which make.sh beside it makes.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fileops/internal/document/pdf"
	"fileops/internal/document/pdf/recall"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each contestant reads a file; the median counts")
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files, _ = filepath.Glob("testdata/corpus/pdf/*.pdf") // the pattern is a good one
	}
	fmt.Println("| file | pages | words | recall | precision | mutool's recalled | time | pdftotext |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, name := range files {
		if err := measure(name, max(*rounds, 1)); err != nil {
			fmt.Fprintln(os.Stderr, "bench/pdf:", err)
			os.Exit(1)
		}
	}
}

// measure prints the row of one file. Rounds are interleaved, so that a machine's moods
// hit both contestants alike.
func measure(name string, rounds int) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var ours, theirs []time.Duration
	var doc pdf.Document
	var readErr error
	var want string
	for range rounds {
		start := time.Now()
		doc, readErr = pdf.Read(context.Background(), bytes.NewReader(data), int64(len(data)), pdf.Range{})
		ours = append(ours, time.Since(start))

		start = time.Now()
		out, err := exec.Command("pdftotext", "-enc", "UTF-8", "-nopgbrk", name, "-").Output()
		if refused := (*exec.ExitError)(nil); err != nil && !errors.As(err, &refused) {
			return err
		}
		theirs = append(theirs, time.Since(start))
		want = string(out)
	}
	var text strings.Builder
	for _, p := range doc.Shown {
		text.WriteString(p.Text)
	}
	score := recall.Compare(want, text.String())
	cells := fmt.Sprintf("%.3f | %.3f | %s", score.Recall, score.Precision, second(name, text.String()))
	switch {
	case readErr != nil:
		cells = readErr.Error() + " | | "
	case score.Words == 0:
		cells = "no reference | | "
	}
	fmt.Printf("| %s | %d | %d | %s | %s | %s |\n", strings.TrimSuffix(filepath.Base(name), ".pdf"), doc.Pages, score.Words, cells, ms(ours), ms(theirs))
	return nil
}

// second is the part of mutool's words that the text has.
func second(name, text string) string {
	out, err := exec.Command("mutool", "draw", "-q", "-F", "txt", name).Output()
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%.3f", recall.Compare(string(out), text).Recall)
}

func ms(times []time.Duration) string {
	slices.Sort(times)
	return fmt.Sprintf("%.1f ms", float64(times[len(times)/2].Microseconds())/1000)
}
