package main

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// TestNoCodeOfPackagesRunsAtTheStart asks the Go runtime which packages run code before main
// does. Those below internal run none: it would slow down each start of the program. Package
// lazy is for what would need such code.
func TestNoCodeOfPackagesRunsAtTheStart(t *testing.T) {
	t.Parallel()
	if testing.CoverMode() != "" {
		t.Skip("to measure coverage, each package runs code at the start")
	}
	program, err := exec.LookPath("fileops")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if found := regexp.MustCompile(`(?m)^init github\.com/spf13/\S+`).Find(out); found == nil {
		t.Fatalf("the runtime does not say which packages run code:\n%s", out)
	}
	for _, found := range regexp.MustCompile(`(?m)^init fileops/internal/\S+`).FindAllString(string(out), -1) {
		t.Errorf("a package runs code at the start of the program: %s", found)
	}
}
