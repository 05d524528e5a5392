package main

import (
	"errors"
	"os"
)

// openConsole opens the console of the program, wherever its streams lead.
func openConsole() (in, out *os.File, err error) {
	in, err = os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	out, err = os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return in, out, nil
}
