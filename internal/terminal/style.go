package terminal

import "github.com/fatih/color"

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
	Path
	Dim // what is secondary
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

// sequences returns the control sequences before and after a text in the style.
func (s Style) sequences() (before, after string) {
	attributes := s.attributes()
	if len(attributes) == 0 {
		return "", ""
	}
	c := color.New(attributes...)
	c.EnableColor()
	const mark = "\x00"
	painted := c.Sprint(mark)
	for i := range painted {
		if painted[i] == mark[0] {
			return painted[:i], painted[i+1:]
		}
	}
	return "", ""
}
