//go:build unix && !darwin

package workspace

const foldsByDefault = false
