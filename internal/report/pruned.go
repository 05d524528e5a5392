package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"fileops/internal/terminal"
)

// Pruned is what `fileops history --prune` removed.
type Pruned struct {
	Roots  []PrunedRoot `json:"pruned"`
	Bytes  int64        `json:"freed"`
	Kept   int          `json:"kept"`   // roots whose history is left
	Size   int64        `json:"size"`   // bytes of the histories that are left
	Absent int          `json:"absent"` // roots left because their file system is not mounted
	Busy   int          `json:"busy"`   // roots left because a run holds them
}

// PrunedRoot is a root whose history was removed.
type PrunedRoot struct {
	Root string    `json:"root"`
	Gone bool      `json:"gone"` // else the histories of all roots were too large
	Used time.Time `json:"used"`
	Size int64     `json:"size"` // bytes
}

// PrunedJSON writes what was removed as one JSON object.
func PrunedJSON(w io.Writer, p Pruned) error {
	p.Roots = append([]PrunedRoot{}, p.Roots...)
	for i := range p.Roots {
		p.Roots[i].Used = p.Roots[i].Used.UTC().Truncate(time.Second)
	}
	return JSON(w, struct {
		Version int `json:"version"`
		Pruned
	}{version, p})
}

// Pruned writes a line for each history that was removed, and what was freed.
func (h Human) Pruned(w *terminal.Writer, p Pruned) error {
	var b strings.Builder
	for _, r := range p.Roots {
		why := "gone"
		if !r.Gone {
			why = "over state_size_mb"
		}
		fmt.Fprintf(&b, "Removed the history of %s (%s, last used %s, %s)\n", cmp.Or(r.Root, "(an empty history)"), why, r.Used.Local().Format(time.DateOnly), megabytes(r.Size))
	}
	fmt.Fprintf(&b, "Freed %s. Kept the histories of %s (%s).\n", megabytes(p.Bytes), count(p.Kept, "root", "roots"), megabytes(p.Size))
	if p.Absent > 0 {
		fmt.Fprintf(&b, "Left %s on file systems that are not mounted now.\n", count(p.Absent, "root", "roots"))
	}
	if p.Busy > 0 {
		fmt.Fprintf(&b, "Left %s that a run holds.\n", count(p.Busy, "root", "roots"))
	}
	_, err := w.WriteString(b.String())
	return err
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }
