package run

import (
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

// How long all calls of the built-in parsers may take in a run. Ordinary sources need a small
// part of it. After that, a file is parsed only if always is set; validators still run.
const (
	baseParseTime  = 500 * time.Millisecond
	parseTimePerMB = time.Second
)

// parseUsage counts the bytes that the built-in parsers were given, and the time they took.
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

// finding is what the built-in parser and the user's validators say of a content together.
// It is broken if one of them says so.
type finding struct {
	syntax.Verdict
	fromValidator    bool             // the verdict is a validator's
	declined         bool             // the parser knows the language and did not judge: a template, too large, or not UTF-8
	timedOut         bool             // no time was left to parse it
	parserTrouble    string           // why the parser could not check it; "" if it could
	failedValidators []syntax.Verdict // of the validators that could not check it
}

// combine makes one finding of the verdicts of the parser and of the validators, up to the
// first that says that the content is broken.
func combine(parsed syntax.Verdict, validated []syntax.Verdict) finding {
	f := finding{Verdict: parsed, parserTrouble: parsed.Trouble}
	f.declined = parsed.State == syntax.NotJudged && parsed.Language != "" && parsed.Trouble == ""
	for _, v := range validated {
		if f.State == syntax.Broken {
			break
		}
		if v.Trouble != "" {
			f.failedValidators = append(f.failedValidators, v)
		}
		v.State = max(v.State, f.State) // the worse one: not judged, valid, broken
		f.Verdict, f.fromValidator = v, true
	}
	return f
}

// inconclusive reports whether the checker that found another version broken could not check
// this content, which may have the same error.
func (f finding) inconclusive(other checkedFile) bool {
	if f.State == syntax.Broken {
		return false
	}
	if !other.fromValidator {
		return f.parserTrouble != ""
	}
	return slices.ContainsFunc(f.failedValidators, func(v syntax.Verdict) bool { return v.Language == other.Language })
}

// warnings say why the content was not checked, or not by every checker.
func (f finding) warnings() []string {
	what := "syntax not fully checked: "
	if f.State == syntax.NotJudged {
		what = "syntax not checked: "
	}
	var list []string
	for _, v := range f.failedValidators {
		list = append(list, what+v.Trouble)
	}
	if f.parserTrouble != "" {
		list = append(list, what+f.parserTrouble)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// cacheKey identifies a text that was checked under a name.
type cacheKey struct {
	name string
	sum  [sha256.Size]byte
}

// contentChecker checks the files of a run. It remembers what it found, by name and content.
type contentChecker struct {
	runner     *Runner
	cache      map[cacheKey]finding
	textBefore map[string][]byte      // by name: the text before the run, of files that may be templates now
	lastBroken map[string]checkedFile // by name: the last broken version of a file in any attempt

	runUsage    parseUsage
	searchUsage parseUsage // since resetUsage
}

func (r *Runner) contentChecker() *contentChecker {
	return &contentChecker{runner: r, cache: map[cacheKey]finding{}, textBefore: map[string][]byte{}, lastBroken: map[string]checkedFile{}}
}

// check checks a content, or returns what it found before. If the checks of the run took too
// long, it parses only if always is set. That is for the search for culprits, which has its
// own limits, for files as they were before the run, and for those that an earlier attempt broke.
func (c *contentChecker) check(ctx context.Context, name string, src []byte, always bool) finding {
	key := cacheKey{name, sha256.Sum256(src)}
	if f, ok := c.cache[key]; ok && !(always && f.timedOut) {
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
	f.timedOut = late
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

// checkChange checks a file that a run changed. If the file may be a template, it is checked
// again with its old text, which may show that it is not a template.
func (c *contentChecker) checkChange(ctx context.Context, change workspace.Change, src []byte) finding {
	_, broken := c.brokenEarlier(change)
	f := c.check(ctx, change.Name, src, broken)
	if !f.declined {
		return f
	}
	if old, err := change.Before(maxChecked); err == nil && old != nil {
		c.textBefore[change.Name] = old
		delete(c.cache, cacheKey{change.Name, sha256.Sum256(src)})
	}
	return c.check(ctx, change.Name, src, broken)
}

// before checks a file as it was before the run. A file that is new, or that no checker is
// for, counts as valid.
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
	c.runner.Checked.Begin(len(changes))
	for _, change := range changes {
		c.runner.Checked.Add()
		if !c.runner.checkable(change.Name) {
			continue
		}
		src, err := change.After(maxChecked)
		if err != nil || src == nil {
			continue // too large to be checked, or not a regular file
		}
		now := c.checkChange(ctx, change, src)
		note := func(warnings []string) {
			for _, why := range warnings {
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
		case syntax.Broken:
			f.previous = &was
			o.brokenBefore[change.Name] = f
		case syntax.NotJudged: // it is not known to have been valid
			note(was.warnings())
		}
	}
	return ctx.Err()
}

// brokenEarlier returns the broken version of a file in an earlier attempt, under its name now or
// before the run.
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

// checkable reports whether a file may be in a language that is checked. If its extension
// says that it is not, the file is not even read.
func (r *Runner) checkable(name string) bool {
	return r.Validators.Matches(name) || r.Syntax.Language(name, nil) != "" || !strings.Contains(path.Base(name), ".")
}
