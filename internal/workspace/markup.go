package workspace

import (
	"net/url"
	"path/filepath"
	"strings"

	"fileops/internal/lazy"
)

// Around a path that a model wrote as Markdown or in another program's way.
var (
	markdownLink = lazy.Regexp{Source: `\[([^\[\]]+)\]\(<?([^()<>\s]+)>?\)`}
	lineNumber   = lazy.Regexp{Source: `^([^:#]+)(?:(?::\d+)(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$`}
	wrappers     = [][2]string{{"`", "`"}, {"**", "**"}, {"<", ">"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}}
)

// rejectMarkup fails with BadPath for a missing path with markup around it: a Markdown link,
// backticks, quotes, a file URL or a line number. The hint shows the bare path.
func (tx *Tx) rejectMarkup(written string) error {
	bare := tx.withoutMarkup(written)
	if bare == written || bare == "" {
		return nil
	}
	return &Error{
		Reason: BadPath, Path: written, Msg: "Not a bare path: " + written,
		Hint: "Write the path alone: " + bare,
	}
}

// withoutMarkup is the bare path of one that is written with markup, else what was written.
func (tx *Tx) withoutMarkup(written string) string {
	bare := strings.TrimSpace(written)
	for range 4 { // one in another
		before := bare
		for _, w := range wrappers {
			if len(bare) > len(w[0])+len(w[1]) && strings.HasPrefix(bare, w[0]) && strings.HasSuffix(bare, w[1]) {
				bare = strings.TrimSpace(bare[len(w[0]) : len(bare)-len(w[1])])
			}
		}
		if strings.Contains(bare, "](") {
			bare = markdownLink.Get().ReplaceAllStringFunc(bare, linked)
		}
		if rest, ok := cutFileURL(bare); ok {
			if inside, ok := tx.w.inside(rest); ok {
				rest = inside
			} else if short := strings.TrimLeft(rest, "/"); tx.isFile(short) {
				rest = short
			}
			bare = rest
		}
		if bare == before {
			break
		}
	}
	if strings.Contains(bare, `\`) && filepath.Separator == '/' {
		bare = strings.ReplaceAll(bare, `\`, "/") // as on Windows
	}
	if !strings.ContainsAny(bare, ":#") {
		return bare
	}
	if m := lineNumber.Get().FindStringSubmatch(bare); m != nil && tx.isFile(m[1]) {
		return m[1]
	}
	return bare
}

// linked is the path in a Markdown link. That is its target, or its text if the target is a URL
// that a program made of a file name, as in [main.go](http://main.go).
func linked(link string) string {
	m := markdownLink.Get().FindStringSubmatch(link)
	text, target := strings.Trim(m[1], "`*"), m[2]
	if strings.Contains(target, "://") && !strings.HasPrefix(target, "file:") {
		return text
	}
	target, _, _ = strings.Cut(target, "#")
	if target == "" {
		return text
	}
	return strings.TrimPrefix(target, "./")
}

// cutFileURL is the path of a file URL (RFC 8089).
func cutFileURL(s string) (string, bool) {
	if len(s) < 6 || !strings.EqualFold(s[:6], "file:/") {
		return s, false
	}
	rest := s[5:]
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		rest = strings.TrimPrefix(after, "localhost")
	}
	if plain, err := url.PathUnescape(rest); err == nil {
		rest = plain
	}
	return rest, rest != ""
}

// isFile reports whether there is a file of that name, as the tree will be.
func (tx *Tx) isFile(written string) bool {
	clean, err := cleanPath(written)
	if err != nil {
		return false
	}
	_, n, err := tx.resolve(clean, clean, true)
	return err == nil && n.kind == Regular
}
