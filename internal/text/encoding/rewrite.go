package encoding

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
)

// Splice makes edits, whose spans are offsets in the decoded src, and returns the new bytes.
// Every byte of src outside of the spans is kept, even an invalid one. In ISO-2022-JP that
// holds for lines without an edit. The edits must be in order and must not overlap.
//
// The error is an *Unencodable, or says that the new text would not be read back: it would
// become part of a broken character next to it.
func (e Encoding) Splice(src []byte, edits []text.Edit) ([]byte, error) {
	if e.codec == nil {
		out, _ := text.Splice(src, edits)
		return out, nil
	}
	decoded := e.Decode(src)
	out := make([]byte, 0, len(src))
	at := 0
	for _, r := range e.regions(src, edits) {
		old := src[r.from.raw:r.to.raw]
		fresh, _ := text.Splice(decoded[r.from.text:r.to.text], r.edits)
		data, err := e.Encode(fresh)
		if err != nil {
			return nil, err
		}
		// A broken character is shown as U+FFFD, and a model may copy that.
		broken := slices.ContainsFunc(r.edits, func(e text.Edit) bool { return strings.ContainsRune(e.Text, utf8.RuneError) })
		if broken && !e.holds(old) {
			return nil, &Unencodable{Rune: utf8.RuneError, Encoding: e.Name()}
		}
		out = append(append(out, src[at:r.from.raw]...), data...)
		at = r.to.raw
	}
	out = append(out, src[at:]...)
	if want, _ := text.Splice(decoded, edits); !bytes.Equal(e.Decode(out), want) {
		return nil, fmt.Errorf("the change would join a broken character of %s", e.Name())
	}
	return out, nil
}

// boundary is the place between two units, as an offset in the bytes of a file and
// in the decoded text.
type boundary struct{ raw, text int }

// region is the part of a file that edits change, in whole units.
type region struct {
	from, to boundary
	edits    []text.Edit // their spans count from the region's start
}

// regions are the edits with the units that they touch, found in one pass over src. Edits that
// touch the same unit share a region.
func (e Encoding) regions(src []byte, edits []text.Edit) []region {
	w := walker{codec: e.codec, src: src}
	var all []region
	for _, edit := range edits {
		from, _ := w.around(edit.Start)
		_, to := w.around(edit.End)
		if n := len(all); n > 0 && from.raw < all[n-1].to.raw {
			all[n-1].to = to
		} else {
			all = append(all, region{from: from, to: to})
		}
		r := &all[len(all)-1]
		edit.Start -= r.from.text
		edit.End -= r.from.text
		r.edits = append(r.edits, edit)
	}
	return all
}

// walker goes through the units of a file.
type walker struct {
	codec codec
	src   []byte
	unit  []byte
	// before and after are the boundaries of the last unit.
	before, after boundary
}

// around returns the last boundary at or before an offset in the text and the first
// one at or after it. Offsets must ascend.
func (w *walker) around(off int) (before, after boundary) {
	for w.after.text < off && w.after.raw < len(w.src) {
		w.before = w.after
		rest := w.src[w.before.raw:]
		n := plain(w.codec, rest[:min(len(rest), off-w.before.text)])
		if n > 0 {
			w.after = boundary{w.before.raw + n, w.before.text + n}
			continue
		}
		w.unit, n = w.codec.next(w.unit[:0], rest)
		w.after = boundary{w.before.raw + n, w.before.text + len(w.unit)}
	}
	if w.after.text <= off {
		return w.after, w.after
	}
	return w.before, w.after
}
