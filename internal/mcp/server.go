// Package mcp serves the operations over the Model Context Protocol, with its official SDK: on
// standard input and output, or over HTTP.
//
// The tools come from the catalogue, and a call becomes operations by the parser that reads the
// messages of the APIs. So no operation is known here by its name. Each call is a run of its own
// on one root, which a Tree makes. What a model is told is worded by package report.
package mcp

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/ops"
	"fileops/internal/report"
)

// Tree makes runs on one root. Their Trouble says why a run ended early, or why it was not begun.
type Tree interface {
	// Run runs the operations of one call. With onlyReads, none of them changes anything.
	Run(ctx context.Context, list []ops.Operation, onlyReads bool) report.Run
	// Apply runs the operations of a response.
	Apply(ctx context.Context, response string, o ApplyOptions) report.Run
	// Undo takes a run back; "" is the newest that is in force.
	Undo(ctx context.Context, id string) report.Run
	// History returns the runs that are kept, the newest first.
	History(ctx context.Context) ([]report.Past, error)
	// Diff returns the changes of a run of the history as a unified diff.
	Diff(ctx context.Context, id string) (string, error)
	// Prompt returns the text that teaches a model the operations.
	Prompt() (string, error)
}

// ApplyOptions are how a response is run.
type ApplyOptions struct{ DryRun, Atomic bool }

// Client is who a run is made for.
type Client struct {
	Log      func(msg string)                       // tells the user something
	Progress func(text func() string) (stop func()) // shows how far a run is, until stop is called
}

// Options are what a server serves.
type Options struct {
	Version string
	// Roots are directories. Without one, those of the client are served, or else Default.
	Roots   []string
	Default string
	// ReadOnly leaves out what changes files. Only names the tools, in their order; if it is
	// empty, there are all.
	ReadOnly bool
	Only     []string
	// Open returns the tree of a root. It is called for each run.
	Open func(root string, c Client) Tree
	// Log writes a line to the log of the server.
	Log func(msg string)
}

// Server answers clients. It can have several at a time.
type Server struct {
	opt   Options
	sdk   *sdk.Server
	roots *rootLists
	turns *turns
}

// New makes a server. The error is for a name in Options.Only that no tool has.
func New(o Options) (*Server, error) {
	s := &Server{opt: o, roots: newRootLists(), turns: newTurns()}
	s.sdk = sdk.NewServer(
		&sdk.Implementation{Name: "fileops", Title: "fileops", Version: o.Version},
		&sdk.ServerOptions{
			Instructions:            instructions(o.ReadOnly),
			RootsListChangedHandler: func(_ context.Context, r *sdk.RootsListChangedRequest) { s.roots.forget(r.Session) },
		})
	s.sdk.AddReceivingMiddleware(s.recovering, inOrder)
	if err := s.addTools(); err != nil {
		return nil, err
	}
	s.addPrompt()
	s.addResources()
	return s, nil
}

// instructions are what a client may tell its model about the server as a whole.
func instructions(readOnly bool) string {
	text := "Paths are relative to the root, or absolute inside it. Nothing outside of it can be reached."
	if readOnly {
		return text
	}
	return text + " Each call is one transaction: it changes all that it asks for, or nothing. " +
		"A result names its run, and `undo` takes a run back. `apply` runs a whole response of operation blocks, SEARCH/REPLACE blocks, patches or diffs as one run. " +
		"If a call fails, its text says what to send instead."
}

// Serve answers one client that writes messages to in, a line each, and reads them from out. It
// returns nil when in has ended and all calls are answered, or when ctx is done.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	session, err := s.sdk.Connect(ctx, &lines{in: in, out: out}, nil)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- session.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return nil
	}
}

// recovering answers a request whose handler panics with an error, and writes what happened to
// the log: the other requests go on. A run that was under way is recovered by the next one.
func (s *Server) recovering(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.opt.Log(fmt.Sprintf("internal error in %s: %v\n%s", method, p, debug.Stack()))
				result, err = nil, internalError(fmt.Sprintf("internal error: %v", p))
			}
		}()
		return next(ctx, method, req)
	}
}

// client is whom a run for a request is made for.
func (s *Server) client(ctx context.Context, session *sdk.ServerSession, token any) Client {
	return Client{
		Log: func(msg string) {
			msg = strings.TrimPrefix(strings.TrimSpace(msg), "fileops: ")
			s.opt.Log(msg)
			level := sdk.LoggingLevel("info")
			if strings.HasPrefix(msg, "warning: ") {
				level = "warning"
			}
			//nolint:errcheck // a client that is gone needs no message
			session.Log(ctx, &sdk.LoggingMessageParams{Logger: "fileops", Level: level, Data: strings.ToValidUTF8(msg, "\ufffd")})
		},
		Progress: func(text func() string) func() { return showProgress(ctx, session, token, text) },
	}
}
