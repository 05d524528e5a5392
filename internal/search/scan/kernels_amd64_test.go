package scan

import "golang.org/x/sys/cpu"

func vectors() []kernels {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	return []kernels{{"AVX2", vectorWidth, pairVector, windowVector, teddyVector}}
}
