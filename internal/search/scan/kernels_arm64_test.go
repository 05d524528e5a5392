package scan

func vectors() []kernels {
	return []kernels{{"NEON", vectorWidth, pairNEON, windowVector, teddyVector}}
}
