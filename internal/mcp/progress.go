package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// progressEvery is how often a client hears how far a call is.
const progressEvery = 500 * time.Millisecond

// showProgress tells the client how far a call is, if it gave a token for that, until stop is
// called. The measure is the seconds that passed, since operations do not know how much is left.
func showProgress(ctx context.Context, session *sdk.ServerSession, token any, text func() string) (stop func()) {
	if token == nil {
		return func() {}
	}
	ended, last := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(last)
		began, tick := time.Now(), time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			//nolint:errcheck // a client that is gone needs no progress
			session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
				ProgressToken: token, Progress: time.Since(began).Seconds(), Message: text(),
			})
		}
	}()
	return func() { // no progress after the answer
		close(ended)
		<-last
	}
}
