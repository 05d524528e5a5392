package main

import (
	"os"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"fileops/internal/report"
	"fileops/internal/search"
	"fileops/internal/search/walk"
	"fileops/internal/terminal"
)

// globbing is the flags of `fileops glob`.
type globbing struct {
	*app
	scope
	limit    int
	relative bool
	null     bool
}

func (a *app) globCommand() *cobra.Command {
	f := &globbing{app: a}
	cmd := &cobra.Command{
		Use:        "glob PATTERN [DIR…]",
		SuggestFor: []string{"find", "ls", "files"},
		Short:      "List files whose paths match a pattern",
		Long: `List the files below each DIR, or the root, whose paths match PATTERN, newest
first. * and ? match within a name, ** any directories; [abc] and {a,b} work.
A PATTERN without a slash matches names at any depth.`,
		Example: "  fileops glob '*.go'\n  fileops glob 'src/**/*.{js,ts}' --relative --limit 20",
		Annotations: map[string]string{
			helpFlags: `Files to list:
				type=TYPE type-not=TYPE glob=GLOB hidden no-ignore unrestricted follow max-depth=N limit=N
				Output:
				sort=ORDER relative null format=FORMAT`,
			helpStatus: "0 a file was found; 1 none was; 2 wrong usage, or a directory cannot be read.",
		},
		Args: needs("a pattern"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	f.scope.flags(flags, "sort by modified (newest first), path or none")
	flags.IntVar(&f.limit, "limit", 0, "list at most N files; 0 lists all")
	flags.BoolVar(&f.relative, "relative", false, "print paths that start with DIR as given")
	flags.BoolVarP(&f.null, "null", "0", false, "end each path with NUL")
	return cmd
}

func (f *globbing) run(cmd *cobra.Command, args []string) error {
	q := search.GlobQuery{Pattern: args[0], Relative: f.relative, Limit: f.limit, Info: f.format == "json"}
	if f.limit < 0 {
		return usagef("--limit must not be negative, not %d", f.limit)
	}
	if q.Pattern == "" {
		return usagef("glob needs a pattern (see fileops glob --help)")
	}
	kinds := f.asked()
	switch f.sort {
	case "default", "modified":
	case "path":
		q.Order = search.ByPath
	case "none":
		q.Order = search.Unordered
	default:
		return usagef("--sort must be modified, path or none, not %q", f.sort)
	}
	loaded, err := f.scope.prepare(cmd.Context(), f.app, &q.Walk, args[1:])
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("limit") {
		q.Limit = loaded.Settings.SearchMaxResults
	}
	for _, dir := range f.roots {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			return usagef("%s is not a directory", dir)
		}
	}
	q.Roots, q.Walk.Kinds = f.roots, kinds
	q.Error = f.unreadable
	progress := f.listing(&q.Walk)
	files, sum, err := search.Glob(cmd.Context(), q)
	progress.Stop()
	if err != nil {
		return searchError(err)
	}
	if err := f.print(files); err != nil {
		return err
	}
	switch {
	case sum.More && q.Order == search.Unordered: // nobody looked how many
		f.note("fileops: there are more files than the %d listed: --limit lists them", sum.Shown)
	case sum.More:
		f.note("fileops: %d of %d files listed: --limit lists more", sum.Shown, sum.Rows)
	}
	switch {
	case sum.Unreadable > 0:
		return exit{status: exitUsage}
	case sum.Rows == 0:
		return exit{status: exitFailed}
	}
	return nil
}

// asked returns the kinds of files to list. --type f, d and l are kinds, as in fd; all other
// types are those of grep.
func (f *globbing) asked() walk.Kind {
	named := map[string]walk.Kind{"f": walk.File, "d": walk.Dir, "l": walk.Link}
	var kinds walk.Kind
	var types []string
	for _, name := range f.types {
		if k, ok := named[name]; ok {
			kinds |= k
		} else {
			types = append(types, name)
		}
	}
	if f.types = types; kinds != 0 && len(types) > 0 {
		kinds |= walk.File // of those types
	}
	return kinds
}

// fileJSON is a file that was found.
type fileJSON struct {
	Path     any       `json:"path"` // a string, or bytesJSON
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// bytesJSON holds in Base64 a path that is not UTF-8.
type bytesJSON struct {
	Bytes []byte `json:"bytes"`
}

// pathJSON returns a path in a form that JSON keeps without loss.
func pathJSON(path string) any {
	if utf8.ValidString(path) {
		return path
	}
	return bytesJSON{[]byte(path)}
}

func (f *globbing) print(files []search.File) error {
	if f.format == "json" {
		list := make([]fileJSON, len(files))
		for i, file := range files {
			list[i] = fileJSON{pathJSON(file.Path), file.Size, time.Unix(0, file.ModTime).UTC()}
		}
		return report.JSON(f.out, list)
	}
	end := "\n"
	if f.null {
		end = "\x00"
	}
	for _, file := range files {
		f.out.Styled(terminal.Name, file.Path)
		f.out.WriteString(end)
	}
	return f.out.Flush()
}
