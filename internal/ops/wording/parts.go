package wording

// Sentence says what an operation did: ✅ Replaced 1 occurrence in a.py. It comes in parts, since
// a report for people marks the paths, and says of a dry run what would be done.
type Sentence struct {
	Verb   string // its first word, behind the ✅, such as Replaced or No; "" for a sentence without ✅
	Before string // what stands before the path
	From   string // of a move or copy, which names two paths
	Path   string // "" if the sentence names none
	After  string // what stands behind the path
	Size   string // what stands in parentheses at the end, such as 12 bytes or 3 files searched
}

// String returns the sentence as models get it.
func (s Sentence) String() string {
	text := s.Before
	if s.From != "" {
		text += s.From + " → "
	}
	text += s.Path + s.After
	if s.Size != "" {
		text += " (" + s.Size + ")"
	}
	if s.Verb == "" {
		return text
	}
	return "✅ " + s.Verb + " " + text
}

// Detail is a part of a message: reasons, or a text of the file or the response.
type Detail struct {
	Heading string // "" for none
	Lines   []string
	// TextOf says what the lines are, which decides how they are indented and what is shortened
	// first: "file" for lines of the file, "response" for lines of the response, "matches" for a
	// list of the places where the text was found, and "" for prose.
	TextOf string
}
