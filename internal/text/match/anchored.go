package match

import (
	"bytes"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/text"
	"fileops/internal/text/anchor"
)

// Anchored describes a text into which lines were copied with their anchors.
type Anchored struct {
	First  string // the first line with an anchor
	Every  bool   // every line that is not blank has one
	OfFile bool   // they are anchors of the file that the text goes into
}

// PastedAnchors reports whether lines of a text begin with anchors, in any order and with any
// separator. What looks like an anchor is one if its hash is true: for the rest of its line, or for
// the line of that number in old, which is the file that the text goes into. At least half of what
// looks so must be anchors. Anchors of another file are content if old has lines with anchors, too.
func PastedAnchors(newText string, old []byte) (Anchored, bool) {
	a := Anchored{Every: true}
	var similar []anchor.Anchor
	var own []bool // whether each is the anchor of its line
	for _, line := range notBlank(newText).lines {
		at, rest, ok := cutAnchor(line)
		if !ok {
			a.Every = a.Every && line == "--" // between two places that grep found
			continue
		}
		if len(similar) == 0 {
			a.First = line
		}
		_, isOwn := ownLine(at, rest)
		similar, own = append(similar, at), append(own, isOwn)
	}
	if len(similar) == 0 {
		return Anchored{}, false
	}
	hashes, listed := hashesOf(similar, old)
	proven, ofFile := 0, 0
	for i, at := range similar {
		here := hashes[at.Line] == at.Hash
		if here {
			ofFile++
		}
		if here || own[i] {
			proven++
		}
	}
	a.OfFile = 2*ofFile >= len(similar)
	if 2*proven < len(similar) || !a.OfFile && listed {
		return Anchored{}, false
	}
	return a, true
}

// hashesOf returns the hashes of the lines of a file that have the numbers of anchors, and
// whether a line of it begins with its own anchor.
func hashesOf(anchors []anchor.Anchor, src []byte) (hashes map[int]string, listed bool) {
	hashes = map[int]string{}
	for _, at := range anchors {
		hashes[at.Line] = ""
	}
	number := 0
	for line := range bytes.Lines(src[text.Body(src):]) {
		number++
		if _, wanted := hashes[number]; wanted {
			hashes[number] = anchor.Of(line)
		}
		if listed || bytes.IndexByte(line, '#') < 0 {
			continue
		}
		if at, rest, ok := cutAnchor(string(text.TrimLineEnd(line))); ok {
			_, listed = ownLine(at, rest)
		}
	}
	return hashes, listed
}

// anchorSeparators are those of listings, and the dash of grep before a line around a match.
var anchorSeparators = lazy.Value[[]string]{Make: func() []string {
	return append(slices.Clone(separators), "-", " ")
}}

// cutAnchor cuts what looks like an anchor off the beginning of a line, and the path that grep
// writes before it. The rest begins with a separator.
func cutAnchor(line string) (at anchor.Anchor, rest string, ok bool) {
	i := strings.IndexByte(line, '#')
	if i < 1 {
		return at, "", false
	}
	before := strings.TrimRight(line[:i], "0123456789")
	if path := strings.TrimLeft(before, blanks); path != "" && (strings.ContainsAny(path, blanks) || !strings.ContainsAny(path[len(path)-1:], ":-")) {
		return at, "", false
	}
	rest, ok = anchor.CutHash(line[i:])
	if !ok || rest != "" && strings.IndexAny(rest, "\t\u2192|:- ") != 0 {
		return at, "", false
	}
	at, ok = anchor.Parse(line[len(before) : len(line)-len(rest)])
	return at, rest, ok
}

// ownLine returns a line without its anchor and the separator. ok is false if the anchor is that
// of another line.
func ownLine(at anchor.Anchor, rest string) (line string, ok bool) {
	if rest == "" {
		return "", at.Hash == anchor.Of(nil)
	}
	for _, sep := range anchorSeparators.Get() {
		if line, ok = strings.CutPrefix(rest, sep); ok && at.Hash == anchor.Of([]byte(line)) {
			return line, true
		}
	}
	return "", false
}

// withoutAnchors removes the anchors of a find if most lines begin with their own.
func withoutAnchors(lines []string) ([]string, bool) {
	out := slices.Clone(lines)
	texts, anchored := 0, 0
	for i, line := range lines {
		if strings.Trim(line, blanks) != "" {
			texts++
		}
		at, rest, ok := cutAnchor(line)
		if !ok {
			continue
		}
		if own, ok := ownLine(at, rest); ok {
			out[i] = own
			anchored++
		}
	}
	return out, anchored > 0 && 3*anchored >= 2*texts
}
