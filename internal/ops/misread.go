package ops

import (
	"context"
	"slices"
	"strings"

	"fileops/internal/search"
	"fileops/internal/workspace"
)

// Some patterns are read without complaint, but not as other tools read them. Where one
// finds nothing, the answer says how it was read.

// misread says what of a regular expression is likely to have been meant otherwise.
func misread(pattern string, multiline bool, c caller) (notes []string) {
	note := func(s string) {
		if !slices.Contains(notes, s) {
			notes = append(notes, s)
		}
	}
	oneLine := "A match stays within a line: for one over several lines search with " + c.set("multiline")
	class := false
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch {
		case strings.HasPrefix(rest, `\|`):
			note(`\| is the character |: for alternatives write |`)
		case strings.HasPrefix(rest, `\<`), strings.HasPrefix(rest, `\>`):
			note(`\< and \> are the characters < and >: for the edge of a word write \b`)
		case !multiline && (strings.HasPrefix(rest, `\n`) || strings.HasPrefix(rest, "(?s") || strings.HasPrefix(rest, `[\s\S]`)):
			note(oneLine)
		case !multiline && !class && rest[0] == '$' && len(rest) > 1 && strings.IndexByte("|)", rest[1]) < 0:
			note(`$ is the end of a line: for the character write \$`)
		}
		switch {
		case rest[0] == '\\':
			i++
		case rest[0] == '[':
			class = true
		case rest[0] == ']':
			class = false
		}
	}
	return notes
}

// misreadGlob says what of a glob is likely to have been meant otherwise.
func misreadGlob(glob string) string {
	depth := 0
	for _, r := range glob {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case depth == 0 && strings.ContainsRune(",|;", r):
			return "\"" + string(r) + "\" stands for itself in a glob: for several write {*.js,*.ts}"
		}
	}
	return ""
}

// bracketed names files whose names hold the brackets of a pattern, which stand for one
// character each in it.
func (g Glob) bracketed(ctx context.Context, where *ground, q search.GlobQuery) string {
	escaped := strings.NewReplacer("[", `\[`, "]", `\]`)
	if !strings.Contains(q.Pattern, "[") || strings.Contains(q.Pattern, `\`) {
		return ""
	}
	q.Pattern, q.Error, q.Order = escaped.Replace(q.Pattern), nil, search.ByPath
	files, _, err := search.Glob(ctx, q)
	if err != nil || len(files) == 0 {
		return ""
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimPrefix(f.Path, where.strip)
	}
	return "There is " + someOf(names) + ": brackets stand for one character, so write " + escaped.Replace(g.Pattern)
}

// noFile says why the glob may match no file that is searched.
func (g Grep) noFile(tx *workspace.Tx) []string {
	glob := g.Query.Walk.Globs[0]
	notes := []string{"No file that is searched matches the glob " + glob, misreadGlob(glob)}
	if strings.Contains(glob, "[") {
		notes = append(notes, `Brackets stand for one character: for brackets write \[ and \]`)
	}
	tx.Paths(workspace.RelativeOrAbsolute)
	name := strings.Trim(glob, "/")
	if t, err := tx.Find(name, workspace.ToRead); err == nil && t.Kind == workspace.Directory {
		notes = append(notes, name+" is a directory: send it as path, or "+name+"/** as glob")
	}
	return notes
}
