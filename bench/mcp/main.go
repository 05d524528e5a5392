// Command mcp measures `fileops mcp` beside the reference server for files of the Model Context
// Protocol, and prints a table in Markdown. Both do the same work on equal trees, by the tools of
// the same names, and are asked by the same client. Rounds are interleaved.
//
//	npm install --prefix DIR @modelcontextprotocol/server-filesystem
//	go build -o fileops ./cmd/fileops
//	go run ./bench/mcp -fileops ./fileops -peer DIR/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	var m measurement
	flag.StringVar(&m.fileops, "fileops", "fileops", "the program that is measured")
	flag.StringVar(&m.peer, "peer", "", "the script of the reference server")
	flag.IntVar(&m.rounds, "rounds", 5, "how often each server is started")
	flag.IntVar(&m.calls, "calls", 200, "how often each tool is called in a round")
	flag.IntVar(&m.edits, "edits", 1000, "how many edits are made in a row")
	flag.StringVar(&m.dir, "dir", os.TempDir(), "where the trees and the history are")
	flag.Parse()
	if err := m.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench/mcp:", err)
		os.Exit(1)
	}
}

// measurement is what is measured.
type measurement struct {
	fileops, peer, dir   string
	rounds, calls, edits int
}

// row is one line of the table: the measures of each server, in milliseconds unless it says MB.
type row struct {
	name     string
	measures map[string][]float64
}

// table keeps the rows in the order in which they were first measured.
type table struct{ rows []*row }

func (t *table) add(name, server string, value float64) {
	i := slices.IndexFunc(t.rows, func(r *row) bool { return r.name == name })
	if i < 0 {
		i = len(t.rows)
		t.rows = append(t.rows, &row{name, map[string][]float64{}})
	}
	t.rows[i].measures[server] = append(t.rows[i].measures[server], value)
}

// contestant is one server.
type contestant struct {
	name string
	args func(root string) []string
	env  []string
}

// tools are those of the reference server that are measured.
const tools = "read_text_file,write_file,edit_file,list_directory,search_files,move_file"

func (m measurement) run(ctx context.Context) error {
	work, err := os.MkdirTemp(m.dir, "bench-mcp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) //nolint:errcheck // a temporary directory
	state := []string{"XDG_STATE_HOME=" + filepath.Join(work, "state")}
	ours := func(root string) []string {
		return []string{m.fileops, "mcp", "--root", root, "--only", tools + ",apply"}
	}
	contestants := []contestant{
		{"fileops", ours, state},
		{"fileops, durability fast", ours, append([]string{"FILEOPS_DURABILITY=fast"}, state...)},
		{"reference", func(root string) []string { return []string{"node", m.peer, root} }, nil},
	}
	node, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return err
	}
	var t table
	for round := range m.rounds {
		for i, c := range contestants {
			root := filepath.Join(work, fmt.Sprintf("tree-%d-%d", round, i))
			if err := makeTree(root); err != nil {
				return err
			}
			if err := m.measure(ctx, c, root, &t); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	fmt.Printf("%s, %s, node %s, %d cores, %d rounds, medians\n\n", time.Now().Format(time.DateOnly), runtime.Version(), strings.TrimSpace(string(node)), runtime.NumCPU(), m.rounds)
	t.print(contestants)
	return nil
}

// makeTree makes a tree of 200 files in 20 directories.
func makeTree(root string) error {
	for i := range 200 {
		dir := filepath.Join(root, fmt.Sprintf("dir%02d", i%20))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		var text strings.Builder
		for line := range 300 {
			fmt.Fprintf(&text, "line %d of file %d: some words that fill it\n", line, i)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%03d.txt", i)), []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// measure starts a server, and does one round with it.
func (m measurement) measure(ctx context.Context, c contestant, root string, t *table) error {
	args := c.args(root)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), c.env...)
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	began := time.Now()
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return err
	}
	defer session.Close() //nolint:errcheck // the server ends
	s := server{session, root}
	if err := s.call(ctx, "list_directory", map[string]any{"path": root}); err != nil {
		return err
	}
	t.add("start to first answer, ms", c.name, ms(time.Since(began), 1))
	for _, w := range work {
		began := time.Now()
		for i := range m.calls {
			if err := w.call(ctx, s, i); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
		}
		t.add(w.name+", ms a call", c.name, ms(time.Since(began), m.calls))
	}
	began = time.Now()
	for i := range m.edits {
		if err := s.edit(ctx, i%200, fmt.Sprintf("line %d of", i/200), fmt.Sprintf("LINE %d of", i/200)); err != nil {
			return err
		}
	}
	took := ms(time.Since(began), m.edits)
	t.add(fmt.Sprintf("%d edits of 200 files, a call each, ms an edit", m.edits), c.name, took)
	if c.env != nil { // ours: all of them as one response
		began = time.Now()
		if err := s.call(ctx, "apply", map[string]any{"response": m.response()}); err != nil {
			return err
		}
		took = ms(time.Since(began), m.edits)
	}
	t.add("the same in as few calls as the server takes, ms an edit", c.name, took)
	if kb := resident(cmd.Process.Pid); kb > 0 {
		t.add("memory at the end, MB", c.name, float64(kb)/1024)
	}
	return nil
}

// response is the same edits as operation blocks, on the text as the calls left it.
func (m measurement) response() string {
	var b strings.Builder
	for i := range m.edits {
		fmt.Fprintf(&b, "<edit>\n<file>dir%02d/file%03d.txt</file>\n<find>LINE %d of</find>\n<replace>line %d of</replace>\n</edit>\n", i%20, i%200, i/200, i/200)
	}
	return b.String()
}

func ms(d time.Duration, n int) float64 { return float64(d.Microseconds()) / 1000 / float64(n) }

// resident is how much memory a process has, in KB; 0 if that is not known.
func resident(pid int) (kb int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); err == nil {
			return kb
		}
	}
	return 0
}

// server is a server that was started.
type server struct {
	session *mcp.ClientSession
	root    string
}

func (s server) call(ctx context.Context, tool string, arguments map[string]any) error {
	r, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return err
	}
	if r.IsError {
		return fmt.Errorf("%s failed: %v", tool, r.Content[0].(*mcp.TextContent).Text)
	}
	return nil
}

// file is the path of a file of the tree.
func (s server) file(i int) string {
	return filepath.Join(s.root, fmt.Sprintf("dir%02d", i%20), fmt.Sprintf("file%03d.txt", i))
}

func (s server) edit(ctx context.Context, file int, from, to string) error {
	return s.call(ctx, "edit_file", map[string]any{"path": s.file(file), "edits": []map[string]any{{"oldText": from, "newText": to}}})
}

// work is what is asked of the servers in each round.
var work = []struct {
	name string
	call func(ctx context.Context, s server, i int) error
}{
	{"read_text_file", func(ctx context.Context, s server, i int) error {
		return s.call(ctx, "read_text_file", map[string]any{"path": s.file(i % 200)})
	}},
	{"write_file", func(ctx context.Context, s server, i int) error {
		return s.call(ctx, "write_file", map[string]any{"path": filepath.Join(s.root, fmt.Sprintf("new%d.txt", i)), "content": strings.Repeat("a line of text\n", 100)})
	}},
	{"edit_file", func(ctx context.Context, s server, i int) error {
		return s.edit(ctx, i%200, "line 250 of", "LINE 250 of")
	}},
	{"list_directory", func(ctx context.Context, s server, i int) error {
		return s.call(ctx, "list_directory", map[string]any{"path": filepath.Join(s.root, fmt.Sprintf("dir%02d", i%20))})
	}},
	{"search_files", func(ctx context.Context, s server, i int) error {
		return s.call(ctx, "search_files", map[string]any{"path": s.root, "pattern": fmt.Sprintf("**/file%03d.txt", i%200)})
	}},
	{"move_file", func(ctx context.Context, s server, i int) error {
		return s.call(ctx, "move_file", map[string]any{"source": filepath.Join(s.root, fmt.Sprintf("new%d.txt", i)), "destination": filepath.Join(s.root, fmt.Sprintf("moved%d.txt", i))})
	}},
}

// print prints the medians, and how much longer the reference takes.
func (t table) print(contestants []contestant) {
	head, line := "|", "|---|"
	for _, c := range contestants {
		head += " " + c.name + " |"
		line += "---:|"
	}
	fmt.Println("| " + head + " reference / fileops |\n" + line + "---:|")
	for _, r := range t.rows {
		text := "| " + r.name + " |"
		for _, c := range contestants {
			text += fmt.Sprintf(" %.2f |", median(r.measures[c.name]))
		}
		last := contestants[len(contestants)-1].name
		fmt.Printf("%s %.2f |\n", text, median(r.measures[last])/median(r.measures[contestants[0].name]))
	}
}

func median[T cmp.Ordered](values []T) (middle T) {
	if len(values) == 0 {
		return middle
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
