package ops

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
)

// sentEnds is a text that goes into a file, as far as its line ends are concerned.
type sentEnds struct {
	field     string    // that it came in, as a message names it
	ends      text.Ends // as it was sent; none where they say nothing
	keep      bool      // it is written with them, whatever the file has
	converted bool      // see Operation
}

// sentEnds looks at the line ends of a text that came in a field. A string of a call is
// taken verbatim where all its lines end in CRLF: in JSON that has to be spelled out.
func (p Policy) sentEnds(field string, v Value) sentEnds {
	w := sentEnds{field: field, ends: endsOf(v.Text), converted: p.converted}
	w.keep = p.style.Form == wording.Call && !v.Block && w.ends.Only(text.CRLF)
	return w
}

// sentEnds looks at the line ends of a replacement. They are kept where nothing else is to
// change. They are not kept where the find has CRLF as well, and so takes the file for one
// that has.
func (e editText) sentEnds(p Policy) sentEnds {
	w := p.sentEnds(e.label(e.other, p), e.Replace)
	switch {
	case e.Replace.Block:
		if !w.ends.Only(text.CRLF) { // a block has its last line end by its form
			w.ends = endsOf(e.Replace.Snippet())
		}
	case e.Find.Block:
	case e.Find.Text != e.Replace.Text && text.Unix(e.Find.Text) == text.Unix(e.Replace.Text):
		w.keep = true
	case endsOf(e.Find.Text).Only(text.CRLF):
		w.keep = false
	}
	return w
}

// remark is what a result says of line ends: a note if a text in LF got those of the file, a
// warning if it was sent with others.
type remark struct{ note, warning string }

// add puts the remark into a result, once.
func (r remark) add(done *Done) {
	if r.note != "" && !slices.Contains(done.Notes, r.note) {
		done.note(r.note)
	}
	if r.warning != "" && !slices.Contains(done.Warnings, r.warning) {
		done.Warnings = append(done.Warnings, r.warning)
	}
}

// remark says how the text was written into a file that had the line ends before. The lines
// that were put in have the line ends written; fitted says that some are not as they were sent.
func (w sentEnds) remark(file string, before, written text.Ends, fitted bool) remark {
	sent, got, had := w.ends.String(), written.String(), before.String()
	switch {
	case had == "":
		_, r := w.fresh(file)
		return r
	case w.keep && sent != "" && sent != had:
		return remark{warning: fmt.Sprintf("%s was sent with %s line ends and is written with them, but %s had %s", w.field, sent, file, had)}
	case w.converted, sent == "", got == "", sent == got && !fitted:
		return remark{}
	case w.ends.CRLF == 0:
		return remark{note: "Line ends: " + got + ", as " + file + " has them"}
	}
	return remark{warning: fmt.Sprintf("%s was sent with %s line ends, but is written with %s, as %s has them", w.field, sent, got, file)}
}

// fresh is the line end that the text gets in a file without line ends. It keeps CRLF if all
// its lines have that, else it gets LF.
func (w sentEnds) fresh(file string) (text.LineEnd, remark) {
	switch {
	case w.ends.CRLF == 0:
		return text.LF, remark{}
	case w.ends.LF > 0:
		return text.LF, remark{warning: fmt.Sprintf("%s was sent with both line ends (%d CRLF, %d LF), but is written with LF", w.field, w.ends.CRLF, w.ends.LF)}
	case w.converted && !slices.Contains(batchFiles, strings.ToLower(path.Ext(file))):
		return text.LF, remark{note: "Line ends: LF, though " + w.field + " came with CRLF, since every line of the response did"}
	}
	return text.CRLF, remark{note: "Line ends: CRLF, as " + w.field + " was sent"}
}

func endsOf(s string) text.Ends { return text.LineEndsOf([]byte(s)).Count() }

// batchFiles are the endings of scripts of Windows' own shell, which need CRLF.
var batchFiles = []string{".bat", ".cmd"}
