//go:build !amd64 && !arm64

package scan

func vectors() []kernels { return nil }
