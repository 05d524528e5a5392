// Command search measures the search engine beside its peers and prints tables in
// Markdown. Rounds of all contestants are interleaved, and what is compared is the
// median of wall time and of processor time, so that a machine's moods hit all alike.
//
//	go run ./bench/search -trees DIR,DIR
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
	flag.Parse()
	exit(measure(strings.Split(*trees, ","), max(1, *rounds)))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/search:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func measure(trees []string, rounds int) error {
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
	fmt.Printf("%s, %d rounds\n\n", strings.Join(versions, ", "), rounds)
	for _, tree := range trees {
		if err := walking(self, tree, rounds); err != nil {
			return err
		}
	}
	return nil
}

// fd is the name of fd: Debian has another program of that name.
func fd() string {
	if path, err := exec.LookPath("fdfind"); err == nil {
		return path
	}
	return "fd"
}
