package mcp_test

import (
	"bufio"
	"context"
	"io"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fileops/internal/mcp"
	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/run"
)

// panicking is a tree whose runs panic.
type panicking struct{ said []string }

func (*panicking) Run(context.Context, []ops.Operation, bool) report.Run { panic("in a run") }
func (p *panicking) Apply(_ context.Context, response string, _ mcp.ApplyOptions) report.Run {
	p.said = append(p.said, response)
	return report.Run{Report: run.Report{Run: "r"}, Trouble: "tried"}
}
func (*panicking) Undo(context.Context, string) report.Run { panic("in an undo") }
func (*panicking) History(context.Context) ([]report.Past, error) {
	panic("in the history")
}
func (*panicking) Diff(context.Context, string) (string, error) { panic("in a diff") }
func (*panicking) Prompt() (string, error) {
	time.Sleep(100 * time.Millisecond) // after all other answers: the end of the input waits for it, too
	panic("in the prompt")
}

// TestHosts: a server for this machine alone answers by its names only.
func TestHosts(t *testing.T) {
	server, err := mcp.New(mcp.Options{Version: "1", Log: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	local := []string{"localhost", "127.0.0.1", "::1"}
	for _, tt := range []struct {
		hosts  []string
		host   string
		origin string
		status int
	}{
		{local, "localhost:80", "", 200}, {local, "LOCALHOST", "", 200}, {local, "[::1]:80", "", 200}, {local, "127.0.0.1:80", "http://127.0.0.1:80", 200},
		{local, "my.machine", "", 403}, {local, "localhost.evil.example", "", 403}, {local, "", "", 403}, {local, "localhost", "http://my.machine", 403},
		{nil, "my.machine", "", 200}, {nil, "my.machine", "http://my.machine", 200}, {nil, "my.machine", "http://evil.example", 403},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`))
		r.Host = tt.host
		for name, value := range map[string]string{"Authorization": "Bearer token", "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Origin": tt.origin} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		server.Handler(mcp.HTTPOptions{Token: "token", Hosts: tt.hosts}).ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%v, %q from %q: %d %s", tt.hosts, tt.host, tt.origin, w.Code, w.Body)
		}
	}
}

// TestAPanicIsAnAnswer: the request whose handler panics gets an error, the log gets the stack, and
// nothing else is in the output.
func TestAPanicIsAnAnswer(t *testing.T) {
	var mu sync.Mutex
	var log strings.Builder
	tree := &panicking{}
	server, err := mcp.New(mcp.Options{
		Version: "1", Default: t.TempDir(), Open: func(string, mcp.Client) mcp.Tree { return tree },
		Log: func(msg string) {
			mu.Lock()
			defer mu.Unlock()
			log.WriteString(msg + "\n")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"file":"a"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"undo","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"history"}}`,
		`{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"fileops"}}`,
		`{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"fileops://history/x"}}`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"apply","arguments":{"response":"the last"}}}`,
	}
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- server.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), in)
		in.Close() //nolint:errcheck // a pipe
	}()
	answers := map[string]bool{}
	scan := bufio.NewScanner(out)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		line := scan.Text()
		if !strings.HasPrefix(line, `{"jsonrpc":"2.0","id":`) {
			t.Errorf("not of the protocol: %s", line)
		}
		id := line[len(`{"jsonrpc":"2.0","id":`):][:1]
		answers[id] = strings.Contains(line, `"code":-32603,"message":"internal error: in `)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	for id, want := range map[string]bool{"0": false, "1": true, "2": true, "3": true, "4": true, "5": true, "6": false} {
		if got, answered := answers[id]; !answered || got != want {
			t.Errorf("id %s: answered %v, an internal error %v", id, answered, got)
		}
	}
	if len(tree.said) != 1 || strings.Count(log.String(), "internal error in ") != 5 || !strings.Contains(log.String(), "server_test.go") {
		t.Errorf("%v\n%s", tree.said, log.String())
	}
}
