package report

import (
	"cmp"
	"fmt"
	"strings"

	"fileops/internal/run"
	"fileops/internal/terminal"
	"fileops/internal/text/diff"
)

// diffstat is a table of the files that a run changed, in the form of `git diff --stat`.
type diffstat struct {
	files               []run.File
	names               []string
	name, number, graph int // columns
	most                int // lines of one file
}

// newDiffstat fits the table to the width of a terminal, as git does (show_stats in its diff.c).
func newDiffstat(files []run.File, o terminal.Options) diffstat {
	s := diffstat{}
	width := cmp.Or(o.Width, 80)
	binary := 0
	for _, f := range files {
		if f.Dir {
			continue // git knows no directories
		}
		name := diff.Quote(f.Name)
		if f.Kind == "moved" || f.Kind == "copied" {
			name = renameText(f.From, f.Name)
		}
		if o.Terminal {
			name = terminal.Escape(name)
		}
		s.files, s.names = append(s.files, f), append(s.names, name)
		s.name = max(s.name, terminal.Columns(name))
		s.most = max(s.most, f.Added+f.Removed)
		if f.LinesUncounted {
			binary = max(binary, len(fmt.Sprintf("Bin %d -> %d bytes", f.Bytes.Old, f.Bytes.New)))
			s.number = len("Bin")
		}
	}
	s.number = max(s.number, len(fmt.Sprint(s.most)))
	width = max(width, 16+6+s.number)
	s.graph = s.most
	if s.most+4 <= binary {
		s.graph = binary - 4
	}
	if s.name+s.number+6+s.graph > width {
		if most := width*3/8 - s.number - 6; s.graph > most {
			s.graph = max(6, most)
		}
		if rest := width - s.number - 6 - s.graph; s.name > rest {
			s.name = rest
		} else {
			s.graph = width - s.number - 6 - s.name
		}
	}
	return s
}

// renameText is how git names a file that has a new name: dir/{old => new}/name.
func renameText(from, to string) string {
	if a, b := diff.Quote(from), diff.Quote(to); a != from || b != to {
		return a + " => " + b
	}
	prefix := 0
	for i := 0; i < min(len(from), len(to)) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			prefix = i + 1
		}
	}
	a, b := from[prefix:], to[prefix:]
	suffix := 0
	// The slash that ends the common beginning may begin the common end.
	for i := 1; i <= min(len(a), len(b))+min(prefix, 1) && from[len(from)-i] == to[len(to)-i]; i++ {
		if from[len(from)-i] == '/' {
			suffix = i
		}
	}
	if prefix == 0 && suffix == 0 {
		return from + " => " + to
	}
	middle := func(name string) string { return name[prefix:max(prefix, len(name)-suffix)] }
	return from[:prefix] + "{" + middle(from) + " => " + middle(to) + "}" + from[len(from)-suffix:]
}

// write writes the rows of the table.
func (s diffstat) write(w *terminal.Writer) {
	for i, f := range s.files {
		name := s.fit(s.names[i])
		fmt.Fprintf(w, " %s%s | ", name, strings.Repeat(" ", max(0, s.name-terminal.Columns(name))))
		if f.Hidden != "" {
			fmt.Fprintf(w, "%*s\n", s.number, "not shown: "+f.Hidden)
			continue
		}
		if f.LinesUncounted {
			fmt.Fprintf(w, "%*s", s.number, "Bin")
			if f.Bytes.Old+f.Bytes.New > 0 {
				w.Styled(terminal.Plain, " ")
				w.Styled(terminal.Removed, fmt.Sprint(f.Bytes.Old))
				w.Styled(terminal.Plain, " -> ")
				w.Styled(terminal.Added, fmt.Sprint(f.Bytes.New))
				w.Styled(terminal.Plain, " bytes")
			}
			w.Styled(terminal.Plain, "\n")
			continue
		}
		fmt.Fprintf(w, "%*d", s.number, f.Added+f.Removed)
		added, removed := s.bars(f.Added, f.Removed)
		if f.Added+f.Removed > 0 {
			w.Styled(terminal.Plain, " ")
		}
		w.Styled(terminal.Added, strings.Repeat("+", added))
		w.Styled(terminal.Removed, strings.Repeat("-", removed))
		w.Styled(terminal.Plain, "\n")
	}
}

// fit cuts the beginning of a name that is too long, at a slash where it can.
func (s diffstat) fit(name string) string {
	if terminal.Columns(name) <= s.name {
		return name
	}
	room := max(0, s.name-len("..."))
	for i := range name {
		if terminal.Columns(name[i:]) <= room {
			name = name[i:]
			break
		}
	}
	if slash := strings.IndexByte(name, '/'); slash >= 0 {
		name = name[slash:]
	}
	return "..." + name
}

// bars returns how many signs stand for the lines of one file.
func (s diffstat) bars(added, removed int) (plus, minus int) {
	if s.graph > s.most {
		return added, removed
	}
	total := s.scale(added + removed)
	if total < 2 && added > 0 && removed > 0 {
		total = 2
	}
	if added < removed {
		plus = s.scale(added)
		return plus, total - plus
	}
	minus = s.scale(removed)
	return total - minus, minus
}

// scale maps a number of lines to the width of the graph; at least one sign stands for any.
func (s diffstat) scale(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + n*(s.graph-1)/s.most
}
