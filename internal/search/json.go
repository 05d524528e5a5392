package search

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"fileops/internal/search/pattern"
)

// stats are the stats of ripgrep's messages about a file, or about all.
type stats struct {
	Elapsed   duration `json:"elapsed"`
	Searches  int64    `json:"searches"`
	WithMatch int64    `json:"searches_with_match"`
	Searched  int64    `json:"bytes_searched"`
	Printed   int64    `json:"bytes_printed"`
	Lines     int64    `json:"matched_lines"`
	Matches   int64    `json:"matches"`
}

type duration struct {
	Secs  int64  `json:"secs"`
	Nanos int64  `json:"nanos"`
	Human string `json:"human"`
}

func elapsed(d time.Duration) duration {
	return duration{int64(d / time.Second), int64(d % time.Second), fmt.Sprintf("%.6fs", d.Seconds())}
}

// appendData appends text, or bytes in Base64 if they are not UTF-8.
func appendData(b, data []byte) []byte {
	if !utf8.Valid(data) {
		b = append(b, `{"bytes":"`...)
		b = base64.StdEncoding.AppendEncode(b, data)
		return append(b, `"}`...)
	}
	b = append(b, `{"text":`...)
	b = appendString(b, data)
	return append(b, '}')
}

// appendString appends a string with ripgrep's escapes. It also escapes the three line ends
// of Unicode, since some programs end a line there.
func appendString(b, text []byte) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i, c := range text {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == 0x85 && i > 0 && text[i-1] == 0xc2:
			b = append(b[:len(b)-1], `\u0085`...)
		case (c == 0xa8 || c == 0xa9) && i > 1 && text[i-1] == 0x80 && text[i-2] == 0xe2:
			b = append(b[:len(b)-2], `\u202`...)
			b = append(b, '8'+c-0xa8)
		case c >= ' ':
			b = append(b, c)
		case '\b' <= c && c <= '\r' && c != '\v':
			b = append(b, '\\', "btn fr"[c-'\b'])
		default:
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		}
	}
	return append(b, '"')
}

func appendBegin(b []byte, path string) []byte {
	b = append(b, `{"type":"begin","data":{"path":`...)
	b = appendData(b, []byte(path))
	return append(b, "}}\n"...)
}

// jsonMark is what a row, or the end of a file, adds to the stats of the file.
type jsonMark struct {
	lines, matches int64         // of a row
	searched       int64         // bytes, up to here
	binary         int64         // offset of the first NUL, -1 for none
	elapsed        time.Duration // of the whole file
}

// json appends the message for a line.
func (p *printer) json(number, offset int64, text []byte, match bool) {
	o := p.output
	m := jsonMark{searched: offset + int64(len(text)), binary: -1}
	if match {
		m.lines = 1
	}
	o.mark(markRow, "", &m)
	b := o.text
	if match {
		b = append(b, `{"type":"match","data":{"path":`...)
	} else {
		b = append(b, `{"type":"context","data":{"path":`...)
	}
	b = appendData(b, []byte(p.path))
	b = append(b, `,"lines":`...)
	b = appendData(b, p.withEnd(text, offset))
	b = append(b, `,"line_number":`...)
	if p.s.LineNumbers {
		b = appendInt(b, number)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"absolute_offset":`...)
	b = appendInt(b, offset)
	b = append(b, `,"submatches":[`...)
	for ; p.left; p.advance() {
		b = appendSpan(b, text, p.span, m.matches == 0)
		m.matches++
	}
	o.text = append(b, "]}}\n"...)
}

// withEnd is a line with its line end, if it has one.
func (p *printer) withEnd(text []byte, offset int64) []byte {
	if offset < p.p.offset { // it was kept from the piece before, and has one
		return text[:len(text)+1]
	}
	end := int(offset-p.p.offset) + len(text)
	return p.p.text[end-len(text) : min(end+1, len(p.p.text))]
}

// appendSpan appends a match in text.
func appendSpan(b, text []byte, m pattern.Span, first bool) []byte {
	if !first {
		b = append(b, ',')
	}
	b = append(b, `{"match":`...)
	b = appendData(b, text[m.Start:m.End])
	b = append(b, `,"start":`...)
	b = appendInt(b, int64(m.Start))
	b = append(b, `,"end":`...)
	b = appendInt(b, int64(m.End))
	return append(b, '}')
}

// end notes the end of a file.
func (p *printer) end(v verdict) {
	m := jsonMark{searched: v.searched, binary: v.binary, elapsed: time.Since(p.started)}
	if p.s.AsText {
		m.binary = -1
	}
	p.output.mark(markEnd, "", &m)
}

// appendEnd appends the message for the end of a file. n counts what was shown of it.
func appendEnd(b []byte, path string, n stats, m *jsonMark) []byte {
	b = append(b, `{"type":"end","data":{"path":`...)
	b = appendData(b, []byte(path))
	b = append(b, `,"binary_offset":`...)
	if m.binary >= 0 {
		b = appendInt(b, m.binary)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"stats":`...)
	n.Elapsed, n.Searches, n.WithMatch, n.Searched = elapsed(m.elapsed), 1, 1, m.searched
	b = appendJSON(b, n)
	return append(b, "}}\n"...)
}

// appendSummary appends the last message of all.
func appendSummary(b []byte, p *pager) []byte {
	n := p.total
	n.Elapsed, n.Searches, n.Searched = elapsed(time.Since(p.s.started)), p.s.progress.Files.Load(), p.s.progress.Bytes.Load()
	b = append(b, `{"data":{"elapsed_total":`...)
	b = appendJSON(b, n.Elapsed)
	b = append(b, `,"stats":`...)
	b = appendJSON(b, n)
	return append(b, "},\"type\":\"summary\"}\n"...)
}

func appendJSON(b []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("stats that are no JSON: " + err.Error())
	}
	return append(b, text...)
}
