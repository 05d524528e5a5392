package omission

import "testing"

// Lines that stand for code in brackets, behind code, or over several lines.
func TestFindOtherForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		dots       bool
		want       int // the line, 0 for none
	}{
		{"brackets", "x()\n(rest of methods …)\n", false, 2},
		{"brackets-with-dots-before", "x()\n(... rest of methods)\n", false, 2},
		{"angle-brackets", "x()\n<rest of the code remains the same>\n", false, 2},
		{"square-brackets", "x()\n[rest of the file unchanged]\n", false, 2},
		{"unchanged", "x()\n    (unchanged)\n", false, 2},
		{"omitted", "x()\n[omitted]\n", false, 2},
		{"existing-code", "x()\n(existing code)\n", false, 2},
		{"other-methods", "x()\n<other methods unchanged>\n", false, 2},
		{"same-as-before", "x()\n(same as before)\n", false, 2},
		{"unchanged-in-chinese", "x()\n(保持不变)\n", false, 2},
		{"rest-in-german", "x()\n[Rest der Datei unverändert]\n", false, 2},

		{"brackets-in-a-comment", "x()\n// (unchanged)\n", false, 2},
		{"brackets-in-a-comment-of-a-shell", "x()\n# [rest of methods]\n", false, 2},
		{"razor", "x()\n@* ... existing markup ... *@\n", false, 2},
		{"blade", "x()\n{{-- ... existing code ... --}}\n", false, 2},
		{"rest-of-the-query", "x()\n-- rest of the query stays the same\n", false, 2},

		{"dots", "f() {\n...\n}\n", true, 2},
		{"one-character-of-dots", "f() {\n  …\n}\n", true, 2},
		{"dots-in-brackets", "f() {\n  [...]\n}\n", true, 2},
		{"dots-before-words", "f() {\n... rest of the code\n}\n", true, 2},
		{"dots-after-words", "f() {\nrest of the methods...\n}\n", true, 2},
		{"dots-where-they-are-code", "def f():\n    ...\n", false, 0},
		{"dots-for-parameters", "void f(\n  int a,\n  ...\n);\n", true, 0},
		{"dots-for-all-parameters", "void f(\n  ...\n);\n", true, 0},
		{"dots-in-a-string", "const s = `\n...\n`\n", true, 0},
		{"spread", "g({\n  a,\n  ...rest\n})\n", true, 0},
		{"spread-of-a-call", "g({\n  ...existing code,\n})\n", true, 0},

		{"comment-over-lines", "x()\n/*\n * ... existing code ...\n */\ny()\n", false, 3},
		{"comment-over-lines-that-goes-on", "x()\n/* The rest of the code\n   remains unchanged. */\ny()\n", false, 2},
		{"dots-in-a-comment-over-lines", "x()\n/*\n...\n*/\n", false, 3},
		{"html-comment-over-lines", "<p>\n<!--\n  ... rest of the page ...\n-->\n</p>\n", false, 3},
		{"jsx-comment-over-lines", "<p>\n{/*\n  existing code\n*/}\n</p>\n", false, 3},
		{"ml-comment-over-lines", "x\n(*\n  ... existing code ...\n*)\n", false, 3},
		{"longer-comment-over-lines", "/*\nA list of\n...\nmore, and the rest of it is here.\n*/\n", false, 0},
		{"comment-of-a-licence", "/*\n * Copyright. The rest of the file\n * is under another licence.\n */\n", false, 0},
		{"pointer-of-c", "(*p).x = 1;\n// ... existing code ...\n", false, 2},

		{"behind-code", "foo() // ... rest unchanged\n", false, 1},
		{"behind-code-in-python", "x = y  # ... existing code ...\n", false, 1},
		{"behind-code-in-c", "return x; /* ... rest of the function ... */\n", false, 1},
		{"behind-code-in-html", "<div> <!-- ... rest of the page ... -->\n", false, 1},
		{"behind-code-in-sql", "SELECT a -- ... other columns ...\n", false, 1},
		{"behind-code-without-dots", "return x // rest of the function unchanged\n", false, 1},
		{"behind-code-omitted", "x := 1 // code omitted for brevity\n", false, 1},
		{"behind-code-something-else", "n -= 4 // rest of the header\n", false, 0},
		{"behind-code-unchanged", "return x // unchanged\n", false, 0},
		{"behind-code-dots-alone", "default: // ...\n", false, 0},
		{"behind-code-in-a-string", "print(\"x # ... existing code ...\")\n", false, 0},
		{"url", "x = 'http://... rest'\n", false, 0},

		{"call-in-brackets", "(rest)\n", true, 0},
		{"html-tag", "<body>\n<section hidden>\n<template>\n", true, 0},
		{"list-of-names", "x = [\n  [rest]\n]\n", true, 0},
		{"text-in-brackets", "(see the other file)\n", true, 0},
		{"type-parameters", "<T extends Rest>\n", true, 0},
	} {
		if line, text, _ := Find([]byte(tt.text), nil, tt.dots); line != tt.want {
			t.Errorf("%s: line %d, %q; want %d", tt.name, line, text, tt.want)
		}
		if _, text, found := Find([]byte(tt.text), []byte(tt.text), tt.dots); found {
			t.Errorf("%s: %q is in the old text", tt.name, text)
		}
	}
	// Code changes, and the comment behind it was there.
	if _, text, found := Find([]byte("g() // ... rest unchanged\n"), []byte("f() // ... rest unchanged\n"), false); found {
		t.Errorf("%q is behind code in the old text", text)
	}
}

// TestFindInQuotedText: text that a program writes may be dots, and a string of a new file
// leaves nothing out.
func TestFindInQuotedText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, old string
		want            int
	}{
		{"dots-in-a-heredoc", "cat <<EOF\na\n...\nb\nEOF\n", "", 0},
		{"dots-in-a-quoted-heredoc", "cat <<'END_TEXT' >f\n  ...\nEND_TEXT\n", "", 0},
		{"dots-in-an-indented-heredoc", "x = <<~TEXT\n  ...\n  TEXT\n", "x\n", 0},
		{"dots-in-the-second-heredoc", "cat <<A <<B\na\nA\n...\nB\n", "", 0},
		{"comment-of-dots-in-a-heredoc", "cat <<-EOF\n# ...\nEOF\n", "", 0},
		{"dots-behind-a-heredoc", "cat <<EOF\na\nEOF\n...\n", "", 4},
		{"dots-in-a-heredoc-that-never-closes", "cat <<EOF\n...\n", "", 2},
		{"words-in-a-heredoc", "cat <<EOF\n# ... existing code ...\nEOF\n", "", 2},
		{"shift-in-c", "x = 1 <<n;\n...\n", "", 2},
		{"words-in-a-string", "P = \"\"\"\nNever write\n# ... existing code ...\n\"\"\"\n", "", 0},
		{"words-in-a-string-with-other-marks", "P = '''\n// rest of the code unchanged\n'''\n", "", 0},
		{"brackets-in-a-string", "f(\"\"\"a\n(unchanged)\nb\"\"\")\n", "", 0},
		{"dots-in-a-string-of-java", "x = \"\"\"\n...\n\"\"\";\n", "", 0},
		{"comment-in-a-string", "P = \"\"\"\n/*\n... existing code ...\n*/\n\"\"\"\n", "", 0},
		{"words-in-a-string-of-a-file-with-text", "P = \"\"\"\n# ... rest of the prompt ...\n\"\"\"\n", "P = 1\n", 2},
		{"words-behind-a-string", "P = \"\"\"\na\n\"\"\"\n# ... existing code ...\n", "", 4},
		{"words-in-a-string-that-never-closes", "P = \"\"\"\n# ... existing code ...\n", "", 2},
		{"words-behind-a-string-on-a-line", "P = \"\"\"a\"\"\"\n# ... existing code ...\n", "", 2},
	} {
		if line, text, _ := Find([]byte(tt.text), []byte(tt.old), true); line != tt.want {
			t.Errorf("%s: line %d, %q; want %d", tt.name, line, text, tt.want)
		}
	}
}
