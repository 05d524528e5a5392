package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
)

//go:embed reference.py
var referencePy string

//go:embed reference.js
var referenceJS string

// references are the programs that know what is right.
type references struct {
	python, tools, node *process
}

// answer is what a reference says of a text.
type answer struct {
	OK      bool   `json:"ok"`
	Message string `json:"message"`
}

// process answers a line of JSON for each that it is given.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(name string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...)}
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 1<<16)
	return p, p.cmd.Start()
}

func (p *process) ask(language, name, text string) (answer, error) {
	var a answer
	line, err := json.Marshal(map[string]string{"language": language, "name": name, "text": text})
	if err != nil {
		return a, err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	reply, err := p.out.ReadBytes('\n')
	if err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	return a, json.Unmarshal(reply, &a)
}

// open starts the programs: python for Python, tools for what other modules of Python
// know, node for the rest.
func open(python, tools, node string) (references, error) {
	var r references
	var err error
	if r.python, err = start(python, "-c", referencePy); err != nil {
		return r, err
	}
	if r.tools, err = start(tools, "-c", referencePy); err != nil {
		return r, err
	}
	r.node, err = start(node, "--experimental-vm-modules", "--no-warnings", "-e", referenceJS)
	return r, err
}

// judge asks the reference of the language.
func (r references) judge(language, name, text string) (answer, error) {
	switch language {
	case "go": // the parser of the toolchain is all that there is
		_, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return answer{Message: err.Error()}, nil //nolint:nilerr // the error is the answer
		}
		return answer{OK: true}, nil
	case "python":
		return r.python.ask(language, name, text)
	case "javascript", "typescript", "css":
		return r.node.ask(language, name, text)
	}
	return r.tools.ask(language, name, text)
}
