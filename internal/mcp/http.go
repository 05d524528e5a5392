package mcp

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// HTTPOptions say whom a server answers over HTTP.
type HTTPOptions struct {
	Token string   // which every request must have
	Hosts []string // the names by which the server may be called, without ports; empty for any
}

// sessionTimeout is how long a session is kept whose client sends nothing.
const sessionTimeout = 24 * time.Hour

// Handler answers clients over streamable HTTP. It refuses requests without the token, and those that
// a page of another site makes. It also refuses requests for another host: a browser would send them
// if a foreign name was made to lead to this machine.
func (s *Server) Handler(o HTTPOptions) http.Handler {
	handlerFor := func(stateless bool) http.Handler {
		return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk }, &sdk.StreamableHTTPOptions{
			Stateless: stateless, MaxRequestBodyBytes: maxMessage, SessionTimeout: sessionTimeout, PropagateRequestCancellation: true,
		})
	}
	// The newest revision has no sessions, and the older ones have.
	sessions, requests := handlerFor(false), handlerFor(true)
	var handler http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= withoutHandshake {
			requests.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	})
	// Digests have one length, so that the time of the comparison says nothing.
	want := sha256.Sum256([]byte(o.Token))
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		if got := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(got[:], want[:]) == 0 {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{}, nil
	}
	handler = auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(handler)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case len(o.Hosts) > 0 && !slices.Contains(o.Hosts, hostOf(r.Host)):
			http.Error(w, "this server has another name: "+strings.Join(o.Hosts, ", "), http.StatusForbidden)
		case foreign(r):
			http.Error(w, "requests of other sites are refused", http.StatusForbidden)
		default:
			handler.ServeHTTP(w, r)
		}
	})
}

// foreign reports whether a page of another site makes the request.
func foreign(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" { // no browser
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || !strings.EqualFold(u.Host, r.Host)
}

// hostOf is the name in a Host header, without the port and in lower case.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
