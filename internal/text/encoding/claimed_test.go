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
		if got := tt.e.Claimed([]byte(tt.src)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
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
