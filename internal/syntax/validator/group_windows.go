package validator

import "os/exec"

// group does nothing: child processes of a checker are not ended.
func group(*exec.Cmd) (end func()) { return func() {} }
