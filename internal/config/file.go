package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// block is the top-level key that holds the settings in every file.
	block = "file_operations"
	// schemaKey is a top-level key by which editors find the schema of a JSON file.
	schemaKey = "$schema"
	// foreign is the configuration file of another program that may have
	// settings for us in it.
	foreign = ".kollabor-cli/config.json"
	// maxFile is the size in bytes that a configuration file may have.
	maxFile = 1 << 20
)

// Names lists, slash-separated and relative to a root, the configuration files
// that the program reads from a root and the directories above it. No operation may change
// them, nor files of these names in directories below the root: a later run may start there.
func Names() []string {
	return append(rootNames(), foreign)
}

func rootNames() []string { return []string{".fileops.yaml", ".fileops.json", ".fileops.toml"} }

// file is a configuration file to read.
type file struct {
	path  string
	named string // the flag or variable that names it; "" where it was found
	ours  bool   // everything in it is for this program
	tree  bool   // it came with the tree: the user may never have seen it
	below string // the way from its directory to the root, with slashes, where it is above
}

// fromFiles returns the layers of the files, nearest first: the one that --config or
// FILEOPS_CONFIG names, else those in and above the root; then at most one of the user.
func fromFiles(r Request) (layers []layer, warnings []string, err error) {
	near, warnings, err := nearFiles(r)
	if err != nil {
		return nil, nil, err
	}
	far, err := find(r.UserDir, []string{"fileops/config.yaml", "fileops/config.json", "fileops/config.toml"},
		func(string) bool { return true })
	if err != nil {
		return nil, nil, err
	}
	for _, f := range slices.Concat(near, far) {
		l, err := f.load()
		if err != nil {
			return nil, nil, err
		}
		layers = append(layers, l)
	}
	return layers, warnings, nil
}

// nearFiles returns the file that --config or FILEOPS_CONFIG names, else those in and above
// the root.
func nearFiles(r Request) ([]file, []string, error) {
	if r.File != "" {
		return []file{{path: r.File, named: "--config", ours: true}}, nil, nil
	}
	if path, _ := r.Getenv("FILEOPS_CONFIG"); path != "" {
		return []file{{path: path, named: "FILEOPS_CONFIG", ours: true}}, nil, nil
	}
	return treeFiles(r)
}

// load reads, parses and checks the file.
func (f file) load() (layer, error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(f.path), "."))
	if !slices.Contains([]string{"yaml", "yml", "json", "toml"}, format) {
		return layer{}, &Error{Source: f.path, Msg: "want a name that ends in .yaml, .yml, .json or .toml"}
	}
	data, err := f.read()
	if err != nil {
		return layer{}, err
	}
	top, err := decode(format, data)
	if err != nil {
		return layer{}, &Error{Source: f.path, Msg: err.Error(), Err: err}
	}
	settings, err := f.settings(format, top)
	if err != nil {
		return layer{}, err
	}
	if err := f.distrust(settings); err != nil {
		return layer{}, err
	}
	l, err := fromMap(f.path, block, filepath.Dir(f.path), settings)
	l.tree = f.tree
	if err == nil && f.below != "" {
		err = l.startFromRoot(f.below)
	}
	return l, err
}

// read returns the bytes of a regular file, without a byte order mark.
func (f file) read() ([]byte, error) {
	// Stat before open: opening a FIFO blocks until somebody writes to it.
	info, err := os.Stat(f.path)
	if err != nil {
		return nil, f.unreadable(err)
	}
	switch {
	case info.IsDir():
		return nil, &Error{Source: f.path, Msg: "want a file; this is a directory"}
	case !info.Mode().IsRegular():
		return nil, &Error{Source: f.path, Msg: "want a regular file"}
	}
	r, err := os.Open(f.path)
	if err != nil {
		return nil, f.unreadable(err)
	}
	defer func() { _ = r.Close() }() // nothing was written: nothing to lose
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, f.unreadable(err)
	}
	if len(data) > maxFile {
		return nil, &Error{Source: f.path, Msg: fmt.Sprintf("want at most %d bytes; this file is larger", maxFile)}
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), nil
}

// unreadable returns the error for a file that cannot be read.
func (f file) unreadable(err error) error {
	cause := err
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		cause = pe.Err
	}
	msg := "cannot be read: " + cause.Error()
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case missing && f.named != "":
		msg = "no such file; it is named by " + f.named
	case missing:
		msg = "want a regular file; this is a link to nothing"
	}
	return &Error{Source: f.path, Msg: msg, Err: err}
}

// settings returns the block of a parsed file. A file of this program must have it and
// nothing else but the place of a schema.
func (f file) settings(format string, top map[string]any) (map[string]any, error) {
	written, ok := top[block]
	if !ok && f.ours {
		return nil, &Error{Source: f.path, Msg: "no " + block + " block; the shape is " + shape(format)}
	}
	if !ok {
		return nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(top)) {
		if f.ours && name != block && name != schemaKey {
			return nil, &Error{Source: f.path, Key: name, Msg: "unknown key at the top level; settings stand in " + block}
		}
	}
	switch m := written.(type) {
	case nil: // every setting in it is commented out, as init writes them
		return nil, nil
	case map[string]any:
		return m, nil
	case map[any]any: // YAML gives this as soon as one key is no string
		named := map[string]any{}
		for k, v := range m {
			named[fmt.Sprint(k)] = v
		}
		return named, nil
	}
	return nil, &Error{Source: f.path, Key: block, Msg: "want a mapping of settings; got " + show(written)}
}

// shape returns the smallest file that sets something.
func shape(format string) string {
	return cmp.Or(map[string]string{
		"json": `{"` + block + `": {"max_edit_size_mb": 10}}`,
		"toml": block + " = {max_edit_size_mb = 10}",
	}[format], block+": {max_edit_size_mb: 10}")
}
