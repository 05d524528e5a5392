//go:build unix

package validator

import (
	"os/exec"
	"syscall"
)

// group puts a validator in a process group, so that its child processes end with it.
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
