package main

import "strings"

// ended is a text with the line ends that it gets in the place of a part of a file.
//
// "What is written takes the file's own line end." Where the file has both, README.md:
// "what is written ends as the lines do that it takes the place of, or comes after";
// package text: "as most lines of the span do, or where that has no whole line as the line
// that it is in", but "lines at the beginning and the end of the span that stay the same
// keep their own ends, and so does the line before the latter".
func (v view) ended(r region) string {
	old, oldEnds := v.parts(r.start, r.end)
	_, before := v.parts(0, r.start)
	_, all := v.parts(0, len(v.text))
	fresh := strings.Split(r.text, "\n")
	ends := make([]string, len(fresh)-1)
	for i := range ends {
		switch {
		case len(oldEnds) > 0:
			ends[i] = usual(oldEnds)
		case len(before) < len(all):
			ends[i] = all[len(before)]
		default:
			ends[i] = usual(all[max(0, len(all)-1):])
		}
	}
	head := 0
	for head < min(len(ends), len(oldEnds)) && old[head] == fresh[head] {
		ends[head] = oldEnds[head]
		head++
	}
	for i := 1; i <= min(len(ends), len(oldEnds))-head && old[len(old)-i] == fresh[len(fresh)-i]; i++ {
		ends[len(ends)-i] = oldEnds[len(oldEnds)-i]
	}
	s := fresh[0]
	for i, end := range ends {
		s += end + fresh[i+1]
	}
	return s
}

// parts are the lines of a part of the text, and the line ends between them.
func (v view) parts(start, end int) (lines, ends []string) {
	for i := start; i < end; i++ {
		if v.text[i] == '\n' {
			ends = append(ends, v.src[v.raw[i]:v.raw[i+1]])
		}
	}
	return strings.Split(v.text[start:end], "\n"), ends
}

// usual is the line end that most lines have; the first one's if as many have the other.
func usual(ends []string) string {
	crlf := strings.Count(strings.Join(ends, ""), "\r")
	switch {
	case len(ends) == 0:
		return "\n"
	case 2*crlf > len(ends):
		return "\r\n"
	case 2*crlf < len(ends):
		return "\n"
	}
	return ends[0]
}
