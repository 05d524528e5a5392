package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"fileops/internal/config"
	"fileops/internal/report"
	"fileops/internal/syntax"
)

func (a *app) initCommand() *cobra.Command {
	var show bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a configuration file with every setting",
		Long: `Write .fileops.yaml into the root: every setting, its meaning and its default,
commented out. Refuse if the root has a configuration file. "init -" prints it.`,
		Example: "  fileops init\n  fileops init --print",
		Annotations: map[string]string{
			helpFlags:  "Flags:\nprint format=FORMAT",
			helpStatus: "0; 1 the root has a configuration file; 2 wrong usage.",
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && args[0] != "-" {
				return usagef("init takes no arguments but -; --root chooses the directory")
			}
			show = show || len(args) == 1
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			text := config.Template(syntax.Languages())
			if show {
				_, err := io.WriteString(a.out, text)
				return err
			}
			return a.writeConfig(text)
		},
	}
	cmd.Flags().BoolVar(&show, "print", false, "print the file instead of writing it")
	return cmd
}

// writeConfig writes a new configuration file into the root.
func (a *app) writeConfig(text string) error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	for _, name := range config.Names() {
		path := filepath.Join(a.root, filepath.FromSlash(name))
		if _, err := os.Lstat(path); err == nil {
			return exit{status: exitFailed, msg: "the root has a configuration file already: " + path}
		}
	}
	path := filepath.Join(a.root, config.Names()[0])
	if err := writeNew(path, text); err != nil {
		return exit{status: exitFailed, msg: "cannot write the configuration: " + err.Error()}
	}
	if a.format == "json" {
		return report.JSON(a.out, map[string]any{"version": 1, "path": path})
	}
	if a.quiet {
		return nil
	}
	_, err := io.WriteString(a.out, "Created "+path+"\n")
	return err
}

// writeNew writes a file that does not exist yet, or nothing.
func writeNew(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // others may read it, as other files of a project
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path)) //nolint:forbidigo // the file was made here, and holds nothing of the user's
	}
	return nil
}
