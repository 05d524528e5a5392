package pdf

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"fileops/internal/lazy"
)

// loadSimple finds out what the codes of a simple font say (ISO 32000-1, 9.6.6): the
// table of a base encoding, over it the names of single glyphs.
func (p *program) loadSimple(f *font, v value) {
	enc := v.key("Encoding")
	base := cmp.Or(enc.name(), enc.key("BaseEncoding").name())
	table := baseTable(base, v.key("Subtype").name())
	for code, r := range table {
		if text := fold(string(r)); r != 0 && text != "" {
			f.texts[uint32(code)] = text
		}
	}
	names := map[int]string{}
	if base == "" {
		names = builtIn(v.key("FontDescriptor").key("FontFile").stream())
	}
	diff, code := enc.key("Differences"), 0
	for i := 0; i < diff.len() && !p.budget.spent(); i++ {
		switch x := diff.index(i).data.(type) {
		case float64:
			code = int(x)
		case name:
			if code >= 0 && code < 256 {
				names[code] = string(x)
			}
			code++
		}
	}
	for code, n := range names {
		if text, ok := glyphText(n); ok {
			f.texts[uint32(code)] = fold(text)
		}
	}
}

// The upper halves of the base encodings (ISO 32000-1, annex D). A dot is no glyph.
const (
	winAnsiUpper  = "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ"
	macRomanUpper = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
	standardUpper = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ.–†‡·.¶•‚„”»…‰.¿.`´ˆ˜¯˘˙¨.˚¸.˝˛ˇ—................Æ.ª....ŁØŒº.....æ...ı..łøœß"
)

// baseTable is the table of an encoding; for a font that names none, that of its type.
func baseTable(base, subtype name) (t [256]rune) {
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
func builtIn(src []byte) map[int]string {
	names := map[int]string{}
	start := bytes.Index(src, []byte("/Encoding"))
	if start < 0 {
		return names
	}
	src = src[start:min(len(src), start+1<<14)]
	for _, m := range type1Code.Get().FindAllSubmatch(src, 256) {
		if code, err := strconv.Atoi(string(m[1])); err == nil && code < 256 {
			names[code] = string(m[2])
		}
	}
	return names
}

var type1Code = lazy.Regexp{Source: `dup\s+(\d{1,3})\s*/([^\s/]+)\s+put`}

// maxName is how many bytes a name has at the most (ISO 32000-1, annex C).
const maxName = 127

// glyphText is what a glyph of that name says, as the Adobe Glyph List specification
// reads names: what follows a dot is a variant, and underscores join the parts of a
// ligature. It is not ok if that is not known; .notdef is known to say nothing.
func glyphText(n string) (text string, ok bool) {
	if len(n) > maxName {
		return "", false
	}
	base, _, _ := strings.Cut(n, ".")
	for part := range strings.SplitSeq(base, "_") {
		text += cmp.Or(listed(part), numberedText(part))
	}
	return text, text != "" || n == ".notdef"
}

// numberedText reads names that are numbers: uni0041, u1F600, and a65, as converters of
// bitmap fonts write them.
func numberedText(n string) string {
	if hex, ok := strings.CutPrefix(n, "uni"); ok && len(hex) >= 4 {
		text := ""
		for ; len(hex) >= 4; hex = hex[4:] {
			text += codePoints(hex[:4])
		}
		return text
	}
	if hex, ok := strings.CutPrefix(n, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		return codePoints(hex)
	}
	if len(n) > 1 && len(n) <= 4 {
		if c, err := strconv.Atoi(n[1:]); err == nil && c > ' ' && c <= '~' {
			return string(rune(c))
		}
	}
	return ""
}
