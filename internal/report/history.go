package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Past is one run of the history.
type Past struct {
	Run      string
	Time     time.Time // when it began
	Undoes   string    // the run that it undid; "" if it is not an undo
	UndoneBy string    // the run that undid it; "" if it is in force
	Lost     string    // why it cannot be undone; "" if it can
	Size     int64     // bytes in the history
	Files    []run.File
	Totals   *Totals // nil if the history does not have them
}

// Totals count what a run did.
type Totals struct {
	Operations int `json:"operations"` // that succeeded
	Insertions int `json:"insertions"` // lines
	Deletions  int `json:"deletions"`  // lines
}

type pastJSON struct {
	Run      string     `json:"run"`
	Time     string     `json:"time,omitempty"` // RFC 3339, UTC
	Status   string     `json:"status"`
	Undoes   string     `json:"undoes,omitempty"`
	UndoneBy string     `json:"undone_by,omitempty"`
	Reason   string     `json:"reason,omitempty"` // why it cannot be undone
	Size     int64      `json:"size"`
	Files    []fileJSON `json:"files"`
	Totals   *Totals    `json:"totals,omitempty"`
}

// HistoryJSON writes the runs on a root as one JSON object.
func HistoryJSON(w io.Writer, root string, runs []Past) error {
	past := make([]pastJSON, len(runs))
	for i, p := range runs {
		past[i] = p.json(false)
	}
	return JSON(w, struct {
		Version int        `json:"version"`
		Root    string     `json:"root"`
		Runs    []pastJSON `json:"runs"`
	}{version, root, past})
}

func (p Past) json(diffs bool) pastJSON {
	status, _ := p.state()
	out := pastJSON{
		Run: p.Run, Time: p.began(time.RFC3339, time.UTC), Status: status, Undoes: p.Undoes,
		UndoneBy: p.UndoneBy, Reason: p.Lost, Size: p.Size, Files: []fileJSON{}, Totals: p.Totals,
	}
	for _, f := range p.Files {
		if !diffs {
			f.Diff = ""
		}
		out.Files = append(out.Files, toFileJSON(f))
	}
	return out
}

// History writes a table with a row for each run; if Verbose is set, a line for each file as
// well. Of no runs it writes nothing.
func (h Human) History(w *terminal.Writer, runs []Past) error {
	table := [][]string{{"ID", "WHEN", operationsColumn, filesColumn, "+n -m", ""}}
	for _, p := range runs {
		table = append(table, p.row())
	}
	narrow(table, w.Options().Width)
	widths := columnWidths(table)
	for i, row := range table {
		if len(runs) == 0 {
			break
		}
		style := terminal.Plain
		if i == 0 || i > 0 && runs[i-1].UndoneBy != "" {
			style = terminal.Dim
		}
		writeLine(w, span{text: align(table[0], row, widths), style: style})
		if i > 0 && h.Verbose {
			writeFiles(w, runs[i-1].Files)
		}
	}
	_, err := w.WriteString("")
	return err
}

// The columns with numbers.
const (
	operationsColumn = "OPERATIONS"
	filesColumn      = "FILES"
)

// narrow makes the rows of a table fit the width of a terminal (0: any). It shortens the last
// column, the state of the run, and leaves out others if there is no room for it: the time
// first, which the id has as well.
func narrow(table [][]string, width int) {
	const gap, leastState = 2, len("undone…-3f2a")
	for width > 0 {
		widths := columnWidths(table)
		last := len(widths) - 1
		room := width - gap*last
		for _, n := range widths[:last] {
			room -= n
		}
		if widths[last] <= room {
			return
		}
		if room >= leastState || last == 1 {
			shortenStates(table, room)
			return
		}
		for i, row := range table {
			table[i] = slices.Delete(row, 1, 2)
		}
	}
}

func shortenStates(table [][]string, room int) {
	for _, row := range table {
		state := &row[len(row)-1]
		switch brief, _, _ := strings.Cut(*state, " ("); { // without the reason
		case room <= 0:
			*state = ""
		case terminal.Columns(*state) > room:
			*state = terminal.Shorten(brief, room)
		}
	}
}

// columnWidths returns the columns on a terminal that the columns of a table take.
func columnWidths(table [][]string) []int {
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Columns(terminal.Escape(cell)))
		}
	}
	return widths
}

// align returns a row of a table, with numbers at the right of their columns.
func align(heads, row []string, widths []int) string {
	var b strings.Builder
	for i, cell := range row {
		pad := strings.Repeat(" ", widths[i]-terminal.Columns(terminal.Escape(cell)))
		if heads[i] == operationsColumn || heads[i] == filesColumn {
			cell, pad = pad+cell, ""
		}
		b.WriteString(cell + pad + "  ")
	}
	return strings.TrimRight(b.String(), " ")
}

func writeFiles(w *terminal.Writer, files []run.File) {
	for _, f := range files {
		writeLine(w, append([]span{plain("    " + kindText(f) + " ")}, nameSpans(f, "")...)...)
	}
}

// row is the run as a row of the table. What is not known of it is a dash.
func (p Past) row() []string {
	_, state := p.state()
	if state == "committed" {
		state = ""
	}
	operations, lines := "-", "-"
	if t := p.Totals; t != nil {
		operations, lines = strconv.Itoa(t.Operations), fmt.Sprintf("+%d -%d", t.Insertions, t.Deletions)
	}
	files := strconv.Itoa(changedFiles(run.Report{Committed: true, Files: p.Files}))
	if len(p.Files) == 0 {
		files = "-"
	}
	return []string{p.Run, cmp.Or(p.began("2006-01-02 15:04", time.Local), "-"), operations, files, lines, state}
}

// began returns the time at which the run began, "" if it is not known.
func (p Past) began(layout string, where *time.Location) string {
	if p.Time.IsZero() {
		return ""
	}
	return p.Time.In(where).Format(layout)
}

// state returns the status for programs, and with details for people.
func (p Past) state() (status, text string) {
	switch {
	case p.UndoneBy != "":
		return "undone", "undone by " + p.UndoneBy
	case p.Lost != "":
		return "lost", "cannot be undone (" + p.Lost + ")"
	case p.Undoes != "":
		return "committed", "undid " + p.Undoes
	}
	return "committed", "committed"
}

// HistoryText writes the table as text without colors, for a model.
func (h Human) HistoryText(w io.Writer, runs []Past) error {
	if len(runs) == 0 {
		_, err := io.WriteString(w, "No runs on this root are kept.\n")
		return err
	}
	table := terminal.NewWriter(w, terminal.Options{})
	if err := h.History(table, runs); err != nil {
		return err
	}
	return table.Flush()
}
