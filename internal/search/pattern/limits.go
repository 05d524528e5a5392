package pattern

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

// What patterns may be. To parse and to compile a pattern takes time in proportion to
// what it stands for, which can be far more than what is written.
const (
	maxNesting = 250     // groups in each other; as ripgrep has it
	maxClasses = 250     // classes of Unicode by name, of which each has hundreds of ranges
	maxInsts   = 100_000 // steps of the automaton; or insts for each byte, where patterns are long
	maxRanges  = 1 << 20 // ranges of all classes in it
	instsPer   = 4
	instCost   = 4 // of a step, where a range has 1
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
				return i, fmt.Sprintf("more than %d groups in each other", maxNesting), "leave out the groups that change nothing"
			}
		case ')':
			depth--
		}
		if classes > maxClasses {
			return start, fmt.Sprintf("more than %d classes by name", maxClasses), "write the classes in one pair of brackets, or search in several steps"
		}
	}
	return 0, "", ""
}

// class is the length of the class in brackets that s begins with, all of s if nothing
// closes it, and how many classes by name are in it, or what begins like one: for each
// the parser looks through what follows.
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

// weight is what an expression is when its repetitions are written out.
type weight struct{ insts, ranges int }

func (w weight) tooLarge(written int) bool {
	return w.insts > max(maxInsts, instsPer*written) || w.ranges > maxRanges
}

// cost is how many steps it takes to compile the expression.
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
