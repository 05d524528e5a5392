package pdf

import "strings"

// Widths of the glyphs from space to tilde, in thousandths of the em, of the standard
// fonts. These need not be embedded in a file (ISO 32000-1, 9.6.2.2).
var (
	helvetica = [...]int16{
		278, 278, 355, 556, 556, 889, 667, 222, 333, 333, 389, 584, 278, 333, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		222, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
		556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	times = [...]int16{
		250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278,
		500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
		921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
		556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
		333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
		500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
	}
)

// standardWidths gives a font that has no widths those of the standard font that its
// name suggests. The bold ones are a little wider.
func (f *font) standardWidths(n name) {
	base := strings.ToLower(string(n))
	f.unset = 0.5
	if strings.Contains(base, "courier") || strings.Contains(base, "mono") {
		f.unset = 0.6
		return
	}
	table, scale := helvetica[:], 0.001
	if strings.Contains(base, "times") || strings.Contains(base, "serif") || strings.Contains(base, "roman") {
		table = times[:]
	}
	if strings.Contains(base, "bold") {
		scale *= 1.06
	}
	for i, w := range table {
		f.widths[uint32(' '+i)] = float64(w) * scale
	}
}
