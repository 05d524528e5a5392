package image

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// maxPrologue is how far into an SVG file its root element is looked for.
const maxPrologue = 256 << 10

// inspectSVG reads width, height and viewBox of the root element (SVG 2, section 8).
func inspectSVG(src *source) (Info, error) {
	root, empty, err := firstElement(io.LimitReader(src.reader(), maxPrologue))
	if err != nil {
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return Info{}, errors.New(syntax.Msg)
		}
		return Info{}, err
	}
	if end := src.upTo(max(0, src.size-windowSize), windowSize); !empty && !bytes.Contains(end, []byte("</svg")) && !bytes.Contains(end, []byte(":svg>")) {
		return Info{}, io.ErrUnexpectedEOF
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
	if width == 0 || height == 0 {
		return Info{}, nil
	}
	return Info{Width: pixels(width), Height: pixels(height)}, nil
}

func pixels(f float64) int { return int(math.Round(max(1, min(f, 1<<30)))) }

// length is a length in CSS pixels, 96 to the inch; 0 where it depends on what is
// around the image, such as a percentage, or makes no sense.
func length(s string) float64 {
	s = strings.TrimSpace(s)
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%")
	f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(f > 0) || math.IsInf(f, 0) {
		return 0
	}
	switch strings.ToLower(s[len(number):]) {
	case "", "px":
		return f
	case "pt":
		return f * 96 / 72
	case "pc", "em", "rem":
		return f * 16
	case "ex", "ch":
		return f * 8
	case "in":
		return f * 96
	case "cm":
		return f * 96 / 2.54
	case "mm":
		return f * 96 / 25.4
	case "q":
		return f * 96 / 101.6
	}
	return 0
}

// viewBox is the width and height of a view box; 0 where it makes no sense.
func viewBox(s string) (width, height float64) {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	if len(fields) != 4 {
		return 0, 0
	}
	return length(fields[2]), length(fields[3])
}
