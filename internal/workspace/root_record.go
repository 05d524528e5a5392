package workspace

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// rootRecord identifies the root that a state directory belongs to, so that pruning
// can tell whether that root is still there.
type rootRecord struct {
	Path       string `json:"path"`                 // absolute, links resolved
	Inode      uint64 `json:"inode,omitempty"`      // 0 if the system does not say
	Mount      string `json:"mount,omitempty"`      // the mount point above the root
	Filesystem string `json:"filesystem,omitempty"` // the identity of what is mounted there; "" if unknown
	Boot       string `json:"boot,omitempty"`       // the boot of the system that the content ends with; "" if it outlives it
	Synced     bool   `json:"synced,omitempty"`     // the state directory is on disk, up to its name in the base
}

// newRootRecord describes the root at an absolute path without links.
func newRootRecord(root string) (rootRecord, error) {
	info, err := os.Lstat(root)
	if err != nil {
		return rootRecord{}, err
	}
	r := rootRecord{Path: root, Inode: inode(info)}
	if r.Mount, r.Filesystem = mountOf(root); endsWithBoot(r.Mount) {
		r.Boot = bootID()
	}
	return r, nil
}

// readRootRecord reads the record of a state directory. It fails if there is none.
func readRootRecord(file string) (rootRecord, error) {
	var r rootRecord
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err == nil && r.Path == "" {
		err = errors.New("the record names no root")
	}
	return r, err
}

func (r rootRecord) write(file string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o600)
}

// absent reports whether the root is on a file system that is not mounted now, but may be
// mounted again. One in memory is gone when the system starts again.
func (r rootRecord) absent() bool {
	if r.Mount == "" || r.Boot != "" && r.Boot != bootID() {
		return false
	}
	mount, filesystem := mountOf(r.Mount)
	return mount != r.Mount || filesystem != r.Filesystem
}

// gone reports whether the root was removed, or another directory has its path. A root
// that cannot be looked at is not gone. It means nothing for a root that is absent.
func (r rootRecord) gone() bool {
	info, err := os.Lstat(r.Path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist) || notDirectory(err)
	}
	return !info.IsDir() || r.Inode != inode(info)
}

// mountAbove is the nearest mount point at or above an absolute path.
func mountAbove(path string) string {
	for {
		parent := filepath.Dir(path)
		if parent == path || isMount(path, parent) {
			return path
		}
		path = parent
	}
}
