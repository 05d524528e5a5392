package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fileops/internal/report"
	"fileops/internal/syntax"
)

func (a *app) configCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the settings in force, and where each comes from",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.printConfig() },
	}
}

func (a *app) printConfig() error {
	if err := a.rootMissing(); err != nil {
		return err
	}
	loaded, err := a.load(nil)
	if err != nil {
		return usagef("%v", err)
	}
	for i, e := range loaded.Entries {
		if list, ok := e.Value.([]string); ok && list == nil && e.Key == "validate_syntax" {
			loaded.Entries[i].Value = syntax.Languages()
		}
	}
	if a.format == "json" {
		type entry struct {
			Key    string `json:"key"`
			Value  any    `json:"value"`
			Origin string `json:"origin"`
		}
		entries := make([]entry, len(loaded.Entries))
		for i, e := range loaded.Entries {
			entries[i] = entry{e.Key, e.Value, e.Origin}
		}
		return report.JSON(a.out, map[string]any{"version": 1, "file_operations": entries})
	}
	var b strings.Builder
	for _, e := range loaded.Entries {
		fmt.Fprintf(&b, "%-26s %s  # %s\n", e.Key+":", yamlValue(e.Value), e.Origin)
	}
	_, err = fmt.Fprint(a.out, b.String())
	return err
}

// yamlValue shows a value as it would be written in a configuration file.
func yamlValue(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
