package ignore

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// settings are the settings of git that affect which files are ignored.
type settings struct {
	excludesFile    string
	hasExcludesFile bool
	byUser          bool // the user's own configuration names it, not that of a repository
	ignoreCase      bool
	worktreeConfig  bool

	included    int  // files
	conditional bool // some files are included for some repositories only
}

// configFile is one file of git's settings, in the syntax of git-config(1).
type configFile struct {
	path, home string
	gitDir     string // of the repository in question, absolute; "" for none
	user       bool   // the user's own, or the system's
	read       func(path string) []byte
	depth      int // of includes
}

const (
	maxIncludes = 10  // nested, as in git
	maxIncluded = 100 // in all: a file that includes itself twice would be read 2^10 times
)

func (s *settings) read(f configFile) {
	text := strings.TrimPrefix(string(f.read(f.path)), "\ufeff")
	section := ""
	for text != "" {
		text = strings.TrimLeft(text, " \t\r\n")
		switch {
		case text == "":
		case text[0] == '#' || text[0] == ';':
			text = restOfLine(text)
		case text[0] == '[':
			name, rest, _ := strings.Cut(text[1:], "]")
			section, text = strings.ToLower(strings.TrimSpace(name)), rest
			if strings.HasPrefix(section, "includeif ") && s.holds(strings.TrimSpace(strings.TrimSpace(name)[len("includeif "):]), f) {
				section = "include"
			}
		default:
			var key, value string
			var set bool
			key, value, set, text = configLine(text)
			s.set(section+"."+key, value, set, f)
		}
	}
}

func restOfLine(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// configLine reads "key = value", or a key alone, which means true.
func configLine(text string) (key, value string, set bool, rest string) {
	end := strings.IndexAny(text, "=\n#;")
	if end < 0 {
		end = len(text)
	}
	key, rest = strings.ToLower(strings.TrimSpace(text[:end])), text[end:]
	if !strings.HasPrefix(rest, "=") {
		return key, "", false, restOfLine(rest)
	}
	value, rest = configValue(rest[1:])
	return key, value, true, rest
}

// configValue reads a value. Quotes may enclose parts of it. A backslash may precede a
// quote, a backslash, n, t, b and a line end. # and ; begin a comment.
func configValue(text string) (value, rest string) {
	var b strings.Builder
	text = strings.TrimLeft(text, " \t")
	quoted := false
	kept := 0 // length of the value without blanks at its end
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			return b.String()[:kept], text[i+1:]
		case !quoted && (c == '#' || c == ';'):
			return b.String()[:kept], restOfLine(text[i:])
		case c == '"':
			quoted = !quoted
		case c == '\\' && i+1 < len(text):
			i++
			switch text[i] {
			case '\n':
				continue
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(text[i])
			}
			kept = b.Len()
			continue
		default:
			b.WriteByte(c)
		}
		if quoted || c != ' ' && c != '\t' && c != '\r' {
			kept = b.Len()
		}
	}
	return b.String()[:kept], ""
}

func (s *settings) set(key, value string, set bool, f configFile) {
	switch key {
	case "core.excludesfile":
		s.excludesFile, s.hasExcludesFile, s.byUser = f.expand(value), set, f.user
	case "core.ignorecase":
		s.ignoreCase = truth(value, set)
	case "extensions.worktreeconfig":
		s.worktreeConfig = truth(value, set)
	case "include.path":
		if f.depth >= maxIncludes || s.included >= maxIncluded || value == "" {
			return
		}
		s.included++
		f.path = absolute(filepath.Dir(f.path), f.expand(value))
		f.depth++
		s.read(f)
	}
}

// holds reports whether the condition of an includeIf holds (git-config(1), Conditional
// includes). Only conditions on the place of the repository are supported.
func (s *settings) holds(condition string, f configFile) bool {
	s.conditional = true
	kind, pattern, _ := strings.Cut(strings.Trim(condition, `"`), ":")
	dir := f.gitDir
	if kind != "gitdir" && kind != "gitdir/i" || dir == "" {
		return false
	}
	if rest, ok := strings.CutPrefix(pattern, "~/"); ok {
		pattern = f.home + "/" + rest
	} else if rest, ok := strings.CutPrefix(pattern, "./"); ok {
		pattern = filepath.Dir(f.path) + "/" + rest
	}
	if !filepath.IsAbs(pattern) {
		pattern = "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	if kind == "gitdir/i" {
		pattern, dir = strings.ToLower(pattern), strings.ToLower(dir)
	}
	return doublestar.MatchUnvalidated(filepath.ToSlash(pattern), filepath.ToSlash(dir))
}

// expand expands a leading ~ as git does.
func (f *configFile) expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && f.home != "" {
		return filepath.Join(f.home, rest)
	}
	return path
}

func truth(value string, set bool) bool {
	switch strings.ToLower(value) {
	case "true", "yes", "on", "1":
		return true
	}
	return !set
}
