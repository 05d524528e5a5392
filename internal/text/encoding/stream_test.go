package encoding

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
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

// TestASCIILen finds one byte that is not ASCII wherever it stands.
func TestASCIILen(t *testing.T) {
	t.Parallel()
	for n := range 200 {
		src := bytes.Repeat([]byte{0x7f}, n)
		if got := ASCIILen(src); got != n {
			t.Errorf("%d bytes: got %d", n, got)
		}
		for at := range src {
			src[at] = 0x80
			if got := ASCIILen(src); got != at {
				t.Errorf("%d bytes, the one at %d is not ASCII: got %d", n, at, got)
			}
			src[at] = 0
		}
	}
}

// TestSniffLaterFails: an error is never taken for the end.
func TestSniffLaterFails(t *testing.T) {
	t.Parallel()
	if _, err := SniffLater(nil, os.NewFile(^uintptr(0), "none"), 5); err == nil {
		t.Error("a file that cannot be read has an encoding")
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

// Neither must one in a file without a line end, or without any sign that is known to be
// no part of a character.
func TestDecodedStartIsNotCutWithoutLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text string }{
		{"utf-8", strings.Repeat("é語😀", streamLen)},
		{"utf-8", strings.Repeat("x", streamLen-3) + "é語😀"},
		{"shift_jis", strings.Repeat("これは日本語のテキストです。", streamLen/10)},
		{"shift_jis", strings.Repeat("ファイル, これは日本語のテキストです。 ", streamLen/10)},
		{"euc-jp", strings.Repeat("これは日本語のテキストです。", streamLen/10)},
		{"gb18030", strings.Repeat("读取错误，请重试😀", streamLen/10)},
		{"gbk", strings.Repeat("中文文件内容说明，这是一个测试。", streamLen/10)},
		{"big5", strings.Repeat("讀取錯誤，請重試一次看看", streamLen/10)},
		{"euc-kr", strings.Repeat("파일을읽을수없습니다다시시도하십시오", streamLen/10)},
		{"windows-1251", strings.Repeat("Не удалось прочитать файл", streamLen/10)},
		{"iso-2022-jp", strings.Repeat("これは日本語のテキストです。and ASCII.", streamLen/10)},
		{"utf-16le", "\ufeff" + strings.Repeat("読", streamLen)},
	} {
		e := named(t, tt.name)
		for pad := range 4 {
			want := strings.Repeat("x", pad) + tt.text
			if strings.HasPrefix(tt.name, "utf-16") {
				want = tt.text
			}
			raw, err := e.Encode([]byte(want))
			if err != nil {
				t.Fatal(err)
			}
			r, found, err := decoded(bytes.NewReader(raw))
			if err != nil || found.Name() != tt.name {
				t.Errorf("%s, %d bytes before: got %s, %v", tt.name, pad, found.Name(), err)
			} else if got, err := io.ReadAll(r); err != nil || string(got) != want {
				t.Errorf("%s, %d bytes before: got %d bytes, want %d, %v", tt.name, pad, len(got), len(want), err)
			}
		}
	}
}

// TestStreamOfISO2022JP decodes all kinds of lines, whole and broken, as Decode does.
func TestStreamOfISO2022JP(t *testing.T) {
	t.Parallel()
	e := named(t, "iso-2022-jp")
	random := rand.New(rand.NewPCG(3, 5))
	parts := []string{"\x1b$B", "\x1b$@", "\x1b(B", "\x1b(J", "\x1b(I", "\x1b$(D", "\x1b", "\x1b$", "$\"", "%U", "x", "\n", "\r\n", "\xe9", "\x0e", strings.Repeat("$\"", 3000)}
	for range 2000 {
		src := ""
		for range random.IntN(12) {
			src += parts[random.IntN(len(parts))]
		}
		for _, r := range []io.Reader{strings.NewReader(src), iotest.OneByteReader(strings.NewReader(src))} {
			got, err := io.ReadAll(e.Reader(bufio.NewReader(r)))
			if want := e.Decode([]byte(src)); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%.200q: got %.200q, want %.200q, %v", src, got, want, err)
			}
		}
	}
}

// TestTelling tells what means nothing from a U+FFFD that stands there.
func TestTelling(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, raw, want string }{
		{"utf-16le", "a\x00\xfd\xff\x00\xd8b\x00c", "a\ufffd\xffb\xff"},
		{"utf-16be", "\xff\xfd\xd8\x3d\xde\x00\xde\x00", "\ufffd😀\xff"},
		{"utf-32be", "\x00\x00\xff\xfd\x00\x11\x00\x00", "\ufffd\xff"},
		{"windows-1253", "a\xaab", "a\xffb"},
		{"shift_jis", "\x82\xa0\x82", "あ\xff"},
		{"iso-2022-jp", "\x1b$B$\"\x1b(B\xe9\nx\xe9", "あ\xff\nx\xff"},
		{"utf-8", "\ufffd\xff", "\ufffd\xff"},
	} {
		got, err := io.ReadAll(named(t, tt.name).Telling(bufio.NewReader(strings.NewReader(tt.raw))))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s, %q: got %q, want %q, %v", tt.name, tt.raw, got, tt.want, err)
		}
	}
}

// A line of any length takes constant memory, and no more time than its length.
func TestMemoryOfALineOfISO2022JP(t *testing.T) {
	const size = 64 << 20
	src := io.MultiReader(strings.NewReader("\x1b$B"), io.LimitReader(endless("$\""), size))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, named(t, "iso-2022-jp").Reader(bufio.NewReader(src)))
	runtime.ReadMemStats(&after)
	if want := int64(size / 2 * 3); err != nil || n != want {
		t.Errorf("got %d bytes, want %d, %v", n, want, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated for a line of %d", used, size)
	}
}

// endless is a reader of the same bytes over and over.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := len(p) / len(e) * len(e)
	for at := 0; at < n; at += len(e) {
		copy(p[at:], e)
	}
	return n, nil
}

// TestByteLines decodes random bytes from each line on: where lines are counted without
// decoding them, nothing may depend on what stands before.
func TestByteLines(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 11))
	counted, each := 0, 75
	if os.Getenv("TEST_ALL") != "" {
		each = 300
	}
	for _, name := range append(Names(), "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be") {
		e, ok := Named(name)
		if !ok || !e.ByteLines() {
			continue
		}
		counted++
		for range each {
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
