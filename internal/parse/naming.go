package parse

import (
	"strconv"
	"strings"

	"fileops/internal/ops"
)

// naming gives operations their ids. No two operations of a run have the same, but for
// those of one call.
type naming struct {
	next map[string]int // the next number, by type
	used map[string]bool
}

func newNaming() *naming {
	return &naming{next: map[string]int{}, used: map[string]bool{}}
}

// name is a new id: the operation's type and a number, counted per type.
func (n *naming) name(op ops.Operation) string {
	kind := op.Type()
	if kind == "malformed_file_op" {
		kind = "malformed_" + op.Action.Kind()
	}
	return n.number(kind)
}

// number is a new id: a type, and the next number of it.
func (n *naming) number(kind string) string {
	for {
		id := kind + "_" + strconv.Itoa(n.next[kind])
		n.next[kind]++
		if n.take(id) {
			return id
		}
	}
}

// take reserves an id that a call brings, unless it is taken.
func (n *naming) take(id string) bool {
	if n.used[id] {
		return false
	}
	n.used[id] = true
	return true
}

// release takes back the last id of its type.
func (n *naming) release(id string) {
	delete(n.used, id)
	n.next[id[:strings.LastIndexByte(id, '_')]]--
}
