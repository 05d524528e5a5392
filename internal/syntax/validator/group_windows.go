package validator

import "os/exec"

// group lets a checker be ended; what it started is on its own.
func group(*exec.Cmd) (end func()) { return func() {} }
