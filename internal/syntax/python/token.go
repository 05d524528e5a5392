package python

import "fileops/internal/lazy"

// kind is what the grammar tells apart: each keyword and each operator is one.
type kind uint8

const (
	kNone kind = iota // after a fault: no rule asks for it
	kEOF
	kNewline
	kIndent
	kDedent
	kName
	kNumber
	kString
	kFStart  // the prefix and opening quote of an f-string or t-string
	kFMiddle // literal text in one
	kFEnd    // its closing quote
	kUnknown // a character that begins no token

	kFalse // keywords
	kNoneLit
	kTrue
	kAnd
	kAs
	kAssert
	kAsync
	kAwait
	kBreak
	kClass
	kContinue
	kDef
	kDel
	kElif
	kElse
	kExcept
	kFinally
	kFor
	kFrom
	kGlobal
	kIf
	kImport
	kIn
	kIs
	kLambda
	kNonlocal
	kNot
	kOr
	kPass
	kRaise
	kReturn
	kTry
	kWhile
	kWith
	kYield

	kLParen // operators
	kRParen
	kLSquare
	kRSquare
	kLBrace
	kRBrace
	kComma
	kColon
	kSemi
	kDot
	kEllipsis
	kArrow
	kWalrus
	kExclaim
	kAssign
	kAugAssign // any of += -= and so on
	kPipe
	kCaret
	kAmp
	kShift // << or >>
	kPlus
	kMinus
	kStar
	kSlash
	kDoubleSlash
	kPercent
	kAt
	kTilde
	kDoubleStar
	kCompare // == != < > <= >=
	kinds
)

// Facts about a string token, found while scanning it.
const (
	hasEscape   = 1 << iota // holds a backslash
	hasNonASCII             // holds a byte over 127
	isBytes                 // has the prefix b
	isRaw                   // has the prefix r
)

// token is one token; its text is the source from pos to end.
type token struct {
	kind     kind
	level    uint8 // how many brackets are open after it
	facts    uint8 // of a string
	pos, end int32
}

// keywords holds the kinds of the keywords.
var keywords = lazy.Value[map[string]kind]{Make: func() map[string]kind {
	return map[string]kind{
		"False": kFalse, "None": kNoneLit, "True": kTrue, "and": kAnd, "as": kAs, "assert": kAssert, "async": kAsync, "await": kAwait,
		"break": kBreak, "class": kClass, "continue": kContinue, "def": kDef, "del": kDel, "elif": kElif, "else": kElse,
		"except": kExcept, "finally": kFinally, "for": kFor, "from": kFrom, "global": kGlobal, "if": kIf, "import": kImport,
		"in": kIn, "is": kIs, "lambda": kLambda, "nonlocal": kNonlocal, "not": kNot, "or": kOr, "pass": kPass, "raise": kRaise,
		"return": kReturn, "try": kTry, "while": kWhile, "with": kWith, "yield": kYield,
	}
}}

// operators holds the kinds of the operators, but for brackets.
var operators = lazy.Value[map[string]kind]{Make: func() map[string]kind {
	return map[string]kind{
		",": kComma, ":": kColon, ";": kSemi, ".": kDot, "...": kEllipsis, "->": kArrow, ":=": kWalrus, "=": kAssign,
		"|": kPipe, "^": kCaret, "&": kAmp, "<<": kShift, ">>": kShift, "+": kPlus, "-": kMinus, "*": kStar, "/": kSlash,
		"//": kDoubleSlash, "%": kPercent, "@": kAt, "~": kTilde, "**": kDoubleStar,
		"<": kCompare, ">": kCompare, "<=": kCompare, ">=": kCompare, "==": kCompare, "!=": kCompare,
		"|=": kAugAssign, "^=": kAugAssign, "&=": kAugAssign, "<<=": kAugAssign, ">>=": kAugAssign, "+=": kAugAssign, "-=": kAugAssign,
		"*=": kAugAssign, "/=": kAugAssign, "//=": kAugAssign, "%=": kAugAssign, "@=": kAugAssign, "**=": kAugAssign,
		"<>": kUnknown, // of Python 2
	}
}}
