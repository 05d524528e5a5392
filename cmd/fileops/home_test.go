package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"
)

// homeVariables name the directories in which a program keeps what belongs to its user.
var homeVariables = []string{
	"HOME", "USERPROFILE", "AppData", "LocalAppData",
	"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
}

// homeless runs the tests with a home directory below a regular file. A test that
// writes to the home of the user who runs the tests fails, even as root.
type homeless struct{ testscript.TestingM }

func (h homeless) Run() int {
	file, err := os.CreateTemp("", "fileops-no-home")
	if err == nil {
		err = file.Close()
	}
	for _, name := range homeVariables {
		if err == nil {
			err = os.Setenv(name, filepath.Join(file.Name(), name))
		}
	}
	if err != nil {
		panic(err)
	}
	defer os.Remove(file.Name()) //nolint:errcheck // an empty file in the temporary directory
	xdg.Reload()
	return h.TestingM.Run()
}

// ownHome gives the test a home directory that is removed with it.
func ownHome(t *testing.T) {
	t.Helper()
	t.Cleanup(xdg.Reload) // after the variables are restored: cleanups run in reverse
	home := t.TempDir()
	for _, name := range homeVariables {
		t.Setenv(name, filepath.Join(home, name))
	}
	xdg.Reload()
}
