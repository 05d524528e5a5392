package prompt

import (
	"errors"
	"strings"
)

// SearchReplaceExample is the block that the prompt shows.
const SearchReplaceExample = `core/service.py
<<<<<<< SEARCH
def load():
    return open("data")
=======
def load(path):
    return open(path)
>>>>>>> REPLACE
`

// searchReplace teaches SEARCH/REPLACE blocks.
func (o Options) searchReplace() (string, error) {
	if len(o.Only) > 0 {
		return "", errors.New("SEARCH/REPLACE blocks are one operation: there is nothing to choose")
	}
	rules := []string{
		"Write the path alone on the line above each block: bare, relative to the root directory, without `..`.",
		"Each marker stands on a line of its own. A block may stand in a code fence.",
		"SEARCH holds whole lines, exactly as they stand in the file, with all blanks and comments. Copy them from a read, without the line numbers.",
		"The lines of SEARCH must occur exactly once in the file. If they occur more often, include neighbouring lines until they are unique.",
		"Keep blocks small: the lines that change, and a few around them. For several places, write several blocks.",
		"To make a new file, leave SEARCH empty. To delete lines, leave REPLACE empty.",
		"Files cannot be deleted or moved with these blocks.",
		"Lines of the file that look like markers must pair, as in a merge conflict. Otherwise leave them out of the block.",
	}
	add := func(holds bool, rule string) {
		if holds {
			rules = append(rules, rule)
		}
	}
	add(!o.Placeholders, "Never abbreviate: lines such as `# ... rest unchanged` are rejected.")
	add(o.Placeholders, "Never abbreviate with lines such as `# ... rest unchanged`.")
	add(o.NoParents, "Missing directories are not made: a new file needs a directory that exists.")
	add(o.ReadBeforeWrite, "Read a file before you change it, or the change fails.")
	add(o.Backups, "Make no backup copies: the old content is kept as FILE.bak.")
	add(true, o.never())
	var b strings.Builder
	b.WriteString("# File changes\n\n")
	b.WriteString("To change files, write SEARCH/REPLACE blocks in your answer. They run in order, and each sees the changes of the earlier ones. " + o.failing())
	b.WriteString("\n" + SearchReplaceExample + "\n## Rules\n\n")
	for _, rule := range rules {
		b.WriteString("- " + rule + "\n")
	}
	b.WriteString("\n## Results\n\n" + o.results("A", "block"))
	return b.String(), nil
}
