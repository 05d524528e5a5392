package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
	"fileops/internal/report"
)

// runTool is a tool beside the operations, which works on whole runs.
type runTool struct {
	spec   ops.Spec
	tool   func(*ops.Spec) schema.MCPTool
	answer func(*Server, context.Context, runCall) *sdk.CallToolResult
}

// runCall is a call of such a tool.
type runCall struct {
	*sdk.CallToolRequest
	where
	arguments
}

// runTools are all of them.
func runTools() []runTool {
	root := ops.Field{Name: "root", Kind: ops.Path, Optional: true, Doc: "the root, if there are several"}
	return []runTool{
		{
			spec: ops.Spec{
				Tag: "apply", Doc: "Run all operations of a response as one run, which can be taken back as a whole.",
				When:  "Use it for several changes at once: operation blocks, SEARCH/REPLACE blocks, a patch or a unified diff.",
				Fails: "Operations that fail change nothing and say what to send instead; the others are written, unless `atomic` is true.",
				Fields: []ops.Field{
					{Name: "response", Kind: ops.Content, Doc: "the whole text, or the JSON message of an API"},
					{Name: "dry_run", Kind: ops.Flag, Optional: true, Doc: "true to show what would change, and write nothing"},
					{Name: "atomic", Kind: ops.Flag, Optional: true, Doc: "true to write nothing if an operation fails; default as the user set it"},
					{Name: "input", Kind: ops.Word, Optional: true, Words: []string{"auto", "tags", "search-replace", "patch", "diff", "files", "tools"}, Doc: "the form of the response; default auto, which takes any but files: whole files in code fences"},
					{Name: "fenced", Kind: ops.Flag, Optional: true, Doc: "true to run operations in code fences, too"}, root,
				},
				Example: `{"response": "<delete>\n<file>old/unused.py</file>\n</delete>\n<append>\n<file>notes/todo.txt</file>\n<content>\nlast line\n</content>\n</append>"}`,
			},
			tool: schema.MCPRunTool, answer: (*Server).apply,
		},
		{
			spec: ops.Spec{
				Tag: "undo", Doc: "Restore what a run changed: contents, names and directories.",
				When:    "Use it to take a run back. An undo is a run, too: undo it by its id.",
				Fails:   "Fails if a file was changed since.",
				Fields:  []ops.Field{{Name: "run", Kind: ops.Word, Optional: true, Doc: "the id of the run; default the newest on the root that is not an undo, whoever made it"}, root},
				Example: `{"run": "20261120T201501-3f2a"}`,
			},
			tool: schema.MCPRunTool, answer: (*Server).undo,
		},
		{
			spec: ops.Spec{
				Tag: "history", ReadOnly: true, Doc: "List the runs that can be undone, the newest first.",
				When:   "Use it to find the id of a run.",
				Fails:  "It is empty if there are none.",
				Fields: []ops.Field{root}, Example: `{}`,
			},
			tool: schema.MCPHistoryTool, answer: (*Server).history,
		},
	}
}

func (s *Server) runTool(t runTool) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		roots, ask, err := s.rootsOf(ctx, callFrom(req))
		if ask != nil || err != nil {
			return &sdk.CallToolResult{InputRequests: ask}, err
		}
		args, problem := read(&t.spec, req.Params.Arguments)
		if problem != "" {
			return failed("%s\nHint: %s takes %s.", problem, t.spec.Tag, fieldNames(t.spec)), nil
		}
		root, problem := named(roots, args.text("root"))
		if problem != "" {
			return failed("%s", problem), nil
		}
		return t.answer(s, ctx, runCall{req, where{roots, root}, args}), nil
	}
}

// read reads the arguments of a call, and says what is wrong with them.
func read(spec *ops.Spec, text json.RawMessage) (args arguments, problem string) {
	args = arguments{}
	if len(bytes.TrimSpace(text)) > 0 && json.Unmarshal(text, &args) != nil {
		return nil, "The arguments are no JSON object."
	}
	if err := schema.Check(spec, args); err != nil {
		return nil, ops.AsError(err).Msg
	}
	fields := arguments{}
	for written, value := range args {
		f, _ := spec.Named(written) // which the check takes in other spellings: dryRun
		if _, given := args[f.Name]; !given || written == f.Name {
			fields[f.Name] = value
		}
	}
	return fields, ""
}

func fieldNames(spec ops.Spec) string {
	var names []string
	for _, f := range spec.Fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// arguments are those of a call, as JSON has them.
type arguments map[string]any

func (a arguments) text(name string) string {
	text, _ := a[name].(string)
	return strings.TrimSpace(text)
}

// flag also takes the words true and false as texts, which models write.
func (a arguments) flag(name string) bool {
	on, _ := a[name].(bool)
	return on || strings.EqualFold(a.text(name), "true")
}

func (s *Server) apply(ctx context.Context, c runCall) *sdk.CallToolResult {
	o := ApplyOptions{DryRun: c.flag("dry_run"), Fenced: c.flag("fenced"), Input: c.text("input")}
	if atomic := c.flag("atomic"); c.arguments["atomic"] != nil {
		o.Atomic = &atomic
	}
	response, _ := c.arguments["response"].(string)
	rep := s.run(ctx, c.CallToolRequest, c.where, o.DryRun, func(tree Tree) report.Run { return tree.Apply(ctx, response, o) })
	return toResult(rep.AnswerResponse(), rep.ResponseResult())
}

func (s *Server) undo(ctx context.Context, c runCall) *sdk.CallToolResult {
	rep := s.run(ctx, c.CallToolRequest, c.where, false, func(tree Tree) report.Run { return tree.Undo(ctx, c.text("run")) })
	if len(rep.Asked) == 0 { // it was cancelled before it was its turn
		return failed("%s", rep.Trouble)
	}
	return toResult(rep.AnswerCall(), rep.ResponseResult())
}

func (s *Server) history(ctx context.Context, c runCall) *sdk.CallToolResult {
	done, err := s.takeTurn(ctx, c.CallToolRequest, true, c.root)
	if err != nil {
		return failed("%v", err)
	}
	defer done()
	runs, err := s.opt.Open(c.root, s.client(ctx, c.Session, c.where, nil)).History(ctx)
	if err != nil {
		return failed("%v", err)
	}
	var table, structured bytes.Buffer
	if err := errors.Join(report.HistoryJSON(&structured, c.root, runs), report.Human{Verbose: true}.HistoryText(&table, runs)); err != nil {
		return failed("The history could not be written: %v", err)
	}
	return toResult(report.Answer{Texts: []string{strings.ToValidUTF8(table.String(), "\ufffd")}}, json.RawMessage(structured.Bytes()))
}

// invalid is an error for a request that asks for what is not there.
func invalid(msg string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: msg}
}
