package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"sync/atomic"

	"fileops/internal/search/walk"
)

// touching measures what is the least that a search of a large file can take: each byte
// of it is looked at once, by one worker or two, in parts that are mapped or copied.
func touching(self, file string, rounds int) error {
	fmt.Printf("| `%s`, each byte once | wall | processor | of ripgrep, no match |\n|---|---|---|---|\n", filepath.Base(file))
	rows := []row{{"rg, no match", []string{"rg", "--no-config", "-c", "zzyzx_nowhere", file}}}
	for _, how := range []string{"mapped", "copied"} {
		for _, workers := range []string{"1", "2"} {
			rows = append(rows, row{how + ", workers: " + workers, []string{self, "-as", "touch", how, workers, file}})
		}
	}
	if err := table(".", rounds, rows); err != nil {
		return err
	}
	fmt.Println()
	return nil
}

const touchedPart = 16 << 20 // as much as a search maps at once

// touch looks at each byte of a file.
func touch(mapped bool, workers int, file string) error {
	o := walk.NewOpener(file, &walk.Options{}, true)
	f, err := o.Open(file)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Info()
	if err != nil {
		return err
	}
	var at atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		wg.Go(func() {
			var buf []byte
			for errs[i] == nil {
				from := at.Add(touchedPart) - touchedPart
				n := int(min(touchedPart, info.Size-from))
				if n <= 0 {
					return
				}
				if mapped {
					errs[i] = touchMapped(f, from, n)
				} else {
					buf, errs[i] = touchCopied(f, buf, from, n)
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

func touchMapped(f walk.OpenFile, from int64, n int) error {
	b, err := f.Map(from, n)
	if err != nil {
		return err
	}
	defer walk.Unmap(b)
	return look(b)
}

const copiedPart = 128 << 10 // stays in the cache

func touchCopied(f walk.OpenFile, buf []byte, from int64, n int) ([]byte, error) {
	if buf == nil {
		buf = make([]byte, copiedPart)
	}
	for end := from + int64(n); from < end; from += copiedPart {
		b := buf[:min(copiedPart, end-from)]
		if _, err := f.ReadAt(b, from); err != nil && !errors.Is(err, io.EOF) {
			return buf, err
		}
		if err := look(b); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

func look(b []byte) error {
	if bytes.IndexByte(b, 0) >= 0 {
		return errors.New("not a text")
	}
	return nil
}
