package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
	"fileops/internal/parse"
	"fileops/internal/report"
)

// offeredTool is a tool with what answers its calls.
type offeredTool struct {
	*sdk.Tool
	answer sdk.ToolHandler
}

// tools are the operations that are offered, and what works on whole runs.
func (s *Server) tools() (offered []offeredTool, err error) {
	onRuns := runTools()
	names := slices.DeleteFunc(slices.Clone(s.opt.Only), func(name string) bool {
		return slices.ContainsFunc(onRuns, func(t runTool) bool { return t.spec.Tag == name })
	})
	if len(names) > 0 || len(s.opt.Only) == 0 {
		tools, err := schema.MCPTools(schema.Options{Only: names, Anchors: s.opt.Anchors})
		if err != nil {
			return nil, err
		}
		for _, t := range tools {
			offered = append(offered, offeredTool{toSDK(t), s.operation(t)})
		}
	}
	for _, t := range onRuns {
		if len(s.opt.Only) == 0 || slices.Contains(s.opt.Only, t.spec.Tag) {
			offered = append(offered, offeredTool{toSDK(t.tool(&t.spec)), s.runTool(t)})
		}
	}
	if s.opt.ReadOnly {
		offered = slices.DeleteFunc(offered, func(t offeredTool) bool { return !t.Annotations.ReadOnlyHint })
	}
	if len(offered) == 0 {
		return nil, errors.New("each of them changes files")
	}
	return offered, nil
}

// toSDK is a tool as the SDK has it.
func toSDK(t schema.MCPTool) *sdk.Tool {
	return &sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.InputSchema, OutputSchema: t.OutputSchema,
		Annotations: annotations(t.Annotations.ReadOnly, t.Annotations.Destructive, t.Annotations.Idempotent),
	}
}

func annotations(readOnly, destructive, idempotent bool) *sdk.ToolAnnotations {
	return &sdk.ToolAnnotations{
		ReadOnlyHint: readOnly, DestructiveHint: &destructive, IdempotentHint: idempotent, OpenWorldHint: new(bool),
	}
}

// operation answers the calls of a tool that is an operation.
func (s *Server) operation(t schema.MCPTool) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		roots, ask, err := s.rootsOf(ctx, callFrom(req))
		if ask != nil || err != nil {
			return &sdk.CallToolResult{InputRequests: ask}, err
		}
		list, err := operations(req.Params)
		if err != nil {
			return nil, err
		}
		var rep report.Run
		if root, problem := choose(roots, list); problem == "" {
			rep = s.run(ctx, req, where{roots, root}, t.Annotations.ReadOnly, func(tree Tree) report.Run { return tree.Run(ctx, list, t.Annotations.ReadOnly) })
		} else {
			rep.Trouble = problem
		}
		rep.Asked = list
		return toResult(rep.AnswerCall(), rep.CallResult()), nil
	}
}

// operations are those that a call asks for, as the parser reads them from a message.
func operations(call *sdk.CallToolParamsRaw) ([]ops.Operation, error) {
	arguments := call.Arguments
	if len(bytes.TrimSpace(arguments)) == 0 {
		arguments = json.RawMessage("{}")
	}
	var message bytes.Buffer
	enc := json.NewEncoder(&message)
	enc.SetEscapeHTML(false)
	err := enc.Encode(map[string]any{
		"jsonrpc": "2.0", "id": call.Name, "method": "tools/call",
		"params": map[string]any{"name": call.Name, "arguments": arguments},
	})
	if err != nil {
		return nil, err
	}
	response := parse.Parse([]parse.Input{{Text: message.String()}}, parse.Options{Input: "tools"})
	if len(response.Operations) == 0 { // a call that cannot be read is an operation, too
		return nil, errors.New("the call could not be read: " + response.Refused)
	}
	return response.Operations, nil
}

// run makes a run on a root when it is its turn.
func (s *Server) run(ctx context.Context, req *sdk.CallToolRequest, at where, onlyReads bool, on func(Tree) report.Run) report.Run {
	done, err := s.takeTurn(ctx, req, onlyReads, at.root)
	if err != nil {
		return report.Run{Trouble: "the call was cancelled"}
	}
	defer done()
	return on(s.opt.Open(at.root, s.client(ctx, req.Session, at, req.Params.GetProgressToken())))
}

// toResult is the answer to a call, with its structured form.
func toResult(a report.Answer, structured any) *sdk.CallToolResult {
	r := &sdk.CallToolResult{IsError: a.Failed, StructuredContent: structured}
	for _, text := range a.Texts {
		r.Content = append(r.Content, &sdk.TextContent{Text: text})
	}
	for _, i := range a.Images {
		r.Content = append(r.Content, &sdk.ImageContent{MIMEType: i.MediaType, Data: i.Data})
	}
	return r
}

// failed is the answer to a call that failed before a run was begun.
func failed(format string, args ...any) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

func internalError(msg string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: msg}
}
