package syntax

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"fileops/internal/lazy"
)

// Syntax of YAML 1.2.2 that the parser, which reads YAML 1.1, does not accept.
var (
	slashEscape    = lazy.Regexp{Source: `\\(.)`}                                       // "\/" (section 5.7)
	directives     = lazy.Regexp{Source: `\A(?:%[^\n]*\n|[ \t]*(?:#[^\n]*)?\r?\n)+---`} // before the first document
	otherDirective = lazy.Regexp{Source: `(?m)^%([^YT\s])`}                             // one that is reserved (section 6.8.1)
	tabsAlone      = lazy.Regexp{Source: `(?m)^[ \t]*\t[ \t]*\r?$`}                     // an empty line (section 6.4)
	tabBefore      = lazy.Regexp{Source: `(?m)^ *(?:[-?:][ \t]+)+|^[ \t]+#`}            // after an indicator, or before a comment (section 6.2)
	anchorName     = lazy.Regexp{Source: `[&*][^\s,\[\]{}&*]+`}                         // any characters but these (section 6.9.2)
	notOfName      = lazy.Regexp{Source: `[^\w:-]`}                                     // what the parser does not take in one; a colon may follow it
	leadingColon   = lazy.Regexp{Source: `[\[{, \t](:+)[^\s,\[\]{}]`}                   // of a plain scalar in brackets (section 7.3.3)
)

// oldBreaks replaces the line breaks of YAML 1.1 that are other characters in 1.2 (section 5.4).
var oldBreaks = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("\u0085", "\ue001", "\u2028", "\ue002", "\u2029", "\ue003")
}}

// asOlderYAML rewrites a text in YAML 1.1, with the same lines. It may change the content of
// strings, but not where they end.
func asOlderYAML(src []byte) []byte {
	src = []byte(oldBreaks.Get().Replace(string(src)))
	src = slashEscape.Get().ReplaceAllFunc(src, func(m []byte) []byte {
		if m[1] == '/' {
			return []byte(`\x2f`)
		}
		return m
	})
	src = directives.Get().ReplaceAllFunc(src, func(m []byte) []byte { return otherDirective.Get().ReplaceAll(m, []byte("#$1")) })
	src = tabsAlone.Get().ReplaceAll(src, nil)
	src = tabBefore.Get().ReplaceAllFunc(src, func(m []byte) []byte { return bytes.ReplaceAll(m, []byte("\t"), []byte(" ")) })
	src = anchorName.Get().ReplaceAllFunc(src, func(m []byte) []byte {
		return append(m[:1:1], notOfName.Get().ReplaceAllFunc(m[1:], func(c []byte) []byte { return fmt.Appendf(nil, "x%x", c) })...)
	})
	return inside(leadingColon.Get(), src, "\ue000")
}

// inside puts another text in the place of the first group of each match.
func inside(expr *regexp.Regexp, src []byte, with string) []byte {
	var out []byte
	end := 0
	for _, m := range expr.FindAllSubmatchIndex(src, -1) {
		out = append(append(out, src[end:m[2]]...), with...)
		end = m[3]
	}
	return append(out, src[end:]...)
}
