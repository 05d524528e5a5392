//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tinyPNG is a small image.
func tinyPNG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))))
	return b.Bytes()
}

// wire speaks to a server line by line.
type wire struct {
	in     io.WriteCloser
	out    *bufio.Reader
	server *exec.Cmd
	stderr *syncBuffer
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

func startWire(t *testing.T, p processes, flags ...string) *wire {
	t.Helper()
	w := &wire{server: exec.CommandContext(t.Context(), p.program, append([]string{"mcp"}, flags...)...), stderr: &syncBuffer{}}
	w.server.Env, w.server.Stderr = p.env, w.stderr
	var err error
	w.in, err = w.server.StdinPipe()
	must(t, err)
	out, err := w.server.StdoutPipe()
	must(t, err)
	w.out = bufio.NewReaderSize(out, 1<<20)
	must(t, w.server.Start())
	return w
}

func (w *wire) send(t *testing.T, lines ...string) {
	t.Helper()
	for _, line := range lines {
		_, err := io.WriteString(w.in, line+"\n")
		must(t, err)
	}
}

// wireAnswer is a message of the server.
type wireAnswer struct {
	Version string `json:"jsonrpc"`
	ID      any
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
	}
	line string
}

func (w *wire) answer(t *testing.T) (a wireAnswer) {
	t.Helper()
	line, err := w.out.ReadString('\n')
	if err != nil {
		t.Fatalf("%v after %q\n%s", err, line, w.stderr)
	}
	dec := json.NewDecoder(strings.NewReader(line))
	if err := dec.Decode(&a); err != nil || a.Version != "2.0" {
		t.Fatalf("not of the protocol: %q", line)
	}
	a.line = line
	return a
}

func rpcCall(id int, tool string, arguments object) string {
	text, err := json.Marshal(object{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": object{"name": tool, "arguments": arguments}})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestMCPWrongMessages: what is no message is answered with an error of the protocol, and the
// server lives.
func TestMCPWrongMessages(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	w := startWire(t, p, "--root", root)
	long := `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"append","arguments":{"file":"log","content":"` + strings.Repeat("x", 64<<20) + `"}}}`
	for _, wrong := range []struct {
		line string
		code int
	}{
		{rpcCall(1, "append", object{"file": "log", "content": "x"}), 0}, // before initialize
		{"{", -32700},
		{"not JSON", -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call"`, -32700},
		{strings.Repeat("[", 100000), -32700},
		{"\xff\xfe\x00", -32700},
		{`{}`, -32600},
		{`[]`, -32600},
		{`[1,2]`, -32600},
		{`{"jsonrpc":"1.0","id":1,"method":"ping"}`, -32600},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600},
		{`17`, -32600},
		{strings.Repeat("x", 64<<20), -32600},
		{long, -32600},
		{`{"jsonrpc":"2.0","id":2,"method":"unknown/method"}`, 0},
	} {
		w.send(t, wrong.line)
		if wrong.line == "[1,2]" {
			w.answer(t) // one for each
		}
		a := w.answer(t)
		if a.Error == nil || wrong.code != 0 && a.Error.Code != wrong.code {
			t.Errorf("%.60q: %s", wrong.line, a.line)
		}
	}
	w.send(t, hello)
	if a := w.answer(t); a.Error != nil {
		t.Fatalf("initialize: %s", a.line)
	}
	for _, wrong := range []string{
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"nope"}}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[1]}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`,
		`{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"nope"}}`,
		`{"jsonrpc":"2.0","id":8,"method":"unknown/method"}`,
	} {
		w.send(t, wrong)
		if a := w.answer(t); a.Error == nil {
			t.Errorf("%s: %s", wrong, a.line)
		}
	}
	w.send(t, rpcCall(10, "append", object{"file": "log", "content": "alive\n"}))
	if a := w.answer(t); a.Error != nil || onDisk(t, filepath.Join(root, "log")) != "first\nalive\n" {
		t.Errorf("after all of it: %s", a.line)
	}
	must(t, w.in.Close())
	must(t, w.server.Wait())
}

// TestMCPPipe: calls that are written to a pipe, which is closed then, are answered, and in the
// order in which they came.
func TestMCPPipe(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	lines, want := []string{hello}, "first\n"
	for i := range 50 {
		lines = append(lines, rpcCall(i, "append", object{"file": "log", "content": fmt.Sprintf("line %d\n", i)}))
		want += fmt.Sprintf("line %d\n", i)
	}
	status, out, said := p.run(t, strings.Join(lines, "\n"), "mcp", "--root", root)
	if n := strings.Count(out, "\n"); status != 0 || n != 51 || said != "" {
		t.Errorf("status %d, %d answers, %s", status, n, said)
	}
	if got := onDisk(t, filepath.Join(root, "log")); got != want {
		t.Errorf("out of order:\n%s", got)
	}
	// No call overtakes the one before, even if one that is cancelled or refused stands between them.
	rounds := 10
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		must(t, os.RemoveAll(filepath.Join(root, "new")))
		big := rpcCall(1, "create", object{"file": "new", "content": strings.Repeat("a line of text\n", 50000)})
		for _, between := range []string{
			`{"jsonrpc":"2.0","id":2,"method":"ping"}`, rpcCall(2, "history", object{"nonsense": 1}), rpcCall(2, "nonsense", nil),
			rpcCall(2, "read", object{"file": "new"}) + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`,
		} {
			_, out, _ := p.run(t, strings.Join([]string{hello, big, between, rpcCall(3, "read", object{"file": "new", "limit": 1})}, "\n"), "mcp", "--root", root)
			if !strings.Contains(out, "a line of text") {
				t.Errorf("the read came before the create: %s", between)
			}
			big = rpcCall(1, "create_overwrite", object{"file": "new", "content": strings.Repeat("a line of text\n", 50000)})
		}
	}
	batch := "[" + rpcCall(1, "append", object{"file": "log", "content": "a\n"}) + "," + rpcCall(2, "append", object{"file": "log", "content": "b\n"}) + "]"
	_, out, _ = p.run(t, strings.Replace(hello, "2025-11-25", "2025-03-26", 1)+"\n"+batch+"\n", "mcp", "--root", root)
	if n := strings.Count(out, "\n"); n != 3 || !strings.HasSuffix(onDisk(t, filepath.Join(root, "log")), "a\nb\n") {
		t.Errorf("a batch: %d answers\n%s", n, out)
	}
}

// TestMCPEndWhileItAsks: at the end of the input, what waits for the client's roots fails, and what
// does not is answered.
func TestMCPEndWhileItAsks(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	asking := strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"roots":{"listChanged":true}}`, 1)
	_, out, said := p.run(t, asking+"\n"+rpcCall(1, "read", object{"file": "log"})+"\n", "mcp")
	if !strings.Contains(out, `"id":1,"error":{"code":-32603,"message":"the client did not say its roots: `) {
		t.Errorf("%s%s", out, said)
	}
	w := startWire(t, p)
	w.send(t, asking, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, rpcCall(1, "read", object{"file": "log"}))
	w.answer(t)
	ask := w.answer(t)
	id, err := json.Marshal(ask.ID)
	must(t, err)
	w.send(t, `{"jsonrpc":"2.0","id":`+string(id)+`,"result":{"roots":[{"uri":"file://`+root+`"}]}}`)
	w.answer(t)
	big := filepath.Join(root, "big.txt")
	must(t, os.WriteFile(big, []byte(strings.Repeat("some words that an expression has to look at\n", 1<<20)), 0o644))
	for i := range 40 {
		must(t, os.Link(big, filepath.Join(root, fmt.Sprintf("big%d.txt", i))))
	}
	w.send(t, strings.Replace(rpcCall(2, "grep", object{"pattern": "(?:[a-y]+ ){9}[a-z]{30,}"}), `"params":{`, `"params":{"_meta":{"progressToken":"p"},`, 1))
	if first := w.answer(t); !strings.Contains(first.line, "notifications/progress") { // so it is under way
		t.Fatalf("no progress: %s", first.line)
	}
	w.send(t, `{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`, rpcCall(3, "read", object{"file": "log"}))
	must(t, w.in.Close())
	got := map[string]string{}
	for got["2"] == "" || got["3"] == "" {
		if a := w.answer(t); a.Result != nil || a.Error != nil {
			got[fmt.Sprint(a.ID)] = a.line
		}
	}
	must(t, w.server.Wait())
	if !strings.Contains(got["2"], "No match") || !strings.Contains(got["3"], "the client did not say its roots") {
		t.Errorf("%v", got)
	}
}

// TestMCPSameIDs: a client that has the answer may use the id again.
func TestMCPSameIDs(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	w := startWire(t, p, "--root", root)
	w.send(t, hello)
	w.answer(t)
	pings := 2000
	if testing.Short() {
		pings = 200
	}
	for range pings {
		w.send(t, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		if a := w.answer(t); a.Error != nil {
			t.Fatal(a.line)
		}
	}
	must(t, w.in.Close())
	must(t, w.server.Wait())
}

// TestMCPSubscription: a call that never ends by itself holds up neither others nor the end.
func TestMCPSubscription(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	w := startWire(t, p, "--root", root)
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	w.send(t, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+meta+`}}`)
	if line, err := w.out.ReadString('\n'); err != nil || !strings.Contains(line, "acknowledged") {
		t.Fatalf("%v %s", err, line)
	}
	w.send(t, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"append","arguments":{"file":"log","content":"second\n"},`+meta+`}}`)
	if a := w.answer(t); a.Error != nil || onDisk(t, filepath.Join(root, "log")) != "first\nsecond\n" {
		t.Errorf("a call beside it: %s", a.line)
	}
	must(t, w.in.Close())
	must(t, w.server.Wait())
}

// TestMCPRootsFail: a client that cannot say its roots hears why its call fails.
func TestMCPRootsFail(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	for answer, want := range map[string]string{
		`"error":{"code":-32601,"message":"method not found"}`:   "the client did not say its roots: ",
		`"result":{"roots":[{"uri":"https://example.com/src"}]}`: "none of the client's roots is a file URI",
		`"result":{"roots":[{"uri":"file://` + root + `"}]}`:     "",
	} {
		w := startWire(t, p)
		w.send(t, strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"roots":{}}`, 1))
		w.answer(t)
		w.send(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, rpcCall(1, "read", object{"file": "log"}))
		ask := w.answer(t)
		id, err := json.Marshal(ask.ID)
		must(t, err)
		w.send(t, `{"jsonrpc":"2.0","id":`+string(id)+`,`+answer+`}`)
		a := w.answer(t)
		if want == "" && (a.Error != nil || !strings.Contains(a.line, "first")) || want != "" && (a.Error == nil || a.Error.Code != -32603 || !strings.Contains(a.Error.Message, want)) {
			t.Errorf("%s: %s", answer, a.line)
		}
		must(t, w.in.Close())
		must(t, w.server.Wait())
	}
}

// TestMCPManyClients: the appends of clients that work on one root at the same time are all there.
func TestMCPManyClients(t *testing.T) {
	t.Parallel()
	appends := 20
	if os.Getenv("TEST_ALL") != "" {
		appends = 200
	}
	p, root := newProcesses(t), side(t)
	var wg sync.WaitGroup
	for n := range atATime {
		c := connectMCP(t, p, root, nil, "--root", root)
		wg.Go(func() {
			for i := range appends {
				if r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "append", Arguments: object{"file": "log", "content": fmt.Sprintf("%d %d\n", n, i)}}); err != nil || r.IsError {
					t.Errorf("client %d, append %d: %v %v", n, i, err, r)
					return
				}
			}
		})
	}
	wg.Wait()
	lines := map[string]bool{}
	for line := range strings.Lines(onDisk(t, filepath.Join(root, "log"))) {
		lines[line] = true
	}
	if len(lines) != 1+atATime*appends {
		t.Errorf("%d different lines, not %d", len(lines), 1+atATime*appends)
	}
}

// TestMCPKilled: a server that is killed in a call leaves the tree as it was or as it will be, and
// the next one recovers.
func TestMCPKilled(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), t.TempDir()
	for i := range 300 {
		must(t, os.WriteFile(filepath.Join(root, fmt.Sprintf("f%d", i)), []byte("old\n"), 0o644))
	}
	var response strings.Builder
	for i := range 300 {
		fmt.Fprintf(&response, "<edit>\n<file>f%d</file>\n<find>old</find>\n<replace>new</replace>\n</edit>\n", i)
	}
	inState := func(pattern string) int {
		files, err := filepath.Glob(filepath.Join(p.state, "roots", "*", pattern))
		must(t, err)
		return len(files)
	}
	after := func(delay time.Duration) func(int) { return func(int) { time.Sleep(delay) } }
	states := map[string]int{}
	for name, wait := range map[string]func(kept int){ // kept is how many runs the history had before
		"at once": after(0), "after 50 ms": after(50 * time.Millisecond), "after 100 ms": after(100 * time.Millisecond), "after 200 ms": after(200 * time.Millisecond),
		"when the commit has begun": func(kept int) {
			waitClosely(t, func() bool { return inState("pending-*") > 0 || inState("committed") > 0 || inState("runs/*") > kept })
		},
		"when the commit is done": func(kept int) {
			waitClosely(t, func() bool { return inState("committed") > 0 || inState("runs/*") > kept })
		},
	} {
		kept := inState("runs/*")
		w := startWire(t, p, "--root", root)
		w.send(t, hello)
		w.answer(t)
		w.send(t, rpcCall(1, "apply", object{"response": response.String()}))
		wait(kept)
		must(t, w.server.Process.Signal(syscall.SIGKILL))
		w.server.Wait() //nolint:errcheck // it was killed
		// The next server recovers when it first opens the root.
		next := connectMCP(t, p, root, nil, "--root", root)
		next.call(t, "read", object{"file": "f0"})
		state := onDisk(t, filepath.Join(root, "f0"))
		for i := range 300 {
			if text := onDisk(t, filepath.Join(root, fmt.Sprintf("f%d", i))); text != state {
				t.Fatalf("killed %s: f%d is %q, and f0 is %q", name, i, text, state)
			}
		}
		if states[state]++; state == "new\n" {
			if r := next.call(t, "undo", object{}); r.IsError {
				t.Fatalf("undo: %s", textOf(r))
			}
		}
	}
	t.Logf("%d kills left the tree as it was, %d as it was to be", states["old\n"], states["new\n"])
	if states["old\n"] == 0 || states["new\n"] == 0 {
		t.Error("no kill came before the commit, or none after it")
	}
}

// waitClosely is waitFor for what lasts a moment.
func waitClosely(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Microsecond) {
		if so() {
			return
		}
	}
	t.Fatal("it did not become so")
}

// TestMCPStops: SIGTERM and the end of the input end the server, with the status 0.
func TestMCPStops(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	stops := []func(w *wire) error{
		func(w *wire) error { return w.server.Process.Signal(syscall.SIGTERM) },
		func(w *wire) error { return w.server.Process.Signal(os.Interrupt) },
		func(w *wire) error { return w.in.Close() },
	}
	if !signal.Ignored(syscall.SIGHUP) { // under nohup, programs ignore it
		stops = append(stops, func(w *wire) error { return w.server.Process.Signal(syscall.SIGHUP) })
	}
	for _, stop := range stops {
		w := startWire(t, p, "--root", root)
		w.send(t, hello)
		w.answer(t)
		must(t, stop(w))
		if err := w.server.Wait(); err != nil {
			t.Errorf("%v: %s", err, w.stderr)
		}
	}
}

// TestMCPOverHTTP: a client with the token is served. One without, with a wrong one, for another
// host or from another site is refused.
func TestMCPOverHTTP(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	server := exec.CommandContext(t.Context(), p.program, "mcp", "--root", root, "--http", "127.0.0.1:0")
	said := &syncBuffer{}
	server.Env, server.Stderr = p.env, said
	must(t, server.Start())
	waitFor(t, func() bool { return strings.Contains(said.String(), "the token is ") })
	url := strings.Fields(said.String()[strings.Index(said.String(), "http://"):])[0]
	token := strings.Fields(said.String()[strings.Index(said.String(), "the token is ")+len("the token is "):])[0]

	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}}, nil)
	must(t, err)
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "append", Arguments: object{"file": "log", "content": "second\n"}})
	if err != nil || r.IsError || onDisk(t, filepath.Join(root, "log")) != "first\nsecond\n" {
		t.Errorf("with the token: %v %v", err, r)
	}
	if version := session.InitializeResult().ProtocolVersion; version != "2026-07-28" {
		t.Errorf("over HTTP, the newest revision is %s", version)
	}
	must(t, session.Close())
	session, err = client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	must(t, err)
	if r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "undo", Arguments: object{}}); err != nil || r.IsError || onDisk(t, filepath.Join(root, "log")) != "first\n" {
		t.Errorf("with a session: %v %v", err, r)
	}
	must(t, session.Close())

	for name, change := range map[string]func(*http.Request){
		"no token":              func(r *http.Request) { r.Header.Del("Authorization") },
		"a wrong token":         func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token+"x") },
		"an empty token":        func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") },
		"the token as a query":  func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "token=" + token },
		"another host":          func(r *http.Request) { r.Host = "evil.example" },
		"a host that begins so": func(r *http.Request) { r.Host = "127.0.0.1.evil.example" },
		"another site":          func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
		"another port":          func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") },
		"a file":                func(r *http.Request) { r.Header.Set("Origin", "null") },
	} {
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(hello))
			must(t, err)
			req.Header.Set("Authorization", "Bearer "+token)
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			change(req)
			resp, err := http.DefaultClient.Do(req)
			must(t, err)
			must(t, resp.Body.Close())
			if resp.StatusCode != http.StatusUnauthorized && resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s, %s: %s", method, name, resp.Status)
			}
		}
	}
	must(t, server.Process.Signal(syscall.SIGTERM))
	must(t, server.Wait())
	blank := p
	blank.env = append(slices.Clone(p.env), "FILEOPS_MCP_TOKEN=a b")
	if status, _, said := blank.run(t, "", "mcp", "--http", "127.0.0.1:0"); status != 2 || !strings.Contains(said, "has a blank in it") {
		t.Errorf("a token with a blank: %d %s", status, said)
	}
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "nonsense"} {
		if status, _, said := p.run(t, "", "mcp", "--http", address); status != 2 || said == "" {
			t.Errorf("--http %s: %d %s", address, status, said)
		}
	}
}

// bearer adds a token to each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// TestMCPEscapes has the cases of path traversal of the reference server's tests: none leads out.
func TestMCPEscapes(t *testing.T) {
	t.Parallel()
	p, top := newProcesses(t), t.TempDir()
	root, secret := filepath.Join(top, "root"), filepath.Join(top, "secret")
	must(t, os.Mkdir(root, 0o755))
	must(t, os.Mkdir(root+"2", 0o755))
	must(t, os.WriteFile(secret, []byte("classified\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(root+"2", "file"), []byte("classified\n"), 0o644))
	for link, to := range map[string]string{"link": secret, "dir": top, "up": "..", "dangling": filepath.Join(top, "new"), "chain": "dir", "self": "self"} {
		must(t, os.Symlink(to, filepath.Join(root, link)))
	}
	c := connectMCP(t, p, root, nil, "--root", root, "--only", "read_file,write_file,edit_file,move_file,list_directory,create_directory,search_files,delete,copy")
	before := treeOf(t, top)
	paths := []string{
		"../secret", "..", "../", "./../secret", "x/../../secret", "x/./../../secret", "dir/secret", "link", "up/secret", "chain/secret", "chain/dir/secret", "dangling", "self",
		secret, top, root + "2/file", root + "/../secret", root + "/../root2/file", root + "2", root + "/./x/../../secret", "//" + secret, "/", "/etc/passwd", "~/.ssh/id_rsa",
		"..\\secret", "%2e%2e/secret", "..%2fsecret", "\x00../secret", "../secret\x00.txt", "....//secret", " ../secret", "../secret ", "\u2024\u2024/secret", "file://" + secret, "dir/../secret", "link/", "link/../secret",
	}
	for _, path := range paths {
		for tool, args := range map[string]object{
			"read_file": {"path": path}, "write_file": {"path": path, "content": "x\n"}, "edit_file": {"path": path, "edits": []object{{"oldText": "class", "newText": "x"}}},
			"list_directory": {"path": path}, "create_directory": {"path": path + "/made"}, "search_files": {"path": path, "pattern": "*"},
			"move_file": {"source": path, "destination": "moved"}, "copy": {"from": path, "to": "copied"}, "delete": {"file": path},
		} {
			r := c.call(t, tool, args)
			if strings.Contains(textOf(r), "classified") {
				t.Errorf("%s %q shows a file outside: %s", tool, path, textOf(r))
			}
		}
	}
	for _, name := range []string{secret, filepath.Join(root+"2", "file")} {
		if onDisk(t, name) != "classified\n" {
			t.Errorf("%s was changed", name)
		}
	}
	outside, err := os.ReadDir(top)
	must(t, err)
	if len(outside) != 3 {
		t.Errorf("there is more outside than before:\n%s\n%s", before, treeOf(t, top))
	}
	if list, err := os.ReadDir(root + "2"); err != nil || len(list) != 1 {
		t.Errorf("there is more beside the root: %v %v", list, err)
	}
}
