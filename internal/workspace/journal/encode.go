package journal

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

func encode(w io.Writer, j *Journal) error {
	j.eachName(func(name *string) { *name = escapeName(*name) })
	defer j.eachName(func(name *string) { *name, _ = unescapeName(*name) }) // it was escaped just now
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(j)
}

// decode reads what encode wrote. A field that it does not know is an error: what the
// field says about the commit would be ignored.
func decode(text []byte) (*Journal, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	j := &Journal{}
	if err := d.Decode(j); err != nil {
		return nil, err
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return nil, errors.New("there is more than one value in it")
	}
	var failed error
	j.eachName(func(name *string) {
		plain, err := unescapeName(*name)
		*name, failed = plain, errors.Join(failed, err)
	})
	return j, failed
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

// eachName calls f with each string that may hold a name of the disk.
func (j *Journal) eachName(f func(*string)) {
	f(&j.Root)
	f(&j.NotUndoable)
	for _, list := range [][]string{j.Trash, j.DirsBefore, j.DirsAfter} {
		for i := range list {
			f(&list[i])
		}
	}
	for i := range j.Temps {
		f(&j.Temps[i].Name)
		j.Temps[i].State.eachName(f)
	}
	for i := range j.Steps {
		f(&j.Steps[i].From)
		f(&j.Steps[i].To)
		f(&j.Steps[i].Kept)
	}
	for i := range j.Changes {
		f(&j.Changes[i].Name)
		f(&j.Changes[i].From)
	}
	for i := range j.Entries {
		e := &j.Entries[i]
		f(&e.Before)
		f(&e.After)
		e.StateBefore.eachName(f)
		e.StateAfter.eachName(f)
	}
}

// eachName replaces the map of attributes, whose names f may change.
func (s *State) eachName(f func(*string)) {
	f(&s.Link)
	if s.Extended == nil {
		return
	}
	extended := make(map[string][]byte, len(s.Extended))
	for name, value := range s.Extended {
		f(&name)
		extended[name] = value
	}
	s.Extended = extended
}

// instant is a time as a file system has it: seconds and nanoseconds of the Unix epoch.
// The text forms of [time.Time] end with the year 9999.
type instant time.Time

func (t instant) IsZero() bool { return time.Time(t).IsZero() }

func (t instant) Equal(u instant) bool { return time.Time(t).Equal(time.Time(u)) }

func (t instant) MarshalText() ([]byte, error) {
	text := strconv.AppendInt(nil, time.Time(t).Unix(), 10)
	point := len(text)
	text = strconv.AppendInt(text, 1e9+int64(time.Time(t).Nanosecond()), 10) // with its leading zeros
	text[point] = '.'
	return text, nil
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
	stepWords = []string{Rename: "rename", Replace: "replace", MakeDir: "make_directory"}
)

// MarshalText returns the word for a kind of entry.
func (k Kind) MarshalText() ([]byte, error) { return wordOf(kindWords, k) }

// UnmarshalText reads such a word.
func (k *Kind) UnmarshalText(text []byte) error { return readWord(kindWords, text, k) }

// MarshalText returns the word for a kind of step.
func (k StepKind) MarshalText() ([]byte, error) { return wordOf(stepWords, k) }

// UnmarshalText reads such a word.
func (k *StepKind) UnmarshalText(text []byte) error { return readWord(stepWords, text, k) }

func wordOf[K ~int](words []string, k K) ([]byte, error) {
	if k < 0 || int(k) >= len(words) {
		return nil, fmt.Errorf("no word for %d", k)
	}
	return []byte(words[k]), nil
}

func readWord[K ~int](words []string, text []byte, k *K) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("unknown kind %q", text)
	}
	*k = K(i)
	return nil
}
