// Command bench measures fileops beside its peers and prints tables in Markdown:
// the parser's throughput, applying edits beside `git apply`, reading files beside sed,
// tail and cat, and start-up beside `git --version`. Rounds of all contestants are interleaved, and what is compared
// is the median, so that a machine's moods hit all of them alike.
//
//	go run ./bench
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"fileops/internal/parse"
)

func main() {
	rounds := flag.Int("rounds", 15, "how often each contestant runs")
	in := flag.String("in", "", "where the trees are made, if not in the system's temporary directory")
	tables := flag.String("tables", "apply,misses,parser,read,startup", "which tables are made")
	size := flag.Int64("size", 1500, "how many MB the largest file has that is read")
	flag.Parse()
	*rounds = max(1, *rounds)
	dir, err := os.MkdirTemp(*in, "fileops-bench-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	}
	if err == nil {
		err = measure(dir, *tables, *size*1e6, *rounds)
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(dir, tables string, size int64, rounds int) error {
	program, err := build(dir)
	if err != nil {
		return err
	}
	git, err := exec.Command("git", "--version").Output()
	if err != nil {
		return err
	}
	fmt.Printf("%s, %s, %d cores, %s, %d rounds\n\n", time.Now().Format(time.DateOnly), runtime.Version(), runtime.NumCPU(), bytes.TrimSpace(git), rounds)
	for table := range strings.SplitSeq(tables, ",") {
		switch table {
		case "apply":
			err = apply(dir, program, rounds)
		case "misses":
			err = misses(dir, program, rounds)
		case "parser":
			parser(rounds)
		case "read":
			var table string
			table, err = reads(dir, program, size, rounds)
			fmt.Println(table)
		case "startup":
			err = startup(program, rounds)
		default:
			err = fmt.Errorf("there is no table %q", table)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// build makes the program, as it is released.
func build(dir string) (program string, err error) {
	program = filepath.Join(dir, "fileops")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/fileops")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building: %w\n%s", err, out)
	}
	return program, nil
}

// median runs the contestants in turns and returns the median time of each.
func median(rounds int, contestants ...func() (time.Duration, error)) ([]time.Duration, error) {
	times := make([][]time.Duration, len(contestants))
	for range rounds {
		for i, run := range contestants {
			d, err := run()
			if err != nil {
				return nil, err
			}
			times[i] = append(times[i], d)
		}
	}
	medians := make([]time.Duration, len(contestants))
	for i, t := range times {
		slices.Sort(t)
		medians[i] = t[len(t)/2]
	}
	return medians, nil
}

// response is prose with operations in it, about size bytes.
func response(size, operations int) string {
	const sentence = "The loader reads `settings.json` once and keeps what it found; nothing else in the program does.\n"
	var b strings.Builder
	share := size / operations
	for i := range operations {
		start := b.Len()
		fmt.Fprintf(&b, "<edit>\n<file>src/file%d.py</file>\n<find>\ndef load(a, b):\n    if a < b:\n        return a\n</find>\n<replace>\ndef load(a, b, c):\n    if a < b and b > c:\n        return a\n</replace>\n</edit>\n\n", i)
		for b.Len()-start < share {
			b.WriteString(sentence)
			if (b.Len()-start)%7 == 0 {
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

func parser(rounds int) {
	fmt.Println("| response | operations | time | throughput |\n|---|---|---|---|")
	runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(runtime.NumCPU())
	for _, mb := range []int{1, 4, 10, 16, 64} {
		text := response(mb<<20, 100*mb)
		t, _ := median(rounds, func() (time.Duration, error) {
			start := time.Now()
			parse.Parse([]parse.Input{{Text: text}}, parse.Options{})
			return time.Since(start), nil
		})
		fmt.Printf("| %d MB | %d | %.2f ms | %.0f MB/s |\n", mb, 100*mb, ms(t[0]), float64(len(text))/1e6/t[0].Seconds())
	}
	fmt.Println()
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// command times one run of a program.
func command(dir, name string, args ...string) (time.Duration, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", name, err, stderr.Bytes())
	}
	return took, nil
}

func startup(program string, rounds int) error {
	t, err := median(rounds*4,
		func() (time.Duration, error) { return command(".", program, "version") },
		func() (time.Duration, error) { return command(".", "git", "--version") },
	)
	if err != nil {
		return err
	}
	fmt.Println("| start-up | time | ratio |\n|---|---|---|")
	fmt.Printf("| `git --version` | %.2f ms | 1 |\n", ms(t[1]))
	fmt.Printf("| `fileops version` | %.2f ms | %.2f |\n", ms(t[0]), t[0].Seconds()/t[1].Seconds())
	return nil
}
