package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
// that are under way, so that a client may write its calls to a pipe and close it.
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
		out: t.out, last: first, open: map[jsonrpc.ID]*place{}, asked: map[jsonrpc.ID]bool{},
	}
	c.idle = sync.NewCond(&c.mu)
	go c.read(bufio.NewReaderSize(t.in, 64<<10))
	return c, nil
}

type connection struct {
	messages chan jsonrpc.Message
	ended    chan struct{} // the input has ended, and the calls are answered
	closed   chan struct{}
	closing  sync.Once

	writing sync.Mutex
	out     io.Writer

	mu    sync.Mutex
	idle  *sync.Cond
	last  <-chan struct{}       // closed when the last call has its place in the queue of its root
	open  map[jsonrpc.ID]*place // calls of the client that are not answered yet
	asked map[jsonrpc.ID]bool   // calls of the server that are not answered yet
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
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.open) > 0 && len(c.asked) == 0 { // what the server asks is not answered any more
		c.idle.Wait()
	}
}

// errTooLong means that a line is longer than a message may be.
var errTooLong = fmt.Errorf("a message may have %d MB", maxMessage>>20)

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
		case err == nil && tooLong:
			return nil, errTooLong
		default:
			return line, err
		}
	}
}

// decode returns the messages of a line: one, or those of a batch, which older versions of the
// protocol have. What is no message is answered with an error.
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
		p := newPlace(c.last)
		m.Extra, c.last, c.open[m.ID] = p.extra(), p.taken, p
	case m.Method == "notifications/cancelled":
		var params struct {
			ID any `json:"requestId"`
		}
		if json.Unmarshal(m.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.ID); err == nil && c.open[id] != nil {
				c.open[id].cancelled = true
			}
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
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if response, is := m.(*jsonrpc.Response); is {
		defer c.answered(response.ID)
		if c.cancelled(response.ID) {
			return nil // as the protocol wants it: the client waits no more
		}
	} else if request := m.(*jsonrpc.Request); request.IsCall() {
		c.mu.Lock()
		c.asked[request.ID] = true
		c.idle.Broadcast()
		c.mu.Unlock()
	}
	_, err = c.out.Write(append(text, '\n'))
	return err
}

// cancelled reports whether the client has cancelled a call.
func (c *connection) cancelled(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open[id] != nil && c.open[id].cancelled
}

// answered notes that a call is answered.
func (c *connection) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.open[id]; p != nil {
		p.take() // the SDK may have refused it before it came to its turn
		delete(c.open, id)
	}
	c.idle.Broadcast()
}

// Close ends the connection. It does not wait for a read of the input, which may block for ever.
func (c *connection) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}

// SessionID is empty: there is one session.
func (c *connection) SessionID() string { return "" }
