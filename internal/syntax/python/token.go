package python

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

// keyword returns the kind of a keyword, or kName.
func keyword(s string) kind {
	if len(s) < 2 || len(s) > 8 {
		return kName
	}
	switch s {
	case "False":
		return kFalse
	case "None":
		return kNoneLit
	case "True":
		return kTrue
	case "and":
		return kAnd
	case "as":
		return kAs
	case "assert":
		return kAssert
	case "async":
		return kAsync
	case "await":
		return kAwait
	case "break":
		return kBreak
	case "class":
		return kClass
	case "continue":
		return kContinue
	case "def":
		return kDef
	case "del":
		return kDel
	case "elif":
		return kElif
	case "else":
		return kElse
	case "except":
		return kExcept
	case "finally":
		return kFinally
	case "for":
		return kFor
	case "from":
		return kFrom
	case "global":
		return kGlobal
	}
	return keywordFromI(s)
}

// keywordFromI is the second half of the alphabet.
func keywordFromI(s string) kind {
	switch s {
	case "if":
		return kIf
	case "import":
		return kImport
	case "in":
		return kIn
	case "is":
		return kIs
	case "lambda":
		return kLambda
	case "nonlocal":
		return kNonlocal
	case "not":
		return kNot
	case "or":
		return kOr
	case "pass":
		return kPass
	case "raise":
		return kRaise
	case "return":
		return kReturn
	case "try":
		return kTry
	case "while":
		return kWhile
	case "with":
		return kWith
	case "yield":
		return kYield
	}
	return kName
}
