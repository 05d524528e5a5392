package main

import (
	"os"
	"testing"
)

// TestRefusedBySystem shows what is told where the system refuses a change: the texts
// are an interface. The refusal is made by strace, since root may write everywhere.
func TestRefusedBySystem(t *testing.T) {
	t.Parallel()
	tracer(t)
	r := emptyRig(t, t.TempDir(), "fileops")
	for name, text := range map[string]string{
		"case/tree/a.txt": "one\n",
		"response": "<edit><file>a.txt</file><find>one</find><replace>two</replace></edit>\n" +
			"<create><file>new/b.txt</file><content>b</content></create>\n",
	} {
		if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const asked = "?faccessat,?faccessat2"
	for errno, want := range map[string]string{
		"EACCES": "❌ Permission denied: a.txt\n\n❌ Permission denied: new/b.txt\n",
		"EROFS":  "❌ Read-only file system: a.txt\n\n❌ Read-only file system: new/b.txt\n",
	} {
		e, err := r.trace(injection{watch: asked, do: []string{asked + ":error=" + errno}}, "apply", "--root", "RIG/case/tree", "RIG/response")
		if err != nil {
			t.Fatal(err)
		}
		if e.status != exitFailed || e.stdout != want {
			t.Errorf("%s: status %d: %s%s\nwant %s", errno, e.status, e.stdout, e.stderr, want)
		}
	}
}
