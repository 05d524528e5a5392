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
	m := cmap{texts: map[uint32]string{}, cids: map[uint32]uint32{}}
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
		case "endbfchar", "endcidchar":
			m.addCodes(args, 2)
		case "endbfrange", "endcidrange":
			m.addCodes(args, 3)
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

// addCodes reads "code to" if size is 2, and "low high to" if it is 3. To is the text or
// the number of the first code, or a list of all texts.
func (m *cmap) addCodes(args []any, size int) {
	for ; len(args) >= size; args = args[size:] {
		low, ok1 := codeOf(args[0])
		high, ok2 := codeOf(args[size-2])
		if !ok1 || !ok2 || high < low {
			continue
		}
		for i := range min(int(high-low)+1, 1<<16) {
			if m.work++; m.work > maxCMap {
				return
			}
			code := low + uint32(i)
			switch to := args[size-1].(type) {
			case string:
				m.addText(code, plus(to, i))
			case array:
				if i < len(to) {
					m.addText(code, as[string](to[i]))
				}
			case float64:
				m.cids[code] = uint32(int64(to)) + uint32(i)
			}
		}
	}
}

func (m *cmap) addText(code uint32, utf16 string) {
	if len(utf16) <= 64 {
		m.texts[code] = utf16Text(utf16)
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

func codeOf(v any) (uint32, bool) {
	s, ok := v.(string)
	if !ok || len(s) == 0 || len(s) > 4 {
		return 0, false
	}
	return uint32(bigEndian([]byte(s))), true
}
