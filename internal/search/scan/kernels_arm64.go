package scan

// vectorWidth is how many places one step of a kernel tests.
const vectorWidth = 16

func hasVector() bool { return true } // every arm64 processor has NEON
