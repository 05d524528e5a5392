package syntax_test

import (
	"testing"

	"fileops/internal/syntax"
)

// TestCheckChange: a file that parsed is no template, whatever its strings and comments
// hold; one that a change makes a template is.
func TestCheckChange(t *testing.T) {
	t.Parallel()
	c := every(t)
	for _, tt := range []struct {
		name, old, src string
		want           syntax.State
	}{
		{"a.sh", "echo '{{ .A }}'\nif a; then b; fi\n", "echo '{{ .A }}'\nif a; then b\n", broken},
		{"a.sh", "# {% if a %}\ncat <<E\n{% if a %}\nE\n", "# {% if a %}\ncat <<E\n{% if a %}\nE\n)\n", broken},
		{"a.yaml", "# {{ a }}\nb: [1]\n", "# {{ a }}\nb: [1\n", broken},
		{"a.yaml", "a: |\n  {% if b %}\nb: [1]\n", "a: |\n  {% if b %}\nb: [1\n", broken},
		{"a.js", "f(\n'<%= a %>');\n", "f(\n'<%= a %>');\n}", broken},
		{"a.xml", "<a b='{{ .C }}'>\n</a>", "<a b='{{ .C }}'>\n</c>", broken},
		{"a.xml", "<a>\n{{ b }}\n</a>", "<a>\n{{ b }}\n</c>", broken},
		{"a.py", "x = '''\n{% if a %}\n'''\n", "x = '''\n{% if a %}\n'''\ny = (\n", broken},

		{"a.yaml", "a: {{ b }}\n", "a: {{ b }}\nc: [\n", broken},
		{"a.yaml", "a: b\n", "a: {{ b }}:c\n", notJudged},
		{"a.yaml", "a: {{ b }}\n", "a: {{ b }}:{{ c }}\n", notJudged},
		{"a.yaml", "# {{ a }}\na: \"{{ b }}:c\"\n", "# {{ a }}\na: {{ b }}:c\n", notJudged},
		{"a.yaml", "a: {{ b }}:c\n", "a: {{ b }}:c\nd: [\n", notJudged},
		{"a.sh", "echo '{{ .A }}'\n", "echo {{ .A }}'\n", notJudged}, // the line might be a template's by now
		{"a.sh", "{% if a %}\n(\n{% endif %}\n", "{% if a %}\n((\n{% endif %}\n", notJudged},
		{"a.sh", "", "{% if a %}\nif b; then\n{% endif %}\n", notJudged},
		{"a.py", "\xff", "{% if a %}\n", notJudged},
		{"a.py", "", "class {{ cookiecutter.name }}(Base):\n    pass\n", notJudged},
		{"a.py", "", "from {{ a.slug }}.views import b\n", notJudged},
		{"a.py", "", "import a\n\ndef test_{{ name }}():\n    pass\n", notJudged},
		{"a.py", "", "{{ name }}_x = 1\n", notJudged},
		{"a.py", "b = 'class {{ c }}'\n", "b = 'class {{ c }}'\n(\n", broken},
		{"a.yaml", "# {{ a }}\nb: [1\n", "# {{ a }}\nb: [1]\n", valid},
	} {
		if got := c.CheckChange(tt.name, []byte(tt.old), []byte(tt.src)); got.State != tt.want || got.Language == "" {
			t.Errorf("CheckChange(%q, %q, %q) = %+v; want %v", tt.name, tt.old, tt.src, got, tt.want)
		}
		if got := c.Check(tt.name, []byte(tt.src)); tt.want == broken && got.State != notJudged {
			t.Errorf("Check(%q, %q) = %+v; want not judged", tt.name, tt.src, got)
		}
	}
}
