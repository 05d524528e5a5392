package terminal

import (
	"strings"

	"github.com/fatih/color"
)

// Style is how a text looks on a terminal with colors. Text must be clear without it.
type Style int

// The styles.
const (
	Plain Style = iota
	Failure
	Warning
	Success
	Added // lines of a diff
	Removed
	AddedWord // what differs within a line of a diff
	RemovedWord
	Hunk // the place of a change in a diff
	Name // a name in a sentence: plain, but line ends in it are escaped on a terminal
	Path // the same, in bold
	Dim  // what is secondary
)

// attributes returns what color calls the style.
func (s Style) attributes() []color.Attribute {
	switch s {
	case Failure, Removed:
		return []color.Attribute{color.FgRed}
	case Warning:
		return []color.Attribute{color.FgYellow}
	case Success, Added:
		return []color.Attribute{color.FgGreen}
	case AddedWord:
		return []color.Attribute{color.FgGreen, color.ReverseVideo}
	case RemovedWord:
		return []color.Attribute{color.FgRed, color.ReverseVideo}
	case Hunk:
		return []color.Attribute{color.FgCyan}
	case Path:
		return []color.Attribute{color.Bold}
	case Dim:
		return []color.Attribute{color.Faint}
	}
	return nil
}

// sequences are the control sequences before and after a text.
type sequences struct{ before, after string }

func (s Style) sequences() sequences {
	c := color.New(s.attributes()...)
	c.EnableColor()
	const mark = "|"
	before, after, _ := strings.Cut(c.Sprint(mark), mark)
	return sequences{before, after}
}
