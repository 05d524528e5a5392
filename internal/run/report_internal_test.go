package run

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// TestAChangeInDoubtIsNotSaidToBeUnwritten: if a commit failed and could not be rolled back, a part
// of it may be on the disk.
func TestAChangeInDoubtIsNotSaidToBeUnwritten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err   error
		begin string
	}{
		{&workspace.Error{Reason: workspace.Failed, Msg: "no luck"}, "Not written: no luck"},
		{&workspace.Error{Reason: workspace.Failed, Msg: "no luck", NotRolledBack: true}, "Not committed: no luck"},
		{fmt.Errorf("apply: %w", &workspace.Error{Msg: "no luck", NotRolledBack: true}), "Not committed: no luck"},
		{errors.New("no luck"), "Not written: no luck"},
	} {
		rep := Report{Results: []ops.Result{{Done: ops.Done{Path: "a", Changed: true}}}}
		rep.fail(ops.AsError(tt.err))
		if e := rep.Results[0].Err; e == nil || !e.Unwritten || !strings.HasPrefix(e.Error(), tt.begin) {
			t.Errorf("%v: got %v, want %s", tt.err, e, tt.begin)
		}
	}
}
