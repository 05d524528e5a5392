package notebook

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fileops/internal/document/image"
	"fileops/internal/document/kind"
	"fileops/internal/lazy"
)

// outputs renders the outputs of a code cell. Consecutive parts of one stream are one
// output, since a progress bar is written piece by piece.
func (r *renderer) outputs(value json.RawMessage) {
	var stream []string
	name, shown := "", 0 // of the current stream; "" for none
	show := func(write func()) {
		if shown++; shown <= maxOutputs {
			write()
		}
	}
	flush := func() {
		if name != "" {
			show(func() { r.output(name, shorten(terminal(strings.Join(stream, "")))) })
		}
		stream, name = nil, ""
	}
	read := 0
	for raw := range elements(value) {
		if read++; read > maxCounted {
			break
		}
		out := pick(raw, outputKeys.Get()...)
		typ := text(out["output_type"])
		if typ != "stream" {
			flush()
			show(func() { r.display(typ, out) })
			continue
		}
		if next := streamName(out); next != name {
			flush()
			name = next
		}
		stream = append(stream, text(out["text"]))
	}
	flush()
	if left := shown - maxOutputs; left > 0 {
		fmt.Fprintf(&r.b, "\n--- %s of cell %d left out ---\n", kind.Counted(left, "more output"), r.count)
	}
}

// streamName returns the name of a stream, which is stdout by default.
func streamName(out map[string]json.RawMessage) string {
	for _, key := range []string{"name", "stream"} { // nbformat 4 and 3
		if s := label(text(out[key])); s != "" {
			return s
		}
	}
	return "stdout"
}

// output writes one output under its heading.
func (r *renderer) output(head, body string) {
	fmt.Fprintf(&r.b, "\n--- output of cell %d: %s ---\n", r.count, head)
	r.block(body)
}

// display renders an output that is not a stream.
func (r *renderer) display(kind string, out map[string]json.RawMessage) {
	switch kind {
	case "error", "pyerr":
		r.output("error", shorten(failure(out)))
	case "execute_result", "pyout", "display_data", "update_display_data":
		head := "display"
		if kind == "execute_result" || kind == "pyout" {
			head = strings.NewReplacer("In", "Out", "not run", "Out").Replace(run(out))
		}
		mime, body := bundle(bundled(out))
		if mime != "" && mime != "text/plain" {
			head += ", " + mime
		}
		r.output(head, body)
	default:
		if kind = label(kind); kind == "" {
			kind = "unknown kind"
		}
		r.output(kind, "")
	}
}

// failure returns the traceback, or the name and the value of an error without one.
func failure(out map[string]json.RawMessage) string {
	name, value := text(out["ename"]), terminal(text(out["evalue"]))
	var lines []string
	for line := range elements(out["traceback"]) {
		if len(lines) == maxCounted {
			break
		}
		lines = append(lines, terminal(text(line)))
	}
	trace := strings.Join(lines, "\n")
	if strings.Contains(trace, name) && trace != "" {
		return trace
	}
	return strings.TrimSuffix(name+": "+value+"\n"+trace, "\n")
}

// shorts maps the names of nbformat 3, whose outputs hold their data themselves, to MIME
// types.
var shorts = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"text": "text/plain", "html": "text/html", "latex": "text/latex", "markdown": "text/markdown",
		"json": "application/json", "javascript": "application/javascript", "pdf": "application/pdf",
		"png": image.PNG, "jpeg": image.JPEG, "svg": image.SVG,
	}
}}

// outputKeys are the keys of an output that are read.
var outputKeys = lazy.Value[[]string]{Make: func() []string {
	return slices.AppendSeq([]string{
		"output_type", "name", "stream", "data", "ename", "evalue", "traceback", "execution_count", "prompt_number",
	}, maps.Keys(shorts.Get()))
}}

// bundled returns the data of an output by MIME type.
func bundled(out map[string]json.RawMessage) map[string]json.RawMessage {
	if data, ok := out["data"]; ok {
		return members(data)
	}
	data := make(map[string]json.RawMessage)
	for short, mime := range shorts.Get() {
		if v, ok := out[short]; ok {
			data[mime] = v
		}
	}
	return data
}

// readable lists the types that can be shown as text, the preferred ones first.
var readable = []string{"text/plain", "text/markdown", "text/latex", "application/json", "text/html"}

// bundle shows one of the types as text, and names the others.
func bundle(data map[string]json.RawMessage) (mime, body string) {
	for _, m := range readable {
		v, ok := data[m]
		if !ok {
			continue
		}
		// The name of an object says less than any other type does.
		if shown := represent(m, v); mime == "" || shown != "" {
			mime, body = m, shown
		}
		if !isObjectName(body) {
			break
		}
	}
	var b strings.Builder
	b.WriteString(shorten(body))
	for i, m := range sortedKeys(data) {
		if m == mime || m == "text/plain" { // an object's name, if it is not shown
			continue
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		if i >= maxAttachments {
			fmt.Fprintf(&b, "[%s]\n", kind.Counted(len(data)-i, "more type"))
			break
		}
		fmt.Fprintf(&b, "[%s]\n", named(m, data[m]))
	}
	return mime, b.String()
}

// isObjectName reports whether s looks like <Figure size 640x480 with 1 Axes>.
func isObjectName(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") && !strings.Contains(s, "\n")
}

// maxIndented is the largest JSON in bytes that is indented: indenting makes deeply
// nested JSON much larger.
const maxIndented = 16 << 10

// represent returns the value of a type as text.
func represent(mime string, value json.RawMessage) string {
	switch mime {
	case "application/json":
		var b bytes.Buffer
		if len(value) > maxIndented || json.Indent(&b, value, "", "  ") != nil {
			return string(value)
		}
		return b.String()
	case "text/html":
		return markup(text(value))
	}
	return terminal(text(value))
}

// maxInspected is the largest image that is decoded, in characters of base64.
const maxInspected = 32 << 20

// named describes a value that is not shown: its type and size, and the dimensions of an
// image.
func named(mime string, value json.RawMessage) string {
	name := label(mime)
	if name == "" {
		name = "unknown type"
	}
	var content []byte
	switch {
	case isText(mime):
		content = []byte(text(value))
	case len(value) > maxInspected:
		return name + ", " + kind.Size(int64(len(value))/4*3)
	default:
		s := text(value)
		var err error
		if content, err = base64.StdEncoding.DecodeString(strings.TrimSpace(s)); err != nil {
			content = []byte(s)
		}
	}
	size := int64(len(content))
	if strings.HasPrefix(mime, "image/") {
		if info, err := image.Inspect(bytes.NewReader(content), size); err == nil && info.Width > 0 {
			return fmt.Sprintf("%s, %dx%d, %s", name, info.Width, info.Height, kind.Size(size))
		}
	}
	return name + ", " + kind.Size(size)
}

// isText reports whether a notebook holds a type as text, not in base64.
func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || strings.HasPrefix(mime, "application/vnd.") || strings.HasSuffix(mime, "json") ||
		strings.HasSuffix(mime, "xml") || strings.HasSuffix(mime, "javascript")
}
