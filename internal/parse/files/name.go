package files

import (
	"path"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/parse/filename"
	"fileops/internal/parse/quote"
)

// name is the name of the file that a fence holds.
type name struct {
	path          string
	problem, hint string // what is wrong with it
}

// Above a fence, its name stands behind so many line ends at the most, on a line of so many bytes.
const maxAbove, maxLine = 3, 400

// named returns the name of a fence: the one in its info string, on the line above it, or in a
// comment that is the first line of its text. floor is where the line above may begin at the
// earliest. If several names stand there, the longest is meant, if the others are its ends.
func (r *Reader) named(f quote.Fence, floor int) (n name) {
	language, _, _ := strings.Cut(f.Info, " ")
	language = strings.ToLower(language)
	inShell := slices.Contains(shells, language)
	found := []filename.Name{filename.InInfo(f.Info), r.above(f.At, floor), r.comment(f, language)}
	for i, from := range found {
		written := strings.TrimPrefix(from.Path, "./")
		shell := inShell && !isScript(written)
		switch {
		case !from.Certain, shell && i == 2: // in a shell, the comment may say what the commands are about
		case shell && i == 1:
			n.problem = "it holds " + language + ", and its file seems to be none of that: " + written
			n.hint = "If it is the file, write its own language behind the marks of the fence. If it shows commands, put a sentence above it."
		case n.path == "" || isEnd(n.path, written):
			n.path = written
		case !isEnd(written, n.path):
			n.problem = "it names two files: " + n.path + " and " + written
			n.hint = "Write the path once, alone on the line above the fence."
		}
	}
	return n
}

// isEnd reports whether a path is the end of another one, or the same.
func isEnd(end, whole string) bool {
	return path.Clean(end) == path.Clean(whole) || strings.HasSuffix(path.Clean(whole), "/"+path.Clean(end))
}

// above is the name on the nearest line above a fence that is not blank, if no more than a few
// line ends are between.
func (r *Reader) above(at, floor int) filename.Name {
	text := r.s.Text[floor:at]
	text = text[:strings.LastIndexByte(text, '\n')+1]
	for range maxAbove {
		if text == "" {
			break
		}
		text = text[:len(text)-1] // its line end
		start := strings.LastIndexByte(text, '\n') + 1
		line := strings.TrimSpace(text[start:])
		if line != "" && len(line) <= maxLine && !strings.Contains(line, "<!--") {
			return filename.On(strings.TrimLeft(line, "> "))
		}
		if line != "" {
			break
		}
		text = text[:start]
	}
	return filename.Name{}
}

// comments are what begins and ends a comment.
var comments = [][2]string{{"//", ""}, {"#", ""}, {"--", ""}, {"<!--", "-->"}, {"/*", "*/"}}

// comment is the name that the first line of a fence consists of, as a comment. In Markdown, # is
// a heading.
func (r *Reader) comment(f quote.Fence, language string) filename.Name {
	line, _, _ := strings.Cut(r.s.Text[f.After:], "\n")
	if line = strings.TrimSpace(line); len(line) > maxLine || f.Closer == f.After {
		return filename.Name{}
	}
	for _, c := range comments {
		if !strings.HasPrefix(line, c[0]) || c[0] == "#" && isMarkdown(language, "") {
			continue
		}
		text, closes := strings.CutSuffix(line[len(c[0]):], c[1])
		if !closes {
			continue
		}
		n := filename.On(strings.TrimSpace(text))
		base := path.Base(n.Path)
		if strings.Contains(n.Path, ".") || strings.Contains(n.Path, "/") || strings.HasSuffix(base, "file") {
			return n
		}
	}
	return filename.Name{}
}

// shells are the languages of commands.
var shells = []string{"bash", "sh", "shell", "zsh", "fish", "console", "terminal", "output", "shell-session", "powershell", "ps1", "pwsh", "cmd", "bat", "batch"}

// scripts are the endings of files that hold commands, or settings in that language.
var scripts = lazy.Regexp{Source: `(?i)(?:^\.[\w.-]+|\.(?:sh|bash|zsh|fish|ksh|bats|command|ps1|psm1|psd1|cmd|bat|env|envrc|bashrc|zshrc|profile|conf|in|example|sample|template))$`}

func isScript(name string) bool { return scripts.Get().MatchString(path.Base(name)) }

// isMarkdown reports whether a fence holds Markdown, in which there may be other fences.
func isMarkdown(language, file string) bool {
	return slices.Contains([]string{"markdown", "md", "mdx", "rmd", "qmd"}, language) ||
		slices.Contains([]string{".md", ".markdown", ".mdx", ".mkd", ".mdown", ".rmd", ".qmd"}, strings.ToLower(path.Ext(file)))
}
