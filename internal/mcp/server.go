// Package mcp serves the operations over the Model Context Protocol, with its official SDK: on
// standard input and output, or over HTTP.
//
// The tools come from the catalogue, and a call becomes operations by the parser that reads the
// messages of the APIs. So no operation is known here by its name. Each call is one run on one
// root, which a Tree makes. Package report words the answers for the model.
package mcp

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync"

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
type ApplyOptions struct {
	DryRun, Fenced bool
	Atomic         *bool  // nil as the settings have it
	Input          string // as parse.Options has it; "" is auto
}

// Client is who a run is made for.
type Client struct {
	AbsolutePaths bool // there are several roots: absolute paths say which is meant

	Log      func(msg string)                       // tells the user something
	Progress func(text func() string) (stop func()) // shows how far a run is, until stop is called
}

// Options are what a server serves.
type Options struct {
	Version string
	// Roots are directories. Without one, those of the client are served, or else Default.
	Roots   []string
	Default string
	// Anchors describes the arguments that take or show anchors.
	Anchors bool
	// ReadOnly leaves out what changes files. Only names the tools; if it is empty,
	// there are all.
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
	said  sync.Map // what the log and each client were told, to say it once
}

// New makes a server. The error is for a name in Options.Only that no tool has, and for options
// that leave no tool.
func New(o Options) (*Server, error) {
	s := &Server{opt: o, roots: newRootLists(), turns: newTurns()}
	offered, err := s.tools()
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, t := range offered {
		names[t.Name] = true
	}
	s.sdk = sdk.NewServer(
		&sdk.Implementation{Name: "fileops", Title: "fileops", Version: o.Version},
		&sdk.ServerOptions{
			Instructions: s.instructions(names),
			// What is answered is about this machine, and may change with each run.
			SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },

			RootsListChangedHandler: func(_ context.Context, r *sdk.RootsListChangedRequest) { s.roots.forget(r.Session) },
		})
	s.sdk.AddReceivingMiddleware(s.recovering, encodedOnce, inOrder)
	for _, t := range offered {
		s.sdk.AddTool(t.Tool, t.answer)
	}
	if names["apply"] {
		s.addPrompt()
	}
	s.addResources()
	return s, nil
}

// instructions are what a client may tell its model about the server as a whole.
func (s *Server) instructions(offered map[string]bool) string {
	text := "Paths are relative to the root, or absolute inside it. Nothing outside of it can be reached."
	if len(s.opt.Roots) > 1 {
		text = "There are several roots: " + strings.Join(s.opt.Roots, ", ") + ". Send absolute paths, which say the root that is meant. Nothing outside of the roots can be reached."
	}
	if s.opt.ReadOnly {
		return text
	}
	text += " Each call is a run. An operation changes all that it asks for, or nothing; if it fails, the text says what to send instead."
	if offered["undo"] {
		text += " The text of a change names its run, which `undo` takes back."
	}
	if offered["apply"] {
		text += " `apply` runs a whole response of operation blocks, SEARCH/REPLACE blocks, patches or diffs as one run; their paths are relative to the root."
	}
	return text
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

// said is a message about a root: for the log of the server, or for the client of a session.
type said struct {
	client             bool
	session, root, msg string
}

// client is whom a run for a request is made for.
func (s *Server) client(ctx context.Context, session *sdk.ServerSession, at where, token any) Client {
	first := func(key said) bool { _, before := s.said.LoadOrStore(key, true); return !before }
	return Client{
		AbsolutePaths: len(at.roots) > 1,
		Log: func(msg string) {
			msg = strings.TrimPrefix(strings.TrimSpace(msg), "fileops: ")
			if first(said{false, "", at.root, msg}) { // settings are read for each call
				s.opt.Log(msg)
			}
			if !first(said{true, session.ID(), at.root, msg}) {
				return
			}
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
