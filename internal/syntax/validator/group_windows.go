package validator

import "os/exec"

// group does nothing: child processes of a validator are not ended.
func group(*exec.Cmd) (end func()) { return func() {} }
