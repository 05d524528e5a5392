package pattern

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

// Limits of patterns. The time to parse and compile a pattern depends on its size with the
// repetitions written out, which can be far more than its length.
const (
	maxNesting = 250     // groups in each other, as in ripgrep
	maxClasses = 250     // Unicode classes by name; each has hundreds of ranges
	maxInsts   = 100_000 // instructions of the automaton, or instsPer for each byte if that is more
	maxRanges  = 1 << 20 // ranges of all classes in it
	instsPer   = 4
	instCost   = 4 // of an instruction; a range costs 1
)

// checkWritten refuses a pattern before it is parsed.
func checkWritten(p string) (offset int, msg, hint string) {
	depth, classes := 0, 0
	for i := 0; i < len(p); i++ {
		start := i
		switch p[i] {
		case '\\':
			i++
			switch {
			case i >= len(p):
			case p[i] == 'Q':
				end := strings.Index(p[i:], `\E`)
				if end < 0 {
					return 0, "", ""
				}
				i += end + 1
			case p[i] == 'p' || p[i] == 'P':
				classes++
			}
		case '[':
			n, named := class(p[i:])
			classes += named
			i += n - 1
		case '(':
			if depth++; depth > maxNesting {
				return i, fmt.Sprintf("more than %d groups in each other", maxNesting), "Leave out the groups that change nothing."
			}
		case ')':
			depth--
		}
		if classes > maxClasses {
			return start, fmt.Sprintf("more than %d classes by name", maxClasses), "Write the classes in one pair of brackets, or search in several steps."
		}
	}
	return 0, "", ""
}

// class gives the length of the class in brackets at the start of s, or of s if nothing closes
// it. named counts the classes by name in it, and texts that begin like one, since the
// parser searches the rest of the pattern for each.
func class(s string) (n, named int) {
	i := 1
	if strings.HasPrefix(s[i:], "^") {
		i++
	}
	if strings.HasPrefix(s[i:], "]") {
		i++ // stands for itself
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i++; i < len(s) && (s[i] == 'p' || s[i] == 'P') {
				named++
			}
		case '[':
			name, ok := strings.CutPrefix(s[i:min(len(s), i+len("[:^xdigit:]"))], "[:") // none is longer
			if !ok {
				continue
			}
			named++
			if end := strings.Index(name, ":]"); end >= 0 && !strings.ContainsAny(name[:end], `[]\`) {
				i += len("[:") + end + 1
			}
		case ']':
			return i + 1, named
		}
	}
	return len(s), named
}

// weight is the size of an expression with its repetitions written out.
type weight struct{ insts, ranges int }

func (w weight) tooLarge(written int) bool {
	return w.insts > max(maxInsts, instsPer*written) || w.ranges > maxRanges
}

// cost estimates the steps to compile the expression.
func (w weight) cost() int { return instCost*w.insts + w.ranges }

// weigh gives the weight of an expression. Over the limits it is not exact.
func weigh(re *syntax.Regexp) weight {
	const enough = 1 << 30 // counts may multiply to more than an int holds
	w := weight{insts: 1}
	switch re.Op {
	case syntax.OpLiteral:
		w.insts = len(re.Rune)
	case syntax.OpCharClass:
		w.ranges = len(re.Rune) / 2
	}
	for _, sub := range re.Sub {
		s := weigh(sub)
		w.insts, w.ranges = min(w.insts+s.insts, enough), min(w.ranges+s.ranges, enough)
	}
	if re.Op == syntax.OpRepeat {
		times := max(re.Min, re.Max, 1)
		w.insts, w.ranges = min(w.insts*times, enough), min(w.ranges*times, enough)
	}
	return w
}
