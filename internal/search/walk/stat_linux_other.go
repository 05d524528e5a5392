//go:build linux && !portable && !amd64 && !arm64

package walk

import "golang.org/x/sys/unix"

func fstatat(dir handle, name []byte, st *unix.Stat_t, flags int) error {
	return unix.Fstatat(dir.fd, string(name), st, flags)
}
