package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fileops/internal/report"
)

// showPatch prints the changes of a run for git, and what failed to standard error.
func (f apply) showPatch(result report.Run) error {
	f.tell(result)
	if len(result.Results) > 0 && failed(result) {
		if err := (report.Human{Quiet: true}).Run(f.err, result); err != nil {
			return err
		}
	}
	var hidden []string
	for _, file := range result.Patch {
		if file.Hidden != "" {
			hidden = append(hidden, file.Name+", since "+file.Hidden)
		}
	}
	if len(hidden) > 0 { // git would apply the rest alone
		return exit{status: exitFailed, msg: "no patch can be made: it would be without " + strings.Join(hidden, "; ")}
	}
	_, err := f.out.WriteString(report.Patch(result.Patch))
	return err
}

// showGitHub prints the commands of a workflow, and adds the summary of the run to that of the job.
func (f apply) showGitHub(result report.Run) error {
	f.tell(result)
	prefix, err := filepath.Rel(os.Getenv("GITHUB_WORKSPACE"), f.absolute())
	if prefix = filepath.ToSlash(prefix) + "/"; err != nil || !filepath.IsLocal(prefix) || prefix == "./" {
		prefix = ""
	}
	if err := result.GitHub(f.out, prefix); err != nil {
		return err
	}
	file := os.Getenv("GITHUB_STEP_SUMMARY")
	if file == "" {
		return nil
	}
	to, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err == nil {
		err = errors.Join(result.Markdown(to), to.Close())
	}
	if err != nil {
		return exit{status: exitFailed, msg: "GITHUB_STEP_SUMMARY: " + file + ": " + cause(err)}
	}
	return nil
}

// failed reports whether an operation of a run did not succeed, or the run ended early.
func failed(result report.Run) bool {
	return result.Trouble != "" || result.Failed()+result.SkippedOrWithheld() > 0
}

// pageFlag adds the flag that names a file for the report as a page.
func pageFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "report", "", "also write the report to FILE, as a page of HTML")
}

// checkPage refuses a file for a page that could not be written after the run. The flag may be set
// to "" by a variable that is not.
func checkPage(cmd *cobra.Command, file string) error {
	if !cmd.Flags().Changed("report") {
		return nil
	}
	if file == "" || file == "-" {
		return usagef("--report needs the name of a file, not %q", file)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return usagef("--report: %s is a directory", file)
	}
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return usagef("--report: %s cannot be made: %s", file, cause(err))
	}
	return nil
}

// writePage writes a run to a file as a page; "" is none.
func writePage(file string, result report.Run, began time.Time, texts []report.Text) error {
	if file == "" {
		return nil
	}
	var page bytes.Buffer
	err := result.HTML(&page, began, texts)
	if err == nil {
		err = os.WriteFile(file, page.Bytes(), 0o644) //nolint:forbidigo // the user names it
	}
	if err != nil {
		return exit{status: exitFailed, msg: "--report: " + file + ": " + cause(err)}
	}
	return nil
}
