package scan

// Class is a set of bytes.
type Class [256]bool

// Share is the share of the bytes of ordinary text that are in the class, 0 to 1.
func (c *Class) Share() float64 {
	sum := 0.0
	for b, in := range c {
		if in {
			sum += Frequency(byte(b))
		}
	}
	return min(sum, 1)
}

// Window finds a run of byte classes.
type Window struct {
	table  nibbles
	chance float64
}

// NewWindow makes the scan for one to four classes in a row.
func NewWindow(classes []Class) *Window {
	w := &Window{chance: 1}
	w.table.width = len(classes)
	for j := range classes {
		w.table.set(j, &classes[j])
		w.chance *= classes[j].Share()
	}
	return w
}

// Chance estimates how often the window occurs at a place of ordinary text, 0 to 1.
func (w *Window) Chance() float64 { return w.chance }

// Find gives a place in b at or after from, or -1. No window begins between from and that
// place. If a class did not fit the tables (see set), the place may have no window either.
func (w *Window) Find(b []byte, from int) int {
	i := findWindow(b[from:], &w.table)
	if i < 0 {
		return -1
	}
	return from + i
}

// set makes c the set of place j. Rows of bytes with the same high nibble share a bucket if
// their low nibbles are the same. If there are more than eight different rows, the last bucket
// takes the rest. Then the set accepts too much, and set gives false.
func (t *nibbles) set(j int, c *Class) bool {
	var rows []uint16
	exact := true
	for hi := range 16 {
		var row uint16
		for lo := range 16 {
			if c[hi<<4|lo] {
				row |= 1 << lo
			}
		}
		if row == 0 {
			continue
		}
		k := 0
		for k < len(rows) && rows[k] != row {
			k++
		}
		if k == len(rows) && k < 8 {
			rows = append(rows, row)
		}
		if k == 8 {
			k, exact = 7, false
			rows[7] |= row
		}
		t.hi[j][hi] |= 1 << k
	}
	for k, row := range rows {
		for lo := range 16 {
			if row>>lo&1 != 0 {
				t.lo[j][lo] |= 1 << k
			}
		}
	}
	return exact
}
