package encoding

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"fileops/internal/text"
)

// decoded is a stream in UTF-8, and the encoding that it is in.
func decoded(r io.Reader) (io.Reader, Encoding, error) {
	br := bufio.NewReaderSize(r, streamLen)
	e, err := Sniff(br)
	return e.Reader(br), e, err
}

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
				r, found, err := decoded(src)
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
	r, e, err := decoded(strings.NewReader("\xff\xfea\x00\n\x00b"))
	if err != nil || e.Name() != "utf-16le" {
		t.Fatal(e.Name(), err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "\ufeffa\n\ufffd" {
		t.Errorf("got %q, %v", got, err)
	}
	broken := errors.New("broken disk")
	if _, _, err := decoded(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	long := bytes.Repeat([]byte("\xe9t\xe9\n"), streamLen)
	r, _, err = decoded(io.MultiReader(bytes.NewReader(long), iotest.ErrReader(broken)))
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
		if _, e, err := decoded(strings.NewReader(src)); err != nil || e.Name() != "utf-8" {
			t.Errorf("%d: got %s, %v", pad, e.Name(), err)
		}
	}
}

// TestByteLines decodes random bytes from each line on: where lines are counted without
// decoding them, nothing may depend on what stands before.
func TestByteLines(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 11))
	counted := 0
	for _, name := range append(Names(), "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be") {
		e, ok := Named(name)
		if !ok || !e.ByteLines() {
			continue
		}
		counted++
		for range 300 {
			src := make([]byte, 1+random.IntN(40))
			for i := range src {
				if src[i] = byte(random.IntN(256)); random.IntN(4) == 0 {
					src[i] = '\n'
				}
			}
			want := e.Decode(src)
			for {
				_, rest, more := bytes.Cut(src, []byte("\n"))
				_, wantRest, moreText := bytes.Cut(want, []byte("\n"))
				if more != moreText {
					t.Fatalf("%s: %q has a line where its text %q has none", name, src, want)
				}
				if src, want = rest, wantRest; !more {
					break
				}
				if got, err := io.ReadAll(e.Reader(bufio.NewReader(bytes.NewReader(src)))); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s: %q decodes to %q, after the line before it to %q (%v)", name, src, got, want, err)
				}
			}
		}
	}
	if counted < 30 {
		t.Errorf("lines are counted in %d encodings", counted)
	}
}
