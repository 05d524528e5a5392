package mcp

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/ops"
)

// rootsID names the request for the client's roots.
const rootsID = "roots"

// rootLists are the roots of clients, until these say that they changed.
type rootLists struct {
	mu   sync.Mutex
	list map[*sdk.ServerSession][]string
}

func newRootLists() *rootLists { return &rootLists{list: map[*sdk.ServerSession][]string{}} }

func (r *rootLists) forget(session *sdk.ServerSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.list, session)
}

func (r *rootLists) get(session *sdk.ServerSession) ([]string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	roots, known := r.list[session]
	return roots, known
}

// keep keeps the roots of a session, and drops those of the sessions that are over.
func (r *rootLists) keep(session *sdk.ServerSession, roots []string, server *sdk.Server) {
	present := map[*sdk.ServerSession]bool{}
	for s := range server.Sessions() {
		present[s] = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for s := range r.list {
		if !present[s] {
			delete(r.list, s)
		}
	}
	r.list[session] = roots
}

// rootsOf returns the roots that a request may use, or what the client has to be asked before:
// then the SDK makes the same request again, with the answer.
func (s *Server) rootsOf(session *sdk.ServerSession, client *sdk.ClientCapabilities, answers sdk.InputResponseMap) ([]string, sdk.InputRequestMap) {
	if len(s.opt.Roots) > 0 {
		return s.opt.Roots, nil
	}
	if roots, known := s.roots.get(session); known {
		return roots, nil
	}
	answer, answered := answers[rootsID].(*sdk.ListRootsResult)
	switch {
	case !answered && client != nil && client.RootsV2 != nil:
		return nil, sdk.InputRequestMap{rootsID: &sdk.ListRootsParams{}}
	case !answered:
		return []string{s.opt.Default}, nil
	}
	var roots []string
	for _, r := range answer.Roots {
		if dir := directory(r.URI); dir != "" && !slices.Contains(roots, dir) {
			roots = append(roots, dir)
		}
	}
	if len(roots) == 0 {
		roots = []string{s.opt.Default}
	}
	if client.RootsV2.ListChanged { // else nothing says when they change
		s.roots.keep(session, roots, s.sdk)
	}
	return roots, nil
}

// directory is the directory that a file URI names (RFC 8089), "" if it is none.
func directory(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := u.Path
	switch drive := strings.TrimPrefix(path, "/"); {
	case filepath.VolumeName(filepath.FromSlash(drive)) != "": // /C:/src
		path = drive
	case u.Host != "" && u.Host != "localhost":
		path = "//" + u.Host + path
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// choose returns the root that all operations of a call are in, or why there is none. If there
// are several roots, absolute paths say which is meant.
func choose(roots []string, list []ops.Operation) (root, problem string) {
	if len(roots) == 1 {
		return roots[0], ""
	}
	for _, path := range paths(list) {
		if !filepath.IsAbs(path) {
			return "", several(roots) + fmt.Sprintf(", and %s may be in each of them. Send absolute paths.", path)
		}
		in := within(roots, path)
		switch {
		case in == "":
			return "", fmt.Sprintf("%s is outside of the roots: %s.", path, strings.Join(roots, ", "))
		case root != "" && in != root:
			return "", fmt.Sprintf("One call works on one root, and %s is in %s, not in %s.", path, in, root)
		}
		root = in
	}
	if root == "" {
		return "", several(roots) + ". Send an absolute path, which says which one is meant."
	}
	return root, ""
}

func several(roots []string) string { return "There are several roots: " + strings.Join(roots, ", ") }

// within is the innermost of the roots that holds a path.
func within(roots []string, path string) (root string) {
	for _, r := range roots {
		rel, err := filepath.Rel(r, path)
		if err == nil && filepath.IsLocal(rel) && len(r) > len(root) {
			root = r
		}
	}
	return root
}

// paths are all that the operations name in fields for paths.
func paths(list []ops.Operation) (paths []string) {
	for _, op := range list {
		spec, known := ops.Function(op.Name())
		if !known {
			continue
		}
		for _, a := range op.Args {
			switch f, _ := spec.Field(a.Name); {
			case a.Name == spec.Each:
				var several []string
				if json.Unmarshal([]byte(a.Value.Text), &several) == nil {
					paths = append(paths, several...)
				}
			case f.Name == a.Name && f.Kind == ops.Path:
				paths = append(paths, strings.TrimSpace(a.Value.Text))
			}
		}
	}
	return paths
}

// named returns the root of that name; "" is the only one.
func named(roots []string, name string) (root, problem string) {
	switch {
	case name == "" && len(roots) == 1:
		return roots[0], ""
	case name == "":
		return "", several(roots) + ". Send the one that is meant as root."
	}
	for _, r := range roots {
		if filepath.Clean(name) == filepath.Clean(r) {
			return r, ""
		}
	}
	return "", fmt.Sprintf("%s is none of the roots: %s.", name, strings.Join(roots, ", "))
}
