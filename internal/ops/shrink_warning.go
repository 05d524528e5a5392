package ops

import (
	"fmt"

	"fileops/internal/text"
)

// manyLines is how long a file is whose overwriting by less than half is told.
const manyLines = 20

// warnOfShrinking warns where a text is less than half of the one that it takes the place of.
func warnOfShrinking(file string, old, data []byte) []string {
	was, is := text.Count(old), text.Count(data)
	if is == 0 {
		return []string{fmt.Sprintf("%s had %s (%d bytes) and is empty now", file, plural(was, "line", "lines"), len(old))}
	}
	if was < manyLines || is*2 >= was {
		return nil
	}
	return []string{fmt.Sprintf("%s had %d lines (%d bytes) and now has %s (%d bytes)", file, was, len(old), plural(is, "line", "lines"), len(data))}
}
