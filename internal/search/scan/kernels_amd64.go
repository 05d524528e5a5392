package scan

import "golang.org/x/sys/cpu"

// vectorWidth is how many places one step of a kernel tests.
const vectorWidth = 32

func hasVector() bool { return cpu.X86.HasAVX2 }
