package ops_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
)

// TestHunks finds the place of a hunk, or none: nothing is chosen.
func TestHunks(t *testing.T) {
	t.Parallel()
	const two = "class A:\n    def f():\n        x\n\n    def g():\n        x\nclass B:\n    def f():\n        x\n"
	const braces = "void f()\n{\n\tx;\n}\nvoid g()\n{\n\tx;\n}\n"
	for _, tt := range []struct {
		name, src, headers, find, replace string
		want                              string // the file, or the code of the failure
	}{
		{"once", "a\nb\nc\n", "", "b\n", "1\n2\n", "a\n1\n2\nc\n"},
		{"lines-are-removed", "a\nb\nc\n", "", "b\n", "", "a\nc\n"},
		{"changed-last-line-gets-its-end", "a\nb", "", "b\n", "c\n", "a\nc\n"},
		{"line-after-the-last-gets-its-end", "a\nb", "", "b\n", "b\nc\n", "a\nb\nc\n"},
		{"last-line-of-crlf-gets-its-end", "a\r\nb", "", "b\n", "c\n", "a\r\nc\r\n"},
		{"last-line-that-stays-has-no-end", "a\nb", "", "a\nb\n", "c\nb\n", "c\nb"},
		{"last-line-that-goes", "a\nb", "", "a\nb\n", "a\n", "a\n"},
		{"lines-into-an-empty-file", "", "", "", "a\nb\n", "a\nb\n"},
		{"lines-into-an-empty-marked-file", "\ufeff", "", "", "a\n", "\ufeffa\n"},
		{"lines-into-a-file-that-is-not-empty", "x\n", "", "", "a\n", "malformed"},
		{"lines-into-a-blank-line", "\n", "", "", "a\n", "malformed"},
		{"crlf", "a\r\nb\r\n", "", "a\nb\n", "a\nc\n", "a\r\nc\r\n"},
		{"inside-of-a-line-only", "abc\n", "", "b\n", "x\n", "no_match"},
		{"inside-of-a-line-too", "abc\nb\n", "", "b\n", "x\n", "abc\nx\n"},
		{"twice", "a\na\n", "", "a\n", "b\n", "ambiguous"},
		{"twice-around-the-only-blank-line", "a\n\na\n", "", "a\n", "b\n", "ambiguous"},
		{"twice-around-the-only-blank-line-of-a-block", "a\nc\n\n  a\na\n", "", "a\n", "b\n", "ambiguous"},
		{"once-whatever-the-header", "a\nb\n", "zzz", "a\n", "x\n", "x\nb\n"},
		{"header-that-is-not-there", "a\na\n", "zzz", "a\n", "b\n", "ambiguous"},
		{"header-that-is-there-twice", "h\na\nh\na\n", "h", "a\n", "b\n", "ambiguous"},
		{"header-of-no-block", "a\nh\na\n", "h", "a\n", "b\n", "a\nh\nb\n"},
		{"header-of-no-block-and-two-places", "a\nh\na\na\n", "h", "a\n", "b\n", "ambiguous"},
		{"overlapping-places", "a\na\nh\na\na\na\n", "h", "a\na\n", "b\n", "ambiguous"},
		{"function", two, "def g():", "        x\n", "        y\n", strings.Replace(two, "g():\n        x", "g():\n        y", 1)},
		{"function-of-a-class", two, "class A:\ndef f():", "        x\n", "        y\n", strings.Replace(two, "x", "y", 1)},
		{"last-class", two, "class B:", "        x\n", "        y\n", strings.TrimSuffix(two, "x\n") + "y\n"},
		{"class-with-two-places", two, "class A:", "        x\n", "        y\n", "ambiguous"},
		{"function-of-two-classes", two, "def f():", "        x\n", "        y\n", "ambiguous"},
		{"hunk-that-goes-on-after-the-function", two, "class A:\ndef g():", "        x\nclass B:\n", "        y\nclass B:\n", strings.Replace(two, "x\nclass", "y\nclass", 1)},
		{"header-below", "a\nh\nb\n", "h", "a\n", "x\n", "no_match"},
		{"shortened-header-below", "a\nh(b):\nc\n", "h", "a\n", "x\n", "no_match"},
		{"header-of-another-word-below", "a\nhh\nh_b\nx h\n", "h", "a\n", "x\n", "x\nhh\nh_b\nx h\n"},
		{"header-above-and-below", "h\na\nh\n", "h", "a\n", "x\n", "h\nx\nh\n"},
		{"header-among-the-lines", "a\nh\nb\n", "h", "a\nh\n", "x\nh\n", "x\nh\nb\n"},
		{"header-in-the-first-line-of-a-marked-file", "\ufeffh\na\n", "h", "a\n", "x\n", "\ufeffh\nx\n"},
		{"second-header-below", two, "class A:\ndef g():", "class A:\n    def f():\n        x\n", "", "no_match"},
		{"header-below-one-that-is-not-there", "g\na\nh\n", "zzz\ng\nh", "a\n", "x\n", "no_match"},
		{"class-below", two, "class B:\n    def f():", "    def g():\n", "    def h():\n", "no_match"},
		{"end", "x\nk\nm\n", "END", "m\n", "y\n", "x\nk\ny\n"},
		{"end-before-blank-lines", "x\n\n \n", "END", "x\n", "y\n", "y\n\n \n"},
		{"end-with-blank-lines", "x\n\n\n", "END", "x\n\n", "y\n\n", "y\n\n\n"},
		{"end-without-line-end", "x\nx", "END", "x\n", "y\n", "x\ny\n"},
		{"end-of-several", "x\r\nk\r\nx\r\n", "END", "x\n", "y\n", "x\r\nk\r\ny\r\n"},
		{"end-that-overlaps", "a\na\nb\na\na\na\n", "END", "a\na\n", "b\n", "a\na\nb\na\nb\n"},
		{"not-at-the-end", "x\nk\nm\n", "END", "x\n", "y\n", "no_match"},
		{"several-and-not-at-the-end", "x\nx\nm\n", "END", "x\n", "y\n", "no_match"},
		{"longer-than-the-file", "x\nm\n", "END", "m\nx\nm\n", "y\n", "no_match"},
		{"not-in-the-block", "class A:\n    x\nclass B:\n    y\nclass C:\n    y\n", "class A:", "    y\n", "    z\n", "ambiguous"},
		{"brace-on-its-own-line", braces, "void f()", "\tx;\n", "\ty;\n", strings.Replace(braces, "x", "y", 1)},
		{"second-brace-on-its-own-line", braces, "void g()", "\tx;\n", "\ty;\n", strings.TrimSuffix(braces, "x;\n}\n") + "y;\n}\n"},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		h := ops.Hunk{Find: tt.find, Replace: tt.replace, AtEnd: tt.headers == "END"}
		if tt.headers != "" && !h.AtEnd {
			h.Headers = strings.Split(tt.headers, "\n")
		}
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: ops.Patch("a", []ops.Hunk{h})}})
		must(t, err)
		got := files(t, w)["a"]
		if failed := rep.Results[0].Err; failed != nil {
			if got != tt.src {
				t.Errorf("%s: it failed, and changed the file", tt.name)
			}
			got = string(failed.Code)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Blanks and the like may differ where that is tolerated, for whole lines too.
func TestTolerantHunks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, want string }{
		{"trailing-blanks", "one two  \nthree\n", "1\nthree\n"},
		{"indentation", "  one two\n  three\n", "  1\n  three\n"},
		{"inside-of-a-line", "x “one two” y\n", "no_match"},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		r := newRunner(w)
		r.Policy.Tolerant = true
		h := ops.Hunk{Find: "one two\nthree\n", Replace: "1\nthree\n"}
		if tt.want == "no_match" {
			h = ops.Hunk{Find: "\"one two\"\n", Replace: "1\n"}
		}
		rep, err := r.Run(t.Context(), []ops.Operation{{Action: ops.Patch("a", []ops.Hunk{h})}})
		must(t, err)
		got := files(t, w)["a"]
		if rep.Results[0].Err != nil {
			got = string(rep.Results[0].Err.Code)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A model may leave a line empty before the next section: that is none of the file's, unless
// it is there.
func TestHunksBeforeAGap(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src, find, replace string
		gap                int
		want               string
	}{
		{"x\nb\n", "b\n\n", "c\n\n", 1, "x\nc\n"},
		{"b\nx\n", "b\n\n\n", "c\n\n\n", 2, "c\nx\n"},
		{"b\nx\nb\n\n", "b\n\n", "c\n\n", 1, "b\nx\nc\n\n"},
		{"b\nx\n", "b\n\n", "\n", 1, "x\n"},
		{"b\nb\n", "b\n\n", "c\n\n", 1, "ambiguous"},
		{"b\nx\n", "b\n\n", "c\n\n", 0, "no_match"},
		{"x\n", "b\n\n", "c\n\n", 1, "no_match"},
		{"x\n\n\ny\n", "\n\n\n", "new\n\n\n\n", 3, "x\nnew\n\n\ny\n"},
		{"x\n\ny\n", "\n\n", "new\n\n\n", 2, "no_match"},
		{"b\n" + strings.Repeat("x\n", 100_000), "b\n" + strings.Repeat("\n", 20_000), "c\n" + strings.Repeat("\n", 20_000), 20_000, "c\n" + strings.Repeat("x\n", 100_000)},
	} {
		w := tree(t, map[string]string{"a": tt.src})
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: ops.Patch("a", []ops.Hunk{{Find: tt.find, Replace: tt.replace, Gap: tt.gap}})}})
		must(t, err)
		got := files(t, w)["a"]
		if failed := rep.Results[0].Err; failed != nil {
			got = string(failed.Code)
		}
		if got != tt.want {
			t.Errorf("%q for %q with a gap of %d in %q: got %q, want %q", tt.replace, tt.find, tt.gap, tt.src, got, tt.want)
		}
	}
}

// TestHunksThatWereMade: a change that is looked for in what the headers name was not made if
// its lines stand elsewhere.
func TestHunksThatWereMade(t *testing.T) {
	t.Parallel()
	const f, g = "def f():\n    return compute(1)\n", "def g():\n    return cached(2)\n"
	hunk := func(headers ...string) ops.Hunk {
		return ops.Hunk{Find: "    total = lookup(3)\n", Replace: "    return cached(2)\n", Headers: headers}
	}
	last := hunk()
	last.AtEnd = true
	header := ops.Hunk{Find: "def g():\n    total = lookup(3)\n", Replace: g, Headers: []string{"def g():"}}
	for _, tt := range []struct {
		name, src string
		hunk      ops.Hunk
		line      string // that is told, "" for none
	}{
		{"no-header", f + g, hunk(), "line 4"},
		{"in-the-header's", f + g, hunk("def g():"), "line 4"},
		{"header-is-cut", f + g, hunk("def g"), "line 4"},
		{"header-is-not-there", f + g, hunk("def h():"), "line 4"},
		{"with-the-header", f + g, header, "line 3"},
		{"above-the-header", g + f, hunk("def f():"), ""},
		{"above-a-cut-header", g + f, hunk("def f"), ""},
		{"above-the-second-header", "class A:\n" + g + "class B:\n" + f, hunk("class B:", "def f():"), ""},
		{"below-the-header's", f + g, hunk("def f():"), ""},
		{"below-the-second-header's", "class A:\n    def f():\n        x = 1\n" + g, hunk("class A:", "def f():"), ""},
		{"at-the-end", f + g + "\n\n", last, "line 4"},
		{"not-at-the-end", g + f, last, ""},
	} {
		w := tree(t, map[string]string{"f": tt.src})
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: ops.Patch("f", []ops.Hunk{tt.hunk})}})
		must(t, err)
		failed := rep.Results[0].Err
		if failed == nil {
			t.Errorf("%s: it was made", tt.name)
			continue
		}
		_, there, told := strings.Cut(failed.Error(), "already applied: the replacement stands at ")
		if told != (tt.line != "") || told && !strings.HasPrefix(there, tt.line+"\n") {
			t.Errorf("%s: want %q, got %s", tt.name, tt.line, failed.Error())
		}
	}
}

// What a hunk says of its place is told, where it speaks against the one that there is.
func TestMisplacedHunks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		hunk ops.Hunk
		want string
	}{
		{
			ops.Hunk{Find: "b\n", Replace: "x\n", Headers: []string{"a", "c"}},
			"Hunk 1 of f: The place where its lines are, line 2 of f, is above `@@ c`, which is at line 3\nGive the lines as they stand below that line; or, if that is the place you mean, a line above it after `@@`.",
		},
		{
			ops.Hunk{Find: "b\n", Replace: "x\n", AtEnd: true},
			"Hunk 1 of f: The place where its lines are, line 2 of f, is not at the end of the file, as `*** End of File` says\nLeave out `*** End of File` if that is the place you mean, else give the last lines of the file.",
		},
	} {
		w := tree(t, map[string]string{"f": "a\nb\nc\n"})
		r := newRunner(w)
		rep, err := r.Run(t.Context(), []ops.Operation{{Action: ops.Patch("f", []ops.Hunk{tt.hunk})}})
		must(t, err)
		if failed := rep.Results[0].Err; failed == nil || failed.Text() != tt.want {
			t.Errorf("got %v, want %s", failed, tt.want)
		}
	}
}

func TestHunksAreAllOrNone(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a": "one\ntwo\n"})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: ops.Patch("a", []ops.Hunk{{Find: "one\n", Replace: "1\n"}, {Find: "three\n", Replace: "3\n"}})}})
	must(t, err)
	failed := rep.Results[0].Err
	if failed == nil || !strings.HasPrefix(failed.Error(), "Hunk 2 of a: No matches found for the hunk in a.") || files(t, w)["a"] != "one\ntwo\n" {
		t.Errorf("got %v", failed)
	}
}

// The operations of one call are done together or not at all; those of others are done.
func TestCallsAreAllOrNone(t *testing.T) {
	t.Parallel()
	called := func(id string, op ops.Operation) ops.Operation {
		op.ID, op.Call.Name = id, "apply_patch"
		return op
	}
	for _, tt := range []struct {
		name  string
		list  []ops.Operation
		codes string
		want  map[string]string
	}{
		{
			"one-fails", []ops.Operation{
				called("1", build(t, "create", "file", "b", "content", "x\n")), called("1", build(t, "delete", "file", "zzz")), called("1", build(t, "delete", "file", "a")),
				called("2", build(t, "create", "file", "b", "content", "y\n")), called("2", build(t, "create", "file", "c", "content", "y\n")),
			}, "withheld not_found withheld - -", map[string]string{"a": "a\n", "b": "y\n", "c": "y\n"},
		},
		{
			"needs-what-is-withheld", []ops.Operation{
				called("1", build(t, "create", "file", "b", "content", "x\n")), called("1", build(t, "delete", "file", "zzz")),
				called("2", build(t, "delete", "file", "a")), called("2", build(t, "delete", "file", "b")),
			}, "withheld not_found withheld not_found", map[string]string{"a": "a\n"},
		},
		{
			"alone", []ops.Operation{
				called("1", build(t, "delete", "file", "zzz")), called("2", build(t, "delete", "file", "a")),
			}, "not_found -", map[string]string{},
		},
		{
			"would-not-parse", []ops.Operation{
				called("1", build(t, "create", "file", "b.py", "content", "def (\n")), called("1", build(t, "delete", "file", "a")),
			}, "bad_syntax withheld", map[string]string{"a": "a\n"},
		},
	} {
		w := tree(t, map[string]string{"a": "a\n"})
		r := newRunner(w)
		r.Syntax = python(t)
		rep, err := r.Run(t.Context(), tt.list)
		must(t, err)
		var codes []string
		for _, res := range rep.Results {
			code := "-"
			if res.Err != nil {
				code = string(res.Err.Code)
			}
			codes = append(codes, code)
		}
		if got := strings.Join(codes, " "); got != tt.codes {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.codes)
		}
		if d := cmp.Diff(tt.want, files(t, w)); d != "" {
			t.Errorf("%s: want -, got +\n%s", tt.name, d)
		}
	}
}

// A chain of calls, each of which needs what the one before it did, costs no more than
// so many rounds.
func TestChainOfCalls(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a0": "a\n"})
	var list []ops.Operation
	for range 100 {
		for _, op := range []ops.Operation{build(t, "delete", "file", "zzz"), build(t, "delete", "file", "a0")} {
			op.ID, op.Call.Name = "x"+strings.Repeat("x", len(list)/2), "apply_patch"
			list = append(list, op)
		}
	}
	rep, err := newRunner(w).Run(t.Context(), list)
	must(t, err)
	if rep.Failed()+rep.SkippedOrWithheld() != len(list) || files(t, w)["a0"] != "a\n" {
		t.Errorf("%d failed, %d withheld", rep.Failed(), rep.SkippedOrWithheld())
	}
}
