package ops_test

import (
	"regexp"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/text/encoding"
)

// A read and a grep show the same anchor for a line, and an edit takes it, in whatever bytes the
// file is.
func TestReadAndGrepShowTheSameAnchors(t *testing.T) {
	t.Parallel()
	in := func(name, s string) string {
		e, _ := encoding.Named(name)
		raw, err := e.Encode([]byte(s))
		must(t, err)
		return string(raw)
	}
	const bom = "\ufeff"
	plain := strings.Repeat("plain\n", 50_000) // more than what of a large file tells its encoding
	row := regexp.MustCompile(`(?m)^f:((\d+)#\w{3}):`)
	for name, tt := range map[string]struct {
		content string
		lines   int // that have an x
	}{
		"plain":                     {"x\nx y\n", 2},
		"late-latin-1":              {plain + "caf\xe9 x\nx\n", 2},
		"late-latin-1-after-utf-8":  {"é x\n" + plain + "caf\xe9 x\nx\n", 3},
		"late-euc-jp":               {plain + strings.Repeat(in("euc-jp", "日本語のテキスト x\n"), 3), 3},
		"damaged":                   {strings.Repeat("日本語のテキスト x\n", 20) + "\xe9\xff x\n", 21},
		"mark":                      {bom + "x\nx y\n", 2},
		"two-marks":                 {bom + bom + "x\nx y\n", 2},
		"two-marks-late":            {bom + bom + "x\n" + plain, 1},
		"two-marks-of-utf-16":       {in("utf-16be", bom+bom+"x\r\nx y\r\n"), 2},
		"utf-16-of-odd-length":      {in("utf-16le", bom+"one x\ntwo x") + "q", 2},
		"utf-16-and-half-a-pair":    {in("utf-16le", bom+strings.Repeat("text x\n", 9)) + "\x00\xd8" + in("utf-16le", "x\n"), 10},
		"late-utf-16-of-odd-length": {in("utf-16le", bom+plain+"é x") + "q", 1},
		"carriage-returns":          {"a\rx\r\nx\r\r\nx\r", 3},
	} {
		r := newRunner(tree(t, map[string]string{"f": tt.content}))
		rep, err := r.Run(t.Context(), []ops.Operation{build(t, "grep", "pattern", "x", "anchors", "true")})
		must(t, err)
		rows := row.FindAllStringSubmatch(rep.Results[0].Content, -1)
		if len(rows) != tt.lines {
			t.Errorf("%s: %d lines found, want %d: %+v", name, len(rows), tt.lines, rep.Results[0])
		}
		for _, m := range rows {
			rep, err := r.Run(t.Context(), []ops.Operation{
				build(t, "read", "file", "f", "anchors", "true", "lines", m[2]),
				build(t, "read", "file", "f", "lines", m[1]),
			})
			must(t, err)
			if got := rep.Results[0].Content; !strings.Contains(got, m[1]+"\t") {
				t.Errorf("%s: grep shows %s, a read %q", name, m[1], got)
			}
			if err := rep.Results[1].Err; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
