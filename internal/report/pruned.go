package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"
)

// Pruned is what `fileops history --prune` removed.
type Pruned struct {
	Roots  []PrunedRoot
	Bytes  int64 // freed
	Kept   int   // roots whose history is left
	Size   int64 // bytes of the histories that are left
	Absent int   // roots left because their file system is not mounted
	Busy   int   // roots left because a run holds them
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
	out := struct {
		Version int          `json:"version"`
		Pruned  []PrunedRoot `json:"pruned"`
		Freed   int64        `json:"freed"` // bytes
		Kept    int          `json:"kept"`  // roots
		Size    int64        `json:"size"`  // bytes
		Absent  int          `json:"absent"`
		Busy    int          `json:"busy"`
	}{version, append([]PrunedRoot{}, p.Roots...), p.Bytes, p.Kept, p.Size, p.Absent, p.Busy}
	for i := range out.Pruned {
		out.Pruned[i].Used = out.Pruned[i].Used.UTC().Truncate(time.Second)
	}
	return JSON(w, out)
}

// Pruned writes a line for each history that was removed, and what was freed.
func (h Human) Pruned(w io.Writer, p Pruned) error {
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
	_, err := io.WriteString(w, b.String())
	return err
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }
