package match

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
)

// Miss is the text of a source nearest to a find without a match, and why it differs.
type Miss struct {
	// First and Last are the lines of the nearest region, 1-based; 0 if nothing is near.
	First, Last int
	// Similarity is that of find and region, from 0 to below 1.
	Similarity float64
	// Text is the region without its last line end. It is whole lines, or a part of a line
	// of more than 512 bytes.
	Text string
	// Causes tell how the find differs from the region, as `kind: details`; the kinds are
	// the constants in causes.go. If nothing is near, they are what the find alone tells.
	Causes []string
}

// minSimilarity is the smallest similarity of a region that is shown.
const minSimilarity = 0.45

// Limits of the search: the number of hits of features, the number of candidates, and how many
// pieces apart the parts of one candidate may have moved.
const (
	maxHits       = 1 << 17
	maxCandidates = 6
	maxSlack      = 40
	manyPieces    = 1000 // of a find; from there on fewer candidates are compared
)

// Nearest finds the text of src nearest to a find without a match, and names every kind of
// difference. LF and CRLF are equal. The time is linear in src: one pass looks for lines and
// words of the find, and only the few places with the rarest of them are compared. The result
// is for messages only: nothing is edited there.
func Nearest(src []byte, find text.Value) Miss {
	needle := text.Unix(find.Snippet())
	if !find.Block {
		needle = strings.TrimSuffix(needle, "\n")
	}
	if m, ok := nearInFence(src, needle, find.Block); ok {
		return m
	}
	if m, ok := nearInNotation(src, needle); ok {
		return m
	}
	m := nearest(src, needle, find.Block)
	if plain, cause := unescaped(needle); cause != "" {
		if other := nearest(src, plain, find.Block); other.Similarity > m.Similarity+0.02 {
			other.Causes = append([]string{cause}, other.Causes...)
			return other
		}
	}
	return m
}

// nearInFence is Nearest for the text in a code fence that the file does not have.
func nearInFence(src []byte, needle string, block bool) (Miss, bool) {
	inner, fenced := text.Unfence(needle)
	first, _, _ := strings.Cut(strings.Trim(needle, "\r\n"), "\n")
	if !fenced || hasLine(src, strings.Trim(first, blanks)) {
		return Miss{}, false
	}
	m := nearest(src, strings.TrimSuffix(inner, "\n"), block)
	m.Similarity = min(m.Similarity, 0.99)
	m.Causes = append([]string{causeFence + ": the text stands in a code fence, which is not in the file"}, m.Causes...)
	return m, true
}

// nearest is Nearest for the text of a find.
func nearest(src []byte, needle string, block bool) Miss {
	f := readFind(needle, src)
	if len(f.parts) == 0 {
		if block && blankPiece([]byte(needle)) && needle != "" {
			f.causes = append(f.causes, fmt.Sprintf("%s: the text is nothing but blank lines (%d), which do not stand so in the file", causeBlank, 1+strings.Count(needle, "\n")))
		}
		return Miss{Causes: f.causes}
	}
	best := locate(src, f.parts[0])
	if best.similarity < minSimilarity {
		return Miss{Causes: f.causes}
	}
	regions := []located{best}
	if len(f.parts) > 1 {
		rest := src[best.end:min(len(src), best.end+maxElided)]
		if next := locate(rest, f.parts[1]); next.similarity >= minSimilarity {
			next.start, next.end = next.start+best.end, next.end+best.end
			for i := range next.pairs {
				next.pairs[i].at += best.end
			}
			regions = append(regions, next)
		}
	}
	last := regions[len(regions)-1]
	region := bytes.TrimSuffix(bytes.TrimSuffix(src[best.start:last.end], []byte("\n")), []byte("\r"))
	numbers := text.LineNumbers(src, []int{best.start, best.start + max(0, len(region)-1)})
	return Miss{
		First: numbers[0], Last: numbers[1], Similarity: best.similarity, Text: string(region),
		Causes: append(f.causes, causesOf(src, regions)...),
	}
}

// maxElided is the largest distance between the two parts of an elided find, in bytes.
const maxElided = 1 << 18

// located is a region and the pairs of its pieces and those of the find.
type located struct {
	start, end int
	similarity float64
	pairs      []pair
}

// locate finds the region of src that is nearest to the lines of find.
func locate(src []byte, find []string) located {
	pieces, shapes := piecesOf(find)
	fs := featuresOf(shapes)
	s := scan(src, fs)
	slack := min(maxSlack, 2+len(pieces)/4)
	var best located
	score := -1
	list := startsOf(fs, s.hits, len(pieces), slack)
	if len(pieces) > manyPieces {
		list = list[:min(len(list), 2)]
	}
	for _, c := range list {
		lines := s.pieces(src, c.lo-2, c.hi+len(pieces)+2)
		if len(lines) == 0 {
			continue
		}
		a := newAligner(pieces, shapes, lines)
		if n := a.run(); n > score {
			score = n
			best = a.located()
		}
	}
	if len(pieces) == 1 && best.similarity < minSimilarity {
		for _, c := range list {
			lines := s.pieces(src, c.lo, c.hi+2)
			if len(lines) == 0 || len(lines[0].text) < maxPiece {
				continue
			}
			last := lines[len(lines)-1]
			whole := located{start: lines[0].at, end: last.at + len(last.text), pairs: make([]pair, 1)}
			if l := whole.narrow(src, pieces[0]); l.similarity > best.similarity {
				best = l
			}
		}
	}
	return best
}

// piecesOf splits the lines of a find as the source is split, with their shapes.
func piecesOf(find []string) (pieces [][]byte, shapes []shape) {
	for _, line := range find {
		rest := []byte(line)
		for {
			n := piece(rest)
			pieces = append(pieces, rest[:n])
			var s shape
			s.read(rest[:n])
			shapes = append(shapes, s)
			if rest = rest[n:]; len(rest) == 0 {
				break
			}
		}
	}
	return pieces, shapes
}

// hit is a place in the source that has a feature of the find.
type hit struct{ feature, line int32 }

// scanned is the result of one pass over the source. It keeps the offset of every 32nd piece, to
// find pieces by their number.
type scanned struct {
	hits   []hit
	starts []int
	count  int
}

const startsEvery = 32

func scan(src []byte, fs *features) scanned {
	var s scanned
	limit := int32(min(256, max(4, maxHits/max(1, len(fs.list)))))
	var sh shape
	var last uint64
	var list []uint64
	for at := text.Body(src); at < len(src); s.count++ {
		if s.count%startsEvery == 0 {
			s.starts = append(s.starts, at)
		}
		if src[at] == '\n' {
			at++
			continue
		}
		n := piece(src[at:])
		sh.read(src[at : at+n])
		list = sh.features(list[:0], last)
		for _, hash := range list {
			i := fs.index(hash)
			if i < 0 {
				continue
			}
			ft := &fs.list[i]
			if ft.count++; ft.count <= limit {
				s.hits = append(s.hits, hit{int32(i), int32(s.count)})
			}
		}
		if sh.whole != 0 {
			last = sh.whole
		}
		at += n
	}
	return s
}

// sourcePiece is a line of the source, or a piece of one, with its line end.
type sourcePiece struct {
	at   int
	text []byte
}

// pieces are the pieces of src with the numbers from lo up to but without hi.
func (s scanned) pieces(src []byte, lo, hi int) []sourcePiece {
	lo, hi = max(0, lo), min(hi, s.count)
	if lo >= hi {
		return nil
	}
	at := s.starts[lo/startsEvery]
	out := make([]sourcePiece, 0, hi-lo)
	for i := lo / startsEvery * startsEvery; i < hi; i++ {
		n := piece(src[at:])
		if i >= lo {
			out = append(out, sourcePiece{at, src[at : at+n]})
		}
		at += n
	}
	return out
}

// startRange is a range of pieces at which find may start, and the sum of the votes for it.
type startRange struct{ lo, hi, votes int }

// startsOf are the best places for the first piece of find. Each hit of a feature votes for the
// start that the feature's place in find implies. Rare features have more weight.
func startsOf(fs *features, hits []hit, pieces, slack int) []startRange {
	votes := make([]uint64, 0, len(hits)) // the start and the weight, to be sorted
	for _, h := range hits {
		ft := &fs.list[h.feature]
		// 22 bits are more than the features of a file of 10 MB.
		weight := ft.value * int32(max(1, 22-bits.Len32(uint32(ft.count)*uint32(len(ft.lines)))))
		for _, line := range ft.lines {
			if len(votes) < 2*maxHits {
				votes = append(votes, uint64(h.line-line+int32(pieces))<<16|uint64(weight))
			}
		}
	}
	slices.Sort(votes)
	var ranges []startRange
	sum, from := 0, 0
	for i, v := range votes {
		sum += int(v & 0xffff)
		for votes[i]>>16-votes[from]>>16 > uint64(slack) {
			sum -= int(votes[from] & 0xffff)
			from++
		}
		if i+1 == len(votes) || votes[i+1]>>16 != v>>16 {
			ranges = append(ranges, startRange{int(votes[from]>>16) - pieces, int(v>>16) - pieces, sum})
		}
	}
	var best []startRange
	for len(ranges) > 0 && len(best) < maxCandidates {
		c := slices.MaxFunc(ranges, func(a, b startRange) int { return a.votes - b.votes })
		best = append(best, c)
		ranges = slices.DeleteFunc(ranges, func(r startRange) bool { return r.lo >= c.lo-slack && r.hi <= c.hi+slack })
	}
	return best
}

// narrow cuts the region of a short find in a long line down to the part most like the find.
func (l located) narrow(src []byte, find []byte) located {
	find = bytes.TrimSpace(find)
	if len(find) < 4 || l.end-l.start < 2*len(find) {
		return l
	}
	text := src[l.start:l.end]
	var wanted [1 << 16]int16
	for i := 1; i < len(find); i++ {
		wanted[uint16(find[i-1])<<8|uint16(find[i])]++
	}
	have, best, at := 0, -1, 0
	for i := 1; i < len(text); i++ {
		g := uint16(text[i-1])<<8 | uint16(text[i])
		if wanted[g]--; wanted[g] >= 0 {
			have++
		}
		if j := i - len(find) + 1; j > 0 {
			g := uint16(text[j-1])<<8 | uint16(text[j])
			if wanted[g]++; wanted[g] > 0 {
				have--
			}
		}
		if have > best {
			best, at = have, i+1
		}
	}
	start, end := max(0, at-len(find)), at
	for start > 0 && wordRune(rune(text[start-1])) && start > at-2*len(find) {
		start--
	}
	for end < len(text) && wordRune(rune(text[end])) && end < at+len(find) {
		end++
	}
	for start > 0 && !utf8.RuneStart(text[start]) {
		start--
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	l.start, l.end = l.start+start, l.start+end
	l.pairs = []pair{{find: find, source: text[start:end], at: l.start}}
	l.similarity = similarity(l.pairs)
	return l
}
