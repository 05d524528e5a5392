package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/terminal"
)

// failure is what the report says about an operation that failed.
type failure struct {
	path, reason string
	line         int              // of the file
	place        string           // in the response
	result       *ops.Result      // of the operation; nil if the run failed as a whole
	parts        []wording.Detail // what else there is to say; the last one says what to do
}

// shownFailures is how many failures are shown; the others are counted.
const shownFailures = 20

// failures returns the failures of a run, in the order of the response. Each is whole if that
// is wanted.
func failures(rep Run, whole bool) []failure {
	var list []failure
	var ended *ops.Error // why nothing was written, if the run ended early
	for i := 0; i < len(rep.Results); i++ {
		res := &rep.Results[i]
		switch {
		case res.Err == nil, res.Err.Code == ops.Declined:
		case !unwritten(res):
			f := explain(res, whole)
			f.place, f.result = placeOf(res, i+1, max(len(rep.Results), len(rep.Asked))), res
			if n := skippedWith(rep.Results[i:]); n > 1 && !whole { // they were skipped for one reason
				f.place += ", and the next " + map[bool]string{true: "one", false: strconv.Itoa(n - 1)}[n == 2]
				i += n - 1
			}
			list = append(list, f)
		case res.Err.Code != ops.Withheld:
			ended = res.Err
		}
	}
	if ended != nil {
		f := failureOf("", ended)
		f.reason = "nothing was written: " + f.reason
		list = append(list, f)
	}
	return list
}

// skippedWith counts the results at the beginning of a list that were skipped for the same
// reason as the first.
func skippedWith(results []ops.Result) int {
	first := results[0].Err
	other := func(r ops.Result) bool { return r.Err == nil || r.Err.Code != ops.Skipped || r.Err.Msg != first.Msg }
	if n := slices.IndexFunc(results, other); n >= 0 {
		return n
	}
	return len(results)
}

// explain says what is wrong.
func explain(res *ops.Result, whole bool) failure {
	path := res.Err.Path
	if res.Action.Kind() == "undo" {
		path = "" // that of the error is the name of a run
	}
	f := failureOf(path, res.Err)
	v, invalid := res.Action.(ops.Invalid)
	if !invalid || v.Skipped || v.Call {
		return f
	}
	f.reason, _, _ = strings.Cut("malformed "+v.Form.Block(v.Tag)+": "+v.Msg, "\n")
	if !whole { // the message shows what the block should look like; this is enough to see it
		f.parts = nil
		if v.Preview != "" {
			f.parts = append(f.parts, wording.Detail{Heading: "It begins with:", Lines: strings.Split(v.Preview, "\n"), TextOf: "response"})
		}
		f.add(v.Hint)
	}
	return f
}

// failureOf returns an error as a failure: the first sentence of its message without the path,
// which stands before it, and what else it says.
func failureOf(path string, e *ops.Error) failure {
	first, rest, _ := strings.Cut(e.Msg, "\n")
	reason, more := firstSentence(withoutPath(first, path))
	f := failure{path: path, line: e.Line, reason: lowered(cmp.Or(withoutPath(e.Short, path), reason))}
	f.add(more)
	f.add(rest)
	f.parts = append(f.parts, e.Details...)
	f.add(e.Hint)
	return f
}

// add adds sentences, if there are any.
func (f *failure) add(text string) {
	if text = strings.Trim(text, "\n"); text != "" {
		f.parts = append(f.parts, wording.Detail{Lines: strings.Split(text, "\n")})
	}
}

// lines are the parts as lines, without blank ones outside texts.
func lines(parts []wording.Detail) []string {
	var all []string
	for _, p := range parts {
		if p.Heading != "" {
			all = append(all, p.Heading)
		}
		for _, line := range p.Lines {
			switch blank := strings.TrimSpace(line) == ""; {
			case !blank && p.TextOf != "":
				line = "  " + line
			case blank && p.TextOf != "":
				line = ""
			case blank:
				continue
			}
			all = append(all, line)
		}
	}
	return all
}

// withoutPath takes the path from a sentence that begins or ends with it, or a part of which ends
// with it.
func withoutPath(sentence, path string) string {
	if path == "" {
		return sentence
	}
	sentence = strings.TrimPrefix(sentence, path+" ")
	for _, around := range []struct{ before, after string }{
		{": ", ""}, {": ", ". "}, {": ", " ("}, {" in ", ""}, {" in ", ". "}, {" to ", ""}, {" to ", ". "}, {" of ", ": "}, // hunk 1 of a.py: …
	} {
		start := strings.Index(sentence, around.before+path)
		if start < 0 {
			continue
		}
		after := sentence[start+len(around.before)+len(path):]
		if after == around.after || around.after != "" && strings.HasPrefix(after, around.after) {
			sentence = sentence[:start] + after
		}
	}
	return sentence
}

// firstSentence cuts a text after its first sentence, outside quotes.
func firstSentence(text string) (first, rest string) {
	for i := 0; ; {
		n := strings.Index(text[i:], ". ")
		if n < 0 {
			return strings.TrimSuffix(text, "."), ""
		}
		i += n + len(". ")
		next, _ := utf8.DecodeRuneInString(text[i:])
		if before := text[:i]; unicode.IsUpper(next) && strings.Count(before, `"`)%2 == 0 && strings.Count(before, "'")%2 == 0 {
			return strings.TrimSuffix(before, ". "), text[i:]
		}
	}
}

// lowered is a sentence as it goes on after a colon.
func lowered(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	second, _ := utf8.DecodeRuneInString(sentence[size:])
	if unicode.IsUpper(first) && unicode.IsLower(second) {
		return string(unicode.ToLower(first)) + sentence[size:]
	}
	return sentence
}

// placeOf says where an operation stands in the response.
func placeOf(res *ops.Result, number, total int) string {
	if res.Operation.Line == 0 && res.Call.Name == "" {
		return "" // no response asked for it
	}
	what := res.Form.Block(res.Action.Kind())
	v, invalid := res.Action.(ops.Invalid)
	switch {
	case invalid && v.Call && v.Tag == "":
		what = "the message"
	case res.Form != wording.Call:
	case res.Call.Name != "" && (res.Call.NoID || res.ID == ""):
		what = "call of " + res.Call.Name
	case res.Call.Name != "":
		what = fmt.Sprintf("call %s of %s", res.ID, res.Call.Name)
	}
	if res.Operation.Line > 0 {
		what += " at " + place(res.Operation.Line, res.Source)
	} else if res.Source != "" {
		what += " in " + res.Source
	}
	return fmt.Sprintf("operation %d of %d: %s", number, total, what)
}

// spans returns the first line of a failure, without the place.
func (f failure) spans() []span {
	spans := []span{{text: failing, style: terminal.Failure}}
	if f.path != "" {
		spans = append(spans, span{text: f.path, style: terminal.Path}, span{text: ": ", style: terminal.Failure})
	}
	return append(spans, span{text: f.reason, style: terminal.Failure})
}

// head returns the lines that begin a failure, with a long path cut. Where the place does not
// fit into the first one, it has its own.
func (f failure) head(width int) [][]span {
	first := f.spans()
	if f.place == "" {
		return [][]span{fitted(first, width, max(minPath, width/2))}
	}
	place := span{text: "(" + f.place + ")", style: terminal.Dim}
	if one := append(slices.Clone(first), plain("  "), place); rows(one, width) == 1 {
		return [][]span{one}
	}
	return [][]span{fitted(first, width, max(minPath, width/2)), {plain(indent), place}}
}

// The failures of a run may have so many lines together, so that they stay on a screen of 50.
// The text of each may have so many at the least and the most.
const (
	linesOfAll     = 46
	leastOfFailure = 2
	mostOfFailure  = 24
)

// textLimit returns how many lines the text of each failure may have on a terminal of a width.
func textLimit(list []failure, width int) int {
	for limit := mostOfFailure; limit > leastOfFailure; limit-- {
		total := 0
		for _, f := range list {
			total++ // a blank line follows
			for _, line := range f.head(width) {
				total += rows(line, width)
			}
			for _, line := range fit(f.parts, limit) {
				total += rows([]span{plain(indent + line)}, width)
			}
		}
		if total <= linesOfAll {
			return limit
		}
	}
	return leastOfFailure
}

// rows is how many lines of a terminal a line takes.
func rows(spans []span, width int) int {
	if width == 0 {
		return 1
	}
	columns := 0
	for _, s := range spans {
		columns += s.columns()
	}
	return max(1, (columns+width-1)/width)
}

// fit returns the parts of a failure in so many lines. What was searched for goes first, since
// the response has it; the reasons and what to send are kept as long as there is room.
func fit(parts []wording.Detail, limit int) []string {
	all := lines(parts)
	if len(all) <= limit {
		return all
	}
	parts = slices.DeleteFunc(slices.Clone(parts), func(p wording.Detail) bool { return p.TextOf == "response" })
	if len(parts) > 0 {
		all = lines(parts)
	}
	i := slices.IndexFunc(parts, func(p wording.Detail) bool { return p.TextOf == "file" || p.TextOf == "matches" })
	if len(all) <= limit || i < 0 {
		return middleCut(all, limit)
	}
	text := parts[i].Lines
	shown := limit - (len(all) - len(text)) - 1 // beside the count of the others
	if shown < 1 {
		return middleCut(all, limit)
	}
	parts[i].Lines = append(slices.Clone(text[:shown]), leftOut(len(text)-shown))
	return lines(parts)
}

// leftOut says that lines of a failure are not shown.
func leftOut(n int) string { return "… " + count(n, "more line", "more lines") + ", with --verbose" }

// middleCut cuts a text to so many lines, in its middle. The end of a message says what to do.
func middleCut(text []string, limit int) []string {
	if len(text) <= limit {
		return text
	}
	head := max(1, limit/2)
	begin, cut, end := slices.Clone(text[:head]), text[head:len(text)-max(0, limit-head-1)], text[len(text)-max(0, limit-head-1):]
	if strings.HasSuffix(begin[head-1], ":") && begin[head-1][0] != ' ' { // a heading says nothing alone
		begin[head-1] += " " + strings.TrimSpace(cut[0])
		cut = cut[1:]
	}
	return slices.Concat(begin, []string{leftOut(len(cut))}, end)
}
