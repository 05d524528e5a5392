package report

import (
	"io"
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
}

// HistoryJSON writes the runs on a root as one JSON object.
func HistoryJSON(w io.Writer, root string, runs []Past) error {
	past := make([]pastJSON, len(runs))
	for i, p := range runs {
		status, _ := p.state()
		past[i] = pastJSON{
			Run: p.Run, Time: p.began(time.RFC3339, time.UTC), Status: status, Undoes: p.Undoes,
			UndoneBy: p.UndoneBy, Reason: p.Lost, Size: p.Size, Files: []fileJSON{},
		}
		for _, f := range p.Files {
			f.Diff = ""
			past[i].Files = append(past[i].Files, toFileJSON(f))
		}
	}
	return JSON(w, struct {
		Version int        `json:"version"`
		Root    string     `json:"root"`
		Runs    []pastJSON `json:"runs"`
	}{version, root, past})
}

// History writes a line for each run; if all is set, one for each file as well.
func (h Human) History(w io.Writer, runs []Past, all bool) error {
	b := h.writer(w)
	for _, p := range runs {
		_, state := p.state()
		columns := []string{p.began(time.DateTime, time.Local), state, p.what()}
		b.Styled(terminal.Warning, p.Run)
		for _, text := range columns {
			if text != "" {
				b.WriteString("  ")
				b.Styled(terminal.Name, text)
			}
		}
		b.WriteString("\n")
		for _, f := range p.Files {
			if f.From != "" {
				f.Name = f.From + " → " + f.Name
			}
			if all {
				b.WriteString("    " + f.Kind + " ")
				b.Styled(terminal.Name, f.Name)
				b.WriteString("\n")
			}
		}
	}
	return b.Flush()
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

// what names the first files of a run.
func (p Past) what() string {
	names := make([]string, len(p.Files))
	for i, f := range p.Files {
		names[i] = f.Kind + " " + f.Name
	}
	return firstOf(names, 3)
}
