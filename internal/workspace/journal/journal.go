// Package journal is the record of a commit. A [Journal] says what the commit is about to do,
// and keeps the old content of each file that it replaces or removes. From it, an interrupted
// commit is rolled back or finished, and a finished run is undone. The journals of finished
// runs are the history of a root. The package touches no file of the tree.
package journal

import (
	"io/fs"
	"time"
)

// Journal is one run on a root, with the steps of its commit. The JSON names here and below
// are part of the file format, so they stay even if the name of a field says more: epochs for
// PhaseStarts, lost for NotUndoable, made for TempNumber, link for HardLink.
type Journal struct {
	Run          string    `json:"run,omitzero"`
	Number       int       `json:"number,omitzero"` // of the runs on this root
	Time         time.Time `json:"time,omitzero"`
	Root         string    `json:"root,omitzero"`
	Undoes       string    `json:"undoes,omitzero"` // the run that this one undoes
	UndoesNumber int       `json:"undone,omitzero"` // and its number

	// The commit. The names in a step are those of the time when the step's turn comes.
	Temps []Temp `json:"temps,omitzero"`
	Steps []Step `json:"steps,omitzero"` // in order
	// PhaseStarts[k] is the index of the first step of phase k+1. Within a phase, no step but a
	// Replace puts an entry at a name that an earlier one vacated, or below it. The commit records
	// the phase that it is in; see [Dir.SetPhase].
	PhaseStarts []int `json:"epochs,omitzero"`

	// Trash lists the entries that the run removed or replaced, except those that became a backup
	// themselves, under the names that they have after the last step. A directory comes behind its
	// contents.
	Trash []string `json:"trash,omitzero"`

	// The directories in which the steps change names, under the names that they have before the
	// first step, when some may not exist, and after the last one.
	DirsBefore []string `json:"dirs,omitzero"`
	DirsAfter  []string `json:"ends,omitzero"`

	// The run, as history.
	Changes     []Change `json:"changes,omitzero"`
	Entries     []Entry  `json:"entries,omitzero"`
	NotUndoable string   `json:"lost,omitzero"`   // why the run cannot be undone, "" if it can
	Totals      *Totals  `json:"totals,omitzero"` // nil in format 2

	phase int
}

// Totals count what a run did.
type Totals struct {
	Operations int `json:"operations"` // that succeeded
	Insertions int `json:"insertions"` // lines
	Deletions  int `json:"deletions"`  // lines
}

// Phase is the one that the commit is in; the first is 0.
func (j *Journal) Phase() int { return j.phase }

// PhaseSteps are the steps of the present phase.
func (j *Journal) PhaseSteps() []Step {
	first, end := 0, len(j.Steps)
	if j.phase > 0 {
		first = j.PhaseStarts[j.phase-1]
	}
	if j.phase < len(j.PhaseStarts) {
		end = j.PhaseStarts[j.phase]
	}
	return j.Steps[first:end]
}

// Temp is a temporary file: a file or link that a commit writes before its first step. A step
// gives it its place.
type Temp struct {
	Name  string `json:"name,omitzero"` // before the first step
	State State  `json:"holds,omitzero"`
}

// StepKind is what one step of a commit does.
type StepKind int

// The kinds of steps.
const (
	Rename  StepKind = iota // From to To, where nothing stands
	Replace                 // From to To, whose entry gets the name Kept first
	MakeDir                 // To
)

// Step is one change of the tree that others can see. Steps are applied in order.
//
// Invariant: a step destroys nothing, so that it can be reverted after the later ones are. What
// the run removes only changes its name, until the last step is applied.
type Step struct {
	Kind       StepKind    `json:"kind"`
	From       string      `json:"from,omitzero"`
	To         string      `json:"to,omitzero"`
	Kept       string      `json:"kept,omitzero"`  // Replace: the name that the entry at To gets: a set-aside one, or that of its backup
	HardLink   bool        `json:"link,omitzero"`  // Replace: that entry first has both names, by a hard link, so that To is never without a file
	TempNumber int         `json:"made,omitzero"`  // From is the temporary file Temps[TempNumber-1]; 0 if it is none
	Exact      bool        `json:"exact,omitzero"` // MakeDir: with just this mode and owner; else the usual ones
	Mode       fs.FileMode `json:"mode,omitzero"`
	Dir        bool        `json:"dir,omitzero"`  // it moves a directory
	ID         uint64      `json:"id,omitzero"`   // TempNumber is 0: the inode of what is at From; 0 if the system tells none
	User       int         `json:"user,omitzero"` // -1 if it is not known
	Grp        int         `json:"group,omitzero"`
	Old        []byte      `json:"old,omitzero"` // Replace, if Kept is a backup: SHA-256 of what stood at To
}

// PlacesTemp reports whether the step gives a temporary file its place.
func (s Step) PlacesTemp() bool { return s.TempNumber > 0 }

// Change is what a run did to one entry, as the history shows it.
type Change struct {
	Kind string      `json:"kind,omitzero"`
	Name string      `json:"name,omitzero"` // after the run; of what is gone, before it
	From string      `json:"from,omitzero"` // where the content comes from, if it stood elsewhere
	Mode fs.FileMode `json:"mode,omitzero"` // permission bits after the run
	Dir  bool        `json:"dir,omitzero"`  // a directory
}

// Entry is what became of one entry of the tree in a run, backups included. Both names are
// resolved: Before in the tree as it was, After in the tree as it is since.
type Entry struct {
	Before      string `json:"before,omitzero"` // "" for a new entry
	After       string `json:"after,omitzero"`  // "" for one that is gone
	StateBefore State  `json:"was,omitzero"`
	StateAfter  State  `json:"is,omitzero"`
	Moved       bool   `json:"moved,omitzero"`  // to another directory or name, not with a directory above it
	Backup      bool   `json:"backup,omitzero"` // a backup that the program made, or an older one that it replaced
}

// State is what is needed to recognise an entry of the disk, or to make it again.
type State struct {
	Kind Kind        `json:"kind,omitzero"`
	Mode fs.FileMode `json:"mode,omitzero"`
	Size int64       `json:"size,omitzero"` // bytes, Regular only
	Time instant     `json:"time,omitzero"` // of the last change, if Sum is not known
	Sum  []byte      `json:"sum,omitzero"`  // SHA-256 of the content
	Link string      `json:"link,omitzero"` // where a link leads
	At   int64       `json:"at,omitzero"`   // where in the journal file its content is saved, in bytes from the start; 0 if it is not

	Owned    bool              `json:"owned,omitzero"` // User and Group are known
	User     int               `json:"user,omitzero"`
	Group    int               `json:"group,omitzero"`
	Extended map[string][]byte `json:"extended,omitzero"` // extended attributes, of what is gone
}

// SetTime sets the time of the last change.
func (s *State) SetTime(t time.Time) { s.Time = instant(t) }

// HasTime reports whether t is the time of the last change.
func (s *State) HasTime(t time.Time) bool { return s.Time.Equal(instant(t)) }

// Kind is what stands at a name.
type Kind int

// The kinds.
const (
	Absent Kind = iota
	Regular
	Directory
	Link
	Special // a FIFO, socket or device
)
