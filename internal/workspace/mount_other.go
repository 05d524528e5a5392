//go:build unix && !linux

package workspace

// mountOf is the mount point that holds an absolute path. What is mounted there has no
// identity here that outlives a restart.
func mountOf(path string) (mount, filesystem string) { return mountAbove(path), "" }

// isMount reports whether a file system is mounted at path.
func isMount(path, parent string) bool { return onOtherDevice(path, parent) }
