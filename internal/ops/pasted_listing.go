package ops

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/text"
	"fileops/internal/text/match"
)

// numbers refuses a text of which every line begins with the number of a listing, or a line with
// an anchor, or warns if they may be meant.
func (p Policy) numbers(file, field, newText string, old []byte) (warnings []string, err error) {
	pasted, found := match.PastedAnchors(newText, old)
	if h := p.histories[file]; h != nil && h.changed && !found { // they are of the file before the run
		pasted, found = match.PastedAnchors(newText, h.before)
	}
	if found {
		return p.pastedAnchors(file, field, pasted)
	}
	listing, found := match.Listed(newText, old)
	if !found {
		return nil, nil
	}
	first, _, _ := strings.Cut(strings.TrimLeft(newText, "\r\n"), "\n")
	msg := fmt.Sprintf("Line numbers before every line of %s, as a listing has them: %q", field, text.Cut(strings.TrimRight(first, "\r"), maxShownChars))
	if p.OmissionCheck == "warn" || mayBeMeant(file, listing) {
		return []string{msg + " (written as it is)"}, nil
	}
	return nil, &Error{
		Code: LineNumbers, Path: file, Msg: msg,
		Hint: "Send " + field + " without the numbers: they are no part of the file. If they are, send them together with a line before them that has none, such as a comment.",
	}
}

// pastedAnchors refuses a text into which lines were copied with their anchors. Anchors of other
// files may be meant, as in a text about anchors: a warning is enough if not every line has one.
func (p Policy) pastedAnchors(file, field string, a match.Anchored) ([]string, error) {
	msg := fmt.Sprintf("Anchors before lines of %s, as read and grep show them: %q", field, text.Cut(a.First, maxShownChars))
	if p.OmissionCheck == "warn" || !a.OfFile && (!a.Every || mayBeMeant(file, match.Listing{Certain: true, Column: true})) {
		return []string{msg + " (written as it is)"}, nil
	}
	e := &Error{Code: LineNumbers, Path: file, Msg: msg, Hint: "Send " + field + " without the anchors: they are no part of the file."}
	if !a.OfFile {
		e.Hint += " If they are, send them together with a line before them that has none, such as a comment."
	}
	return nil, e
}

// mayBeMeant reports whether a text that looks like a listing may belong into a file of that
// name, as in files of data.
func mayBeMeant(file string, l match.Listing) bool {
	ext := strings.ToLower(path.Ext(file))
	switch {
	case slices.Contains(outputs, ext):
		return true
	case slices.Contains(tables, ext):
		return !l.Column
	case slices.Contains(code.Get(), ext):
		return false
	}
	return !l.Certain
}

// outputs are the endings of files that keep what a program printed.
var outputs = []string{".out", ".golden", ".snap", ".expected", ".approved", ".actual", ".stdout", ".stderr", ".txtar", ".log", ".lst", ".cast"}

// tables are the endings of files whose lines may be numbers with something behind them.
var tables = []string{
	".csv", ".tsv", ".tab", ".psv", ".dat", ".data", ".tbl", ".names", ".edges", ".nodes", ".bed", ".gff", ".gtf", ".vcf", ".sam", ".map",
	".srt", ".vtt", ".sbv", ".lrc", ".po", ".pot", ".labels", ".ids", ".idx", ".index", ".list", ".mtx", ".svm", ".libsvm", ".arff",
}

// code are the endings of sources in which no line begins with a number and a separator,
// but for the entries of a list of keys.
var code = lazy.Value[[]string]{Make: func() []string {
	return slices.Concat(
		slices.DeleteFunc(slices.Clone(dotted), func(ext string) bool { return strings.HasPrefix(ext, ".json") || ext == ".toml" }),
		[]string{
			".py", ".pyi", ".pyx", ".pl", ".pm", ".r", ".lua", ".jl", ".erl", ".hrl", ".elm", ".nim", ".cr", ".pas", ".lisp", ".el", ".scm", ".rkt", ".sol", ".nix",
			".html", ".htm", ".xml", ".xhtml", ".svg", ".xsd", ".xsl", ".astro", ".hbs", ".ejs", ".erb", ".twig", ".mustache", ".pug", ".haml", ".styl", ".glsl", ".hlsl", ".wgsl", ".cu",
		})
}}
