package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"fileops/internal/report"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  takesNone,
		RunE:  func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

func (a *app) printVersion() error {
	system := runtime.GOOS + "/" + runtime.GOARCH
	if a.format == "json" {
		return report.JSON(a.out, map[string]any{
			"version": 1, "fileops_version": buildVersion(), "platform": system, "go_version": runtime.Version(),
		})
	}
	_, err := fmt.Fprintf(a.out, "fileops %s %s %s\n", buildVersion(), system, runtime.Version())
	return err
}

// buildVersion is the version of the release, or what Go knows of the build.
func buildVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
