package syntax

import (
	"bytes"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"
)

// jsonText returns JSON in three dialects: as in RFC 8259, one value without comments; with
// comments and commas at the end of a list, where the tool that reads the file takes
// them; and JSON Lines, a value on each line.
func jsonText() language {
	return language{
		name: "json",
		names: slices.Concat(linesNames, commentedNames, []string{
			"*.json", "*.geojson", "*.topojson", "*.webmanifest", "*.jsonld", "*.ipynb", "*.sarif", "*.har", "*.gltf", "*.avsc",
			"composer.lock", "pipfile.lock", "flake.lock", "deno.lock",
		}),
		// Their tools accept more than comments: keys without quotes, strings in single quotes, or YAML.
		except: []string{"babel.config.json", ".babelrc.json", "rush.json", "api-extractor.json", "tsdoc.json"},
		marked: hasMark,
		parse:  parseJSON,
	}
}

// linesNames are the names of JSON Lines.
var linesNames = []string{"*.jsonl", "*.ndjson"}

// hasComments reports whether the tool that reads a file allows comments in it.
func hasComments(s source) bool {
	return matches(commentedNames, s.base) || path.Ext(s.base) == ".json" &&
		slices.ContainsFunc(strings.Split(path.Dir(s.name), "/"), func(dir string) bool {
			return dir == ".vscode" || dir == ".devcontainer" || dir == ".zed"
		})
}

// commentedNames are the names of files that may have comments.
var commentedNames = []string{
	"*.jsonc", "*.code-workspace", "*.code-snippets", "*.sublime-settings", "*.sublime-keymap", "*.sublime-project", "*.sublime-build",
	"tsconfig*.json", "*.tsconfig.json", "jsconfig*.json", "tslint.json", "typedoc.json", // TypeScript
	".eslintrc.json", ".jshintrc", ".oxlintrc.json", "biome.json", "deno.json", ".markdownlint*.json", ".mocharc.json", // linters and tests
	".swcrc", ".swcrc.json", "turbo.json", "nx.json", "project.json", // builds
	"angular.json", "firebase.json", "wrangler.json",
	"appsettings*.json", "global.json", "bundleconfig.json", "launchsettings.json", "*.vs.json", "cmakesettings.json", // .NET and Visual Studio
	"devcontainer.json", ".devcontainer.json", "*.code-snippets.json", "language-configuration.json", // editors
	"pyrightconfig.json", "cspell*.json", ".cspell.json", ".luarc.json", "renovate.json",
}

// utf8BOM may stand before the value (RFC 8259, section 8.1).
const utf8BOM = "\ufeff"

func parseJSON(s source) Verdict {
	body := bytes.TrimPrefix(s.text, []byte(utf8BOM))
	if matches(linesNames, s.base) {
		return parseJSONLines(s.text, body)
	}
	if hasComments(s) {
		body = plainJSON(body)
	}
	return parseValue(s.text, body, 0)
}

// parseValue judges one value: rest from an offset on. rest is the end of src.
func parseValue(src, rest []byte, offset int) Verdict {
	var value json.RawMessage
	err := json.Unmarshal(rest[offset:], &value)
	if err == nil {
		return Verdict{State: Valid}
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || strings.HasSuffix(syntax.Error(), "exceeded max depth") {
		return Verdict{}
	}
	return brokenAt(src, len(src)-len(rest)+offset+int(syntax.Offset)-1, syntax.Error())
}

// parseJSONLines judges each line that is not blank.
func parseJSONLines(src, body []byte) Verdict {
	offset := 0
	for line := range bytes.Lines(body) {
		if len(bytes.TrimSpace(line)) > 0 {
			end := offset + len(line)
			if v := parseValue(src[:len(src)-len(body)+end], body[:end], offset); v.State != Valid {
				return v
			}
		}
		offset += len(line)
	}
	return Verdict{State: Valid}
}

// plainJSON overwrites comments, and commas before a closing bracket, with blanks. Everything
// else keeps its place. A comment that never ends stays, since it is an error.
func plainJSON(src []byte) []byte {
	out := slices.Clone(src)
	comma := -1       // one after a value that only blanks and comments follow so far
	last := byte('[') // what is no blank
	for i := 0; i < len(out); {
		end := commentEnd(out, i)
		switch c := out[i]; {
		case end < i:
			return out
		case end > i:
			for j := i; j < end; j++ {
				if out[j] != '\n' && out[j] != '\r' {
					out[j] = ' '
				}
			}
			i = end
			continue
		case c == '"':
			i = stringEnd(out, i)
			comma, last = -1, c
			continue
		case c == ',' && !strings.ContainsRune("[{,:", rune(last)):
			comma = i
		case (c == ']' || c == '}') && comma >= 0:
			out[comma] = ' '
			comma = -1
		case !isBlank(c):
			comma = -1
		}
		if !isBlank(out[i]) {
			last = out[i]
		}
		i++
	}
	return out
}

// commentEnd returns the end of the comment that begins at i; i if none does, and -1 if
// it never ends.
func commentEnd(src []byte, i int) int {
	rest := src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
		return len(src)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return -1
	}
	return i
}

// stringEnd returns the end of the string that begins with the quote at i: behind its other
// quote, or the end of the line if it has none.
func stringEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return min(i, len(src))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
