package encoding

import "testing"

func TestClaimed(t *testing.T) {
	t.Parallel()
	cyrillic, _ := Named("windows-1251")
	for _, tt := range []struct {
		name, src string
		e         Encoding
		want      string
	}{
		{"nothing", "é\n", Encoding{}, ""},
		{"written-as-it-states", "# coding: cp1251\nж\n", cyrillic, ""},
		{"utf-8", "<?xml version='1.0' encoding='UTF-8'?><a>é</a>", Encoding{}, ""},
		{"utf-8-of-emacs", "# -*- coding: utf-8-unix -*-\né\n", Encoding{}, ""},
		{"utf-8-of-python", "# coding: utf_8_sig\né\n", Encoding{}, ""},
		{"utf-16", `<?xml version="1.0" encoding="UTF-16"?><a/>`, Encoding{}, "utf-16"},
		{"utf-16-with-a-byte-order-mark", "\ufeff<?xml version=\"1.0\" encoding=\"utf-16le\"?><a/>", Encoding{}, "utf-16le"},
		{"unknown", `<?xml version="1.0" encoding="ebcdic-cp-us"?><a/>`, Encoding{}, "ebcdic-cp-us"},
		{"unknown-in-python", "# coding: klingon\nx = 1\n", Encoding{}, "klingon"},
		{"ascii", "# coding: ascii\nx = 1\n", Encoding{}, ""},
		{"ascii-with-more", "# coding: us-ascii\nx = 'é'\n", Encoding{}, "us-ascii"},
		{"byte-order-mark-and-another", "\ufeff<?xml version=\"1.0\" encoding=\"windows-1251\"?><a>ж</a>", Encoding{}, "windows-1251"},
		{"gettext", "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=KOI8-R\\n\"\nж\n", Encoding{}, "koi8-r"},
		{"gettext-in-ascii", "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=KOI8-R\\n\"\n", Encoding{}, ""},
		{"vim-in-c", "// vim: set fileencoding=cp1251 :\n// ж\n", Encoding{}, "windows-1251"},
		{"unknown-where-it-may-be-text", "x charset=klingon\né\n", Encoding{}, ""},
	} {
		if got := tt.e.Claimed("f", []byte(tt.src)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestStatementsOfFiles: who reads a statement depends on what the file is.
func TestStatementsOfFiles(t *testing.T) {
	t.Parallel()
	const python, html = "# coding: latin-1\nx = 'é'\n", "<!DOCTYPE html>\n<html><head><meta charset=\"iso-8859-1\"></head>é</html>\n"
	for _, tt := range []struct {
		file, src, stated string // stated is for certain
		claimed           string // by a file in UTF-8
	}{
		{"a.py", python, "iso-8859-1", "iso-8859-1"},
		{"a.RB", python, "iso-8859-1", "iso-8859-1"},
		{"script", python, "iso-8859-1", "iso-8859-1"},
		{"a.yaml", python, "utf-8", "iso-8859-1"},
		{"a.md", "# Encoding: latin-1\né\n", "utf-8", ""},
		{"a.txt", python, "utf-8", ""},
		{"docs/README", python, "utf-8", ""},
		{"a.rst", "<?xml version='1.0' encoding='latin-1'?>\né\n", "utf-8", ""},
		{"a.adoc", "@charset \"latin-1\";\né\n", "utf-8", ""},
		{"a.md", html, "utf-8", ""},
		{"a.md", "Use `# coding: latin-1` é\n", "utf-8", ""},
		{"a.md", "<!-- -*- coding: latin-1 -*- -->\né\n", "iso-8859-1", "iso-8859-1"},
		{"a.md", "Write `-*- coding: latin-1 -*-` é\n", "utf-8", ""},

		{"a.html", html, "iso-8859-1", "iso-8859-1"},
		{"a.xhtml", html, "iso-8859-1", "iso-8859-1"},
		{"a.jsx", html, "utf-8", ""},
		{"a.tsx", html, "utf-8", ""},
		{"a.js", "x = '<meta charset=latin1>' // é\n", "utf-8", ""},
		{"a.py", "x = '<meta charset=\"latin1\"> é'\n", "utf-8", ""},
		{"a.vue", html, "utf-8", "iso-8859-1"},
		{"a.php", html, "utf-8", "iso-8859-1"},
		{"a.html", "<html><head><!-- <meta charset=latin1> --></head>é</html>\n", "utf-8", ""},
		{"a.html", "<html><head><!-- old: <meta charset=latin1> --><meta charset=koi8-r></head>é</html>\n", "koi8-r", "koi8-r"},
		{"a.html", "<html><head><!-- <meta charset=latin1>\né\n", "utf-8", ""},

		{"a.css", "@charset \"iso-8859-2\";\né\n", "iso-8859-2", "iso-8859-2"},
		{"a.js", "@charset \"iso-8859-2\";\né\n", "utf-8", ""},
		{"a.xml", "<?xml version='1.0' encoding='koi8-r'?><a>é</a>", "koi8-r", "koi8-r"},

		{"a.py", "x = 'coding: latin-1 é'\n", "utf-8", ""},
		{"a.py", "\"\"\"\n# coding: latin-1\né\"\"\"\n", "utf-8", ""},
		{"a.py", "# Use `coding: latin-1` for é\n", "utf-8", ""},
		{"a.go", "var x = \"coding: latin-1 é\"\n", "utf-8", ""},
		{"a.go", "var x = `-*- coding: latin-1 -*-` // é\n", "utf-8", ""},
		{"a.c", "// vim: set fileencoding=latin1 :\n// é\n", "utf-8", "iso-8859-1"},
		{"a.py", "h = 'Content-Type: text/html; charset=latin1 é'\n", "utf-8", ""},
		{"a.po", "msgstr \"Content-Type: text/plain; charset=KOI8-R\\n\"\né\n", "utf-8", "koi8-r"},
		{".bashrc", python, "iso-8859-1", "iso-8859-1"},
	} {
		if got := Stated(tt.file, []byte(tt.src)).Name(); got != tt.stated {
			t.Errorf("%s, %q: states %q, want %q", tt.file, tt.src, got, tt.stated)
		}
		if got := (Encoding{}).Claimed(tt.file, []byte(tt.src)); got != tt.claimed {
			t.Errorf("%s, %q: claims %q, want %q", tt.file, tt.src, got, tt.claimed)
		}
	}
}

func TestUsualNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"latin_1": "iso-8859-1", "iso_8859_15": "iso-8859-15", "iso8859-15": "iso-8859-15", "koi8-r-dos": "koi8-r",
		"iso-latin-1-unix": "iso-8859-1", "win-1251": "windows-1251", "cp-1250": "windows-1250", "shift-jis": "shift_jis",
		"windows_1252": "windows-1252", "klingon": "", "": "", "-unix": "", "utf-16": "",
	} {
		e, ok := encodingNamed(name)
		if ok != (want != "") || ok && e.Name() != want {
			t.Errorf("%s is %s, %t; want %q", name, e.Name(), ok, want)
		}
	}
}
