package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is how long a message may be, in bytes.
const maxMessage = 48 << 20

// lines is a transport of messages that are a line each, as the protocol has it on standard input
// and output. Other than that of the SDK, which ends at what is no message, it answers such a line
// with an error and reads on; and at the end of the input it waits for the answers of the calls
// that are under way. So a client may write its calls to a pipe, and close it.
type lines struct {
	in  io.Reader
	out io.Writer
}

// Connect starts to read.
func (t *lines) Connect(context.Context) (sdk.Connection, error) {
	first := make(chan struct{})
	close(first)
	c := &connection{
		messages: make(chan jsonrpc.Message), ended: make(chan struct{}), closed: make(chan struct{}),
		out: t.out, last: first, open: map[jsonrpc.ID]*call{}, asked: map[jsonrpc.ID]bool{},
	}
	c.idle = sync.NewCond(&c.mu)
	go c.read(bufio.NewReaderSize(t.in, 64<<10))
	return c, nil
}

// takesTurn reports whether a call of a method may work on a root. The others are answered at
// once, but for subscriptions.
func takesTurn(method string) bool { return method == "tools/call" || method == "resources/read" }

// lasts reports whether a call of a method may be answered only when the client cancels it.
func lasts(method string) bool { return method == "subscriptions/listen" }

// call is a call of the client.
type call struct {
	place     *place // nil if it takes no turn
	lasts     bool   // the end of the input does not wait for its answer, even if it is an error
	cancelled bool   // the client waits no more
}

type connection struct {
	messages chan jsonrpc.Message
	ended    chan struct{} // the input has ended, and the calls are answered
	closed   chan struct{}
	closing  sync.Once

	writing sync.Mutex
	out     io.Writer

	mu      sync.Mutex
	idle    *sync.Cond
	last    <-chan struct{}      // closed when the last call has its place in the queue of its root
	open    map[jsonrpc.ID]*call // of the client, not answered yet
	running int                  // those of them that do not last
	asked   map[jsonrpc.ID]bool  // calls of the server that are not answered yet
}

// read hands on the messages, until the input ends or the connection is closed.
func (c *connection) read(in *bufio.Reader) {
	defer close(c.ended)
	for {
		line, err := readLine(in)
		if len(bytes.TrimSpace(line)) > 0 || errors.Is(err, errTooLong) {
			for _, message := range c.decode(line, err) {
				select {
				case c.messages <- message:
				case <-c.closed:
					return
				}
			}
		}
		if err != nil && !errors.Is(err, errTooLong) {
			break
		}
	}
	for c.unanswered() {
	}
}

// unanswered waits, after the end of the input, until nothing is under way, or something waits for
// what the client does not answer any more. It fails that, and reports whether to wait again.
func (c *connection) unanswered() bool {
	c.mu.Lock()
	for c.running > 0 && len(c.asked) == 0 {
		c.idle.Wait()
	}
	asked := c.asked
	c.asked = map[jsonrpc.ID]bool{}
	more := c.running > 0
	c.mu.Unlock()
	for id := range asked {
		end := &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the input of the server has ended"}}
		select {
		case c.messages <- end:
		case <-c.closed:
			return false
		}
	}
	return more
}

// errTooLong means that a line is longer than a message may be.
var errTooLong = errors.New("a message may have 48 MB") // a test compares this with maxMessage

// readLine reads a line. One that is too long is passed over.
func readLine(in *bufio.Reader) (line []byte, err error) {
	tooLong := false
	for {
		part, err := in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxMessage; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case tooLong: // at the end of the input, the next call says so
			return nil, errTooLong
		default:
			return line, err
		}
	}
}

// decode returns the messages of a line: one, or those of a batch, which older versions of the
// protocol have. It answers anything else with an error.
func (c *connection) decode(line []byte, err error) (messages []jsonrpc.Message) {
	list := []json.RawMessage{line}
	switch {
	case err != nil && errors.Is(err, errTooLong):
		c.refuse(jsonrpc.CodeInvalidRequest, err.Error())
		return nil
	case !json.Valid(line):
		c.refuse(jsonrpc.CodeParseError, "the line is no JSON")
		return nil
	case bytes.TrimSpace(line)[0] == '[':
		if err := json.Unmarshal(line, &list); err != nil || len(list) == 0 {
			c.refuse(jsonrpc.CodeInvalidRequest, "the batch is empty")
			return nil
		}
	}
	for _, text := range list {
		message, err := jsonrpc.DecodeMessage(text)
		if err != nil {
			c.refuse(jsonrpc.CodeInvalidRequest, "the line is no message of JSON-RPC: "+err.Error())
			continue
		}
		if c.arrived(message) {
			messages = append(messages, message)
			continue
		}
		c.refuse(jsonrpc.CodeInvalidRequest, "the id is that of another call, which is not answered yet")
	}
	return messages
}

// arrived notes what the client sent. It reports whether that can be handed on: the id of a call
// must not be that of another one that is open.
func (c *connection) arrived(message jsonrpc.Message) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, request := message.(*jsonrpc.Request)
	switch {
	case !request:
		delete(c.asked, message.(*jsonrpc.Response).ID)
	case m.IsCall():
		if c.open[m.ID] != nil {
			return false
		}
		one := &call{lasts: lasts(m.Method)}
		c.open[m.ID] = one
		if !one.lasts {
			c.running++
		}
		if takesTurn(m.Method) {
			p := newPlace(c.last)
			m.Extra, c.last, one.place = p.extra(), p.taken, p
		}
	default:
		if id, is := cancels(m); is && c.open[id] != nil {
			c.open[id].cancelled = true
		}
	}
	return true
}

// refuse answers what has no id that could be known.
func (c *connection) refuse(code int64, msg string) {
	//nolint:errcheck // the next write of the SDK fails as well, and ends the connection
	c.Write(context.Background(), &jsonrpc.Response{Error: &jsonrpc.Error{Code: code, Message: msg}})
}

// Read returns the next message.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-c.messages:
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.ended:
	case <-c.closed:
	}
	return nil, io.EOF
}

// Write writes a message, as one line.
func (c *connection) Write(_ context.Context, m jsonrpc.Message) error {
	text, err := encode(m)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	switch m := m.(type) {
	case *jsonrpc.Response:
		one := c.answer(m.ID)
		defer c.written(one)
		if one != nil && one.cancelled {
			return nil // as the protocol wants it: the client waits no more
		}
	case *jsonrpc.Request:
		c.ask(m)
	}
	_, err = c.out.Write(text)
	return err
}

// answer returns the call that is answered now; nil if there is none. A client that has read the
// answer may use the id again.
func (c *connection) answer(id jsonrpc.ID) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.open[id]
	delete(c.open, id)
	if one != nil && one.place != nil {
		one.place.take() // the SDK may have refused it before it came to its turn
	}
	return one
}

// written notes that the answer to a call is written.
func (c *connection) written(one *call) {
	if one == nil || one.lasts {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running--
	c.idle.Broadcast()
}

// ask notes what the server asks, and what it does not want to know any more.
func (c *connection) ask(m *jsonrpc.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.IsCall() {
		c.asked[m.ID] = true
		c.idle.Broadcast()
	}
	if id, is := cancels(m); is {
		delete(c.asked, id)
	}
}

// cancels returns the id of the call that a message cancels, if it does.
func cancels(m *jsonrpc.Request) (id jsonrpc.ID, is bool) {
	if m.Method != "notifications/cancelled" {
		return id, false
	}
	var params struct {
		ID any `json:"requestId"`
	}
	if json.Unmarshal(m.Params, &params) != nil {
		return id, false
	}
	id, err := jsonrpc.MakeID(params.ID)
	return id, err == nil
}

// Close ends the connection. It does not wait for a read of the input, which may block for ever.
func (c *connection) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}

// SessionID is empty: there is one session.
func (c *connection) SessionID() string { return "" }
