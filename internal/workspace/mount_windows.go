package workspace

import "os"

// mountOf is the volume that holds an absolute path. A drive that is not there has none.
func mountOf(path string) (mount, filesystem string) {
	mount = mountAbove(path)
	if _, err := os.Lstat(mount); err != nil {
		return "", ""
	}
	return mount, ""
}

// isMount is not asked here: the walk up ends at the root of the volume.
func isMount(_, _ string) bool { return false }
