package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

const hit = "the find is there"

// misses times a find that is not there in a file of almost 10 MB, the largest that is
// edited: how long the program takes to say why, beside an edit that is made.
func misses(dir, program string, rounds int) error {
	root := filepath.Join(dir, "large")
	if err := os.MkdirAll(root, 0o700); err != nil {
		return err
	}
	src, err := largeSource(10<<20 - 4096)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, "large.txt"), []byte(src), 0o600); err != nil {
		return err
	}
	lines := strings.Split(src[len(src)*2/3:], "\n")[1:9]
	asked := map[string]string{
		hit:                                strings.Join(lines, "\n"),
		"one word of eight lines wrong":    strings.Join(lines, "\n") + "_",
		"a line left out":                  strings.Join(append(append([]string{}, lines[:4]...), lines[5:]...), "\n"),
		"indentation shifted":              "      " + strings.Join(lines, "\n      "),
		"nothing like it is in the file":   "zq qz xqx\nkwk wkw kkw\nvvx xvv vxv",
		"a line of 2,000 characters wrong": strings.Repeat("value := compute(previous, next) ", 60),
	}
	fmt.Println("| a file of 10 MB | time |\n|---|---|")
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		response := filepath.Join(dir, "miss.md")
		text := "<edit>\n<file>large.txt</file>\n<find>\n" + asked[name] + "\n</find>\n<replace>\nx\n</replace>\n</edit>\n"
		if err := os.WriteFile(response, []byte(text), 0o600); err != nil {
			return err
		}
		want := 1
		if name == hit {
			want = 0
		}
		times, err := median(rounds, func() (time.Duration, error) {
			cmd := exec.Command(program, "apply", "--quiet", "--dry-run", response)
			cmd.Dir = root
			start := time.Now()
			out, err := cmd.CombinedOutput()
			took := time.Since(start)
			if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != want {
				return 0, fmt.Errorf("%s: %w\n%s", name, err, out)
			}
			return took, nil
		})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %.0f ms |\n", name, ms(times[0]))
	}
	fmt.Println()
	return nil
}

// largeSource is Go's own sources, one after another, up to a size in bytes.
func largeSource(size int) (string, error) {
	names, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", "*", "*.go")) //nolint:staticcheck // the tree of the go command that runs this
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i := 0; b.Len() < size && len(names) > 0; i++ {
		text, err := os.ReadFile(names[i%len(names)])
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	s := b.String()
	return s[:strings.LastIndexByte(s[:min(size, len(s))], '\n')+1], nil
}
