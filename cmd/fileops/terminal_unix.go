//go:build unix

package main

import "os"

// openConsole opens the terminal that controls the program, wherever its streams lead.
func openConsole() (in, out *os.File, err error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	return tty, tty, err
}
