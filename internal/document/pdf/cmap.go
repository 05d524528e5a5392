package pdf

// cmap is a table from codes to text (ISO 32000-1, 9.10.3) or to the numbers of glyphs
// (9.7.5).
type cmap struct {
	spaces []codespace
	texts  map[uint32]string
	cids   map[uint32]uint32
	work   int // entries that were set
}

// codespace is a range of codes of the same length.
type codespace struct{ low, high string }

const maxCMap = 1 << 18 // entries of one table

// parseCMap reads what stands between begin… and end… and ignores the PostScript around.
func parseCMap(src []byte, b *budget) cmap {
	m := cmap{texts: map[uint32]string{}}
	l := lexer{b: src}
	var args []any
	for !b.spent() {
		v := l.object(false)
		op, ok := v.(keyword)
		if !ok {
			if len(args) < 3*1024 {
				args = append(args, v)
			}
			continue
		}
		switch op {
		case "":
			return m
		case "endcodespacerange":
			m.addSpaces(args)
		case "endbfchar":
			m.addChars(args)
		case "endbfrange":
			m.addRanges(args)
		case "endcidchar", "endcidrange":
			m.addCIDs(args, op == "endcidchar")
		}
		args = args[:0]
	}
	return m
}

func (m *cmap) addSpaces(args []any) {
	for ; len(args) >= 2 && len(m.spaces) < 256; args = args[2:] {
		low, _ := args[0].(string)
		high, _ := args[1].(string)
		if len(low) == len(high) && len(low) >= 1 && len(low) <= 4 {
			m.spaces = append(m.spaces, codespace{low, high})
		}
	}
}

func (m *cmap) addChars(args []any) {
	for ; len(args) >= 2; args = args[2:] {
		code, ok := codeOf(args[0])
		to, isText := args[1].(string)
		if ok && isText {
			m.set(code, to)
		}
	}
}

func (m *cmap) set(code uint32, utf16 string) {
	if m.work++; m.work <= maxCMap && len(utf16) <= 64 {
		m.texts[code] = utf16Text(utf16)
	}
}

func (m *cmap) addRanges(args []any) {
	for ; len(args) >= 3; args = args[3:] {
		low, ok1 := codeOf(args[0])
		high, ok2 := codeOf(args[1])
		if !ok1 || !ok2 || high < low {
			continue
		}
		n := min(int(high-low)+1, 1<<16)
		switch to := args[2].(type) {
		case string:
			for i := 0; i < n && m.work < maxCMap; i++ {
				m.set(low+uint32(i), plus(to, i))
			}
		case array:
			for i := range min(n, len(to)) {
				if s, ok := to[i].(string); ok {
					m.set(low+uint32(i), s)
				}
			}
		}
	}
}

// plus adds i to the last unit of a UTF-16 string.
func plus(s string, i int) string {
	if len(s) < 2 || i == 0 {
		return s
	}
	b := []byte(s)
	last := int(b[len(b)-2])<<8 + int(b[len(b)-1]) + i
	b[len(b)-2], b[len(b)-1] = byte(last>>8), byte(last)
	return string(b)
}

func (m *cmap) addCIDs(args []any, single bool) {
	step := 3
	if single {
		step = 2
	}
	for ; len(args) >= step; args = args[step:] {
		low, ok1 := codeOf(args[0])
		high, ok2 := codeOf(args[step-2])
		first, ok3 := args[step-1].(float64)
		if !ok1 || !ok2 || !ok3 || high < low {
			continue
		}
		if m.cids == nil {
			m.cids = map[uint32]uint32{}
		}
		for i := uint32(0); i <= min(high-low, 1<<16) && m.work < maxCMap; i++ {
			m.work++
			m.cids[low+i] = uint32(int64(first)) + i
		}
	}
}

func codeOf(v any) (uint32, bool) {
	s, ok := v.(string)
	if !ok || len(s) == 0 || len(s) > 4 {
		return 0, false
	}
	return uint32(bigEndian([]byte(s))), true
}
