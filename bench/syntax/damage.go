package main

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
)

// damage makes one text worse. It returns nil where there is nothing to take away.
type damage struct {
	name string
	do   func(r *rand.Rand, language, text string) []byte
}

var damages = []damage{
	{"a bracket", without(func(string) string { return `[()\[\]{}]` })},
	{"a quote", without(func(string) string { return "[\"'`]" })},
	{"a colon", without(func(string) string { return `:` })},
	{"a keyword", without(keywords)},
	{"indentation", without(func(string) string { return `(?m)^[ \t]+` })},
	{"cut in half", func(_ *rand.Rand, _, text string) []byte {
		if len(text) < 2 {
			return nil
		}
		return bytes.ToValidUTF8([]byte(text[:len(text)/2]), nil)
	}},
}

// keywords is an expression for the words that a language cannot do without.
func keywords(language string) string {
	words := map[string]string{
		"go":         "func|package|import|type|struct|return|if|for|var|range|switch|case",
		"python":     "def|class|import|from|if|else|for|in|return|try|except|with|lambda|as",
		"javascript": "function|var|let|const|if|else|for|return|class|new|import|from|export|try|catch|typeof",
		"typescript": "function|var|let|const|if|else|for|return|class|interface|type|import|from|export|extends|try|catch",
		"shell":      "if|then|fi|for|do|done|case|esac|in|while|else|function",
		"json":       "true|false|null",
		"xml":        `</[\w:.-]+>|/>`,
		"toml":       "=|true|false",
		"css":        `;|@media|@keyframes`,
		"yaml":       `- |: `,
	}[language]
	if strings.ContainsAny(words, "<=;: ") {
		return words
	}
	return `\b(` + words + `)\b`
}

// without takes away one place, chosen at random, that an expression matches.
func without(expr func(language string) string) func(*rand.Rand, string, string) []byte {
	return func(r *rand.Rand, language, text string) []byte {
		all := regexp.MustCompile(expr(language)).FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return nil
		}
		at := all[r.IntN(len(all))]
		return []byte(text[:at[0]] + text[at[1]:])
	}
}
