package ops

import (
	"fmt"

	"fileops/internal/text"
)

// manyLines is how many lines a file must have for warnOfShrinking, unless it becomes empty.
const manyLines = 20

// warnOfShrinking warns if a text has less than half of the lines of the one that it replaces.
func warnOfShrinking(file string, old, data []byte) []string {
	was, is := text.Count(old), text.Count(data)
	if is == 0 {
		return []string{fmt.Sprintf("%s had %s (%s) and is empty now", file, plural(was, "line", "lines"), plural(len(old), "byte", "bytes"))}
	}
	if was < manyLines || is*2 >= was {
		return nil
	}
	return []string{fmt.Sprintf("%s had %d lines (%d bytes) and now has %s (%d bytes)", file, was, len(old), plural(is, "line", "lines"), len(data))}
}
