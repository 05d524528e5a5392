package main

import "os"

// peak is not known: a finished process does not tell.
func peak(*os.ProcessState) int64 { return 0 }
