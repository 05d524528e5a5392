package syntax

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"fileops/internal/lazy"
)

// xmlText is well-formed XML 1.0. Entities that a document type may define are accepted.
// Documents are not validated against their type.
var xmlText = language{
	name: "xml",
	names: []string{
		"*.xml", "*.xsd", "*.xsl", "*.xslt", "*.svg", "*.wsdl", "*.rss", "*.atom", "*.rdf", "*.xhtml", "*.xlf", "*.xliff", "*.gpx", "*.kml", "*.pom",
		"*.csproj", "*.vbproj", "*.fsproj", "*.vcxproj", "*.props", "*.targets", "*.nuspec", "*.resx", "*.xaml", "*.axaml",
		"*.storyboard", "*.xib", "*.plist", "*.iml", "*.ui", "*.qrc", "*.glade", "*.urdf", "*.xacro",
		"web.config", "app.config", "nuget.config", "packages.config",
	},
	marked: hasMark,
	parse:  parseXML,
}

// sharedNames are names of files that may be in another format: property lists of older kinds,
// .props in Java, app.config in Erlang.
var sharedNames = []string{"*.plist", "*.ui", "*.props", "*.targets", "app.config"}

// entity is a reference to an entity that a document type may define.
var entity = lazy.Regexp{Source: `&[A-Za-z_:][\w:.-]*;`}

func parseXML(s source) Verdict {
	text := s.text
	if matches(sharedNames, s.base) && !bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(text, []byte(utf8BOM))), []byte("<")) {
		return Verdict{}
	}
	if v, wrong := declared(text); wrong {
		return v
	}
	if bytes.Contains(text, []byte("<!DOCTYPE")) {
		text = entity.Get().ReplaceAllFunc(text, func(ref []byte) []byte { return bytes.Repeat([]byte("x"), len(ref)) })
	}
	x := xmlReader{decoder: xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte(utf8BOM))))}
	// The declared encoding does not matter: the text has been decoded to UTF-8.
	x.decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return x.read()
}

// xmlDeclaration is the XML declaration (XML 1.0, rules 23 to 32). The decoder checks little
// of it.
var xmlDeclaration = lazy.Regexp{Source: `^<\?xml\s+version\s*=\s*("1\.[0-9]+"|'1\.[0-9]+')` +
	`(\s+encoding\s*=\s*("[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*\?>`}

// declared judges the declaration. Documents of XML 1.1 are not judged.
func declared(text []byte) (v Verdict, wrong bool) {
	text = bytes.TrimPrefix(text, []byte(utf8BOM))
	if !bytes.HasPrefix(text, []byte("<?xml")) || len(text) < 6 || !isBlank(text[5]) {
		return Verdict{}, false
	}
	match := xmlDeclaration.Get().FindSubmatch(text)
	if match == nil {
		return Verdict{State: Broken, Line: 1, Column: 1, Msg: "malformed XML declaration"}, true
	}
	return Verdict{}, string(match[1][1:len(match[1])-1]) != "1.0"
}

// xmlReader adds the checks that the decoder lacks: one root and no text outside of it, no
// attribute twice, and a declaration only at the start.
type xmlReader struct {
	decoder *xml.Decoder
	depth   int
	roots   int
	tokens  int
}

func (x *xmlReader) read() Verdict {
	for {
		token, err := x.decoder.Token()
		if errors.Is(err, io.EOF) && x.depth == 0 {
			if x.roots == 0 {
				return x.broken("document is empty: no element")
			}
			return Verdict{State: Valid}
		}
		if err != nil {
			return x.failed(err)
		}
		if msg := x.check(token); msg != "" {
			return x.broken(msg)
		}
		x.tokens++
	}
}

// check returns what is wrong with the next token, or "".
func (x *xmlReader) check(token xml.Token) string {
	switch t := token.(type) {
	case xml.StartElement:
		if x.depth == 0 {
			x.roots++
		}
		if x.depth++; x.depth == 1 && x.roots > 1 {
			return "extra content after the root element: <" + t.Name.Local + ">"
		}
		return twice(t)
	case xml.EndElement:
		x.depth--
	case xml.CharData:
		if x.depth == 0 && len(bytes.TrimSpace(t)) > 0 {
			return "text outside of the root element"
		}
	case xml.ProcInst:
		if t.Target == "xml" && x.tokens > 0 {
			return "XML declaration allowed only at the start of the document"
		}
	}
	return ""
}

// twice names an attribute that an element has more than once.
func twice(t xml.StartElement) string {
	seen := make(map[xml.Name]bool, len(t.Attr))
	for _, a := range t.Attr {
		if seen[a.Name] {
			return "attribute " + a.Name.Local + " redefined"
		}
		seen[a.Name] = true
	}
	return ""
}

func (x *xmlReader) broken(msg string) Verdict {
	line, column := x.decoder.InputPos()
	return Verdict{State: Broken, Line: line, Column: max(column-1, 1), Msg: msg}
}

// failed makes a verdict of an error of the decoder.
func (x *xmlReader) failed(err error) Verdict {
	var syntax *xml.SyntaxError
	if !errors.As(err, &syntax) {
		return Verdict{}
	}
	v := x.broken(syntax.Msg)
	if syntax.Line != v.Line {
		v.Line, v.Column = syntax.Line, 0
	}
	return v
}
