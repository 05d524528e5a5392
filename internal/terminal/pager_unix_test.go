//go:build unix

package terminal_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/terminal"
)

func TestPager(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("line\n", 10)
	for _, tt := range []struct {
		name, command, text string
		o                   terminal.Options
		paged, plain        string
	}{
		{"longer than the screen", "sed s/^/paged:/", long, terminal.Options{}, strings.ReplaceAll(long, "line", "paged:line"), ""},
		{"with arguments and a pipe", "sed -n 1p | tr a-z A-Z", long, terminal.Options{}, "LINE\n", ""},
		{"wrapped lines", "cat -", strings.Repeat("x", 90) + "\n", terminal.Options{Width: 10}, strings.Repeat("x", 90) + "\n", ""},
		{"sequences take no room", "cat -", strings.Repeat("x\x1b[31my\x1b[0m", 10) + "\n", terminal.Options{Width: 20}, "", strings.Repeat("x\x1b[31my\x1b[0m", 10) + "\n"},
		{"as long as the screen", "cat -", strings.Repeat("line\n", 9), terminal.Options{}, strings.Repeat("line\n", 9), ""},
		{"short", "cat -", strings.Repeat("line\n", 8), terminal.Options{}, "", strings.Repeat("line\n", 8)},
		{"none", "", long, terminal.Options{}, "", long},
		{"cat", "cat", long, terminal.Options{}, "", long},
		{"a program that does not exist", "/no/such/pager", long, terminal.Options{}, "", long},
		{"a program that fails", "exit 1", long, terminal.Options{}, "", long},
		{"quitting early", "exit 0", strings.Repeat(long, 100000), terminal.Options{}, "", ""},
		{"a program that is killed", "kill -9 $$", strings.Repeat(long, 100000), terminal.Options{}, "", ""},
		{"escaped once", "cat -", long + "\x1b\n", terminal.Options{Terminal: true}, long + "\\x1b\n", ""},
		{"escaped once if short", "cat -", "\x1b\n", terminal.Options{Terminal: true}, "", "\\x1b\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "out")
			out, err := os.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			var plain strings.Builder
			w := terminal.NewWriter(&plain, tt.o)
			p := terminal.Pager{Command: tt.command, Env: os.Environ(), Rows: 9, Out: out}
			if err := p.Show(w, func(w *terminal.Writer) error { _, err := io.WriteString(w, tt.text); return err }); err != nil {
				t.Error(err)
			}
			paged, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if string(paged) != tt.paged || plain.String() != tt.plain {
				t.Errorf("paged %.200q, plain %.200q", paged, plain.String())
			}
		})
	}
}

func TestPagerReturnsTheErrorOfTheText(t *testing.T) {
	t.Parallel()
	var plain strings.Builder
	w := terminal.NewWriter(&plain, terminal.Options{})
	err := terminal.Pager{}.Show(w, func(w *terminal.Writer) error {
		w.Styled(terminal.Plain, "before\n")
		return errFull
	})
	if !errors.Is(err, errFull) || plain.String() != "before\n" {
		t.Errorf("got %v, %q", err, plain.String())
	}
}
