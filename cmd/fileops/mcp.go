package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"fileops/internal/mcp"
)

// tokenVariable holds the token of a server that is reached over HTTP.
const tokenVariable = "FILEOPS_MCP_TOKEN"

// mcpServer is the flags of `fileops mcp`.
type mcpServer struct {
	*app
	roots       []string
	readOnly    bool
	anchors     bool
	only        []string
	http        string
	allowRemote bool
}

func (a *app) mcpCommand() *cobra.Command {
	f := mcpServer{app: a}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the operations to clients of the Model Context Protocol",
		Long: `Serve the operations as tools, on standard input and output or over HTTP. Each
call is a run of its own, which can be undone. Besides there are the tools
apply, which runs a whole response, undo and history.

Without --root, serve the roots that the client names, or else the current
directory. Over HTTP, a request needs the token in FILEOPS_MCP_TOKEN; if that is
empty, a token is made and printed once.`,
		Example: "  fileops mcp --root ~/src/app\n  fileops mcp --read-only --http 127.0.0.1:8080",
		Annotations: map[string]string{
			helpFlags: `Flags:
				root=DIR read-only only=NAMES anchors http=HOST:PORT http-allow-remote`,
			helpStatus: "0 when the client is done or the server is stopped; 2 wrong usage.",
		},
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error { return a.check("human", "json") }
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.roots, "root", "C", nil, "serve DIR; may be given several times")
	flags.BoolVar(&f.readOnly, "read-only", false, "offer only operations that change nothing")
	flags.StringSliceVar(&f.only, "only", nil, "offer these tools only, separated by commas")
	flags.BoolVar(&f.anchors, "anchors", false, "let lines be named by anchors")
	flags.StringVar(&f.http, "http", "", "serve over HTTP at HOST:PORT")
	flags.BoolVar(&f.allowRemote, "http-allow-remote", false, "let other machines connect")
	return cmd
}

func (f mcpServer) run(cmd *cobra.Command) error {
	if err := named(cmd, f.only); err != nil {
		return err
	}
	if f.allowRemote && f.http == "" {
		return usagef("--http-allow-remote is for --http")
	}
	for _, root := range f.roots {
		one := *f.app
		one.root = root
		if err := one.rootMissing(); err != nil {
			return err
		}
	}
	var log sync.Mutex
	server, err := mcp.New(mcp.Options{
		Version: buildVersion(), Roots: f.absoluteRoots(), Default: absolutePath(f.root), ReadOnly: f.readOnly, Only: f.only, Anchors: f.anchors,
		Open: func(root string, c mcp.Client) mcp.Tree { return f.tree(root, c) },
		Log: func(msg string) {
			log.Lock()
			defer log.Unlock()
			f.sayNow("fileops: " + msg)
		},
	})
	if err != nil {
		return usagef("--only: %v", err)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // the heap is small: of the usual 100, a collection comes every few calls
	}
	signal.Ignore(syscall.SIGPIPE) // a client that is gone must not end a commit for another one
	ctx, stop := signal.NotifyContext(cmd.Context(), endingSignals()...)
	defer stop()
	defer f.gate.mu.Lock() // a commit that is under way ends first
	if f.http != "" {
		return f.serveHTTP(ctx, server)
	}
	if err := server.Serve(ctx, f.in, f.streams.out); err != nil && !errors.Is(err, syscall.EPIPE) {
		return exit{status: exitFailed, msg: "the connection ended: " + err.Error()}
	}
	return nil
}

// absoluteRoots are the roots as the user names them, links included, each once.
func (f mcpServer) absoluteRoots() (roots []string) {
	for _, root := range f.roots {
		if dir := absolutePath(root); !slices.Contains(roots, dir) {
			roots = append(roots, dir)
		}
	}
	return roots
}

func absolutePath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// serveHTTP serves until ctx is done.
func (f mcpServer) serveHTTP(ctx context.Context, server *mcp.Server) error {
	host, _, err := net.SplitHostPort(f.http)
	if err != nil {
		return usagef("--http must be HOST:PORT, such as 127.0.0.1:8080, not %q", f.http)
	}
	if !f.allowRemote && !isLoopback(host) {
		return usagef("--http %s: other machines could connect; --http-allow-remote permits it", f.http)
	}
	token := strings.TrimSpace(os.Getenv(tokenVariable)) // a file may end in a line break
	if strings.ContainsFunc(token, unicode.IsSpace) {
		return usagef("%s has a blank in it, and no client can send that", tokenVariable)
	}
	made := token == ""
	if made {
		token = rand.Text()
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", f.http)
	if err != nil {
		return usagef("--http %s: %s", f.http, cause(err))
	}
	hosts := []string{"localhost", "127.0.0.1", "::1"}
	if !isLoopback(host) {
		hosts = nil // other machines have their own names for this one
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", server.Handler(mcp.HTTPOptions{Token: token, Hosts: hosts}))
	web := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	f.sayNow("fileops: serving http://" + listener.Addr().String() + "/mcp")
	if made {
		f.sayNow("fileops: the token is " + token)
	}
	defer context.AfterFunc(ctx, func() { web.Close() })() //nolint:errcheck // the program ends
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return exit{status: exitFailed, msg: err.Error()}
	}
	return nil
}

// isLoopback reports whether a name or address of a host is that of this machine alone.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// tree returns what makes runs on a root for a client. Nothing of it writes to standard output.
func (f mcpServer) tree(root string, c mcp.Client) *servedTree {
	one := *f.app
	one.root = root
	one.format = "json" // results have all that a program may want
	one.out = newWriter(io.Discard)
	one.err = newWriter(lineLog(c.Log))
	one.watch = func(text func() string) func() { return c.Progress(text) }
	return &servedTree{app: &one, absolutePaths: c.AbsolutePaths}
}

// lineLog hands on each line that is written to it.
type lineLog func(line string)

func (log lineLog) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			log(line)
		}
	}
	return len(text), nil
}
