package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// homeVariables name the directories in which a program keeps what belongs to its user.
var homeVariables = []string{
	"HOME", "USERPROFILE", "AppData", "LocalAppData",
	"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
}

// homeless runs the tests with a home directory below a regular file. A test that
// writes to the home of the user who runs the tests fails, even as root. XDG_STATE_HOME
// counts only at the start of a program, so for tests that call it in this process CI
// sets the same variables outside.
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
	return h.TestingM.Run()
}

// ownHome gives the test a home directory that is removed with it.
func ownHome(t *testing.T) {
	t.Helper()
	home := t.TempDir()
	for _, name := range homeVariables {
		t.Setenv(name, filepath.Join(home, name))
	}
	t.Setenv("FILEOPS_STATE_DIR", filepath.Join(home, "state")) // XDG_STATE_HOME counts only at the start of a program
}

// scriptUnused sets back the times of a root's state directory.
func scriptUnused(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "unused ROOT DAYS")
	days, err := strconv.Atoi(args[1])
	ts.Check(err)
	then := time.Now().AddDate(0, 0, -days)
	records, err := filepath.Glob(filepath.Join(ts.Getenv("XDG_STATE_HOME"), "fileops", "roots", "*", "root"))
	ts.Check(err)
	for _, record := range records {
		text, err := os.ReadFile(record)
		ts.Check(err)
		if !bytes.Contains(text, []byte(`"`+ts.MkAbs(args[0])+`"`)) {
			continue
		}
		ts.Check(filepath.WalkDir(filepath.Dir(record), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(path, then, then)
		}))
		return
	}
	ts.Fatalf("no history of %s", args[0])
}
