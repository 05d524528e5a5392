package main

import (
	"strings"
	"testing"
)

// environment looks up variables, written "A=1 B=2".
func environment(text string) func(string) string {
	return func(name string) string {
		for _, v := range strings.Fields(text) {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

func TestColored(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flag     string
		terminal bool
		env      string
		want     bool
	}{
		{"auto", true, "", true},
		{"auto", false, "", false},
		{"always", false, "NO_COLOR=1 FORCE_COLOR=0 TERM=dumb", true},
		{"never", true, "FORCE_COLOR=1", false},
		{"auto", true, "NO_COLOR=1", false},
		{"auto", true, "TERM=dumb", false},
		{"auto", false, "FORCE_COLOR=1", true},
		{"auto", false, "FORCE_COLOR=true", true},
		{"auto", true, "FORCE_COLOR=0", false},
		{"auto", true, "FORCE_COLOR=false", false},
		{"auto", false, "CLICOLOR_FORCE=1", true},
		{"auto", false, "TERM=dumb CLICOLOR_FORCE=1", true},
		{"auto", true, "FORCE_COLOR=1 NO_COLOR=1", false},
	} {
		if got := colored(tt.flag, tt.terminal, environment(tt.env)); got != tt.want {
			t.Errorf("colored(%s, %v, %s) = %v", tt.flag, tt.terminal, tt.env, got)
		}
	}
}

func TestLinked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flag     string
		terminal bool
		env      string
		want     bool
	}{
		{"auto", true, "TERM=xterm-256color", false},
		{"auto", true, "TERM=xterm-256color VTE_VERSION=7600", true},
		{"auto", true, "TERM=xterm-256color VTE_VERSION=5000", false},
		{"auto", false, "TERM=xterm-256color VTE_VERSION=7600", false},
		{"never", true, "TERM=xterm-256color VTE_VERSION=7600", false},
		{"auto", true, "TERM=dumb VTE_VERSION=7600", false},
		{"auto", true, "TERM_PROGRAM=vscode", true},
		{"auto", true, "TERM_PROGRAM=Apple_Terminal", false},
		{"auto", true, "WT_SESSION=1", true},
		{"auto", true, "TERM=xterm-kitty", true},
		{"auto", true, "TERM=xterm KITTY_WINDOW_ID=1", true},
		{"auto", false, "FORCE_HYPERLINK=1", true},
		{"auto", true, "TERM=xterm-kitty FORCE_HYPERLINK=0", false},
	} {
		if got := linked(tt.flag, tt.terminal, environment(tt.env)); got != tt.want {
			t.Errorf("linked(%s, %v, %s) = %v", tt.flag, tt.terminal, tt.env, got)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
