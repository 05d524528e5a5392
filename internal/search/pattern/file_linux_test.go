package pattern

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// filePatterns are the searches that are compared with ripgrep.
var filePatterns = []struct {
	name, pattern string
	o             Options
	flags         []string
}{
	{"literal", "skb_frag_address_safe", Options{}, nil},
	{"frequent literal", "struct", Options{}, nil},
	{"literal, any case", "skb_frag_address_safe", Options{IgnoreCase: true}, []string{"-i"}},
	{"frequent, any case", "error", Options{IgnoreCase: true}, []string{"-i"}},
	{"regex with literal", `struct \w+_ops\b`, Options{}, nil},
	{"func", `static int \w+\(void\)`, Options{}, nil},
	{"classes", `[A-Z]{3}_[A-Z]+`, Options{}, nil},
	{"Unicode", `\p{Greek}`, Options{}, nil},
	{"five literals", "skb_frag|page_pool|xdp_frame|napi_gro|devlink_port", Options{}, nil},
	{"five, any case", "skb_frag|page_pool|xdp_frame|napi_gro|devlink_port", Options{IgnoreCase: true}, []string{"-i"}},
	{"no literal", `\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}`, Options{}, nil},
	{"anchored", `^[a-z]+ [0-9]+$`, Options{}, nil},
	{"word", "skb", Options{Word: true}, []string{"-w"}},
	{"end of line", `\);$`, Options{}, nil},
	{"quoted", `"[^"]{40,}"`, Options{}, nil},
	{"short literal", "->x", Options{}, nil},
	{"spaces at the end", ` +$`, Options{}, nil},
	{"whole line", "\t\treturn 0;", Options{Line: true}, []string{"-x"}},
	{"20 names", "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau", Options{}, nil},
	{"all matches: literal", "struct", Options{}, []string{"--count-matches"}},
	{"all matches: classes", `[A-Z]{3}_[A-Z]+`, Options{}, []string{"--count-matches"}},
	{"all matches: any", `[a-z]+_ops`, Options{}, []string{"--count-matches"}},
	{"all matches: word", `[a-z]+_ops`, Options{Word: true}, []string{"-w", "--count-matches"}},
}

// searchFile counts what is found in a file, as a search goes through a large
// one: it is mapped, as ripgrep does, and looked at in pieces of whole lines.
func searchFile(name string, count func([]byte) int) (found int, err error) {
	const piece = 1 << 20
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return 0, err
	}
	for rest := data; len(rest) > 0; {
		n := len(rest)
		if n > piece {
			n = min(lineEnd(rest, piece)+1, n)
		}
		found += count(rest[:n])
		rest = rest[n:]
	}
	return found, syscall.Munmap(data)
}

// countMatches is Count for matches instead of lines.
func countMatches(w *Worker, block []byte) int {
	n := 0
	for from := 0; ; {
		start, end, ok := w.NextLine(block, from)
		if !ok {
			return n
		}
		for m := w.Matches(block[start:end]); ; n++ {
			if _, ok := m.Next(); !ok {
				break
			}
		}
		from = end + 1
	}
}

// TestFileAgainstRipgrep compares counts and processor time on one large file. It needs
// TEST_FILE, the file, and TEST_RG, the command of ripgrep. (Its \w is
// that of Unicode, ours that of ASCII.)
func TestFileAgainstRipgrep(t *testing.T) {
	name, rg := os.Getenv("TEST_FILE"), os.Getenv("TEST_RG")
	if name == "" || rg == "" {
		t.Skip("needs TEST_FILE and TEST_RG")
	}
	const rounds = 5
	for _, p := range filePatterns {
		if !strings.Contains(p.name, os.Getenv("TEST_ONLY")) {
			continue
		}
		m := compile(t, []string{p.pattern}, p.o)
		var ours, theirs []time.Duration
		for range rounds {
			before := used(t)
			w := m.Worker()
			count := w.Count
			if strings.HasPrefix(p.name, "all matches") {
				count = func(b []byte) int { return countMatches(w, b) }
			}
			got, err := searchFile(name, count)
			if err != nil {
				t.Fatal(err)
			}
			ours = append(ours, used(t)-before)
			args := append([]string{"-c", "-a", "--no-config", "-e", p.pattern, name}, p.flags...)
			cmd := exec.Command(rg, args...)
			out, err := cmd.Output()
			theirs = append(theirs, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
			want, _ := strconv.Atoi(strings.TrimSpace(string(out)))
			if got != want {
				t.Errorf("%s: got %d lines, ripgrep has %d (%v)", p.name, got, want, err)
			}
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		a, b := ours[rounds/2], theirs[rounds/2]
		fmt.Printf("| %-20s | %4d ms | %4d ms | %.2f | %.2f |\n", p.name, a.Milliseconds(), b.Milliseconds(), float64(a)/float64(b), float64(ours[0])/float64(theirs[0]))
	}
}

// used is the processor time of this process so far.
func used(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
