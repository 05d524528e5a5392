package pdf

import (
	"math"
	"strings"
	"unicode/utf16"
)

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix [6]float64

// identity is a constant in disguise.
var identity = matrix{1, 0, 0, 1, 0, 0}

// times is the map that does m first, then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		clamp(m[0]*n[0] + m[1]*n[2]), clamp(m[0]*n[1] + m[1]*n[3]),
		clamp(m[2]*n[0] + m[3]*n[2]), clamp(m[2]*n[1] + m[3]*n[3]),
		clamp(m[4]*n[0] + m[5]*n[2] + n[4]), clamp(m[4]*n[1] + m[5]*n[3] + n[5]),
	}
}

// glyph is a piece of text with its place on the page: where its baseline starts, how
// far it reaches, and how tall its font is, in points.
type glyph struct {
	text  string // never empty; " " is a space
	x, y  float64
	w     float64
	size  float64
	angle int16 // of the baseline, in degrees
}

// show shows a string: of each code, what it says and how far it moves on.
func (p *program) show(s string) {
	if p.font == nil {
		return
	}
	p.font.codes(s, func(code uint32, raw string) {
		if p.full || p.budget.spent() {
			return
		}
		width := p.font.width(code)
		move := width*p.size + p.spacing
		if raw == " " {
			move += p.words
		}
		at := matrix{1, 0, 0, 1, 0, p.rise}.times(p.tm).times(p.ctm)
		text := p.span(p.font.text(code, raw))
		if p.font.vertical {
			// The origin is above the middle of the glyph, and y goes down.
			p.add(text, matrix{0, -at[3], at[0], 0, at[4], at[5]}, p.size, p.size)
			p.tm = matrix{1, 0, 0, 1, 0, -p.size + p.spacing}.times(p.tm)
			return
		}
		p.add(text, at, width*p.size*p.stretch, p.size*p.font.em)
		p.tm = matrix{1, 0, 0, 1, move * p.stretch, 0}.times(p.tm)
	})
}

// span is the text that is shown: the actual text of the span once, if there is one.
func (p *program) span(text string) string {
	n := len(p.actual)
	if n == 0 || p.actual[n-1] == nil {
		return text
	}
	text, *p.actual[n-1] = *p.actual[n-1], ""
	return text
}

// add keeps a glyph that m places, w wide and of that size before m.
func (p *program) add(text string, m matrix, w, size float64) {
	if text == "" {
		return
	}
	if len(p.glyphs) >= maxGlyphs {
		p.full = true
		return
	}
	dx, dy := m[0], m[1]
	if w < 0 {
		dx, dy, w = -dx, -dy, -w
	}
	along, up := math.Hypot(m[0], m[1]), math.Hypot(m[2], m[3])
	g := glyph{text: text, x: m[4], y: m[5], w: w * along, size: math.Abs(size) * up}
	if g.size == 0 {
		g.size = math.Abs(size) * along
	}
	if m[0] < 0 && m[3] > 0 { // mirrored, as the second letter of XeTeX: it reaches to the left
		g.x, dx = g.x-g.w, -dx
	}
	if g.size <= 0 || p.boxed && p.outside(g) {
		return
	}
	g.angle = int16((int(math.Round(math.Atan2(dy, dx)*180/math.Pi)) + 360) % 360)
	p.budget.keep(text)
	p.glyphs = append(p.glyphs, g)
}

func (in *interpreter) outside(g glyph) bool {
	return g.x+g.w+g.size < in.box[0] || g.x-g.w-g.size > in.box[2] || g.y+g.size < in.box[1] || g.y-g.size > in.box[3]
}

// fold makes searchable text of what a font says: ligatures as letters, every space as
// one. Soft hyphens stay until lines are joined.
func fold(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= 0xfb00 && r <= 0xfb06:
			b.WriteString([...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-0xfb00])
		case r == 0xa0 || r == 0x3000 || r >= 0x2000 && r <= 0x200a || r == 0x202f || r >= '\t' && r <= ' ':
			b.WriteByte(' ')
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfeff || r == 0x200b || r >= 0xfdd0 && r <= 0xfdef:
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// textString reads a string that is text (ISO 32000-1, 7.9.2.2): UTF-16 with a mark,
// UTF-8 with a mark, or bytes, taken for Latin-1.
func textString(s string) string {
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		return utf16Text(s[2:])
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		return strings.ToValidUTF8(s[3:], "\ufffd")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func utf16Text(s string) string {
	units := make([]uint16, len(s)/2)
	for i := range units {
		units[i] = uint16(s[2*i])<<8 | uint16(s[2*i+1])
	}
	return string(utf16.Decode(units))
}
