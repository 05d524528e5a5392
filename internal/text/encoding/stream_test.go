package encoding

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"fileops/internal/text"
)

func TestDecodedIsDecode(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"utf-8", "utf-16le", "utf-16be", "utf-32le", "shift_jis", "iso-2022-jp", "windows-1251", "gb18030"} {
		e := named(t, name)
		line := "ещё\n"
		if name == "shift_jis" || name == "iso-2022-jp" {
			line = "ファイルを確認する。\n"
		}
		if name == "gb18030" {
			line = "读取错误，请重试 😀\n"
		}
		for _, n := range []int{1, 9, 5000, 20000} {
			want := strings.Repeat("line "+line, n)
			if strings.HasPrefix(name, "utf-") {
				want = text.BOM + want
			}
			raw, err := e.Encode([]byte(want))
			if err != nil {
				t.Fatal(err)
			}
			for _, src := range []io.Reader{bytes.NewReader(raw), iotest.DataErrReader(bytes.NewReader(raw)), iotest.HalfReader(bytes.NewReader(raw))} {
				r, found, err := Decoded(src)
				if err != nil || found.Name() != name {
					t.Fatalf("%s, %d lines: got %s, %v", name, n, found.Name(), err)
				}
				if got, err := io.ReadAll(r); err != nil || string(got) != want {
					t.Errorf("%s, %d lines: got %d bytes, want %d, %v", name, n, len(got), len(want), err)
				}
			}
		}
	}
}

func TestDecodedEnds(t *testing.T) {
	t.Parallel()
	r, e, err := Decoded(strings.NewReader("\xff\xfea\x00\n\x00b"))
	if err != nil || e.Name() != "utf-16le" {
		t.Fatal(e.Name(), err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "\ufeffa\n\ufffd" {
		t.Errorf("got %q, %v", got, err)
	}
	broken := errors.New("broken disk")
	if _, _, err := Decoded(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	long := bytes.Repeat([]byte("\xe9t\xe9\n"), streamLen)
	r, _, err = Decoded(io.MultiReader(bytes.NewReader(long), iotest.ErrReader(broken)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); !errors.Is(err, broken) || len(got) != len(long)/4*6 {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
}

// A character that the first 64 KiB cut in two must not make a file anything else.
func TestDecodedStartIsNotCut(t *testing.T) {
	t.Parallel()
	for pad := range 4 {
		src := strings.Repeat("a", streamLen-100+pad) + "\n" + strings.Repeat("é語", 100)
		if _, e, err := Decoded(strings.NewReader(src)); err != nil || e.Name() != "utf-8" {
			t.Errorf("%d: got %s, %v", pad, e.Name(), err)
		}
	}
}
