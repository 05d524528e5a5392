//go:build !linux || portable

package walk

import "errors"

// Map gives bytes of a file without copying them. Here it never does.
func (OpenFile) Map(int64, int) ([]byte, error) { return nil, errors.ErrUnsupported }

// Unmap gives back what Map gave.
func Unmap([]byte) {}
