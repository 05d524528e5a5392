// Command search measures the search engine beside its peers and prints tables in
// Markdown. Rounds of all contestants are interleaved, and what is compared is the
// median of wall time and of processor time, so that a machine's moods hit all alike.
//
//	go run ./bench/search -trees DIR,DIR -file FILE
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

func main() {
	// The program runs itself as the contestant, so that starting it counts as well.
	if len(os.Args) > 1 && os.Args[1] == "-as" {
		exit(contestant(context.Background(), os.Args[2:]))
	}
	rounds := flag.Int("rounds", 21, "how often each contestant runs")
	trees := flag.String("trees", runtime.GOROOT(), "which trees are walked, parted by commas") //nolint:staticcheck // the tree of the go command that runs this
	file := flag.String("file", "", "a large file that is searched")
	only := flag.String("only", "", "walk or grep: one kind of table")
	flag.Parse()
	m := measurement{trees: strings.Split(*trees, ","), file: *file, rounds: max(1, *rounds), only: *only}
	exit(m.run())
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/search:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// measurement is what is measured.
type measurement struct {
	trees  []string
	file   string
	rounds int
	only   string
}

func (m *measurement) run() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	versions := []string{time.Now().Format(time.DateOnly), runtime.Version(), fmt.Sprintf("%d cores", runtime.NumCPU())}
	for _, peer := range [][]string{{fd(), "--version"}, {"rg", "--version"}} {
		out, err := exec.Command(peer[0], peer[1:]...).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", peer[0], err)
		}
		version, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		versions = append(versions, version)
	}
	fmt.Printf("%s, %d rounds\n\n", strings.Join(versions, ", "), m.rounds)
	for _, tree := range m.trees {
		if m.only != "grep" {
			if err := walking(self, tree, m.rounds); err != nil {
				return err
			}
		}
		if m.only != "walk" {
			if err := grepping(self, tree, "", m.rounds); err != nil {
				return err
			}
		}
	}
	if m.file == "" {
		return nil
	}
	if err := touching(self, m.file, m.rounds); err != nil {
		return err
	}
	return grepping(self, ".", m.file, m.rounds)
}

// fd is the name of fd: Debian has another program of that name.
func fd() string {
	if path, err := exec.LookPath("fdfind"); err == nil {
		return path
	}
	return "fd"
}
