package report

import (
	"encoding/base64"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/terminal"
)

// Read writes what one read shows, and nothing else; with named under a heading as head
// and tail have it, and with apart a blank line before that.
func (h Human) Read(w *terminal.Writer, res ops.Result, named, apart bool) error {
	if named {
		if apart {
			w.Styled(terminal.Plain, "\n")
		}
		writeLine(w, plain("==> "), span{text: res.Path, style: terminal.Path}, plain(" <=="))
	}
	text := res.Content
	if s := res.Shown; s.Kind == "image" {
		if text = s.About + "\n"; h.Base64 {
			text = base64.StdEncoding.EncodeToString(s.Picture.Data) + "\n"
		}
	}
	if w.Options().Color {
		writeNumbered(w, text)
		text = ""
	}
	_, err := w.WriteString(text)
	return err
}

// writeNumbered writes text with the numbers of its lines dimmed.
func writeNumbered(w *terminal.Writer, text string) {
	for line := range strings.Lines(text) {
		number, rest, numbered := strings.Cut(line, "\t")
		if numbered && number != "" && strings.Trim(number, " 0123456789") == "" {
			w.Styled(terminal.Dim, number)
			line = "\t" + rest
		}
		w.Styled(terminal.Plain, line)
	}
}

// readJSON is what there is to say of a file that was read.
type readJSON struct {
	Kind     string     `json:"kind"`
	About    string     `json:"about,omitempty"`
	Pages    int        `json:"pages,omitempty"`
	Image    *imageJSON `json:"image,omitempty"`
	Encoding string     `json:"encoding,omitempty"`
	LineEnd  string     `json:"line_end,omitempty"`
	Ended    *bool      `json:"ends_with_line_end,omitempty"`
	Lines    int        `json:"lines"`
	Total    *int       `json:"total_lines,omitempty"` // unknown if it is not there
}

// imageJSON is an image, with its bytes as the content block of an API has them.
type imageJSON struct {
	MediaType string      `json:"media_type"`
	Width     int         `json:"width,omitempty"`
	Height    int         `json:"height,omitempty"`
	Frames    int         `json:"frames,omitempty"`
	Bytes     int64       `json:"bytes"`
	Source    *sourceJSON `json:"source,omitempty"`
}

// sourceJSON is the source of an image block of Anthropic's Messages API.
type sourceJSON struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      []byte `json:"data"` // in base64
}

func toReadJSON(res ops.Result) *readJSON {
	s := res.Shown
	if s == nil {
		return nil
	}
	r := &readJSON{Kind: string(s.Kind), About: s.About, Pages: s.Pages, Encoding: s.Encoding, LineEnd: s.LineEnd, Lines: s.Lines}
	if s.Kind != "image" && s.Total >= 0 {
		r.Total = &s.Total
	}
	if p := s.Picture; p != nil {
		r.Image = &imageJSON{MediaType: p.MIME, Width: p.Width, Height: p.Height, Frames: p.Frames, Bytes: p.Bytes, Source: source(res)}
	}
	if s.Encoding != "" {
		r.Ended = &s.Ended
	}
	return r
}

// source returns the image that was read; nil if there is none, or if models do not accept
// it.
func source(res ops.Result) *sourceJSON {
	if res.Err != nil || res.Shown == nil || res.Shown.Picture == nil || res.Shown.Picture.Data == nil {
		return nil
	}
	return &sourceJSON{Type: "base64", MediaType: res.Shown.Picture.MIME, Data: res.Shown.Picture.Data}
}

// url returns the image as a data URL, which OpenAI's APIs accept.
func (s *sourceJSON) url() string {
	return "data:" + s.MediaType + ";base64," + base64.StdEncoding.EncodeToString(s.Data)
}
