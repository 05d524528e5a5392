package main

import (
	"slices"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// outcome is what became of an edit.
type outcome struct {
	applied bool
	text    []byte   // of the file, if applied
	level   string   // what was ignored to find the place
	causes  []string // why it was refused
}

// The causes that are not those of text.
const (
	ambiguous = "ambiguous"
	absent    = "absent"
)

// farOff is how unlike the nearest region may at most be to a text of another file.
const farOff = 0.8

// named reports whether an outcome names one of the causes, parted by bars.
func (o outcome) named(causes string) bool {
	return slices.ContainsFunc(o.causes, func(s string) bool {
		kind, _, _ := strings.Cut(s, ":")
		return slices.Contains(strings.Split(causes, "|"), kind)
	})
}

// apply makes an edit that must have one match, as str_replace does. It is the one
// place that knows how edits are made.
func apply(e edit, tolerant bool) outcome {
	m, replacement, level := match.Find(e.src, e.find), text.Unix(e.replace.Snippet()), ""
	if len(m.Spans) == 0 && tolerant {
		t, ok := match.Tolerant(e.src, e.find, e.replace)
		switch {
		case ok:
			m, replacement, level = t.Matches, t.Text, t.Level
		case len(t.Spans) > 1:
			return outcome{causes: []string{ambiguous + ":" + t.Level}, level: t.Level}
		}
	}
	if len(m.Spans) > 1 || m.Overlap {
		return outcome{causes: []string{ambiguous + ":"}}
	}
	if len(m.Spans) == 0 {
		miss := match.Nearest(e.src, e.find)
		if miss.Similarity < farOff {
			miss.Causes = append(miss.Causes, absent+":")
		}
		return outcome{causes: miss.Causes}
	}
	s := m.Spans[0]
	if m.Whole && e.replace.Text == "" {
		s.End = text.NextLine(e.src, s.End)
	}
	out, _ := text.Splice(e.src, []text.Edit{{Span: s, Text: text.LineEndOf(e.src).In(replacement)}})
	return outcome{applied: true, text: out, level: level}
}
