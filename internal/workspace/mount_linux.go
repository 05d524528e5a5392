package workspace

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// mountOf is the mount point that holds an absolute path, and the identity of the file
// system there, "" if that is unknown.
func mountOf(path string) (mount, filesystem string) {
	mount = mountAbove(path)
	var fs unix.Statfs_t
	if err := unix.Statfs(mount, &fs); err != nil || fs.Fsid.Val == [2]int32{} {
		return mount, ""
	}
	return mount, fmt.Sprintf("%08x%08x", uint32(fs.Fsid.Val[0]), uint32(fs.Fsid.Val[1]))
}

// endsWithBoot reports whether the files at a mount point are in memory only, so that they
// end with the boot of the system. They need not end with the mount: a directory of a
// tmpfs can be mounted at a second place, and again.
func endsWithBoot(mount string) bool {
	var fs unix.Statfs_t
	err := unix.Statfs(mount, &fs)
	return err == nil && (fs.Type == unix.TMPFS_MAGIC || fs.Type == unix.RAMFS_MAGIC)
}

// bootID names the present boot of the system; "" if that is unknown. See random(4).
func bootID() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
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
