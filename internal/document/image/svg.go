package image

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"fileops/internal/lazy"
)

// maxPrologue is how many bytes of an SVG file may hold the start of its root element.
const maxPrologue = 256 << 10

// inspectSVG reads width, height and viewBox of the root element (SVG 2, section 8).
func inspectSVG(src *source) (info Info) {
	root, empty, err := firstElement(io.LimitReader(src.reader(), maxPrologue))
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		err = errors.New(syntax.Msg)
	}
	src.fail(err)
	end := src.upTo(max(0, src.size-windowSize), windowSize)
	if !empty && !bytes.Contains(end, []byte("</svg")) && !bytes.Contains(end, []byte(":svg>")) {
		src.fail(io.ErrUnexpectedEOF)
	}
	var width, height, viewWidth, viewHeight float64
	for _, a := range root.Attr {
		switch a.Name.Local {
		case "width":
			width = length(a.Value)
		case "height":
			height = length(a.Value)
		case "viewBox":
			viewWidth, viewHeight = viewBox(a.Value)
		}
	}
	if viewWidth > 0 && viewHeight > 0 {
		switch {
		case width == 0 && height == 0:
			width, height = viewWidth, viewHeight
		case width == 0:
			width = height * viewWidth / viewHeight
		case height == 0:
			height = width * viewHeight / viewWidth
		}
	}
	if width != 0 && height != 0 {
		info.Width, info.Height = pixels(width), pixels(height)
	}
	return info
}

func pixels(f float64) int { return int(math.Round(max(1, min(f, 1<<30)))) }

// units are the lengths of CSS units in pixels, 96 to the inch.
var units = lazy.Value[map[string]float64]{Make: func() map[string]float64 {
	return map[string]float64{
		"": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "em": 16, "rem": 16, "ex": 8, "ch": 8,
		"in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
	}
}}

// length returns a length in CSS pixels; 0 for one that depends on what is around the
// image, such as a percentage, and for an invalid one.
func length(s string) float64 {
	s = strings.TrimSpace(s)
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%")
	f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(f > 0) || math.IsInf(f, 0) {
		return 0
	}
	return f * units.Get()[strings.ToLower(s[len(number):])]
}

// viewBox returns the width and height of a view box; 0 if it is invalid.
func viewBox(s string) (width, height float64) {
	fields := strings.Fields(strings.ReplaceAll(s, ",", " "))
	if len(fields) != 4 {
		return 0, 0
	}
	return length(fields[2]), length(fields[3])
}
