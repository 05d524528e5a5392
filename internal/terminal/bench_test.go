package terminal_test

import (
	"io"
	"strings"
	"testing"

	"fileops/internal/terminal"
)

func BenchmarkWriter(b *testing.B) {
	for name, text := range map[string]string{
		"source":  strings.Repeat("\tif err := w.Flush(); err != nil {\n", 1000),
		"CJK":     strings.Repeat("日本語のテキスト\n", 1000),
		"hostile": strings.Repeat("\x1b[31mred\x1b[0m\u202e\xff\n", 1000),
	} {
		for kind, o := range map[string]terminal.Options{"terminal": {Terminal: true}, "pipe": {}} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				w := terminal.NewWriter(io.Discard, o)
				p := []byte(text)
				b.SetBytes(int64(len(p)))
				for b.Loop() {
					w.Write(p)
				}
			})
		}
	}
}
