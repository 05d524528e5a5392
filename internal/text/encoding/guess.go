package encoding

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/gogs/chardet"

	"fileops/internal/lazy"
)

// sampleLen limits the bytes that a guess reads, of lines that are not all ASCII.
const sampleLen = 4 << 10

// confWeight is the weight of chardet's confidence. It is low because chardet is often sure of
// a wrong encoding.
const confWeight = 0.1

// minScore is the lowest score of a guess; text without any doubt has 100.
const minScore = 25

// guess finds the encoding in which the excerpt looks most like some language, among the
// candidates in which it survives.
func (x excerpt) guess() Encoding {
	high := highLines(x.src)
	conf := confidences(high)
	type scored struct {
		Encoding
		score float64
	}
	var all []scored
	for _, c := range candidates {
		e, _ := encodingNamed(c.name)
		score := 100*newReading(e, high).plausible(c.languages) + c.prior + confWeight*float64(conf[c.name])
		all = append(all, scored{e, score})
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for _, c := range all {
		if c.score < minScore {
			break
		}
		if x.in(c.Encoding) {
			return c.Encoding
		}
	}
	return latin1()
}

// highLines are the lines of src that are not ASCII, up to sampleLen bytes. All candidates have
// the line ends of ASCII, so only the last character may be cut.
func highLines(src []byte) []byte {
	var sample []byte
	for line := range bytes.Lines(src) {
		if ASCIILen(line) == len(line) {
			continue
		}
		sample = append(sample, line[:min(len(line), sampleLen-len(sample))]...)
		if len(sample) == sampleLen {
			break
		}
	}
	return sample
}

// confidences are chardet's, from 0 to 100, by our names of encodings.
func confidences(sample []byte) map[string]int {
	results, err := chardet.NewTextDetector().DetectAll(sample)
	if err != nil {
		return nil
	}
	conf := map[string]int{}
	for _, r := range results {
		for _, name := range families.Get()[r.Charset] {
			conf[name] = max(conf[name], r.Confidence)
		}
	}
	return conf
}

// families are our encodings that share their letters with one of chardet's.
var families = lazy.Value[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"ISO-8859-1":   {"windows-1252", "iso-8859-15"},
		"windows-1252": {"windows-1252", "iso-8859-15"},
		"ISO-8859-2":   {"iso-8859-2", "windows-1250"},
		"windows-1250": {"iso-8859-2", "windows-1250"},
		"ISO-8859-5":   {"iso-8859-5"},
		"ISO-8859-7":   {"iso-8859-7", "windows-1253"},
		"windows-1253": {"iso-8859-7", "windows-1253"},
		"ISO-8859-8":   {"windows-1255"},
		"ISO-8859-8-I": {"windows-1255"},
		"windows-1255": {"windows-1255"},
		"ISO-8859-9":   {"windows-1254"},
		"windows-1254": {"windows-1254"},
		"windows-1251": {"windows-1251"},
		"windows-1256": {"windows-1256"},
		"KOI8-R":       {"koi8-r"},
		"Shift_JIS":    {"shift_jis"},
		"EUC-JP":       {"euc-jp"},
		"EUC-KR":       {"euc-kr"},
		"GB-18030":     {"gbk", "gb18030"},
		"Big5":         {"big5"},
	}
}}
