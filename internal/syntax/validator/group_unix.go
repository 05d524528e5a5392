//go:build unix

package validator

import (
	"os/exec"
	"syscall"
)

// group lets a checker be ended with all that it started, by its end at the latest.
func group(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = kill
	return func() {
		if cmd.Process != nil {
			kill() //nolint:errcheck // most leave nothing behind
		}
	}
}
