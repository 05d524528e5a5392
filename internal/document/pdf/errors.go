package pdf

import (
	"context"
	"fmt"
	"time"
)

// Kind says what is wrong with a file.
type Kind int

// The kinds of Error.
const (
	Damaged    Kind = iota + 1 // no PDF, or too broken to find its pages
	Encrypted                  // a password, or a way to encrypt that is not known here
	NoText                     // pages, but no text on any of those asked for
	TooLarge                   // over one of the limits on size
	TooSlow                    // over the limit on time
	OutOfRange                 // the pages asked for are not in the document
)

// Error is what is wrong with a file, or with the pages asked for.
type Error struct {
	Kind Kind
	Msg  string // in words that need nothing before them
}

func (e *Error) Error() string { return e.Msg }

func damaged(format string, args ...any) error {
	return &Error{Damaged, fmt.Sprintf(format, args...)}
}

// budget is what one Read may still spend. Once it is overdrawn it stays so: loops ask
// spent and end, and the call returns the reason.
type budget struct {
	ctx      context.Context
	deadline time.Time
	bytes    int // that streams may still decode to
	text     int // bytes that may still be kept
	ticks    int // calls of spent, of which not every one looks at the clock
	err      error
}

func newBudget(ctx context.Context, now time.Time) *budget {
	return &budget{ctx: ctx, deadline: now.Add(MaxTime), bytes: maxDecoded, text: maxText}
}

// spent says that the work has to end. It is cheap enough for inner loops.
func (b *budget) spent() bool {
	if b.err != nil {
		return true
	}
	if b.ticks++; b.ticks&0xff != 0 {
		return false
	}
	return b.late()
}

// late looks at the clock and the context.
func (b *budget) late() bool {
	switch {
	case b.err != nil:
	case b.ctx.Err() != nil:
		b.err = b.ctx.Err()
	case time.Now().After(b.deadline):
		b.err = &Error{TooSlow, fmt.Sprintf("not read within %s", MaxTime)}
	}
	return b.err != nil
}

// over ends the work because a limit on size was hit.
func (b *budget) over(what string) {
	if b.err == nil {
		b.err = &Error{TooLarge, "too large to read: " + what}
	}
}

// keep counts text that is kept, and ends the work if there is too much of it: a few
// bytes of a file can stand for as much as a page of it.
func (b *budget) keep(text string) {
	if b.text -= len(text); b.text < 0 {
		b.over("its text is very long")
	}
}

// reason is why the work ended early; if it did not, it is err.
func (b *budget) reason(err error) error {
	if b.err != nil {
		return b.err
	}
	return err
}
