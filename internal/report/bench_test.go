package report_test

import (
	"fmt"
	"io"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// BenchmarkReport is the report of 10,000 results on 10,000, and on 100, files.
func BenchmarkReport(b *testing.B) {
	for _, files := range []int{10_000, 100} {
		rep := report.Run{Report: run.Report{Committed: true, Root: "/srv/app"}}
		for i := range files {
			rep.Files = append(rep.Files, run.File{Name: fmt.Sprintf("src/app/part_%d/name.py", i), Kind: "modified", Added: 3, Removed: 1})
		}
		for i := range 10_000 {
			path := rep.Files[i%files].Name
			rep.Results = append(rep.Results, did("edit", ops.Done{
				Path: path, Origin: path, Summary: wording.Sentence{Verb: "Replaced", Before: "1 occurrence in ", Path: path}, Changed: true, Replacements: 1, Lines: []int{i},
			}))
		}
		b.Run(fmt.Sprint(files), func(b *testing.B) {
			for b.Loop() {
				w := terminal.NewWriter(io.Discard, terminal.Options{Terminal: true, Color: true, Links: true, Width: 80})
				if err := (report.Human{}).Run(w, rep); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
