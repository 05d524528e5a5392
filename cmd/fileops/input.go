package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"fileops/internal/parse"
)

// read reads the responses: standard input, or the files named; "-" is standard
// input. Each may have limit bytes at the most.
func (a *app) read(ctx context.Context, files []string, limit int64) ([]parse.Input, error) {
	if len(files) == 0 {
		files = []string{"-"}
	}
	inputs := make([]parse.Input, len(files))
	for i, file := range files {
		text, err := a.readOne(ctx, file, limit)
		if err != nil {
			return nil, err
		}
		inputs[i].Text = text
		if len(files) > 1 {
			inputs[i].Name = file
		}
	}
	return inputs, nil
}

func (a *app) readOne(ctx context.Context, file string, limit int64) (string, error) {
	var bytesRead atomic.Int64
	name, open := "standard input", func() (io.ReadCloser, error) {
		return countingReader{io.NopCloser(a.in), &bytesRead}, nil
	}
	if file != "-" {
		name, open = file, func() (io.ReadCloser, error) {
			in, err := os.Open(file)
			return countingReader{in, &bytesRead}, err
		}
	}
	progress := a.reading(file, &bytesRead)
	data, err := readAll(ctx, open, limit+1)
	progress.Stop()
	switch {
	case errors.Is(err, context.Canceled):
		return "", err
	case err != nil:
		return "", usagef("cannot read %s: %s", name, cause(err))
	case int64(len(data)) > limit:
		return "", usagef("%s is larger than %d MB (max_response_size_mb)", name, limit>>20)
	}
	if err := isText(data); err != nil {
		return "", usagef("%s is not a response: %v", name, err)
	}
	return string(bytes.TrimPrefix(data, []byte("\ufeff"))), nil
}

// readAll reads up to limit bytes, or until ctx is done. Reading a terminal or a pipe, and
// opening a FIFO, may block for ever.
func readAll(ctx context.Context, open func() (io.ReadCloser, error), limit int64) ([]byte, error) {
	type outcome struct {
		data []byte
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		in, err := open()
		if err != nil {
			done <- outcome{err: err}
			return
		}
		data, err := io.ReadAll(io.LimitReader(in, limit))
		done <- outcome{data, errors.Join(err, in.Close())}
	}()
	select {
	case o := <-done:
		return o.data, o.err
	case <-ctx.Done():
		return nil, context.Canceled
	}
}

// isText returns an error for data that cannot be a response. It accepts bytes that are
// not UTF-8, which may be meant for a file, but no NUL.
func isText(data []byte) error {
	i := bytes.IndexByte(data, 0)
	switch {
	case i < 0:
		return nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return errors.New("it is UTF-16; convert it to UTF-8")
	}
	return fmt.Errorf("it is binary (a NUL at byte %d)", i)
}

// cause returns the system's message, without the call and the path.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
