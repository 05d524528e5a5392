package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/run"
)

// runJSON is one run.
type runJSON struct {
	Type      string       `json:"type,omitempty"` // run, as a line among others
	Version   int          `json:"version"`
	Root      string       `json:"root"`
	Run       string       `json:"run"`
	DryRun    bool         `json:"dry_run"`
	Atomic    bool         `json:"atomic"`
	Committed bool         `json:"committed"`
	Results   []resultJSON `json:"results,omitzero"` // nil if each has its own line
	Files     []fileJSON   `json:"files"`
	Left      []string     `json:"left,omitzero"` // nil if none are to be left
	Quoted    []Quoted     `json:"quoted"`
	Warnings  []string     `json:"warnings"`
	Settings  []Setting    `json:"tree_settings,omitempty"`
	Error     string       `json:"error,omitempty"`
	Summary   summaryJSON  `json:"summary"`
}

type resultJSON struct {
	Type          string    `json:"type,omitempty"` // result, as a line among others
	ToolID        string    `json:"tool_id"`
	ToolType      string    `json:"tool_type"`
	ToolName      string    `json:"tool_name"`
	Success       bool      `json:"success"`
	Output        string    `json:"output"`
	Error         string    `json:"error"`
	Code          string    `json:"code,omitempty"`
	Hint          string    `json:"hint,omitempty"`
	ExecutionTime float64   `json:"execution_time"` // seconds
	Path          string    `json:"path"`
	PathBytes     []byte    `json:"path_bytes,omitempty"` // in Base64; of a path that is no UTF-8
	Source        string    `json:"source,omitempty"`
	Line          int       `json:"line"` // of the response
	Changed       bool      `json:"changed"`
	Replacements  int       `json:"replacements"`
	Lines         []int     `json:"lines"`
	Backup        string    `json:"backup"`
	Snippet       string    `json:"snippet"`
	Diff          string    `json:"diff"`
	Read          *readJSON `json:"read,omitempty"`
	Warnings      []string  `json:"warnings"`
}

type fileJSON struct {
	Path      string `json:"path"`
	PathBytes []byte `json:"path_bytes,omitempty"` // in Base64; of a path that is no UTF-8
	Kind      string `json:"kind"`
	From      string `json:"from,omitempty"`
	FromBytes []byte `json:"from_bytes,omitempty"` // the same
	Diff      string `json:"diff,omitempty"`
}

func toFileJSON(f run.File) fileJSON {
	return fileJSON{Path: f.Name, PathBytes: pathBytes(f.Name), Kind: f.Kind, From: f.From, FromBytes: pathBytes(f.From), Diff: f.Diff}
}

type summaryJSON struct {
	Total        int `json:"total"`
	Succeeded    int `json:"succeeded"`
	Failed       int `json:"failed"`
	Skipped      int `json:"skipped"`
	Declined     int `json:"declined,omitzero"` // by a reviewer
	FilesChanged int `json:"files_changed"`
}

// Run is one run with what a report says besides its results.
type Run struct {
	run.Report
	Asked   []ops.Operation // of the response; an interrupted run has no results for the last ones
	Quoted  []Quoted        // blocks of the response that it only shows
	Notes   []string        // warnings about the response
	Trouble string          // why the run ended early; "" if it did not
	Left    []string        // ids of calls that are left for another program; nil if they are answered

	Settings []Setting // of the configuration file in the root that the user should know

	OnlyCommands bool // the response has commands for a terminal, and nothing else to run
}

// Setting is a setting of a configuration file in the root, which comes with the tree.
type Setting struct {
	File  string `json:"file"` // from the root
	Key   string `json:"key"`
	Value any    `json:"value"`
}

// Told returns the lines that list the settings of the tree, one for each file; "" if there
// are none.
func Told(settings []Setting) string {
	var files []string
	parts := map[string][]string{}
	for _, s := range settings {
		if parts[s.File] == nil {
			files = append(files, s.File)
		}
		value, _ := json.Marshal(s.Value) // the type of a setting has a form in JSON
		parts[s.File] = append(parts[s.File], fmt.Sprintf("%s: %s", s.Key, value))
	}
	var lines []string
	for _, file := range files {
		lines = append(lines, fmt.Sprintf("set by %s: %s", OfTree(file), strings.Join(parts[file], ", ")))
	}
	return strings.Join(lines, "\n")
}

// OfTree names a configuration file that comes with the tree, by its path from the root.
func OfTree(file string) string {
	place := "in"
	if strings.HasPrefix(file, "../") {
		place = "above"
	}
	return file + " " + place + " the root, which comes with the tree"
}

// RunJSON writes a run as one JSON object.
func RunJSON(w io.Writer, rep Run) error {
	out := runObject(rep)
	out.Results = results(rep)
	return JSON(w, out)
}

// RunLines writes a run as lines of JSON: one for each result, then one with everything
// else that RunJSON writes. The type of a line says which it is.
func RunLines(w io.Writer, rep Run) error {
	enc := newEncoder(w)
	for _, res := range results(rep) {
		res.Type = "result"
		if err := enc.Encode(res); err != nil {
			return err
		}
	}
	out := runObject(rep)
	out.Type = "run"
	return enc.Encode(out)
}

func results(rep Run) []resultJSON {
	list := make([]resultJSON, len(rep.Results))
	for i, res := range rep.Results {
		list[i] = toJSON(res)
	}
	return list
}

// runObject returns a run without its results.
func runObject(rep Run) runJSON {
	failed, skipped := rep.Failed(), rep.SkippedOrWithheld()
	out := runJSON{
		Version: version, Root: rep.Root, Run: rep.Run, DryRun: rep.DryRun, Atomic: rep.Atomic,
		Committed: rep.Committed, Files: []fileJSON{}, Left: rep.Left,
		Quoted: orEmpty(rep.Quoted), Warnings: append(orEmpty(rep.Notes), rep.Warnings...), Settings: rep.Settings, Error: rep.Trouble,
		Summary: summaryJSON{
			Total: len(rep.Results), Succeeded: len(rep.Results) - failed - skipped - rep.Declined(),
			Failed: failed, Skipped: skipped, Declined: rep.Declined(), FilesChanged: changedFiles(rep.Report),
		},
	}
	for _, f := range rep.Files {
		out.Files = append(out.Files, toFileJSON(f))
	}
	return out
}

func toJSON(res ops.Result) resultJSON {
	r := resultJSON{
		ToolID: res.ID, ToolType: res.Type(), ToolName: res.Name(), Success: res.Err == nil,
		ExecutionTime: res.Elapsed.Seconds(), Path: res.Path, Source: res.Source, Line: res.Operation.Line,
		Changed: res.Changed, Replacements: res.Replacements, Lines: orEmpty(res.Lines), Backup: res.Backup,
		Snippet: res.Excerpt, Diff: res.Diff, Warnings: orEmpty(res.Warnings),
	}
	if res.Err == nil {
		r.Output, r.Read, r.PathBytes = output(res.Done), toReadJSON(res), pathBytes(res.Path)
		return r
	}
	r.Error, r.Code, r.Path, r.PathBytes = res.Err.Error(), string(res.Err.Code), res.Err.Path, pathBytes(res.Err.Path)
	if res.Err.Hint != "" {
		r.Error, r.Hint = res.Err.Text(), res.Err.Hint
	}
	r.Error = strings.TrimRight(r.Error, "\n")
	return r
}
