package run_test

import (
	"testing"

	"fileops/internal/run/runtest"
)

var (
	noon      = runtest.Noon
	newRunner = runtest.NewRunner
	tree      = runtest.Tree
	files     = runtest.Files
	build     = runtest.Build
	python    = runtest.Python
	codes     = runtest.Codes
	must      = runtest.Must
	snapshot  = runtest.Snapshot
	sequences = runtest.Sequences
)

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	runtest.Equal(t, what, got, want)
}
