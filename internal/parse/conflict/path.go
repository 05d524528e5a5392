package conflict

import (
	"fmt"
	"strings"

	"fileops/internal/parse/filename"
	"fileops/internal/parse/response"
)

// maxAbove is how many lines above a block, or above the fence that it stands in, may hold its
// path.
const maxAbove = 3

// maxMention is how far above the first block the name of a file is looked for that its message
// can show, in bytes.
const maxMention = 300

// pathOf returns the path of a block that begins at an offset: the nearest above it, else that of
// the block before. It does not go back to that one if anything else stands between them: a
// quoted block, an operation of another form, or words that may name another file. fence is the
// offset of the line that opens the fence that the block stands in, -1 for none.
func (r *Reader) pathOf(at, fence int) (path, problem, hint string) {
	if path = r.pathAbove(at, fence); path != "" {
		return path, "", ""
	}
	const alone = "Write the path of the file, relative to the root, alone on the line above the block."
	between := r.s.Text[r.floor:at]
	if r.path == "" { // what stands far above is about something else
		between = between[max(0, len(between)-maxMention):]
	}
	switch other := filename.Other(between, r.path); {
	case other != "":
		return "", "its file is in doubt: no path stands alone on a line above it",
			"Write the path alone on the line above the block, without other words: " + other
	case r.path == "":
		return "", "it does not say which file", alone
	case r.s.Starts.Next(r.floor, at) < at:
		return "", "its file is in doubt: something else stands between it and the block before", alone
	}
	if line := filename.MayName(between, r.path); line != "" {
		return "", fmt.Sprintf("its file is in doubt: the text between it and the block before may mean another one: %q", response.Head(line, maxShown)), alone
	}
	return r.path, "", ""
}

// pathAbove returns the path on the nearest line above a block, or in the line that opens its
// fence; "" if there is none.
func (r *Reader) pathAbove(at, fence int) string {
	floor := r.floor
	if fence >= floor {
		opening, _, _ := strings.Cut(r.s.Text[fence:], "\n")
		if path := r.pathIn(at, fence+len(opening)); path != "" {
			return path
		}
		if path := filename.InInfo(strings.TrimLeft(strings.TrimSpace(opening), "`~>- ")).Path; path != "" {
			return path
		}
		at = fence
	}
	return r.pathIn(at, floor)
}

// pathIn is the path on the nearest of a few lines before an offset, and after floor. It does not
// look into fences or comments that end there.
func (r *Reader) pathIn(at, floor int) string {
	for n := 0; n < maxAbove && at > floor; n++ {
		start := max(floor, strings.LastIndexByte(r.s.Text[:at-1], '\n')+1)
		line := strings.TrimSpace(r.s.Text[start:at])
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Contains(line, "-->") || strings.Contains(line, "<!--") {
			return ""
		}
		if path := filename.On(line).Path; path != "" {
			return path
		}
		at = start
	}
	return ""
}
