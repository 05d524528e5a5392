package workspace

import (
	"errors"
	"os"
	"testing"

	"github.com/adrg/xdg"

	"fileops/internal/workspace/journal"
)

// TestMain gives the tests a state directory of their own: nobody's history is theirs.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("/dev/shm", "workspace-state")
	if err != nil {
		dir, err = os.MkdirTemp("", "workspace-state")
	}
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", dir)
	}
	if err != nil {
		panic(err)
	}
	xdg.Reload()
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func mustDo(tb testing.TB, errs ...error) {
	tb.Helper()
	if err := errors.Join(errs...); err != nil {
		tb.Fatal(err)
	}
}

// adopt lets files pass for backups that the program wrote.
func adopt(tb testing.TB, w *Workspace, names ...string) {
	tb.Helper()
	list := w.readOwnBackups()
	for _, name := range names {
		sum, info, err := w.sum(name)
		mustDo(tb, err)
		list.backups.add(w.rules.key(name), newOwnBackup(info, journal.State{Kind: Regular, Sum: sum}))
	}
	w.writeOwnBackups(list)
}
