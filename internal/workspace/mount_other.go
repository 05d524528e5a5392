//go:build unix && !linux

package workspace

// mountOf is the mount point that holds an absolute path. The file system there has no
// known identity: nothing on these systems is sure to be the same after a restart.
func mountOf(path string) (mount, filesystem string) { return mountAbove(path), "" }

// isMount reports whether a file system is mounted at path.
func isMount(path, parent string) bool { return onOtherDevice(path, parent) }
