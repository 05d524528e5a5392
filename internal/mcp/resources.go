package mcp

import (
	"bytes"
	"context"
	"errors"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/report"
)

// The resources: the list of runs, and the changes of one.
const (
	historyURI  = "fileops://history"
	diffURI     = historyURI + "/"
	diffPattern = diffURI + "{run}"
)

// addPrompt adds what fileops prompt prints.
func (s *Server) addPrompt() {
	s.sdk.AddPrompt(&sdk.Prompt{
		Name: "fileops", Title: "Operation blocks",
		Description: "Teaches a model to answer in operation blocks, which the tool apply runs.",
	}, func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		roots, ask, err := s.rootsOf(ctx, question{req.Session, req.ProtocolVersion(), req.ClientCapabilities(), req.Params.InputResponses})
		if ask != nil || err != nil {
			return &sdk.GetPromptResult{InputRequests: ask}, err
		}
		text, err := s.opt.Open(roots[0], s.client(ctx, req.Session, where{roots, roots[0]}, nil)).Prompt()
		if err != nil {
			return nil, internalError(err.Error())
		}
		return &sdk.GetPromptResult{
			Description: "How to answer in operation blocks",
			Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}},
		}, nil
	})
}

func (s *Server) addResources() {
	s.sdk.AddResource(&sdk.Resource{
		URI: historyURI, Name: "history", Title: "Runs", Description: "The runs that can be undone, the newest first.", MIMEType: "application/json",
	}, s.readResource)
	s.sdk.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: diffPattern, Name: "run", Title: "Changes of a run", Description: "The changes of a run as a unified diff.", MIMEType: "text/x-diff",
	}, s.readResource)
}

// readResource reads the list of runs, one content for each root, or the changes of a run.
func (s *Server) readResource(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	roots, ask, err := s.rootsOf(ctx, question{req.Session, req.ProtocolVersion(), req.ClientCapabilities(), req.Params.InputResponses})
	if ask != nil || err != nil {
		return &sdk.ReadResourceResult{InputRequests: ask}, err
	}
	uri := req.Params.URI
	result := &sdk.ReadResourceResult{}
	add := func(mime, text string) {
		result.Contents = append(result.Contents, &sdk.ResourceContents{URI: uri, MIMEType: mime, Text: strings.ToValidUTF8(text, "\ufffd")})
	}
	id, one := strings.CutPrefix(uri, diffURI)
	done, err := s.takeTurn(ctx, req, true, roots...)
	if err != nil {
		return nil, err
	}
	defer done()
	var problems []error
	for _, root := range roots {
		tree := s.opt.Open(root, s.client(ctx, req.Session, where{roots, root}, nil))
		if one {
			diff, err := tree.Diff(ctx, id)
			if err == nil {
				add("text/x-diff", diff)
				return result, nil
			}
			problems = append(problems, err)
			continue
		}
		runs, err := tree.History(ctx)
		var list bytes.Buffer
		if err = errors.Join(err, report.HistoryJSON(&list, root, runs)); err != nil {
			return nil, internalError(err.Error())
		}
		add("application/json", list.String())
	}
	if one {
		return nil, invalid(errors.Join(problems...).Error())
	}
	return result, nil
}
