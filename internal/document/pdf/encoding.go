package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	reader "github.com/ledongthuc/pdf"
)

// loadSimple finds out what the codes of a simple font say (ISO 32000-1, 9.6.6): the
// table of a base encoding, over it the names of single glyphs.
func (p *program) loadSimple(f *font, v reader.Value) {
	enc := v.Key("Encoding")
	base := enc.Name()
	if enc.Kind() == reader.Dict {
		base = enc.Key("BaseEncoding").Name()
	}
	table := baseTable(base, v.Key("Subtype").Name())
	for code, r := range table {
		if text := fold(string(r)); r != 0 && text != "" {
			f.texts[uint32(code)] = text
		}
	}
	names := map[int]string{}
	if base == "" {
		names = p.builtIn(v.Key("FontDescriptor"))
	}
	diff, code := enc.Key("Differences"), 0
	for i := 0; i < diff.Len() && !p.budget.spent(); i++ {
		switch x := diff.Index(i); x.Kind() {
		case reader.Integer:
			code = int(x.Int64())
		case reader.Name:
			if code >= 0 && code < 256 {
				names[code] = x.Name()
			}
			code++
		}
	}
	for code, text := range glyphTexts(names) {
		f.texts[uint32(code)] = fold(text)
	}
}

// The upper halves of the base encodings (ISO 32000-1, annex D). A dot is no glyph.
const (
	winAnsiUpper  = "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ"
	macRomanUpper = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
	standardUpper = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ.–†‡·.¶•‚„”»…‰.¿.`´ˆ˜¯˘˙¨.˚¸.˝˛ˇ—................Æ.ª....ŁØŒº.....æ...ı..łøœß"
)

// baseTable is the table of an encoding; for a font that names none, that of its type.
func baseTable(base, subtype string) (t [256]rune) {
	for c := ' '; c <= '~'; c++ {
		t[c] = c
	}
	upper, at := standardUpper, 0xa1
	switch {
	case base == "MacRomanEncoding":
		upper, at = macRomanUpper, 0x80
	case base == "WinAnsiEncoding" || base == "" && subtype != "Type1" && subtype != "MMType1":
		for c := rune(0xa0); c <= 0xff; c++ {
			t[c] = c
		}
		upper, at = winAnsiUpper, 0x80
	default:
		t['\''], t['`'] = '’', '‘'
	}
	for _, r := range upper {
		if r != '.' && at < len(t) {
			t[at] = r
		}
		at++
	}
	return t
}

// builtIn reads the encoding of an embedded Type 1 font out of its PostScript.
func (p *program) builtIn(descriptor reader.Value) map[int]string {
	names := map[int]string{}
	src := p.streamOf(descriptor.Key("FontFile"))
	start := bytes.Index(src, []byte("/Encoding"))
	if start < 0 {
		return names
	}
	src = src[start:min(len(src), start+1<<14)]
	for _, m := range type1Code.FindAllSubmatch(src, 256) {
		if code, err := strconv.Atoi(string(m[1])); err == nil && code < 256 {
			names[code] = string(m[2])
		}
	}
	return names
}

var type1Code = regexp.MustCompile(`dup\s+(\d{1,3})\s*/([^\s/]+)\s+put`)

// glyphTexts is what glyphs of those names say, by the codes that the names have.
func glyphTexts(names map[int]string) map[int]string {
	var ask []string
	seen := map[string]bool{}
	add := func(n string) {
		if n != "" && !seen[n] {
			seen[n] = true
			ask = append(ask, n)
		}
	}
	for _, n := range names {
		add(n)
		for _, part := range nameParts(n) {
			add(part)
		}
	}
	known := lookUp(ask)
	out := map[int]string{}
	for code, n := range names {
		if n == ".notdef" {
			out[code] = ""
		} else if text := nameText(n, known); text != "" {
			out[code] = text
		}
	}
	return out
}

// nameParts takes a glyph's name apart as the Adobe Glyph List specification says: what
// follows a dot is a variant, and underscores join the parts of a ligature.
func nameParts(n string) []string {
	n, _, _ = strings.Cut(n, ".")
	return strings.Split(n, "_")
}

func nameText(n string, known map[string]string) string {
	if text, ok := known[n]; ok {
		return text
	}
	text := ""
	for _, part := range nameParts(n) {
		switch t, ok := known[part]; {
		case ok:
			text += t
		default:
			text += numberedText(part)
		}
	}
	return text
}

// numberedText reads names that are numbers: uni0041, u1F600, and a65, as converters of
// bitmap fonts write them.
func numberedText(n string) string {
	if hex, ok := strings.CutPrefix(n, "uni"); ok && len(hex) >= 4 {
		text := ""
		for ; len(hex) >= 4; hex = hex[4:] {
			u, err := strconv.ParseUint(hex[:4], 16, 16)
			if err != nil {
				return ""
			}
			text += string(rune(u))
		}
		return text
	}
	if hex, ok := strings.CutPrefix(n, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		if u, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return string(rune(u))
		}
	}
	if len(n) > 1 && len(n) <= 4 {
		if c, err := strconv.Atoi(n[1:]); err == nil && c > ' ' && c <= '~' {
			return string(rune(c))
		}
	}
	return ""
}

// lookUp asks the object reader for the glyph list that it holds. It tells only through
// the encoder of a font, so each batch of names makes a small document: its fonts give
// the names to codes that no glyph says by itself.
func lookUp(names []string) map[string]string {
	known := map[string]string{}
	const batch = 26
	for ; len(names) > 0; names = names[min(batch, len(names)):] {
		var b bytes.Buffer
		b.WriteString("%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Encoding << /Differences [1")
		some := names[:min(batch, len(names))]
		for _, n := range some {
			b.WriteByte(' ')
			writeName(&b, name(n))
		}
		fmt.Fprintf(&b, "] >> >>\n%s\nstartxref\n9\n%%%%EOF\n", strings.Repeat(" ", 100))
		_ = guard(func() {
			r, err := reader.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil {
				return
			}
			font := reader.Font{V: r.Trailer()}
			for i, n := range some {
				code := string(rune(i + 1))
				if text := font.Encoder().Decode(code); text != code {
					known[n] = text
				}
			}
		})
	}
	return known
}
