package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var pageTemplate = lazy.Value[*template.Template]{Make: func() *template.Template {
	return template.Must(template.New("page").Parse(pageHTML))
}}

// Text is a text that a response came in, by the name of its file; "" for standard input.
type Text struct{ Name, Text string }

// page is what the template shows. All texts are as a terminal would show them: control characters and
// those that change the direction of text are visible.
type page struct {
	Title, Policy string
	Style         template.CSS
	Run, Root     string
	When          string
	State         string // what became of the run: written, dry run, failed
	Summary       string
	Failures      []pageFailure
	Warnings      []string
	Files         []pageFile
	Directories   []string
	Responses     []pageResponse
}

type pageFailure struct {
	Path, Reason, Text string
	Place              []pageOperation // one or none
}

type pageFile struct {
	ID, Name, From, Kind string
	Added, Removed       int
	Green, Red           int // parts of a bar of barParts
	Note                 string
	Warnings             []string
	Operations           []pageOperation // that made the changes, but for those of the hunks
	Side                 string          // "old" if no line is added, "new" if none is there before, "" for both
	Hunks                []pageHunk
}

// barParts is how long the bars in the table of files are at most.
const barParts = 20

type pageResponse struct {
	Name  string
	Parts [][]pageLine
}

// pageLine is a line of the response. Operation says which one begins there; "" if none does.
type pageLine struct {
	Number    int
	Text      string
	Operation string
	ID        string // if an operation begins there
	Failed    bool
}

// HTML writes a run as a page that needs nothing else: no network, no script. responses are the
// texts that asked for it; began is when it did.
func (rep Run) HTML(w io.Writer, began time.Time, responses []Text) error {
	sum := sha256.Sum256([]byte(pageCSS))
	said := outcomeText(rep.Report) // of a run of the history, the operations are not known
	if len(rep.Results) > 0 {
		said = summary(rep)
	} else if rep.Trouble != "" {
		said = rep.Trouble
	}
	p := page{
		Title:  "fileops: " + visible(said),
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Style:  template.CSS(pageCSS), //nolint:gosec // it is ours
		Run:    rep.Run, Root: visible(rep.Root), Summary: visible(said), State: rep.state(),
	}
	if !began.IsZero() {
		p.When = began.Local().Format("2006-01-02 15:04:05 -0700")
	}
	for _, f := range failures(rep, true) {
		one := pageFailure{Path: visible(f.path), Reason: visible(f.reason), Text: shownLines(lines(f.parts))}
		if f.place != "" {
			one.Place = []pageOperation{{visible(f.place), lineOf(f.result, responses)}}
		}
		p.Failures = append(p.Failures, one)
	}
	for _, msg := range slices.Concat(rep.Notes, rep.Warnings) {
		p.Warnings = append(p.Warnings, visible(msg))
	}
	if msg := NotRun(rep.Quoted); msg != "" {
		p.Warnings = append(p.Warnings, visible(msg))
	}
	p.Files = pageFiles(rep, responses)
	for line := range strings.Lines(directories(rep.Files)) {
		p.Directories = append(p.Directories, strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "# "))
	}
	for i, text := range responses {
		if strings.TrimSpace(text.Text) == "" {
			continue
		}
		p.Responses = append(p.Responses, pageResponseOf(rep, i, text))
	}
	return pageTemplate.Get().Execute(w, p)
}

// state says in a word what became of a run.
func (rep Run) state() string {
	switch {
	case rep.DryRun:
		return "dry run"
	case rep.Committed:
		return "written"
	}
	return "nothing written"
}

// visible is a text in valid UTF-8, with what would be invisible shown.
func visible(text string) string { return terminal.Escape(strings.ToValidUTF8(text, "\ufffd")) }

func pageFiles(rep Run, responses []Text) []pageFile {
	most := 1
	for _, f := range rep.Patch {
		most = max(most, f.Added+f.Removed)
	}
	index := newFileIndex(rep.Report)
	list := make([]pageFile, len(rep.Patch))
	for i, f := range rep.Patch {
		one := pageFile{ID: fmt.Sprintf("f%d", i+1), Name: visible(f.Name), From: visible(f.From), Kind: kindText(f), Added: f.Added, Removed: f.Removed}
		one.Green, one.Red = barPart(f.Added, most), barPart(f.Removed, most)
		switch {
		case f.Hidden != "":
			one.Note = "The change is not shown: " + f.Hidden + "."
		case f.LinesUncounted:
			one.Note = binaryNote(f)
		default:
			one.Hunks = hunksOf(f.Diff)
		}
		var diffs []string
		for j := range rep.Results {
			res := &rep.Results[j]
			if index.final[j] != f.Name || res.Err != nil || !res.Changed {
				continue
			}
			if place := placeOf(res, j+1, max(len(rep.Results), len(rep.Asked))); place != "" {
				one.Operations = append(one.Operations, pageOperation{visible(place), lineOf(res, responses)})
				diffs = append(diffs, res.Diff)
			}
			for _, msg := range res.Warnings {
				one.Warnings = append(one.Warnings, visible(msg))
			}
		}
		one.Operations = operationsOf(diffs, one.Hunks, one.Operations)
		one.Side = sideOf(one.Hunks)
		one.Hunks = inParts(one.Hunks)
		list[i] = one
	}
	return list
}

// lineOf names the line of a response at which an operation begins, for a link; "" if none does.
func lineOf(res *ops.Result, responses []Text) string {
	if res == nil {
		return ""
	}
	i := slices.IndexFunc(responses, func(t Text) bool { return t.Name == res.Source })
	if i < 0 || res.Operation.Line == 0 {
		return ""
	}
	return lineID(i, res.Operation.Line)
}

// barPart is how many parts of a bar stand for so many lines; at least one for any.
func barPart(n, most int) int {
	if n == 0 {
		return 0
	}
	return max(1, n*barParts/most)
}

// binaryNote says how large a file is that has no lines to show.
func binaryNote(f run.File) string {
	switch f.Kind {
	case "created", "copied":
		return fmt.Sprintf("A binary file of %d bytes.", f.Bytes.New)
	case "deleted":
		return fmt.Sprintf("A binary file of %d bytes.", f.Bytes.Old)
	}
	return fmt.Sprintf("A binary file of %d bytes, before of %d.", f.Bytes.New, f.Bytes.Old)
}

// fate says what became of an operation that did not succeed.
func fate(res *ops.Result) string {
	switch {
	case res.Err == nil:
		return ""
	case res.Err.Code == ops.Declined:
		return ", left out"
	case res.Err.Code == ops.Skipped || res.Err.Code == ops.Withheld:
		return ", not written"
	}
	return ", failed"
}

// pageResponseOf marks the lines at which operations begin.
func pageResponseOf(rep Run, i int, text Text) pageResponse {
	at := map[int]pageLine{}
	for j := range rep.Results {
		res := &rep.Results[j]
		if res.Operation.Line > 0 && res.Source == text.Name {
			line := at[res.Operation.Line]
			line.Failed = line.Failed || res.Err != nil
			if line.Operation != "" {
				line.Operation += ", "
			}
			line.Operation += fmt.Sprintf("%d: %s%s", j+1, res.Action.Kind(), fate(res))
			at[res.Operation.Line] = line
		}
	}
	r := pageResponse{Name: visible(text.Name)}
	var lines []pageLine
	n := 0
	for line := range strings.Lines(text.Text) {
		n++
		one := at[n]
		if one.Operation != "" {
			one.ID = lineID(i, n)
		}
		one.Number, one.Text = n, shownText(strings.TrimRight(line, "\r\n"))
		lines = append(lines, one)
	}
	r.Parts = slices.Collect(slices.Chunk(lines, partRows))
	return r
}
