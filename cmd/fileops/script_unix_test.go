//go:build unix

package main

import "syscall"

// usualUmask sets the umask that the modes in the scripts count on.
func usualUmask() { syscall.Umask(0o022) }

func makeFIFO(path string) error { return syscall.Mkfifo(path, 0o644) }
