package workspace

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// encode returns a journal as JSON.
func encode(j *journal) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(j.mapNames(escapeName))
	return text.Bytes(), err
}

// decode reads what encode wrote. A field that it does not know is an error: what the
// field says about the commit would be ignored.
func decode(text []byte) (*journal, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	j := &journal{}
	if err := d.Decode(j); err != nil {
		return nil, err
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return nil, errors.New("there is more than one value in it")
	}
	var failed error
	return j.mapNames(func(name string) string {
		plain, err := unescapeName(name)
		failed = errors.Join(failed, err)
		return plain
	}), failed
}

// notText begins a name that is no valid UTF-8, which JSON cannot hold: Base64 of its
// bytes follows. No name of a file system begins with a NUL.
const notText = "\x00"

func escapeName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return notText + base64.StdEncoding.EncodeToString([]byte(name))
}

func unescapeName(name string) (string, error) {
	text, ok := strings.CutPrefix(name, notText)
	if !ok {
		return name, nil
	}
	plain, err := base64.StdEncoding.DecodeString(text)
	return string(plain), err
}

// mapNames returns a copy of the journal in which f was applied to each string that may
// hold a name of the disk.
func (j *journal) mapNames(f func(string) string) *journal {
	c := *j
	c.Root, c.Lost = f(j.Root), f(j.Lost)
	c.Trash, c.Dirs, c.Ends = mapAll(j.Trash, f), mapAll(j.Dirs, f), mapAll(j.Ends, f)
	c.Temps = mapAll(j.Temps, func(t temp) temp {
		t.Name, t.Holds = f(t.Name), t.Holds.mapNames(f)
		return t
	})
	c.Steps = mapAll(j.Steps, func(s step) step {
		s.From, s.To, s.Kept = f(s.From), f(s.To), f(s.Kept)
		return s
	})
	c.Changes = mapAll(j.Changes, func(g Change) Change {
		g.Name, g.From = f(g.Name), f(g.From)
		return g
	})
	c.Entries = mapAll(j.Entries, func(p entryRecord) entryRecord {
		p.Before, p.After, p.Was, p.Is = f(p.Before), f(p.After), p.Was.mapNames(f), p.Is.mapNames(f)
		return p
	})
	return &c
}

func (c fileState) mapNames(f func(string) string) fileState {
	c.Link = f(c.Link)
	if c.Extended == nil {
		return c
	}
	extended := make(map[string][]byte, len(c.Extended))
	for name, value := range c.Extended {
		extended[f(name)] = value
	}
	c.Extended = extended
	return c
}

func mapAll[T any](list []T, f func(T) T) []T {
	list = slices.Clone(list)
	for i := range list {
		list[i] = f(list[i])
	}
	return list
}

// instant is a time as a file system has it: seconds and nanoseconds of the Unix epoch.
// The text forms of [time.Time] end with the year 9999.
type instant time.Time

func (t instant) IsZero() bool { return time.Time(t).IsZero() }

func (t instant) Equal(u instant) bool { return time.Time(t).Equal(time.Time(u)) }

func (t instant) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d.%09d", time.Time(t).Unix(), time.Time(t).Nanosecond()), nil
}

func (t *instant) UnmarshalText(text []byte) error {
	before, after, _ := strings.Cut(string(text), ".")
	sec, err := strconv.ParseInt(before, 10, 64)
	nsec, err2 := strconv.ParseInt(after, 10, 64)
	if err != nil || err2 != nil || len(after) != 9 {
		return fmt.Errorf("no time: %q", text)
	}
	*t = instant(time.Unix(sec, nsec))
	return nil
}

// The words of the journal for the kinds of entries and of steps, by their numbers.
var (
	kindWords = []string{Absent: "absent", Regular: "file", Directory: "directory", Link: "link", Special: "special"}
	stepWords = []string{stepRename: "rename", stepReplace: "replace", stepMkdir: "make_directory"}
)

func wordOf(words []string, i int) ([]byte, error) {
	if i < 0 || i >= len(words) {
		return nil, fmt.Errorf("no word for %d", i)
	}
	return []byte(words[i]), nil
}

func indexOf(words []string, text []byte) (int, error) {
	i := slices.Index(words, string(text))
	if i < 0 {
		return 0, fmt.Errorf("unknown kind %q", text)
	}
	return i, nil
}

// MarshalText returns the word for a kind of entry that a journal has.
func (k Kind) MarshalText() ([]byte, error) { return wordOf(kindWords, int(k)) }

// UnmarshalText reads such a word.
func (k *Kind) UnmarshalText(text []byte) error {
	i, err := indexOf(kindWords, text)
	*k = Kind(i)
	return err
}

func (k stepKind) MarshalText() ([]byte, error) { return wordOf(stepWords, int(k)) }

func (k *stepKind) UnmarshalText(text []byte) error {
	i, err := indexOf(stepWords, text)
	*k = stepKind(i)
	return err
}
