package patch

import (
	"slices"
	"strings"
)

// The lines of a patch (V4A) that are no lines of files.
const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	addFile    = "*** Add File:"
	deleteFile = "*** Delete File:"
	updateFile = "*** Update File:"
	moveTo     = "*** Move to:"
	endOfFile  = "*** End of File"
)

// marker returns the marker that a line is, as the constants have it, and the path after
// it; "" for a line that is none. It reads generously: models put blanks around markers and
// stars behind them, and write them in other case.
func marker(line string) (name, path string) {
	text, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "***")
	if !ok {
		return "", ""
	}
	words, path, hasPath := strings.Cut(strings.Trim(text, " \t"), ":")
	if !hasPath {
		words = strings.TrimSuffix(words, "***")
	} else if before, ok := strings.CutSuffix(path, "***"); ok && before != strings.TrimRight(before, " \t") {
		path = before
	}
	words = "*** " + strings.TrimRight(words, " \t")
	for _, name := range []string{beginPatch, endPatch, endOfFile, addFile, deleteFile, updateFile, moveTo} {
		if bare, takesPath := strings.CutSuffix(name, ":"); takesPath == hasPath && strings.EqualFold(bare, words) {
			return name, strings.TrimSpace(path)
		}
	}
	return "", ""
}

// startsSection reports whether a marker begins what a patch says of one file.
func startsSection(name string) bool {
	return slices.Contains([]string{addFile, deleteFile, updateFile}, name)
}

// dedent removes the blanks that all lines of the patch begin with. If only the marker lines
// have them, it keeps them in pad.
func (p *reader) dedent(first string) {
	line := p.peek()
	p.pad = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if p.pad == "" || first != beginPatch {
		return
	}
	rest := p.lines[p.at:]
	if slices.ContainsFunc(rest, func(l string) bool { return strings.TrimSpace(l) != "" && !strings.HasPrefix(l, p.pad) }) {
		return
	}
	plain := slices.Clone(p.lines)
	for i := p.at; i < len(plain); i++ {
		plain[i] = strings.TrimPrefix(plain[i], p.pad)
	}
	p.lines, p.pad = plain, ""
}

// ends reports whether a line ends the lines of a hunk. After a blank, *** is text of the
// file, unless every marker of the patch so far stands after the same blanks.
func (p *reader) ends(line string) bool {
	if strings.HasPrefix(line, "***") {
		return true
	}
	rest, padded := strings.CutPrefix(line, p.pad)
	if p.pad == "" || !p.padded || !padded || !strings.HasPrefix(rest, "***") {
		return false
	}
	name, _ := marker(rest)
	return name != ""
}

// ofFile reports whether a line of a patch holds a line of a file, by its first characters.
func ofFile(line string) bool {
	if line == "" || !strings.ContainsRune(" -+", rune(line[0])) {
		return false
	}
	rest := strings.TrimLeft(line, " \t")
	return !strings.HasPrefix(rest, "***") && !strings.HasPrefix(rest, "@@")
}
