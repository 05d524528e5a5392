package kind

import (
	"cmp"
	"encoding/binary"
	"strings"
)

// program names machine code. Its kind stands in fields after the magic number.
func (f *file) program() string {
	b := f.start
	switch {
	case len(b) < 8:
		return ""
	case strings.HasPrefix(string(b[:4]), "\x7fELF"):
		return f.elf()
	case string(b[:2]) == "MZ":
		return f.windows()
	}
	switch binary.BigEndian.Uint32(b) {
	case 0xfeedface, 0xfeedfacf:
		return machO(b, binary.BigEndian)
	case 0xcefaedfe, 0xcffaedfe:
		return machO(b, binary.LittleEndian)
	case 0xcafebabe: // shared with Java, whose versions start at 45
		if binary.BigEndian.Uint32(b[4:]) < 45 {
			return "Mach-O universal binary"
		}
		return "Java class file"
	}
	return ""
}

// elf names the types of elf(5). A shared library and a position-independent executable
// have the same type; only the latter names an interpreter.
func (f *file) elf() string {
	b := f.start
	if len(b) < 52 {
		return "ELF file"
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[5] == 2 {
		order = binary.BigEndian
	}
	typ := order.Uint16(b[16:])
	if typ == 3 && (f.interpreted(order) || !strings.Contains(f.name, ".so") && order.Uint32(b[24:]) != 0) {
		typ = 2
	}
	if int(typ) < len(elfTypes) {
		return "ELF " + elfTypes[typ]
	}
	return "ELF file"
}

var elfTypes = [...]string{"file", "object file", "executable", "shared library", "core dump"}

// interpreted looks for the program header PT_INTERP.
func (f *file) interpreted(order binary.ByteOrder) bool {
	b := f.start
	at, size, count := uint64(order.Uint32(b[28:])), uint64(order.Uint16(b[42:])), int(order.Uint16(b[44:]))
	if b[4] == 2 { // 64 bits
		if len(b) < 64 {
			return false
		}
		at, size, count = order.Uint64(b[32:]), uint64(order.Uint16(b[54:])), int(order.Uint16(b[56:]))
	}
	const interp = 3
	for range count {
		if at > uint64(len(b)) || at+4 > uint64(len(b)) || size == 0 {
			return false
		}
		if order.Uint32(b[at:]) == interp {
			return true
		}
		at += size
	}
	return false
}

// windows reads the header of DOS and that of Windows (PE format, Microsoft). Without the
// latter, the fields of DOS must make sense, since two letters prove nothing.
func (f *file) windows() string {
	b := f.start
	if len(b) < 64 {
		return ""
	}
	if at := binary.LittleEndian.Uint32(b[60:]); at < uint32(len(b)) && len(b)-int(at) >= 24 && string(b[at:at+4]) == "PE\x00\x00" {
		const dll = 0x2000
		if binary.LittleEndian.Uint16(b[at+22:])&dll != 0 {
			return "Windows DLL (PE)"
		}
		return "Windows executable (PE)"
	}
	last, pages := binary.LittleEndian.Uint16(b[2:]), int64(binary.LittleEndian.Uint16(b[4:]))
	header, relocations := int64(binary.LittleEndian.Uint16(b[8:]))*16, int64(binary.LittleEndian.Uint16(b[24:]))
	if last < 512 && pages > 0 && (pages-1)*512 < f.size && header >= 32 && header < f.size && relocations <= header {
		return "DOS executable"
	}
	return ""
}

func machO(b []byte, order binary.ByteOrder) string {
	name := "file"
	if len(b) >= 16 {
		if t := order.Uint32(b[12:]); t < uint32(len(machOTypes)) {
			name = cmp.Or(machOTypes[t], name)
		}
	}
	return "Mach-O " + name
}

var machOTypes = [...]string{
	1: "object file", 2: "executable", 4: "core dump", 6: "dynamic library", 8: "bundle", 10: "debug symbols",
}
