package glob

import "unicode/utf8"

// maxAlternatives is how many patterns one may expand to. Matching tries each of them.
const maxAlternatives = 4096

// maxExpanded is how many bytes those patterns may have together.
const maxExpanded = 1 << 20

// maxNested is how many braces may be open at once, as many as groups in a pattern of grep.
const maxNested = 250

// check finds the first fault in a pattern.
func check(pattern string) error {
	fault := func(at int, reason string) error { return &Error{pattern, at, reason} }
	type brace struct{ at, alternatives int }
	var open []brace
	total := 1
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			if i++; i >= len(pattern) {
				return fault(i-1, "nothing follows the backslash")
			}
		case '[':
			n, reason := classLength(pattern[i:])
			if reason != "" {
				return fault(i, reason)
			}
			i += n - 1
		case '{':
			if len(open) == maxNested {
				return fault(i, "more than 250 braces are open here")
			}
			open = append(open, brace{i, 1})
		case ',':
			if len(open) > 0 {
				open[len(open)-1].alternatives++
			}
		case '}':
			if len(open) == 0 {
				return fault(i, "no { stands before this }")
			}
			last := open[len(open)-1]
			if total *= last.alternatives; total > maxAlternatives {
				return fault(last.at, "with these the braces stand for more than 4096 patterns")
			}
			if total > 1 && total*len(pattern) > maxExpanded {
				return fault(last.at, "with these the braces stand for patterns of more than 1 MB")
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fault(open[len(open)-1].at, "this { has no }")
	}
	return nil
}

// classLength gives the length of the class at the start of s, or the reason why it is invalid.
func classLength(s string) (n int, reason string) {
	i := 1
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		i++
	}
	if i < len(s) && s[i] == ']' {
		return 0, "the class is empty: for a bracket itself write [\\]]"
	}
	for i < len(s) {
		if s[i] == ']' {
			return i + 1, reason
		}
		from, size := classRune(s[i:])
		i += size
		if i+1 >= len(s) || s[i] != '-' || s[i+1] == ']' {
			continue
		}
		to, size := classRune(s[i+1:])
		i += 1 + size
		if to < from {
			reason = "a range in this class ends before it begins"
		}
	}
	return 0, "this [ has no ]"
}

// classRune gives the character at the start of an element of a class.
func classRune(s string) (r rune, size int) {
	escape := 0
	if s[0] == '\\' {
		escape = 1
	}
	r, size = utf8.DecodeRuneInString(s[escape:])
	return r, escape + max(1, size)
}

// token gives the length of the escape, class or byte at the start of s.
func token(s string) int {
	switch s[0] {
	case '\\':
		return min(2, len(s))
	case '[':
		n, _ := classLength(s)
		return max(1, n)
	}
	return 1
}

// closing gives the length of the braces at the start of s, with their content.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i += token(s[i:]) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// Expand gives the patterns without braces that a pattern stands for. An error is an *Error.
func Expand(pattern string) ([]string, error) {
	if err := check(pattern); err != nil {
		return nil, err
	}
	return expand(pattern), nil
}

func expand(pattern string) []string {
	for i := 0; i < len(pattern); i += token(pattern[i:]) {
		if pattern[i] != '{' {
			continue
		}
		end := i + closing(pattern[i:])
		var all []string
		for _, a := range alternatives(pattern[i+1 : end-1]) {
			all = append(all, expand(pattern[:i]+a+pattern[end:])...)
		}
		return all
	}
	return []string{pattern}
}

// alternatives splits the content of braces at the commas outside of inner braces.
func alternatives(s string) []string {
	var all []string
	start := 0
	for i := 0; i < len(s); {
		switch s[i] {
		case '{':
			i += closing(s[i:])
			continue
		case ',':
			all = append(all, s[start:i])
			start = i + 1
		}
		i += token(s[i:])
	}
	return append(all, s[start:])
}
