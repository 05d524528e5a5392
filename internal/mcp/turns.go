package mcp

import (
	"context"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// turns lets the calls of all clients on one root take turns, in the order in which they come.
// Those that only read go at the same time. Without it they would wait for the lock of the root,
// which asks again and again, and knows no order.
type turns struct {
	mu    sync.Mutex
	queue map[string][]*turn // by root: those that run, then those that wait
}

// turn is one call on a root.
type turn struct {
	root  string
	reads bool          // it changes nothing
	ready chan struct{} // closed when it may run
	runs  bool
}

func newTurns() *turns { return &turns{queue: map[string][]*turn{}} }

// add puts a call at the end of the queues of its roots: at once, so that no two calls wait for
// each other.
func (t *turns) add(reads bool, roots ...string) []*turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	added := make([]*turn, len(roots))
	for i, root := range roots {
		added[i] = &turn{root: root, reads: reads, ready: make(chan struct{})}
		t.queue[root] = append(t.queue[root], added[i])
		t.wake(root)
	}
	return added
}

// remove takes a call that is done, or that waits no more, out of its queues.
func (t *turns) remove(list []*turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range list {
		t.queue[one.root] = slices.DeleteFunc(t.queue[one.root], func(other *turn) bool { return other == one })
		t.wake(one.root)
		if len(t.queue[one.root]) == 0 {
			delete(t.queue, one.root)
		}
	}
}

// wake lets the first call run, and if it only reads, those behind it that only read as well.
func (t *turns) wake(root string) {
	for i, one := range t.queue[root] {
		if i > 0 && !one.reads {
			return
		}
		if !one.runs {
			one.runs = true
			close(one.ready)
		}
		if !one.reads {
			return
		}
	}
}

// place is that of a message among those of its client. The SDK handles messages at the same
// time. So a call waits until the one before it has its place in the queue of its root.
type place struct {
	before <-chan struct{} // closed when the one before has it
	once   sync.Once
	taken  chan struct{}
}

func newPlace(before <-chan struct{}) *place {
	return &place{before: before, taken: make(chan struct{})}
}

// take gives way to the next one, but not before those ahead have their places.
func (p *place) take() {
	p.once.Do(func() {
		select {
		case <-p.before:
			close(p.taken)
		default:
			go func() {
				<-p.before
				close(p.taken)
			}()
		}
	})
}

// placeKey is where a place stands in what a transport tells of a request.
const placeKey = "place"

// extra is what a transport tells of a request with this place.
func (p *place) extra() *sdk.RequestExtra {
	return &sdk.RequestExtra{TokenInfo: &auth.TokenInfo{Extra: map[string]any{placeKey: p}}}
}

// placeOf is the place of a request; nil if its transport keeps no order.
func placeOf(req sdk.Request) *place {
	extra := req.GetExtra()
	if extra == nil || extra.TokenInfo == nil {
		return nil
	}
	p, _ := extra.TokenInfo.Extra[placeKey].(*place)
	return p
}

// inOrder gives way to the next request at the end of one that takes no turn.
func inOrder(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if p := placeOf(req); p != nil {
			defer p.take()
		}
		return next(ctx, method, req)
	}
}

// takeTurn waits until a request may work on roots, which ends when done is called. The error is
// that of ctx.
func (s *Server) takeTurn(ctx context.Context, req sdk.Request, reads bool, roots ...string) (done func(), err error) {
	p := placeOf(req)
	if p != nil {
		select {
		case <-p.before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	keys := slices.Clone(roots)
	if len(s.opt.Roots) != 1 { // else there is one name for one root
		for i, root := range roots {
			keys[i] = resolved(root)
		}
	}
	turns := s.turns.add(reads, keys...)
	if p != nil {
		p.take()
	}
	done = func() { s.turns.remove(turns) }
	for _, one := range turns {
		select {
		case <-one.ready:
		case <-ctx.Done():
			done()
			return nil, ctx.Err()
		}
	}
	return done, nil
}
