package unified

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/response"
)

// file is what a diff says of one file. All offsets are into the text.
type file struct {
	start, opened, end int  // opened is after its first line
	diff               int  // the number of the diff: files that follow each other directly have the same
	added              bool // its operations were added

	git bool // it begins with a line of git
	*gitLines
	isBinary         bool
	last             byte   // the sign of the last line of a hunk
	oldName, newName string // behind --- and +++, as they are written; "" if there are none
	hunks            []hunk
	texts            []ops.DiffHunk // of the hunks, once they were read
	problem, hint    string         // what is wrong with it; "" if nothing is
}

// gitLines are what the lines of git say of a file before those with --- and +++.
type gitLines struct {
	header               string // the names on the first of them
	headerEnded          bool   // the last of them has a line end
	similarity           string // as git gives it
	empty                bool   // it was, or is to be, an empty file
	renameFrom, renameTo string
	copyFrom, copyTo     string
	oldMode, newMode     string
	created, deleted     bool
}

// fail notes what is wrong with the diff of a file. The first fault counts.
func (f *file) fail(problem, hint string) {
	if f.problem == "" {
		f.problem, f.hint = problem, hint
	}
}

// whole reports whether nothing of the diff of a file can be missing: the lines of its last hunk
// are as many as its header counts.
func (f *file) whole() bool {
	if n := len(f.hunks); n > 0 {
		return f.hunks[n-1].counted
	}
	return f.git && f.headerEnded && (!f.created && !f.deleted || f.empty)
}

// counted reports whether git wrote the diff, as far as can be seen: all of its counts are right.
func (f *file) counted() bool {
	for _, h := range f.hunks {
		if !h.counted {
			return false
		}
	}
	return f.git
}

// filesIn reads the diffs of a text.
func filesIn(text string) []*file {
	ofGit := strings.Contains(text, "--git ") && strings.Contains(text, "diff --git ") // the first part is seldom, and found fast
	if !ofGit && !strings.Contains(text, "--- ") && !strings.Contains(text, "@@ -") {
		return nil
	}
	p := parser{text: text}
	for p.goTo(0, 0); p.at < len(text); {
		rest := unmarked(p.line)
		switch {
		case rest == "" || strings.IndexByte("-@dB", rest[0]) < 0: // most lines
			p.next()
		case p.begins():
			f := p.file()
			if n := len(p.list); n > 0 {
				f.diff = p.list[n-1].diff
				if strings.TrimSpace(text[p.list[n-1].end:f.start]) != "" {
					f.diff++
				}
			}
			p.list = response.Append(p.list, f)
		case p.indented(), strings.HasPrefix(rest, "@@ -"):
			p.list = response.Append(p.list, p.refused())
		default:
			p.next()
		}
	}
	return p.list
}

// unmarked is a line without the blanks and the marks of quotes before it.
func unmarked(line string) string {
	for i := range len(line) {
		if c := line[i]; c != ' ' && c != '\t' && c != '>' {
			return line[i:]
		}
	}
	return ""
}

// parser reads the lines of a text.
type parser struct {
	text  string
	at    int    // everything before it is read
	lines int    // how many lines that is
	line  string // the next one, with its line end; "" at the end
	list  []*file
	none  gitLines // of files without any
}

// goTo goes on at an offset, before which there are so many lines.
func (p *parser) goTo(at, lines int) {
	p.at, p.lines, p.line = at, lines, lineAt(p.text, at)
}

func lineAt(text string, at int) string {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return text[at : at+i+1]
	}
	return text[at:]
}

// next returns the next line, and goes on behind it.
func (p *parser) next() string {
	line := p.line
	p.goTo(p.at+len(line), p.lines+1)
	return line
}

// begins reports whether the diff of a file begins at the next line.
func (p *parser) begins() bool {
	line := p.line
	return beginsHunk(line) || strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "Binary files ") && strings.HasSuffix(trimEnd(line), " differ") || p.names()
}

// beginsHunk reports whether a line is the first of a hunk, wherever it stands.
func beginsHunk(line string) bool {
	return strings.HasPrefix(line, "@@ -") || strings.HasPrefix(line, "@@ ") && strings.HasSuffix(trimEnd(line), "@@")
}

// names reports whether the next two lines name the files of a diff.
func (p *parser) names() bool {
	line := p.line
	return strings.HasPrefix(line, "--- ") && strings.HasPrefix(lineAt(p.text, p.at+len(line)), "+++ ")
}

// indented reports whether the diff of a file seems to begin at the next line, but for what
// stands before it on the line.
func (p *parser) indented() bool {
	line := p.line
	rest := unmarked(line)
	if strings.HasPrefix(rest, "diff --git ") {
		return true
	}
	if !strings.HasPrefix(rest, "--- ") {
		return false
	}
	second := lineAt(p.text, p.at+len(line))
	third := lineAt(p.text, p.at+len(line)+len(second))
	return strings.HasPrefix(unmarked(second), "+++ ") && strings.HasPrefix(unmarked(third), "@@")
}

// refused is the diff of a file whose lines do not begin at the start of theirs.
func (p *parser) refused() *file {
	line := p.next()
	f := &file{start: p.at - len(unmarked(line)), opened: p.at, end: p.at, gitLines: &p.none}
	for p.at < len(p.text) && p.indentedLine() {
		p.next()
	}
	f.end = p.at
	f.fail("its lines are indented", "Send it again with nothing before its lines: --- and @@ begin theirs.")
	return f
}

// indentedLine reports whether the next line may belong to a diff that is indented.
func (p *parser) indentedLine() bool {
	rest := unmarked(p.line)
	return rest != p.line && !strings.HasPrefix(rest, "```") && !strings.HasPrefix(rest, "~~~") && !p.indented()
}

// another reports whether the next lines begin the diff of another file, and are not lines that
// a hunk removes and adds: they name one file, and a hunk follows.
func (p *parser) another() bool {
	if !p.names() {
		return false
	}
	first := p.line
	second := lineAt(p.text, p.at+len(first))
	before, after := withoutPrefixes(nameOf(first[len("--- "):]), nameOf(second[len("+++ "):]))
	return strings.HasPrefix(lineAt(p.text, p.at+len(first)+len(second)), "@@") && (before == after || before == devNull || after == devNull)
}

// file reads the diff of one file.
func (p *parser) file() *file {
	f := &file{start: p.at, opened: p.at + len(p.line), gitLines: &p.none}
	if header, ok := strings.CutPrefix(p.line, "diff --git "); ok {
		f.git, f.gitLines = true, &gitLines{header: trimEnd(header)}
		p.next()
		for p.blanks(func(line string) bool { return f.extended(trimEnd(line)) }); p.at < len(p.text) && !p.names() && f.extended(trimEnd(p.line)); {
			f.headerEnded = strings.HasSuffix(p.next(), "\n")
			p.blanks(func(line string) bool { return f.extended(trimEnd(line)) })
		}
		if f.isBinary {
			f.end = p.at
			return f
		}
		p.blanks(func(string) bool { return p.names() })
	}
	if strings.HasPrefix(p.line, "Binary files ") {
		f.isBinary = true
		p.next()
	}
	if p.names() {
		f.oldName = nameOf(p.next()[len("--- "):])
		f.newName = nameOf(p.next()[len("+++ "):])
	}
	for {
		p.blanks(func(line string) bool { return strings.HasPrefix(line, "@@") })
		h, ok := hunkHeader(p.line)
		if !ok {
			break
		}
		h.line = p.lines + 1
		p.next()
		p.hunk(&h, f.git)
		f.last = h.last
		f.hunks = append(f.hunks, h)
	}
	f.end = p.at
	return f
}

// blanks passes over blank lines before a line that goes on with the file.
func (p *parser) blanks(goesOn func(line string) bool) {
	at, lines := p.at, p.lines
	for p.at < len(p.text) && strings.TrimSpace(p.line) == "" {
		p.next()
	}
	if p.at != at && (p.at == len(p.text) || !goesOn(p.line)) {
		p.goTo(at, lines)
	}
}

// trimEnd is a line without its line end; no carriage return is left at its end.
func trimEnd(line string) string {
	n := len(line)
	for n > 0 && (line[n-1] == '\n' || line[n-1] == '\r') {
		n--
	}
	return line[:n]
}

// headerLines are lines of git's that give a value, by what they begin with. names says that the
// value is the name of a file.
var headerLines = []struct {
	prefix string
	names  bool
	value  func(f *file) *string
}{
	{"old mode ", false, func(f *file) *string { return &f.oldMode }},
	{"new mode ", false, func(f *file) *string { return &f.newMode }},
	{"new file mode ", false, func(f *file) *string { return &f.newMode }},
	{"deleted file mode ", false, func(f *file) *string { return &f.oldMode }},
	{"rename from ", true, func(f *file) *string { return &f.renameFrom }},
	{"rename to ", true, func(f *file) *string { return &f.renameTo }},
	{"copy from ", true, func(f *file) *string { return &f.copyFrom }},
	{"copy to ", true, func(f *file) *string { return &f.copyTo }},
}

// extended reads a line of git's between its first and the names of the files. It reports false
// for any other line.
func (f *file) extended(line string) bool {
	for _, l := range headerLines {
		if v, ok := strings.CutPrefix(line, l.prefix); ok {
			if l.names {
				v = unquoted(v)
			}
			*l.value(f) = v
			f.created = f.created || l.prefix == "new file mode "
			f.deleted = f.deleted || l.prefix == "deleted file mode "
			return true
		}
	}
	if strings.HasPrefix(line, "Binary files ") || line == "GIT binary patch" {
		f.isBinary = true
		return line != "GIT binary patch"
	}
	if similarity, ok := strings.CutPrefix(line, "similarity index "); ok {
		f.similarity = similarity
		return true
	}
	f.empty = f.empty || strings.HasPrefix(line, "index ") && strings.Contains(line, emptyFile)
	return strings.HasPrefix(line, "index ") || strings.HasPrefix(line, "dissimilarity index ")
}

// nameOf is the name behind --- or +++: what stands behind a tab is a time.
func nameOf(rest string) string {
	rest = trimEnd(rest)
	if strings.HasPrefix(rest, `"`) {
		return unquoted(rest)
	}
	name, _, _ := strings.Cut(rest, "\t")
	return strings.TrimRight(name, " ")
}

// unquoted is a name that git may have put into quotation marks.
func unquoted(name string) string {
	if !strings.HasPrefix(name, `"`) {
		return name
	}
	prefix, err := strconv.QuotedPrefix(name)
	if err != nil {
		return name
	}
	name, _ = strconv.Unquote(prefix) // a quoted prefix can be unquoted
	return name
}

// emptyFile begins git's name of the content of an empty file.
const emptyFile = "e69de29"

// devNull stands for the name of a file that there is not.
const devNull = "/dev/null"

// paths are the names of the file before and after, from the root; "" for one that there is not.
func (f *file) paths() (before, after string, ok bool) {
	before, after = f.oldName, f.newName
	if before == "" && after == "" { // only a line of git
		before, after, ok = bothNames(f.header)
		if !ok && f.renameFrom == "" && f.copyFrom == "" {
			return "", "", false
		}
	}
	before, after = withoutPrefixes(before, after)
	from, to := f.renameFrom+f.copyFrom, f.renameTo+f.copyTo
	if from != "" {
		before, after = from, to
	}
	if f.created || before == devNull {
		before = ""
	}
	if f.deleted || after == devNull {
		after = ""
	}
	return before, after, true
}

// withoutPrefixes takes a/ and b/ off names where both stand there.
func withoutPrefixes(before, after string) (a, b string) {
	a, isA := strings.CutPrefix(before, "a/")
	b, isB := strings.CutPrefix(after, "b/")
	if (isA || before == devNull) && (isB || after == devNull) {
		return a, b
	}
	return before, after
}

// bothNames splits the names on the first line of git. They are the same but for their prefixes,
// or the line has others.
func bothNames(header string) (before, after string, ok bool) {
	if strings.HasPrefix(header, `"`) {
		prefix, err := strconv.QuotedPrefix(header)
		if err != nil {
			return "", "", false
		}
		return unquoted(prefix), unquoted(strings.TrimPrefix(header[len(prefix):], " ")), true
	}
	for i := range len(header) {
		if header[i] != ' ' {
			continue
		}
		a, b := withoutPrefixes(header[:i], unquoted(header[i+1:]))
		if a == b {
			return header[:i], unquoted(header[i+1:]), true
		}
	}
	return "", "", false
}

// check finds what is wrong with the diff of a file as a whole.
func (f *file) check() {
	before, after, ok := f.paths()
	name := before
	if after != "" {
		name = after
	}
	switch {
	case f.isBinary:
		f.fail(strings.TrimSuffix("it is a binary patch of "+name, " of "), "Only texts can be changed by a diff.")
	case !ok && len(f.hunks) > 0:
		f.fail("the hunk does not say of which file it is", "Put the lines --- a/path and +++ b/path before the hunks of a file.")
	case !ok:
		f.fail("the names of its files cannot be read", "Put the lines --- a/path and +++ b/path before the hunks of a file.")
	case before == "" && after == "":
		f.fail("it names no file", "Put the path behind --- or +++.")
	case f.oldMode == "120000" || f.newMode == "120000" || f.oldMode == "160000" || f.newMode == "160000":
		f.fail("it changes a link or a submodule: "+name, "Only files can be changed by a diff.")
	case before != "" && after != "" && path.Clean(before) != path.Clean(after) && f.renameFrom == "" && f.copyFrom == "":
		f.fail(fmt.Sprintf("it names two files: %s and %s", before, after),
			"Write the same path behind --- and +++. To give a file another name, put git's lines diff --git, rename from and rename to before them.")
	case f.disagree():
		f.fail("its lines name different files", "Write the same paths behind diff --git, rename from, rename to, --- and +++.")
	case f.oldMode != "" && len(f.oldMode) != 6 || f.newMode != "" && len(f.newMode) != 6:
		f.fail("a mode has six digits", "Write 100644, or 100755 for a program.")
	case len(f.hunks) == 0 && f.similarity != "" && f.similarity != "100%":
		f.fail("its hunks are missing: the files are not the same", "Send the whole diff of the file, with its hunks.")
	case f.renameFrom != "" && f.renameTo == "" || f.copyFrom != "" && f.copyTo == "":
		f.fail("it does not say what the new name is", "Send rename from and rename to, each with a path.")
	case len(f.hunks) == 0 && f.oldName != "":
		f.fail("it has no hunk", "Send at least one: a line @@ -1,3 +1,3 @@, and below it the lines that stay, go and come.")
	case len(f.hunks) == 0 && f.renameFrom == "" && f.copyFrom == "" && f.newMode == "" && !f.deleted:
		f.fail("it changes nothing", "Send the whole diff of the file, with its hunks.")
	}
	for i, h := range f.hunks {
		if problem, hint := f.checkHunk(h, f.texts[i], before == "", after == ""); problem != "" {
			f.fail(fmt.Sprintf("the hunk at line %d %s", h.line, problem), hint)
			break
		}
	}
}

// disagree reports whether the lines of git and those with --- and +++ name different files.
func (f *file) disagree() bool {
	before, after := withoutPrefixes(f.oldName, f.newName)
	headerBefore, headerAfter, ok := bothNames(f.header)
	headerBefore, headerAfter = withoutPrefixes(headerBefore, headerAfter)
	differ := func(a, b string) bool { return a != "" && b != "" && a != devNull && b != devNull && a != b }
	from, to := f.renameFrom+f.copyFrom, f.renameTo+f.copyTo
	return differ(before, from) || differ(after, to) || ok && (differ(headerBefore, before) || differ(headerAfter, after) || differ(headerBefore, from) || differ(headerAfter, to))
}

// checkHunk finds what is wrong with a hunk of a file that is new, gone, or neither.
func (f *file) checkHunk(h hunk, text ops.DiffHunk, created, deleted bool) (problem, hint string) {
	switch {
	case text.Old == "" && text.New == "":
		return "has no lines", "Give the lines that stay behind a space, those that go behind -, those that come behind +."
	case !h.changes:
		return "changes nothing: none of its lines begins with - or +", "Leave it out."
	case created && text.Old != "":
		return "has lines of the file before, and the diff makes a new file", "Give the lines of a new file behind + alone."
	case deleted && text.New != "":
		return "has lines that stay, and the diff deletes the file", "Give all lines of the file behind -."
	case h.doubtful:
		return "is so long by its @@ line that the --- and +++ lines behind it may be lines of this file, or begin another one",
			"If they begin another file, nothing of that one was changed either: send both again, each in a code fence of its own. If they are lines of this file, count the lines of the hunk again."
	case h.misplacedEnd:
		return "has lines behind the last line of the file", `The line \ No newline at end of file stands behind the last line of the file alone.`
	case text.Old != "" && strings.TrimSpace(text.Old) == "" && !f.counted():
		return "looks for blank lines alone", "Give more of the lines around the change."
	}
	return "", ""
}
