package pdf

import (
	"bytes"
	"compress/flate"
	"compress/lzw"
	"encoding/ascii85"
	"errors"
	"io"

	tiff "golang.org/x/image/tiff/lzw"
)

// decode undoes the filters of a stream (ISO 32000-1, 7.4). A damaged stream ends at the
// damage, since a part of a page is better than none. Filters of images give nothing.
func (f *file) decode(raw []byte, d dict) []byte {
	filters, parms := f.filters(d)
	for i, filter := range filters {
		parm := value{file: f, data: parms}.index(i).dict()
		switch f.resolve(filter).name() {
		case "FlateDecode", "Fl":
			raw = f.unpredict(f.inflate(raw), parm)
		case "LZWDecode", "LZW":
			raw = f.unpredict(f.charge(unLZW(raw, parm["EarlyChange"] != 0.0)), parm)
		case "ASCIIHexDecode", "AHx":
			l := lexer{b: raw}
			raw = []byte(l.hex())
		case "ASCII85Decode", "A85":
			raw = un85(raw)
		case "RunLengthDecode", "RL":
			raw = f.charge(unRunLength(raw))
		case "Crypt":
		default:
			return nil
		}
	}
	return raw
}

// filters are the names of the filters and their parameters; one may stand alone.
func (f *file) filters(d dict) (filters, parms array) {
	pick := func(long, short name) array {
		v := f.resolve(d[long]).data
		if v == nil {
			v = f.resolve(d[short]).data
		}
		switch v := v.(type) {
		case array:
			return v[:min(len(v), 8)]
		case nil:
			return nil
		default:
			return array{v}
		}
	}
	return pick("Filter", "F"), pick("DecodeParms", "DP")
}

// charge counts decoded bytes, and ends the work if there are too many.
func (f *file) charge(out []byte) []byte {
	f.budget.bytes -= len(out)
	if len(out) >= maxStream || f.budget.bytes < 0 {
		f.budget.over("a stream in it holds very much")
		return nil
	}
	return out
}

func (f *file) inflate(raw []byte) []byte {
	if len(raw) > 2 && raw[0]&0x0f == 8 { // the header of zlib; its checksum is not of use
		raw = raw[2:]
	}
	return f.charge(readUpTo(flate.NewReader(bytes.NewReader(raw))))
}

// unpredict undoes PNG's and TIFF's prediction (7.4.4.4); of TIFF's, that of bytes.
func (f *file) unpredict(data []byte, parm dict) []byte {
	p := f.resolve(parm)
	predictor := p.key("Predictor").int()
	if predictor < 2 || len(data) == 0 {
		return data
	}
	value := func(key name, unset int) int {
		if _, ok := parm[key]; !ok {
			return unset
		}
		return min(max(p.key(key).int(), 1), 1<<16)
	}
	colors, bits, columns := value("Colors", 1), value("BitsPerComponent", 8), value("Columns", 1)
	pixel := max(colors*bits/8, 1)
	row := (colors*bits*columns + 7) / 8
	if predictor == 2 {
		for i := range data {
			if bits == 8 && i%row >= pixel {
				data[i] += data[i-pixel]
			}
		}
		return data
	}
	out := make([]byte, 0, len(data))
	last := make([]byte, min(row, len(data)))
	for len(data) > 1 {
		kind := data[0]
		line := data[1:min(1+row, len(data))]
		data = data[1+len(line):]
		unPNG(kind, line, last, pixel)
		out = append(out, line...)
		last = line
	}
	return out
}

// unPNG undoes one row in place.
func unPNG(kind byte, line, last []byte, pixel int) {
	at := func(b []byte, i int) int {
		if i < 0 || i >= len(b) {
			return 0
		}
		return int(b[i])
	}
	for i := range line {
		left, up, diagonal := at(line, i-pixel), at(last, i), at(last, i-pixel)
		switch kind {
		case 1:
			line[i] += byte(left)
		case 2:
			line[i] += byte(up)
		case 3:
			line[i] += byte((left + up) / 2)
		case 4:
			line[i] += byte(paeth(left, up, diagonal))
		}
	}
}

func paeth(left, up, diagonal int) int {
	p := left + up - diagonal
	dl, du, dd := abs(p-left), abs(p-up), abs(p-diagonal)
	switch {
	case dl <= du && dl <= dd:
		return left
	case du <= dd:
		return up
	}
	return diagonal
}

func abs(n int) int { return max(n, -n) }

func unRunLength(raw []byte) []byte {
	var out []byte
	for len(raw) > 1 && raw[0] != 128 && len(out) < maxStream {
		n := int(raw[0])
		if n < 128 {
			chunk := raw[1:min(2+n, len(raw))]
			out = append(out, chunk...)
			raw = raw[1+len(chunk):]
		} else {
			out = append(out, bytes.Repeat(raw[1:2], 257-n)...)
			raw = raw[2:]
		}
	}
	return out
}

// un85 decodes up to the end mark, or up to what is corrupt.
func un85(raw []byte) []byte {
	raw, _, _ = bytes.Cut(bytes.TrimPrefix(raw, []byte("<~")), []byte("~"))
	out := make([]byte, 4*(len(raw)/5+bytes.Count(raw, []byte("z"))+1))
	n, _, err := ascii85.Decode(out, raw, true)
	if at := ascii85.CorruptInputError(0); errors.As(err, &at) {
		n, _, _ = ascii85.Decode(out, raw[:at], false)
	}
	return out[:n]
}

// unLZW decodes LZW, high bits first. With early set, codes grow one code early, as those
// of TIFF do.
func unLZW(raw []byte, early bool) []byte {
	if early {
		return readUpTo(tiff.NewReader(bytes.NewReader(raw), tiff.MSB, 8))
	}
	return readUpTo(lzw.NewReader(bytes.NewReader(raw), lzw.MSB, 8))
}

// readUpTo reads up to an error or to maxStream bytes.
func readUpTo(r io.Reader) []byte {
	out, _ := io.ReadAll(io.LimitReader(r, maxStream))
	return out
}
