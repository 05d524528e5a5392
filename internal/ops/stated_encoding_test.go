package ops_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
)

// A new text is written in the encoding that it states, or the result says that it is not.
func TestNewFilesAreInTheEncodingThatTheyState(t *testing.T) {
	t.Parallel()
	const none = "(no file)"
	claims := func(name string) string { return "says that it is in " + name + ", but is written in utf-8" }
	for _, tt := range []struct {
		name, before, tag, content string
		after, said                string // said without text: nothing of encodings
	}{
		{"xml", none, "create", `<?xml version="1.0" encoding="windows-1251"?><a>ж</a>`, "<?xml version=\"1.0\" encoding=\"windows-1251\"?><a>\xe6</a>", "Encoding: windows-1251, as the file states"},
		{"python", none, "write", "# coding: cp1251\nx = 'ж'\n", "# coding: cp1251\nx = '\xe6'\n", "Encoding: windows-1251"},
		{"python-second-line", none, "create_overwrite", "#!/usr/bin/python\n# -*- coding: latin_1 -*-\nx = 'é'\n", "#!/usr/bin/python\n# -*- coding: latin_1 -*-\nx = '\xe9'\n", "Encoding: iso-8859-1"},
		{"css", none, "Write", "@charset \"iso-8859-2\";\n/* ł */\n", "@charset \"iso-8859-2\";\n/* \xb3 */\n", "Encoding: iso-8859-2"},
		{"html", none, "create_file", "<!DOCTYPE html>\n<html><head>\n<meta charset=\"windows-1251\">\n</head>ж</html>\n", "<!DOCTYPE html>\n<html><head>\n<meta charset=\"windows-1251\">\n</head>\xe6</html>\n", "Encoding: windows-1251"},
		{"html-of-before", none, "create", "<html><head><meta http-equiv=Content-Type content=\"text/html; charset=koi8-r\"></head>ж</html>\n", "<html><head><meta http-equiv=Content-Type content=\"text/html; charset=koi8-r\"></head>\xd6</html>\n", "Encoding: koi8-r"},
		{"lisp", none, "create", ";; -*- mode: lisp; coding: koi8-r-unix -*-\n; ж\n", ";; -*- mode: lisp; coding: koi8-r-unix -*-\n; \xd6\n", "Encoding: koi8-r"},
		{"shift-jis", none, "create", "# coding: shift_jis\n# あ\n", "# coding: shift_jis\n# \x82\xa0\n", "Encoding: shift_jis"},
		{"crlf", none, "create", "# coding: cp1251\r\n# ж\r\n", "# coding: cp1251\r\n# \xe6\r\n", "Encoding: windows-1251"},
		{"ascii-alone", none, "create", "# coding: cp1251\nx = 1\n", "# coding: cp1251\nx = 1\n", ""},
		{"utf-8", none, "create", "# coding: utf-8\nx = 'ж'\n", "# coding: utf-8\nx = 'ж'\n", ""},
		{"prose-that-speaks-of-it", none, "create", "# About coding: latin-1 in Python\né\n", "# About coding: latin-1 in Python\né\n", claims("iso-8859-1")},
		{"does-not-hold", none, "create", "# coding: latin-1\nx = '→'\n", none, "Cannot write U+2192 '→' to f: its encoding is iso-8859-1"},
		{"utf-16", none, "create", `<?xml version="1.0" encoding="UTF-16"?><a/>`, `<?xml version="1.0" encoding="UTF-16"?><a/>`, claims("utf-16")},
		{"unknown", none, "create", "# coding: klingon\nx = 1\n", "# coding: klingon\nx = 1\n", claims("klingon")},
		{"ascii-with-more", none, "create", "# coding: ascii\nx = 'ж'\n", "# coding: ascii\nx = 'ж'\n", claims("ascii")},
		{"gettext", none, "create", "msgstr \"Content-Type: text/plain; charset=KOI8-R\\n\"\n# ж\n", "msgstr \"Content-Type: text/plain; charset=KOI8-R\\n\"\n# ж\n", claims("koi8-r")},

		{"over-ascii", "x\n", "write", "# coding: cp1251\n# ж\n", "# coding: cp1251\n# \xe6\n", "Encoding: windows-1251"},
		{"over-ascii-unknown", "x\n", "write", "# coding: klingon\nx = 1\n", "# coding: klingon\nx = 1\n", claims("klingon")},
		{"over-nothing", "", "write", "# coding: cp1251\n# ж\n", "# coding: cp1251\n# \xe6\n", "Encoding: windows-1251"},
		{"over-binary", "\x00\x01\x02", "write", "# coding: cp1251\n# ж\n", "# coding: cp1251\n# \xe6\n", "Encoding: windows-1251"},
		{"over-utf-8", "é\n", "write", "# coding: cp1251\n# ж\n", "# coding: cp1251\n# ж\n", "is in utf-8, but after this change it does not say so"},
		{"append-to-nothing", "", "append", "# coding: cp1251\n# ж\n", "# coding: cp1251\n# \xe6\n", ""},
		{"append-to-nothing-unknown", "", "append", "# coding: klingon\n# ж\n", "# coding: klingon\n# ж\n", claims("klingon")},
		{"append-to-ascii-that-states-another", "# coding: utf-7\n", "append", "# ж\n", "# coding: utf-7\n# ж\n", claims("utf-7")},
	} {
		before := map[string]string{}
		if tt.before != none {
			before["f"] = tt.before
		}
		path := "file"
		switch tt.tag {
		case "Write":
			path = "file_path"
		case "create_file":
			path = "path"
		}
		w := tree(t, before)
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{build(t, tt.tag, path, "f", "content", tt.content)})
		must(t, err)
		res := rep.Results[0]
		said := strings.Join(append(append([]string{res.Summary.String()}, res.Notes...), res.Warnings...), "\n")
		if res.Err != nil {
			said = res.Err.Text()
		}
		if !strings.Contains(said, tt.said) || tt.said == "" && strings.ContainsAny(said, ":,") {
			t.Errorf("%s: says %q, want %q", tt.name, said, tt.said)
		}
		got, ok := files(t, w)["f"]
		if !ok {
			got = none
		}
		if got != tt.after {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.after)
		}
	}
}
