package ops_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/run"
	"fileops/internal/text"
	"fileops/internal/text/encoding"
	"fileops/internal/text/match"
	"fileops/internal/workspace"
)

// change is an operation on a file of any bytes, with what it must come to: worked out
// by the slow and plain ways below, not by the code that is tried.
type change struct {
	src    []byte
	op     ops.Operation
	code   workspace.Reason // of the error, "" for none
	lax    bool             // it may be refused: it would put in or join a broken character
	ok     func(after []byte) bool
	detail string
	may    workspace.Reason // of an error that is right as well, "" for none
}

// words are put into files and into edits, as far as the encoding holds them.
var words = []string{
	"x = 1", "a", "# note", "tab\there", "é", "café", "größer", "ł", "Łódź", "žluť", "ş", "ığ", "š", "ę", "ж", "Ещё не всё", "ї", "ў",
	"αβγ", "Άλφα", "שלום", "مرحبا", "ไทย", "日本", "カナ", "ｶﾅ", "中文，", "測試", "한국어", "→", "€", "“x”", "😀", "\u00a0", "ﬁ", "ế", "đ", "\x1b", "\r", "\ufeff", "\ufffd",
}

// fitting are the words that an encoding holds.
func fitting(e encoding.Encoding) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		_, err := e.Encode([]byte(w))
		return err != nil
	})
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// phrase is some words, over some lines.
func phrase(rng *rand.Rand, from []string, ends []string) string {
	var b strings.Builder
	for range 1 + rng.IntN(5) {
		b.WriteString(pick(rng, from))
		switch rng.IntN(5) {
		case 0:
			b.WriteString(pick(rng, ends))
		case 1:
			b.WriteString(" ")
		}
	}
	return b.String()
}

// endings are the line ends of files: one of them, or both.
var endings = [][]string{{"\n"}, {"\r\n"}, {"\n", "\r\n"}}

// anyFile is a file in any encoding, or in none, perhaps with a mark or a declaration,
// perhaps damaged.
func anyFile(rng *rand.Rand) []byte {
	if rng.IntN(10) == 0 {
		src := make([]byte, rng.IntN(40))
		for i := range src {
			if src[i] = byte(rng.Uint32()); rng.IntN(4) == 0 {
				src[i] = pick(rng, []byte("\r\n\n a\x00"))
			}
		}
		return src
	}
	name := pick(rng, encoding.Names())
	e, _ := encoding.Named(name)
	from, ends := fitting(e), pick(rng, endings)
	var b strings.Builder
	switch rng.IntN(3) {
	case 0:
		b.WriteString("# coding: " + name + pick(rng, ends))
	case 1:
		if strings.HasPrefix(name, "utf-") {
			b.WriteString(text.BOM)
		}
	}
	for range rng.IntN(5) {
		b.WriteString(phrase(rng, from, ends) + pick(rng, ends))
	}
	content := b.String()
	if rng.IntN(3) == 0 {
		content = strings.TrimRight(content, "\r\n")
	}
	src, err := e.Encode([]byte(content))
	if err != nil {
		panic(err) // content is made of what it holds
	}
	src = slices.Clone(src)
	if rng.IntN(3) == 0 {
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(src) + 1)
			src = slices.Insert(src, at, pick(rng, []byte("\x80\x81\xe9\xff\xa4\xc3\xd8\r\n\x00\x1b")))
		}
	}
	return src[:min(len(src), 120)]
}

// anyChange is an operation of any kind on src.
func anyChange(rng *rand.Rand, name string, src []byte) change {
	e := encoding.Detect(src)
	c := model{src: src, enc: e, data: e.Decode(src)}
	from := fitting(e)
	if rng.IntN(4) == 0 {
		from = words
	}
	content := phrase(rng, from, pick(rng, endings))
	switch rng.IntN(6) {
	case 0:
		return c.replaceLines(rng, name, content)
	case 1:
		return c.insertAt(rng, name, content)
	case 2:
		op := operation("append", name, "content", ops.Value{Text: content})
		return c.expect(op, []text.Edit{{Span: text.Span{Start: len(c.data), End: len(c.data)}, Text: c.lineAt(len(c.data), content)}}, content)
	}
	return c.replace(rng, name, content)
}

// operation is made as a response asks for it. The fields come in pairs.
func operation(tag, file string, fields ...any) ops.Operation {
	spec, _ := ops.Lookup(tag)
	given := []ops.Arg{{Name: "file", Value: ops.Value{Text: file}}}
	for i := 0; i < len(fields); i += 2 {
		v, ok := fields[i+1].(ops.Value)
		if !ok {
			v = ops.Value{Text: fmt.Sprint(fields[i+1])}
		}
		given = append(given, ops.Arg{Name: fields[i].(string), Value: v})
	}
	a, err := spec.Build(wording.Tags, given)
	if err != nil {
		panic(fmt.Sprintf("%s %q: %v", tag, fields, err))
	}
	return ops.Operation{Action: a}
}

// model is a file, as a response sees it.
type model struct {
	src  []byte
	enc  encoding.Encoding
	data []byte
	keep bool // the line ends of the text that was sent
}

// lines are where the lines begin, and where the last one ends.
func (m model) lines() []int {
	starts := []int{len(m.mark())}
	for i := starts[0]; i < len(m.data); i++ {
		if m.data[i] == '\n' || i == len(m.data)-1 {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (m model) mark() string {
	if bytes.HasPrefix(m.data, []byte(text.BOM)) {
		return text.BOM
	}
	return ""
}

// lineAt is content as lines of their own, at a place where a line begins or at the end.
func (m model) lineAt(at int, content string) string {
	switch {
	case at < len(m.data):
	case string(m.data) == m.mark():
		return content
	case m.data[at-1] != '\n':
		return "\n" + content
	}
	return lined(content)
}

// lined is content as lines, each with an end. A carriage return before it is text.
func lined(content string) string {
	switch {
	case content == "" || strings.HasSuffix(content, "\n"):
		return content
	case strings.HasSuffix(content, "\r"):
		return content + "\r\n"
	}
	return content + "\n"
}

func (m model) replaceLines(rng *rand.Rand, name, content string) change {
	starts := m.lines()
	if len(starts) == 1 {
		op := operation("replace_lines", name, "start_line", 1, "end_line", 1, "new_content", content)
		return change{src: m.src, op: op, code: ops.BadRange}
	}
	first := 1 + rng.IntN(len(starts)-1)
	last := first + rng.IntN(len(starts)-first)
	if rng.IntN(8) == 0 {
		content = ""
	}
	put := lined(content)
	if starts[last] == len(m.data) && !bytes.HasSuffix(m.data, []byte("\n")) {
		if short := strings.TrimSuffix(strings.TrimSuffix(put, "\n"), "\r"); short != "" && !strings.HasSuffix(short, "\n") {
			put = short
		}
	}
	op := operation("replace_lines", name, "start_line", first, "end_line", last, "new_content", content)
	return m.expect(op, []text.Edit{{Span: text.Span{Start: starts[first-1], End: starts[last]}, Text: put}}, content)
}

func (m model) insertAt(rng *rand.Rand, name, content string) change {
	starts := m.lines()
	above := rng.IntN(len(starts) + 1)
	at := starts[min(above, len(starts)-1)]
	op := operation("insert_at", name, "line", above, "position", "after", "content", content)
	if rng.IntN(2) == 0 {
		op = operation("insert_at", name, "line", above+1, "content", content)
	}
	return m.expect(op, []text.Edit{{Span: text.Span{Start: at, End: at}, Text: m.lineAt(at, content)}}, content)
}

// replace finds a piece of the file and puts content, or some of the piece, there.
func (m model) replace(rng *rand.Rand, name, content string) change {
	cuts := m.cuts()
	i := rng.IntN(len(cuts))
	find := string(m.data[cuts[i]:cuts[min(len(cuts)-1, i+1+rng.IntN(12))]])
	switch rng.IntN(6) {
	case 0:
		content = ""
	case 1:
		content = find[:len(find)/2] + content + find[len(find)/2:]
		content = strings.ToValidUTF8(content, "?")
	case 2:
		find = text.Unix(find)
	}
	old := ops.Value{Text: find, Block: strings.HasSuffix(find, "\n") && rng.IntN(2) == 0}
	fresh := ops.Value{Text: content, Block: (content == "" || strings.HasSuffix(content, "\n")) && rng.IntN(2) == 0}
	if old.Snippet() == "" {
		old = ops.Value{Text: "not there"}
	}
	tag := pick(rng, []string{"str_replace", "str_replace_all", "edit"})
	fields := []any{"old_str", old, "new_str", fresh}
	if tag == "edit" {
		fields = []any{"find", old, "replace", fresh}
	}
	op := operation(tag, name, fields...)
	found := match.Find(m.data, old)
	switch {
	case len(found.Spans) == 0:
		return change{src: m.src, op: op, code: ops.NoMatch}
	case tag == "str_replace" && (len(found.Spans) > 1 || found.Overlap):
		return change{src: m.src, op: op, code: ops.Ambiguous}
	}
	var edits []text.Edit
	for _, s := range found.Spans {
		if found.Whole && fresh.Text == "" { // the lines go with their ends and the blanks before them
			if m.indented(s) {
				s.Start = text.LineStart(m.data, s.Start)
			}
			if i := bytes.IndexByte(m.data[s.End:], '\n'); i >= 0 {
				s.End += i + 1
			}
		}
		put := fresh.Snippet()
		if found.Whole && fresh.Block && fresh.Text != "" && s.End == len(m.data) && (put == "" || strings.HasSuffix(put, "\n")) {
			put += "\n" // a blank line is nothing without its end
		}
		edits = append(edits, text.Edit{Span: s, Text: put})
	}
	m.keep = !old.Block && !fresh.Block && fresh.Text != old.Text && text.Unix(fresh.Text) == text.Unix(old.Text) // what else is it for?
	c := m.expect(op, edits, fresh.Snippet())
	if old.Block && strings.Contains(fresh.Snippet(), "\n") && slices.ContainsFunc(found.Spans, m.indented) {
		c.may = ops.NoMatch // how deep its second line is meant to be is not certain
	}
	return c
}

// indented reports whether nothing but blanks stands before a span on its line, and some do.
func (m model) indented(s text.Span) bool {
	start := text.LineStart(m.data, s.Start) // behind the span, if that begins with a byte order mark
	return start < s.Start && len(bytes.Trim(m.data[start:s.Start], " \t")) == 0
}

// cuts are the places between the characters of the text.
func (m model) cuts() []int {
	cuts := []int{0}
	for at := 0; at < len(m.data); {
		_, n := utf8.DecodeRune(m.data[at:])
		at += n
		cuts = append(cuts, at)
	}
	return cuts
}

// expect works out the file after edits of its text, whose line ends are yet to be
// fitted: the old bytes around the bytes of the new text. sent is that text as it came.
func (m model) expect(op ops.Operation, edits []text.Edit, sent string) change {
	var read, want []byte
	at, raw, encodable, lax := 0, 0, true, false
	for _, e := range edits {
		fresh := m.fit(e, sent)
		read = append(append(read, m.data[at:e.Start]...), fresh...)
		data, err := m.enc.Encode([]byte(fresh))
		encodable = encodable && err == nil
		lax = lax || m.enc.Name() != "utf-8" && strings.ContainsRune(fresh, utf8.RuneError)
		want = append(append(want, m.src[raw:m.raw(e.Start)]...), data...)
		at, raw = e.End, m.raw(e.End)
	}
	read, want = append(read, m.data[at:]...), append(want, m.src[raw:]...)
	if m.plain() {
		m.enc = encoding.Stated("a.py", read)
		data, err := m.enc.Encode(read)
		want, encodable = data, err == nil
	}
	c := change{src: m.src, op: op, lax: lax, detail: fmt.Sprintf("%s, edits %+v, want %q", m.enc.Name(), edits, want)}
	c.ok = func(after []byte) bool { return bytes.Equal(after, want) }
	switch {
	case m.enc.Name() == "iso-2022-jp":
		// There a line is written as one, so that only the bytes of other lines stay.
		head := bytes.LastIndexByte(m.src[:m.raw(edits[0].Start)], '\n') + 1
		tail := m.src[m.raw(at):]
		if at > 0 && m.data[at-1] != '\n' {
			tail = tail[bytes.IndexByte(append(slices.Clone(tail), '\n'), '\n'):]
		}
		c.ok = func(after []byte) bool {
			return bytes.HasPrefix(after, m.src[:head]) && bytes.HasSuffix(after, tail) && bytes.Equal(m.enc.Decode(after), read)
		}
		encodable = true
		if _, err := m.enc.Encode(read); err != nil {
			encodable = false
		}
	case encodable && !bytes.Equal(m.enc.Decode(want), read):
		encodable = false // it would join a broken character
	}
	if !encodable {
		c.code = ops.Encoding
	}
	return c
}

// plain reports whether a file is ASCII, which becomes what the text in it states.
func (m model) plain() bool {
	return m.enc.Name() == "utf-8" && !bytes.ContainsFunc(m.src, func(r rune) bool { return r >= utf8.RuneSelf || r == '\x1b' })
}

// raw is where the byte is that an offset in the text stands for: where the file can be
// cut in two that read as the text does. In ISO-2022-JP that is not between all
// characters: there, where the line begins.
func (m model) raw(off int) int {
	if m.enc.Name() == "utf-8" || m.enc.Binary() {
		return off
	}
	if m.enc.Name() == "iso-2022-jp" {
		lines, at := bytes.Count(m.data[:off], []byte("\n")), 0
		for range lines {
			at += bytes.IndexByte(m.src[at:], '\n') + 1
		}
		if off == len(m.data) {
			at = len(m.src)
		}
		return at
	}
	for i := range len(m.src) + 1 {
		head := m.enc.Decode(m.src[:i])
		if bytes.Equal(head, m.data[:off]) && bytes.Equal(append(head, m.enc.Decode(m.src[i:])...), m.data) {
			return i
		}
	}
	panic(fmt.Sprintf("%s: %q is not cut at %d of %q", m.enc.Name(), m.src, off, m.data))
}

// fit gives the lines of an edit the ends that they have around it: a plain reading of
// what text.LineEnds promises. A file without line ends takes CRLF, if that is how all
// lines end that were sent.
func (m model) fit(e text.Edit, sent string) string {
	if m.keep {
		return e.Text
	}
	var ends []string // of all lines
	first, in := 0, 0 // how many of them are before the span, and in it
	for i, b := range m.data {
		if b != '\n' {
			continue
		}
		end := "\n"
		if i > 0 && m.data[i-1] == '\r' {
			end = "\r\n"
		}
		ends = append(ends, end)
		switch {
		case i < e.Start:
			first++
		case i < e.End:
			in++
		}
	}
	if len(ends) == 0 {
		ends = []string{"\n"}
		if n := strings.Count(sent, "\n"); n > 0 && n == strings.Count(sent, "\r\n") {
			ends = []string{"\r\n"}
		}
	}
	with := func(s, end string) string { return strings.ReplaceAll(text.Unix(s), "\n", end) }
	if in == 0 {
		near := min(first, len(ends)-1)
		if first > 0 && e.Start == e.End && m.data[e.Start-1] == '\n' {
			near = first - 1
		}
		return with(e.Text, ends[near])
	}
	crlf := 0
	for _, end := range ends[first : first+in] {
		crlf += len(end) - 1
	}
	most := ends[first]
	switch {
	case 2*crlf > in:
		most = "\r\n"
	case 2*crlf < in:
		most = "\n"
	}
	if crlf == 0 || crlf == in {
		return with(e.Text, most)
	}
	old := strings.SplitAfter(string(m.data[e.Start:e.End]), "\n")
	fresh := strings.SplitAfter(text.Unix(e.Text), "\n")
	return withKept(old, fresh, most)
}

// withKept is fresh with the line ends of old on the lines that stay the same at its beginning
// and end. The line before the latter also keeps its line end. All lines but the last have one.
func withKept(old, fresh []string, end string) string {
	head := ""
	for len(old) > 1 && len(fresh) > 1 && text.Unix(old[0]) == fresh[0] {
		head += old[0]
		old, fresh = old[1:], fresh[1:]
	}
	tail := ""
	for len(old) > 1 && len(fresh) > 1 {
		n, k := len(old)-1, len(fresh)-1
		if text.Unix(old[n]) != fresh[k] && !(tail != "" && strings.TrimRight(old[n], "\r\n") == strings.TrimRight(fresh[k], "\n")) {
			break
		}
		before := strings.TrimSuffix(old[n-1], "\n")
		kept := "\n"
		if strings.HasSuffix(before, "\r") {
			before, kept = strings.TrimSuffix(before, "\r"), "\r\n"
		}
		tail = kept + old[n] + tail
		old = append(slices.Clone(old[:n-1]), before)
		fresh = append(slices.Clone(fresh[:k-1]), strings.TrimSuffix(fresh[k-1], "\n"))
	}
	return head + strings.ReplaceAll(strings.Join(fresh, ""), "\n", end) + tail
}

// judge compares what a change came to with what it must.
func (c change) judge(t *testing.T, res ops.Result, after []byte) {
	t.Helper()
	switch {
	case res.Err != nil && !bytes.Equal(after, c.src):
		t.Errorf("%+v on %q: refused, and the file is %q", c.op.Action, c.src, after)
	case res.Err != nil && c.lax && res.Err.Code == ops.Encoding:
	case res.Err != nil && c.may != "" && res.Err.Code == c.may:
	case res.Err != nil && res.Err.Code != c.code, res.Err == nil && c.code != "":
		t.Errorf("%+v on %q: got %v, want code %q; %q; %s", c.op.Action, c.src, res.Err, c.code, after, c.detail)
	case res.Err == nil && !c.ok(after):
		t.Errorf("%+v on %q: got %q; %s", c.op.Action, c.src, after, c.detail)
	}
}

// fast opens a workspace whose files may be lost in a power failure.
func fast(tb testing.TB) (*workspace.Workspace, *run.Runner) {
	tb.Helper()
	w, err := workspace.Open(tb.Context(), tb.TempDir(), workspace.Options{State: tb.TempDir(), Fast: true, HistoryRuns: 1})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := w.Close(); err != nil {
			tb.Error(err)
		}
	})
	r := &run.Runner{
		Workspace: w,
		Policy:    ops.Policy{MaxEdit: 1 << 20, AllowBinary: true, OmissionCheck: "off"},
		Now:       time.Now,
		Random:    rand.Uint32,
	}
	return w, r
}

// TestBytesOutsideStay makes changes of every kind to files of every kind.
// TEST_SEQUENCES is how many.
func TestBytesOutsideStay(t *testing.T) {
	t.Parallel()
	w, r := fast(t)
	rng := rand.New(rand.NewPCG(11, 12))
	n := sequences(t, 400)
	changes := make([]change, n)
	list := make([]ops.Operation, n)
	for i := range changes {
		name := fmt.Sprintf("%d.py", i)
		changes[i] = anyChange(rng, name, anyFile(rng))
		list[i] = changes[i].op
		must(t, os.WriteFile(filepath.Join(w.Dir(), name), changes[i].src, 0o600))
	}
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	made, seen := 0, map[string]int{}
	for i, c := range changes {
		after, err := os.ReadFile(filepath.Join(w.Dir(), fmt.Sprintf("%d.py", i)))
		must(t, err)
		c.judge(t, rep.Results[i], after)
		if rep.Results[i].Changed {
			made++
			e := encoding.Detect(c.src)
			seen[e.Name()]++
		}
	}
	t.Logf("%d of %d changes made, in %d encodings", made, n, len(seen))
	if made < n/2 || len(seen) < len(encoding.Names())-3 {
		t.Errorf("%d of %d changes made, in %d encodings: %v", made, n, len(seen), seen)
	}
}

// FuzzBytesOutsideStay is the same for files that the fuzzer thinks of; where it gives
// none, for one in an encoding.
func FuzzBytesOutsideStay(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed, []byte{})
	}
	for i, src := range []string{
		"", "a", "\ufeff", "a\r\nb\nc", "\r\r\n\n", "\xff\xfea\x00\r\x00\n\x00\x00\xd8", "\xfe\xff\x00a\x00\n", "a\x00b",
		"# coding: shift_jis\n\x82\xa0\x82", "# coding: gb18030\r\n\x81\x30\x81\x30\n\xff", "a\n\x1b$B$\"\x1b(B\nb", "\xe9t\xe9 \x81\r\n", "é \xff\n",
	} {
		f.Add(uint64(i), []byte(src))
	}
	f.Add(uint64(122), []byte(" 00\n")) // deletes a line that is quoted without its blanks
	w, r := fast(f)
	path := filepath.Join(w.Dir(), "a.py") // in which a comment may state an encoding
	f.Fuzz(func(t *testing.T, seed uint64, src []byte) {
		rng := rand.New(rand.NewPCG(seed, 0))
		if len(src) == 0 {
			src = anyFile(rng)
		}
		if len(src) > 300 {
			return // raw takes time by the square
		}
		c := anyChange(rng, "a.py", src)
		must(t, os.WriteFile(path, src, 0o600))
		rep, err := r.Run(t.Context(), []ops.Operation{c.op})
		must(t, err)
		after, err := os.ReadFile(path)
		must(t, err)
		c.judge(t, rep.Results[0], after)
	})
}

// A guess is made from the text that there is, so an edit can turn it. The bytes are
// right, but whoever reads the file next must know.
func TestTurnedEncodingIsTold(t *testing.T) {
	t.Parallel()
	utf16, _ := encoding.Named("utf-16le")
	src, err := utf16.Encode([]byte("total = 1  # ЕЩЁ"))
	must(t, err)
	w := tree(t, map[string]string{"a.txt": string(src), "b.txt": "caf\xe9\n", "c.txt": "one\ntwo\n", "d.txt": "é\n"})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{
		build(t, "replace_lines", "file", "a.txt", "start_line", "1", "end_line", "1", "new_content", "не сейчас, а потом"),
		build(t, "edit", "file", "b.txt", "find", "é", "replace", "e"),
		build(t, "edit", "file", "c.txt", "find", "one", "replace", "o\x00ne"),
		build(t, "write", "file", "d.txt", "content", "t\x00wo"),
		build(t, "edit", "file", "d.txt", "find", "two", "replace", "three"),
		build(t, "write", "file", "e.txt", "content", "t\x00wo"),
	})
	must(t, err)
	want := func(name, was string) []string {
		return []string{name + " was read as " + was + ", but after this change it looks like binary: it cannot be edited from now on"}
	}
	equal(t, "warnings", rep.Results[0].Warnings, want("a.txt", "utf-16le"))
	equal(t, "warnings where the text is the same", rep.Results[1].Warnings, nil)
	equal(t, "warnings of a NUL", rep.Results[2].Warnings, want("c.txt", "utf-8"))
	equal(t, "warnings of a NUL in a whole file", rep.Results[3].Warnings, want("d.txt", "utf-8"))
	equal(t, "warnings of a NUL in a new file", rep.Results[5].Warnings, []string{"e.txt is new, in utf-8, but looks like binary: it cannot be edited from now on"})
	equal(t, "what the NUL leads to", codes(rep)[4], string(ops.Binary))
}

// ASCII is the same in nearly every encoding: what is put into it is written in the one
// that the file then states, as the programs that read it go by that.
func TestTextPutIntoASCIIIsInWhatItStates(t *testing.T) {
	t.Parallel()
	const latin = "# -*- coding: latin-1 -*-\nx = 'a'\n"
	edits := func(olds ...string) string {
		var list []string
		for i := 0; i < len(olds); i += 2 {
			list = append(list, fmt.Sprintf(`{"old_string": %q, "new_string": %q}`, olds[i], olds[i+1]))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	for _, tt := range []struct {
		name, src string
		op        ops.Operation
		want      string // "" means that it is refused
	}{
		{"edit", latin, build(t, "edit", "file", "a", "find", "'a'", "replace", "'é'"), "# -*- coding: latin-1 -*-\nx = '\xe9'\n"},
		{"edit-it-cannot-hold", latin, build(t, "edit", "file", "a", "find", "'a'", "replace", "'→'"), ""},
		{"append", "@charset \"windows-1251\";\n", build(t, "append", "file", "a", "content", "/* да */"), "@charset \"windows-1251\";\n/* \xe4\xe0 */\n"},
		{"insert", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n", build(t, "insert_at", "file", "a", "line", "1", "position", "after", "content", "<é/>"), "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<\xe9/>\n"},
		{"overwrite", latin, build(t, "write", "file", "a", "content", "# coding: latin-1\né"), "# coding: latin-1\n\xe9"},
		{"overwrite-without", latin, build(t, "write", "file", "a", "content", "é"), "é"},
		{"stated-by-the-edit", "x = 'a'\n", build(t, "edit", "file", "a", "find", "x = 'a'", "replace", "# coding: latin-1\nx = 'é'"), "# coding: latin-1\nx = '\xe9'\n"},
		{"not-stated-any-more", latin, build(t, "replace_lines", "file", "a", "start_line", "1", "end_line", "2", "new_content", "x = 'é'"), "x = 'é'\n"},
		{"edits-of-both", latin, build(t, "MultiEdit", "file_path", "a", "edits", edits("'a'", "'é'", "latin-1", "utf-8")), "# -*- coding: utf-8 -*-\nx = 'é'\n"},
		{"a-string-states-nothing", "x = 'charset=latin-1'\n", build(t, "edit", "file", "a", "find", "x", "replace", "é"), "é = 'charset=latin-1'\n"},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{tt.op})
		must(t, err)
		got, err := os.ReadFile(filepath.Join(w.Dir(), "a"))
		must(t, err)
		want := cmp.Or(tt.want, tt.src)
		if string(got) != want || (rep.Results[0].Err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, rep.Results[0].Err, want)
		}
		if warned := rep.Results[0].Warnings; len(warned) > 0 {
			t.Errorf("%s: warnings %q", tt.name, warned)
		}
	}
}

// Other programs read a file in the encoding that it states. If a change removes that statement
// or makes it wrong, the file keeps its encoding, and the result warns.
func TestAStatementThatIsNotTrueAnyMoreIsTold(t *testing.T) {
	t.Parallel()
	const latin, koi = "# -*- coding: latin-1 -*-\nx = '\xe9t\xe9'\n", "# coding: koi8-r\n# \xe5\xdd\xa3 \xce\xc5 \xd7\xd3\xa3\n"
	for _, tt := range []struct {
		name, src string
		op        ops.Operation
		encoding  string // "" means that nothing is warned about
	}{
		{"changed", latin, build(t, "edit", "file", "a", "find", "latin-1", "replace", "utf-8"), "iso-8859-1"},
		{"removed", koi, build(t, "replace_lines", "file", "a", "start_line", "1", "end_line", "1", "new_content", ""), "koi8-r"},
		{"pushed-down", koi, build(t, "insert_at", "file", "a", "line", "1", "content", "import os\nimport sys"), "koi8-r"},
		{"overwritten", latin, build(t, "write", "file", "a", "content", "x = 'été'"), "iso-8859-1"},
		{"added-to-utf-8", "x = 'é'\n", build(t, "insert_at", "file", "a", "line", "1", "content", "# coding: latin-1"), "utf-8"},
		{"written-otherwise", latin, build(t, "edit", "file", "a", "find", "latin-1", "replace", "iso-8859-1"), ""},
		{"as-good", latin, build(t, "edit", "file", "a", "find", "latin-1", "replace", "cp1252"), ""},
		{"nothing-needs-it", latin, build(t, "write", "file", "a", "content", "x = 1"), ""},
		{"added-rightly", "x = '\xe9t\xe9'\n", build(t, "insert_at", "file", "a", "line", "1", "content", "# coding: latin-1"), ""},
		{"never-stated", "x = '\xe9t\xe9'\n", build(t, "edit", "file", "a", "find", "x", "replace", "y"), ""},
		{"still-stated", latin, build(t, "edit", "file", "a", "find", "x", "replace", "y"), ""},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{tt.op})
		must(t, err)
		var want []string
		if tt.encoding != "" {
			want = []string{"a is in " + tt.encoding + ", but after this change it does not say so: programs that go by what it says cannot read it, or show other characters"}
		}
		equal(t, tt.name, rep.Results[0].Warnings, want)
	}
}
