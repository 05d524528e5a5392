package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"fileops/internal/ops"
	"fileops/internal/realpath"
)

// rootsID names the request for the client's roots.
const rootsID = "roots"

// rootLists are the roots of clients, until these say that they changed.
type rootLists struct {
	mu      sync.Mutex
	list    map[*sdk.ServerSession][]string
	changes map[*sdk.ServerSession]int // how often a client said that they changed
}

func newRootLists() *rootLists {
	return &rootLists{list: map[*sdk.ServerSession][]string{}, changes: map[*sdk.ServerSession]int{}}
}

func (r *rootLists) forget(session *sdk.ServerSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.list, session)
	r.changes[session]++
}

// get returns the roots of a session, if they are known, and how often they have changed.
func (r *rootLists) get(session *sdk.ServerSession) (roots []string, known bool, changes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	roots, known = r.list[session]
	return roots, known, r.changes[session]
}

// keep keeps the roots of a session, unless they have changed since it was asked for them. It drops
// those of the sessions that are over.
func (r *rootLists) keep(session *sdk.ServerSession, roots []string, changes int, server *sdk.Server) {
	present := map[*sdk.ServerSession]bool{}
	for s := range server.Sessions() {
		present[s] = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	over := func(s *sdk.ServerSession) bool { return !present[s] }
	maps.DeleteFunc(r.list, func(s *sdk.ServerSession, _ []string) bool { return over(s) })
	maps.DeleteFunc(r.changes, func(s *sdk.ServerSession, _ int) bool { return over(s) })
	if r.changes[session] == changes {
		r.list[session] = roots
	}
}

// question is a request, as far as the roots of its client are concerned.
type question struct {
	session *sdk.ServerSession
	version string // of the protocol
	client  *sdk.ClientCapabilities
	answers sdk.InputResponseMap
}

func callFrom(req *sdk.CallToolRequest) question {
	return question{req.Session, req.ProtocolVersion(), req.ClientCapabilities(), req.Params.InputResponses}
}

// rootsTimeout is how long a client may take to name its roots.
const rootsTimeout = 20 * time.Second

// withoutHandshake is the first revision of the protocol in which a server asks by its answer: the
// client makes the request again, with what it was asked for. In older ones, it makes a request.
const withoutHandshake = "2026-07-28"

// rootsOf returns the roots that a request may use, or what the client has to be asked before.
func (s *Server) rootsOf(ctx context.Context, q question) (roots []string, ask sdk.InputRequestMap, err error) {
	if len(s.opt.Roots) > 0 {
		return s.opt.Roots, nil, nil
	}
	roots, known, changes := s.roots.get(q.session)
	if known {
		return roots, nil, nil
	}
	if q.client == nil || q.client.RootsV2 == nil {
		return []string{s.opt.Default}, nil, nil
	}
	answer, answered := q.answers[rootsID].(*sdk.ListRootsResult)
	switch {
	case answered:
	case q.version >= withoutHandshake:
		return nil, sdk.InputRequestMap{rootsID: &sdk.ListRootsParams{}}, nil
	default:
		limit, cancel := context.WithTimeout(ctx, rootsTimeout)
		defer cancel()
		if answer, err = q.session.ListRoots(limit, &sdk.ListRootsParams{}); err != nil {
			return nil, nil, internalError("the client did not say its roots: " + err.Error())
		}
	}
	for _, r := range answer.Roots {
		if dir := directory(r.URI); dir != "" && !slices.Contains(roots, dir) {
			roots = append(roots, dir)
		}
	}
	switch {
	case len(answer.Roots) == 0:
		roots = []string{s.opt.Default}
	case len(roots) == 0:
		return nil, nil, internalError("none of the client's roots is a file URI of a directory, such as file:///home/me/src")
	}
	if !answered && q.client.RootsV2.ListChanged { // else nothing says when they change
		s.roots.keep(q.session, roots, changes, s.sdk)
	}
	return roots, nil, nil
}

// directory is the directory that a file URI names (RFC 8089), "" if it is none.
func directory(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || u.RawQuery != "" || u.Fragment != "" {
		return "" // "#" and "?" in a name have to be escaped: without them it would be another directory
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

// where is the root that a request means, among those that it may use.
type where struct {
	roots []string
	root  string
}

// choose returns the root that all operations of a call are in, or why there is none. If there
// are several roots, absolute paths say which is meant.
func choose(roots []string, list []ops.Operation) (root, problem string) {
	malformed := func(op ops.Operation) bool { _, is := op.Action.(ops.Invalid); return is }
	if len(roots) == 1 || len(list) > 0 && !slices.ContainsFunc(list, func(op ops.Operation) bool { return !malformed(op) }) {
		return roots[0], "" // of what is malformed, nothing is run in any root
	}
	named := paths(list)
	for _, path := range named {
		if !filepath.IsAbs(path) {
			return "", several(roots) + fmt.Sprintf(", and %s may be in each of them. Send absolute paths.", path)
		}
	}
	if len(named) == 0 {
		return "", several(roots) + ". Send an absolute path, which says which one is meant."
	}
	if root = within(roots, named...); root != "" {
		return root, ""
	}
	for _, path := range named {
		if within(roots, path) == "" {
			return "", fmt.Sprintf("%s is outside of the roots: %s.", path, strings.Join(roots, ", "))
		}
	}
	return "", "One call works on one root, and no root has all of " + strings.Join(named, ", ") +
		". To move or copy between roots, read the file in one and create it in the other."
}

func several(roots []string) string { return "There are several roots: " + strings.Join(roots, ", ") }

// within is the innermost of the roots that has all of the paths; "" if none has. Both may be written
// with links or without.
func within(roots []string, paths ...string) (root string) {
	longest := 0
	for _, r := range roots {
		for _, top := range []string{r, resolved(r)} {
			outside := func(path string) bool {
				rel, err := filepath.Rel(top, path)
				return err != nil || !filepath.IsLocal(rel)
			}
			if len(top) > longest && !slices.ContainsFunc(paths, outside) {
				root, longest = r, len(top)
			}
		}
	}
	return root
}

// resolved is a directory without links in its path; the path itself if that is not known.
func resolved(dir string) string {
	if real, err := realpath.Resolve(filepath.Clean(dir)); err == nil {
		return real
	}
	return dir
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
			case f.Name == a.Name && f.Kind == ops.Path, a.Name == "pattern" && filepath.IsAbs(a.Value.Text):
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
		if name = filepath.Clean(name); name == filepath.Clean(r) || name == resolved(r) {
			return r, ""
		}
	}
	return "", fmt.Sprintf("%s is none of the roots: %s.", name, strings.Join(roots, ", "))
}
