// Command hostile measures what responses cost that ask for much: the time and the peak
// memory of the program for growing responses of each shape, and how long it takes to end
// when it gets a SIGTERM on the way. It prints a table in Markdown.
//
//	go run ./bench/hostile
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"time"
)

func main() {
	only := flag.String("only", "", "a regular expression for the names of the shapes")
	largest := flag.Int("max", 4096, "the size of the largest response, in KB")
	bound := flag.Duration("bound", 20*time.Second, "no larger response is tried after one that took longer")
	in := flag.String("in", "", "where the trees are made, if not in the system's temporary directory")
	using := flag.String("program", "", "the program, if it is not to be built")
	prepare := flag.String("prepare", "", "make the tree and the response of the shape with this name in the directory -in, nothing else")
	size := flag.Int("size", 1<<10, "the size of that response, in bytes")
	flag.Parse()
	if *prepare != "" {
		if err := prepareOnly(*in, *prepare, *size); err != nil {
			fmt.Fprintln(os.Stderr, "hostile:", err)
			os.Exit(1)
		}
		return
	}
	dir, err := os.MkdirTemp(*in, "fileops-hostile-")
	if err == nil {
		err = measure(dir, *using, regexp.MustCompile(*only), limits{*largest << 10, *bound})
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

func prepareOnly(dir, name string, size int) error {
	for _, s := range shapes() {
		if s.name == name {
			return runner{dir: dir}.make(s, size)
		}
	}
	return fmt.Errorf("there is no shape %q", name)
}

func measure(dir, program string, only *regexp.Regexp, l limits) error {
	if program == "" {
		program = filepath.Join(dir, "fileops")
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/fileops")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building: %w\n%s", err, out)
		}
	}
	fmt.Printf("%s, %s, %d cores\n\n", time.Now().Format(time.DateOnly), runtime.Version(), runtime.NumCPU())
	fmt.Print(header(l))
	for _, s := range shapes() {
		if !only.MatchString(s.name) {
			continue
		}
		row, err := l.row(runner{program: program, dir: dir}, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Println(row)
	}
	return nil
}
