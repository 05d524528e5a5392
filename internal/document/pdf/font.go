package pdf

import (
	"math"
	"strings"
)

// font is what has to be known of a font: how strings are cut into codes, what a code
// says, and how wide its glyph is.
type font struct {
	wide     bool        // a composite font: codes may have more than one byte
	spaces   []codespace // of a composite font; none is two bytes
	unicode  bool        // the codes are UTF-16 themselves
	vertical bool
	texts    map[uint32]string // by code
	cids     map[uint32]uint32 // by code; empty if they are the same
	widths   map[uint32]float64
	unset    float64 // the width of what has none
	em       float64 // how tall a glyph is, for a size of 1
}

// fontNamed finds a font in the resources, once for each content stream.
func (p *program) fontNamed(n name) *font {
	f, ok := p.fonts[n]
	if !ok {
		f = p.load(p.resources.key("Font").key(n))
		p.fonts[n] = f
	}
	return f
}

// load reads a font once for each document.
func (p *program) load(v value) *font {
	id := v.id()
	if f, ok := p.interpreter.fonts[id]; ok {
		return f
	}
	f := &font{texts: map[uint32]string{}, widths: map[uint32]float64{}, em: 1}
	p.interpreter.fonts[id] = f
	if v.key("Subtype").name() == "Type0" {
		p.loadComposite(f, v)
	} else {
		p.loadWidths(f, v)
		p.loadSimple(f, v)
	}
	for code, text := range parseCMap(v.key("ToUnicode").stream(), p.budget).texts {
		if text = fold(text); text != "" {
			f.texts[code] = text
		}
	}
	return f
}

// loadComposite reads a font of type 0 (ISO 32000-1, 9.7).
func (p *program) loadComposite(f *font, v value) {
	f.wide, f.unset = true, 1
	enc := v.key("Encoding") // the name of a table, or a stream that is one
	m := parseCMap(enc.stream(), p.budget)
	f.spaces, f.cids = m.spaces, m.cids
	n := string(enc.name())
	f.vertical = strings.HasSuffix(n, "-V") || enc.key("WMode").int() == 1
	f.unicode = strings.Contains(n, "UCS2") || strings.Contains(n, "UTF16")
	d := v.key("DescendantFonts").index(0)
	if dw := d.key("DW"); dw.data != nil {
		f.unset = dw.num() / 1000
	}
	w := d.key("W")
	for i := 0; i < w.len() && !p.budget.spent(); {
		first, next := w.index(i).int(), w.index(i+1)
		if next.array() != nil {
			for j := range next.len() {
				f.setWidth(first+j, next.index(j).num())
			}
			i += 2
			continue
		}
		width := w.index(i + 2).num()
		for cid := max(first, 0); cid <= next.int() && cid < 1<<16; cid++ {
			f.setWidth(cid, width)
		}
		i += 3
	}
}

func (f *font) setWidth(code int, w float64) {
	if code >= 0 && code < 1<<16 {
		f.widths[uint32(code)] = clamp(w) / 1000
	}
}

// loadWidths reads the widths of a simple font (ISO 32000-1, 9.6).
func (p *program) loadWidths(f *font, v value) {
	first, w := v.key("FirstChar").int(), v.key("Widths")
	for i := range min(w.len(), 256) {
		f.setWidth(first+i, w.index(i).num())
	}
	f.unset = v.key("FontDescriptor").key("MissingWidth").num() / 1000
	if v.key("Subtype").name() == "Type3" {
		f.scaleType3(v)
	} else if w.len() == 0 {
		f.standardWidths(v.key("BaseFont").name())
	}
}

// scaleType3 does for a font of type 3 what the 1000 units to the em do for others.
// How tall its glyphs are is anyone's guess: twice as tall as they are wide.
func (f *font) scaleType3(v value) {
	scale := math.Abs(v.key("FontMatrix").index(0).num())
	if scale == 0 {
		scale = 0.001
	}
	sum, n := 0.0, 0
	for code, w := range f.widths {
		f.widths[code] = w * 1000 * scale
		if w != 0 {
			sum, n = sum+math.Abs(f.widths[code]), n+1
		}
	}
	if n > 0 {
		f.em = min(max(2*sum/float64(n), 1e-6), 1e6)
	}
}

// width is how far a code moves on, for a size of 1.
func (f *font) width(code uint32) float64 {
	if len(f.cids) > 0 {
		code = f.cids[code]
	}
	if w, ok := f.widths[code]; ok {
		return w
	}
	return f.unset
}

// text is what a code says, and nothing if that is not known.
func (f *font) text(code uint32, raw string) string {
	if text, ok := f.texts[code]; ok {
		return text
	}
	if f.unicode {
		return fold(utf16Text(raw))
	}
	return ""
}

// codes cuts a string into codes.
func (f *font) codes(s string, each func(code uint32, raw string)) {
	for len(s) > 0 {
		n := 1
		if f.wide {
			n = f.codeLength(s)
		}
		code := uint32(0)
		for i := range n {
			code = code<<8 | uint32(s[i])
		}
		each(code, s[:n])
		s = s[n:]
	}
}

// codeLength is how many bytes the first code has (ISO 32000-1, 9.7.6.2).
func (f *font) codeLength(s string) int {
	for _, c := range f.spaces {
		n := len(c.low)
		if n > len(s) {
			continue
		}
		in := 0
		for in < n && s[in] >= c.low[in] && s[in] <= c.high[in] {
			in++
		}
		if in == n {
			return n
		}
	}
	if f.unicode && len(s) >= 4 && s[0]&0xfc == 0xd8 {
		return 4
	}
	return min(2, len(s))
}
