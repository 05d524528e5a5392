package workspace

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mountOf is the mount point that holds an absolute path, and the identity of the file
// system there. The content of a tmpfs ends with its mount: nothing can bring it back,
// so both are "".
func mountOf(path string) (mount, filesystem string) {
	mount = mountAbove(path)
	var fs unix.Statfs_t
	if err := unix.Statfs(mount, &fs); err != nil {
		return mount, ""
	}
	if fs.Type == unix.TMPFS_MAGIC || fs.Type == unix.RAMFS_MAGIC {
		return "", ""
	}
	if fs.Fsid.Val == [2]int32{} {
		return mount, ""
	}
	return mount, fmt.Sprintf("%08x%08x", uint32(fs.Fsid.Val[0]), uint32(fs.Fsid.Val[1]))
}

// isMount reports whether a file system is mounted at path, bind mounts included.
func isMount(path, parent string) bool {
	var at unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT, unix.STATX_BASIC_STATS, &at)
	if err != nil {
		return false // not there, so nothing is mounted there
	}
	if at.Attributes_mask&unix.STATX_ATTR_MOUNT_ROOT != 0 { // since Linux 5.8
		return at.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
	}
	return onOtherDevice(path, parent)
}
