package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is what is shown without a gap. All words of a layout have the same direction,
// and their coordinates are turned so that it is that of x.
type word struct {
	text   string
	x0, x1 float64
	y      float64 // baseline, growing upwards
	size   float64
	space  bool // there is a space after it, whatever the gap
	rtl    bool // it is written from right to left
}

// Gaps, in sizes of the font.
const (
	wordGap   = 0.13 // between words; a thin space has 0.167, kerning stays below 0.1
	columnGap = 0.8  // between pieces of a line that may be columns
	wideGap   = 1.5  // between cells of a table
)

// turned are the glyphs of one direction, turned so that they run along x.
func turned(glyphs []glyph, angle int16) []glyph {
	sin, cos := math.Sincos(-float64(angle) * math.Pi / 180)
	out := make([]glyph, 0, len(glyphs))
	for _, g := range glyphs {
		if g.angle == angle {
			g.x, g.y = g.x*cos-g.y*sin, g.x*sin+g.y*cos
			out = append(out, g)
		}
	}
	return out
}

// words puts glyphs together that follow each other on the page: as they were shown,
// unless that was from right to left.
func words(glyphs []glyph) []word {
	var out []word
	for len(glyphs) > 0 {
		n := 1
		for n < len(glyphs) && follows(glyphs[n-1], glyphs[n]) {
			n++
		}
		out = appendWords(out, glyphs[:n])
		glyphs = glyphs[n:]
	}
	return unique(out)
}

// follows says that b is the next glyph on the line of a, on either side of it.
func follows(a, b glyph) bool {
	size := max(a.size, b.size)
	if math.Abs(a.y-b.y) > 0.2*size || min(a.size, b.size) < 0.5*size {
		return false
	}
	gap := b.x - (a.x + a.w)
	if gap > -0.6*size && gap < columnGap*size {
		return true
	}
	back := a.x - (b.x + b.w)
	return back > -0.6*size && back < columnGap*size && (isRTL(a.text) || isRTL(b.text) || a.text == " " || b.text == " ")
}

// appendWords cuts a run of glyphs into words.
func appendWords(out []word, run []glyph) []word {
	if slices.ContainsFunc(run, func(g glyph) bool { return isRTL(g.text) }) {
		slices.SortStableFunc(run, func(a, b glyph) int { return cmp.Compare(a.x, b.x) })
	}
	var parts []string
	var w word
	flush := func(space bool) {
		if len(parts) > 0 {
			w.text, w.rtl = joinGlyphs(parts)
			w.space = space
			out = append(out, w)
			parts = parts[:0]
		} else if space && len(out) > 0 {
			out[len(out)-1].space = true
		}
	}
	var last glyph
	for _, g := range run {
		text := g.text
		if strings.TrimSpace(text) == "" {
			flush(true)
			last = g
			continue
		}
		if len(parts) > 0 {
			switch gap := g.x - w.x1; {
			case text == last.text && math.Abs(g.x-last.x) < 0.1*g.size && math.Abs(g.y-last.y) < 0.1*g.size:
				continue // shown twice, to look bold
			case gap > wordGap*max(g.size, w.size):
				flush(false)
			}
		}
		if len(parts) == 0 {
			w = word{x0: g.x, y: g.y, size: g.size}
		}
		if n := len(parts); n > 0 && g.x < last.x+0.5*last.w {
			// The accent comes first, or the letter.
			if both, ok := compose(parts[n-1], text); ok {
				parts, text = parts[:n-1], both
			} else if both, ok := compose(text, parts[n-1]); ok {
				parts, text = parts[:n-1], both
			}
		}
		parts = append(parts, text)
		w.x0, w.x1, w.size = min(w.x0, g.x), max(g.x+g.w, w.x1), max(w.size, g.size)
		last = g
	}
	flush(false)
	return out
}

// joinGlyphs joins what stands from left to right; letters that are written from right
// to left come in the order in which they are read.
func joinGlyphs(parts []string) (text string, rtl bool) {
	strong := 0
	for _, p := range parts {
		if isRTL(p) {
			strong++
		} else if r, _ := utf8.DecodeRuneInString(p); unicode.IsLetter(r) {
			strong--
		}
	}
	if strong <= 0 {
		return strings.Join(parts, ""), false
	}
	slices.Reverse(parts)
	reverseRuns(parts, isLTR) // numbers and Latin letters are read from left to right
	return strings.Join(parts, ""), true
}

// reverseRuns reverses each run of elements that belong together.
func reverseRuns[T any](s []T, belongs func(T) bool) {
	for i := 0; i < len(s); {
		n := 0
		for i+n < len(s) && belongs(s[i+n]) {
			n++
		}
		slices.Reverse(s[i : i+n])
		i += n + 1
	}
}

func isLTR(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r) || unicode.IsLetter(r) && !isRTL(s)
}

// isRTL says that the text starts with a letter of Hebrew, Arabic, or a script near
// them in Unicode. The digits of Arabic are written from left to right.
func isRTL(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= 0x590 && r < 0x900 && !unicode.IsDigit(r) || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc
}

// unique drops words that are shown again where they are, for a shadow or to look bold.
func unique(words []word) []word {
	type place struct {
		text string
		x, y int
	}
	seen := map[place]int{}
	out := words[:0]
	for _, w := range words {
		step := max(w.size*0.5, 0.1)
		p := place{w.text, int(w.x0 / step), int(w.y / step)}
		if i, ok := seen[p]; ok && math.Abs(out[i].x0-w.x0) < 0.2*w.size && math.Abs(out[i].y-w.y) < 0.2*w.size {
			continue
		}
		seen[p] = len(out)
		out = append(out, w)
	}
	return out
}
