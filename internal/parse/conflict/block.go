package conflict

import (
	"fmt"
	"strconv"
	"strings"

	"fileops/internal/ops"
)

// kind is what a marker does.
type kind byte

const (
	opens kind = iota
	divides
	closes
)

// marker is a line that begins, divides or ends a block, or a conflict inside its texts.
type marker struct {
	at, end  int // offsets of the line, and after its line end
	kind     kind
	labelled bool // SEARCH or REPLACE stands on it
	broken   bool // it seems to begin a block, but is not written as it should be
	pairs    bool // inside a text, it begins a conflict
}

// A marker begins with so many of its sign.
const minSigns, maxSigns = 5, 9

// markersIn are the markers of a text, none if it has nothing that begins a block.
func markersIn(text string) []marker {
	if !strings.Contains(text, "<<<<") && !strings.Contains(text, "-----") {
		return nil
	}
	var list []marker
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if strings.IndexByte(" \t<=>-+", text[at]) < 0 {
			at = end
			continue
		}
		m, ok := markerOf(text[at:end])
		m.at, m.end, m.pairs = at, end, ok
		if n := brokenOpening(text[at:end]); n >= 0 && !(ok && m.labelled) {
			m.at, m.kind, m.broken, ok = at+n, opens, true, true
		}
		if ok {
			list = append(list, m)
		}
		at = end
	}
	return list
}

// markerOf reads a line as a marker.
func markerOf(line string) (m marker, ok bool) {
	if len(line) < minSigns || strings.IndexByte("<=>-+", line[0]) < 0 {
		return m, false
	}
	signs := len(line) - len(strings.TrimLeft(line, line[:1]))
	rest := line[signs:]
	label := strings.TrimSpace(rest)
	if signs < minSigns || signs > maxSigns {
		return m, false
	}
	apart := strings.TrimLeft(rest, " \t") != rest // as git writes labels
	switch line[0] {
	case '<', '-':
		m.kind, m.labelled = opens, label == "SEARCH" || label == "SEARCH>"
	case '>', '+':
		m.kind, m.labelled = closes, label == "REPLACE"
	case '=':
		m.kind = divides
		return m, label == ""
	}
	conflict := (line[0] == '<' || line[0] == '>') && (label == "" || apart)
	return m, m.labelled || conflict
}

// brokenOpening returns where a line has signs and SEARCH, or ORIGINAL, as models write them if
// they do not keep to the form: indented, quoted, with other signs or other words; -1 if it has
// not.
func brokenOpening(line string) int {
	rest := strings.TrimLeft(line, " \t>")
	at := len(line) - len(rest)
	if rest == "" || rest[0] != '<' && rest[0] != '-' {
		return -1
	}
	label := strings.TrimLeft(rest, rest[:1])
	if signs := len(rest) - len(label); signs < minSigns-1 || len(label) > 200 {
		return -1
	}
	word := strings.ToUpper(strings.TrimLeft(label, " \t"))
	if !strings.HasPrefix(word, "SEARCH") && !strings.HasPrefix(word, "ORIGINAL") {
		return -1
	}
	return at
}

// block is a SEARCH/REPLACE block. All offsets are into the text.
type block struct {
	start, end           int
	body, divider        int // the text of SEARCH
	afterDivider, closer int // the text of REPLACE
	line                 int // that :start_line: gives; 0 for none
	ended                bool
	problem, hint        string // what is wrong with it; "" if nothing is
}

// parse reads the block of a start.
func (r *Reader) parse(i int) block {
	if r.known.start == r.starts[i].At {
		return r.known
	}
	first := r.first[i]
	b := block{start: r.markers[first].at, body: r.markers[first].end, divider: -1}
	if r.markers[first].broken {
		b.end, b.ended = b.body, true
		b.fail(fmt.Sprintf("%q does not begin a block", strings.TrimSpace(r.s.Text[b.start:b.end])),
			"Write <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, each alone at the start of its line.")
		r.known = b
		return b
	}
	depth := 0
	for _, m := range r.markers[first+1:] {
		switch {
		case !m.pairs: // text
		case m.kind == opens:
			depth++
		case m.kind == closes && depth > 0:
			depth--
		case depth > 0, b.problem != "" && !m.labelled: // in a conflict inside of the texts, or one fault is known
		case m.kind == divides:
			r.divide(&b, m)
		case m.labelled:
			b.closer, b.end, b.ended = m.at, m.end, true
		default:
			b.fail(fmt.Sprintf("%q at line %d closes nothing", strings.TrimSpace(r.s.Text[m.at:m.end]), r.s.Line(m.at)), markersHint)
		}
		if b.ended {
			break
		}
	}
	switch {
	case !b.ended:
	case b.divider < 0:
		b.fail("there is no ======= between SEARCH and REPLACE", "Write ======= on a line of its own between the two texts.")
	default:
		b.header(r.s.Text)
	}
	r.known = b
	return b
}

// markersHint says what to do about markers that are text.
const markersHint = "Markers inside the texts must pair, as in a merge conflict. If one is a line of the file by itself, send a block without that line in it."

// divide notes the line that divides a block.
func (r *Reader) divide(b *block, m marker) {
	if b.divider < 0 {
		b.divider, b.afterDivider = m.at, m.end
		return
	}
	b.fail(fmt.Sprintf("two lines may divide SEARCH and REPLACE: line %d and line %d", r.s.Line(b.divider), r.s.Line(m.at)), markersHint)
}

// fail notes what is wrong with a block. The first fault counts.
func (b *block) fail(problem, hint string) {
	if b.problem == "" {
		b.problem, b.hint = problem, hint
	}
}

// header reads the lines that may stand before the text of SEARCH: where it begins in the file,
// and a line of dashes.
func (b *block) header(text string) {
	at, found := b.body, false
	for at < b.divider {
		line, _, _ := strings.Cut(text[at:b.divider], "\n")
		end := min(at+len(line)+1, b.divider)
		line = strings.TrimSpace(line)
		name, value, _ := strings.Cut(strings.TrimPrefix(line, ":"), ":")
		number, err := strconv.Atoi(strings.TrimSpace(value))
		switch {
		case strings.HasPrefix(line, ":") && (name == "start_line" || name == "end_line"):
			if err != nil || number < 1 {
				b.fail(fmt.Sprintf("%q is no line of a file", line), "Give the number of the line, counted from 1, or leave the line out.")
				return
			}
			if found = true; name == "start_line" {
				b.line = number
			}
		case found && len(line) >= minSigns && strings.Trim(line, "-") == "":
			b.body = end
			return
		default:
			if found {
				b.body = at
			}
			return
		}
		at = end
	}
	if found {
		b.body = at
	}
}

// value is the lines between two offsets.
func (b block) value(text string, from, to int) ops.Value {
	return ops.Value{Text: text[from:max(from, to)], Block: true}
}
