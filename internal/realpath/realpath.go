// Package realpath resolves the links in the path of a file or directory that exists. Each run of
// the program does it several times, so it takes few calls of the system.
package realpath
