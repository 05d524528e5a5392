package run

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// maxChecked is the largest file that is checked, in bytes.
const maxChecked = 2 << 20

// How long the built-in parsers may take in a run, all together. Ordinary sources need a small
// part of it. After that, check parses a text only if always is set. Validators still run.
const (
	baseParseTime  = 500 * time.Millisecond
	parseTimePerMB = time.Second
)

// parseUsage counts the bytes that the built-in parsers were given, and the time that they took.
type parseUsage struct {
	bytes int
	took  time.Duration
}

// exceeded reports whether the parsers took longer than they may for so many bytes.
func (u parseUsage) exceeded() bool {
	return u.took > baseParseTime+time.Duration(float64(parseTimePerMB)*float64(u.bytes)/(1<<20))
}

func (u parseUsage) plus(bytes int, took time.Duration) parseUsage {
	return parseUsage{u.bytes + bytes, u.took + took}
}

// A text has no verdict, neither valid nor broken, for one of these reasons:
//
//	no checker is for it                     finding.Language is ""
//	it is over maxChecked, or unreadable     it is not checked
//	the parser declines it                   finding.declined
//	the parser crashes, or takes too long    finding.parserTrouble
//	the time for parsing is used up          finding.parserTrouble and finding.skipped
//	a validator cannot be run, or is slow    finding.validatorTroubles
//
// The troubles become warnings (outcome.unchecked).

// finding is what the built-in parser and the user's validators, taken together, say of one
// text. It is broken if one of them says so.
type finding struct {
	syntax.Verdict
	// fromValidator is set if the message of the Verdict is that of a validator, the last one that
	// was asked. The Verdict's Language is the name of that program. The Verdict's State is that of
	// all checkers together: Broken if one says so, else Valid if one does.
	fromValidator     bool
	declined          bool             // the text is in the language of the parser, but a template, too large for it, or not UTF-8
	skipped           bool             // it was not parsed, since the parsers of this run had taken too long before
	parserTrouble     string           // why the parser gave no verdict, unless it declined; else ""
	validatorTroubles []syntax.Verdict // of the validators that could not judge the text
}

// combine makes one finding of the verdicts of the parser and the validators. It ignores those
// after the first that says that the text is broken.
func combine(parsed syntax.Verdict, validated []syntax.Verdict) finding {
	f := finding{Verdict: parsed, parserTrouble: parsed.Trouble}
	f.declined = parsed.State == syntax.NotJudged && parsed.Language != "" && parsed.Trouble == ""
	for _, v := range validated {
		if f.State == syntax.Broken {
			break
		}
		if v.Trouble != "" {
			f.validatorTroubles = append(f.validatorTroubles, v)
		}
		v.State = max(v.State, f.State) // broken if one checker says so, else valid if one says so
		f.Verdict, f.fromValidator = v, true
	}
	return f
}

// inconclusive reports whether this text may have the error of another version. It may if the
// checker that found that error had trouble with this text, and no checker found it broken. A
// parser that declines a text has no trouble with it.
func (f finding) inconclusive(other checkedFile) bool {
	if f.State == syntax.Broken {
		return false
	}
	if !other.fromValidator {
		return f.parserTrouble != ""
	}
	sameProgram := func(v syntax.Verdict) bool { return v.Language == other.Language }
	return slices.ContainsFunc(f.validatorTroubles, sameProgram)
}

// troubles are the reasons why checkers gave no verdict on the text, each behind a prefix.
func (f finding) troubles(prefix string) []string {
	var list []string
	for _, v := range f.validatorTroubles {
		list = append(list, prefix+v.Trouble)
	}
	if f.parserTrouble != "" {
		list = append(list, prefix+f.parserTrouble)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// warnings say why the new text of a file was not checked, or not by every checker.
func (f finding) warnings() []string {
	if f.State == syntax.NotJudged {
		return f.troubles("syntax not checked: ")
	}
	return f.troubles("syntax not fully checked: ")
}

// cacheKey identifies a text that was checked under a name.
type cacheKey struct {
	name string
	sum  [sha256.Size]byte
}

// contentChecker checks the contents of the files of a run. It caches each finding, by name and
// content.
type contentChecker struct {
	runner     *Runner
	cache      map[cacheKey]finding
	textBefore map[string][]byte // by name: the text before the run, of files that may be templates now
	// lastBroken has the last broken version that checkAll found of each file that was valid
	// before the run: under the name that it had when it was found broken, and under its name
	// before the run, which for a copy is that of its source (Change.Origin).
	lastBroken map[string]checkedFile

	runUsage    parseUsage // of the whole run
	searchUsage parseUsage // of the present part of the culprit search; resetUsage sets it to zero
}

func (r *Runner) contentChecker() *contentChecker {
	return &contentChecker{runner: r, cache: map[cacheKey]finding{}, textBefore: map[string][]byte{}, lastBroken: map[string]checkedFile{}}
}

// check checks a text, or returns what it found before. If the parsers have taken too long in
// this run, it parses only if always is set. Callers set always for three kinds of text:
// versions in the culprit search, which has its own limits; files as they were before the run;
// and files that an earlier check found broken.
func (c *contentChecker) check(ctx context.Context, name string, src []byte, always bool) finding {
	key := cacheKey{name, sha256.Sum256(src)}
	if f, ok := c.cache[key]; ok && !(always && f.skipped) {
		return f
	}
	language := c.runner.Syntax.Language(name, src)
	late := !always && language != "" && c.runUsage.exceeded()
	var parsed syntax.Verdict
	if late {
		parsed = syntax.Verdict{Language: language, Trouble: "the checks of this run took too long together"}
	} else {
		parsed = c.parse(name, src)
	}
	var validated []syntax.Verdict
	if parsed.State != syntax.Broken {
		validated = c.runner.Validators.Check(ctx, name, src)
	}
	f := combine(parsed, validated)
	f.skipped = late
	if ctx.Err() == nil {
		c.cache[key] = f
	}
	return f
}

// parse runs the built-in parser and counts the time that it takes.
func (c *contentChecker) parse(name string, src []byte) syntax.Verdict {
	began := c.runner.Now()
	v := c.runner.Syntax.CheckChange(name, c.textBefore[name], src)
	took := c.runner.Now().Sub(began)
	c.runUsage, c.searchUsage = c.runUsage.plus(len(src), took), c.searchUsage.plus(len(src), took)
	return v
}

// checkChange checks a file that a run changed. If the parser declined the file, which may be a
// template, it checks it again together with the old text. That may show that it is no template.
func (c *contentChecker) checkChange(ctx context.Context, change workspace.Change, src []byte) finding {
	_, broken := c.brokenEarlier(change)
	f := c.check(ctx, change.Name, src, broken)
	if !f.declined {
		return f
	}
	if old, err := change.Before(maxChecked); err == nil && old != nil && !bytes.Equal(old, c.textBefore[change.Name]) {
		c.textBefore[change.Name] = old
		delete(c.cache, cacheKey{change.Name, sha256.Sum256(src)})
	}
	return c.check(ctx, change.Name, src, broken)
}

// before checks a file as it was before the run, a copy as its source was. It counts as valid if
// it is new, if it was a link or directory, or if no checker was for it.
func (c *contentChecker) before(ctx context.Context, change workspace.Change) checkedFile {
	valid := checkedFile{finding: finding{Verdict: syntax.Verdict{State: syntax.Valid}}}
	name := change.Origin()
	if name == "" || !c.runner.checkable(name) {
		return valid
	}
	src, err := change.Before(maxChecked)
	if err != nil {
		return checkedFile{} // not judged: it is too large, or cannot be read
	}
	if src == nil {
		return valid // a link or directory
	}
	f := c.check(ctx, name, src, true)
	if f.Language == "" {
		return valid
	}
	return checkedFile{finding: f, src: src}
}

// checkAll checks all files that an outcome changed, and records in it what it found.
func (c *contentChecker) checkAll(ctx context.Context, o *outcome) error {
	o.broken, o.brokenBefore, o.unchecked = map[string]checkedFile{}, map[string]checkedFile{}, map[string][]string{}
	changes := o.tx.Changes()
	c.runner.CheckProgress.Begin(len(changes))
	for _, change := range changes {
		c.runner.CheckProgress.Add()
		if !c.runner.checkable(change.Name) {
			continue
		}
		src, err := change.After(maxChecked)
		if err != nil || src == nil {
			continue // too large to be checked, not a regular file, or it cannot be read
		}
		now := c.checkChange(ctx, change, src)
		note := func(reasons []string) {
			for _, why := range reasons {
				o.unchecked[why] = append(o.unchecked[why], change.Name)
			}
		}
		note(now.warnings())
		f := checkedFile{finding: now, src: src}
		if now.State != syntax.Broken {
			if was, ok := c.brokenEarlier(change); ok && now.inconclusive(was) {
				was.unconfirmed = true
				o.broken[change.Name] = was
			}
			continue
		}
		was := c.before(ctx, change)
		switch was.State {
		case syntax.Valid:
			o.broken[change.Name] = f
			c.lastBroken[change.Name], c.lastBroken[cmp.Or(change.Origin(), change.Name)] = f, f
		case syntax.NotJudged: // it may have been broken before: keep the change
			note(was.troubles("the text before the run was not checked: "))
			fallthrough
		case syntax.Broken:
			f.previous = &was
			o.brokenBefore[change.Name] = f
		}
	}
	return ctx.Err()
}

// brokenEarlier returns what lastBroken has of a file, under its present name or its name before
// the run, which for a copy is that of its source.
func (c *contentChecker) brokenEarlier(change workspace.Change) (checkedFile, bool) {
	f, ok := c.lastBroken[change.Name]
	if !ok {
		f, ok = c.lastBroken[change.Origin()]
	}
	return f, ok
}

// uncheckedWarnings makes one warning for each reason why files were not checked.
func uncheckedWarnings(reasons map[string][]string) []string {
	var warnings []string
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		names := reasons[why]
		shown := strings.Join(names[:min(len(names), 3)], ", ")
		if len(names) > 3 {
			shown += fmt.Sprintf(" and %d more", len(names)-3)
		}
		warnings = append(warnings, shown+": "+why)
	}
	return warnings
}

// checkable reports whether a checker may be for a file of this name. A name without an extension
// may be that of a script, whose first line tells the language.
func (r *Runner) checkable(name string) bool {
	return r.Validators.Matches(name) || r.Syntax.Language(name, nil) != "" || !strings.Contains(path.Base(name), ".")
}
