package scan

func vectors() []kernels {
	return []kernels{{"NEON", vectorWidth, pairVector, windowVector, teddyVector}}
}
