package kind

import (
	"encoding/binary"
	"strings"
)

// program names what a machine runs, whose kind stands in fields behind the magic.
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

// elf tells the types of ELF(5) apart. A shared library and an executable that may lie
// anywhere in memory have the same type; the latter asks for an interpreter.
func (f *file) elf() string {
	b := f.start
	if len(b) < 52 {
		return "ELF file"
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[5] == 2 {
		order = binary.BigEndian
	}
	switch order.Uint16(b[16:]) {
	case 1:
		return "ELF object file"
	case 2:
		return "ELF executable"
	case 3:
		if f.interpreted(order) || !strings.Contains(f.name, ".so") && order.Uint32(b[24:]) != 0 {
			return "ELF executable"
		}
		return "ELF shared library"
	case 4:
		return "ELF core dump"
	}
	return "ELF file"
}

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

// windows follows the header of DOS to that of Windows (PE format, Microsoft). Without
// one it wants the fields of DOS to make sense, since two letters say nothing.
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
	if len(b) < 16 {
		return "Mach-O file"
	}
	switch order.Uint32(b[12:]) {
	case 1:
		return "Mach-O object file"
	case 2:
		return "Mach-O executable"
	case 4:
		return "Mach-O core dump"
	case 6:
		return "Mach-O dynamic library"
	case 8:
		return "Mach-O bundle"
	case 10:
		return "Mach-O debug symbols"
	}
	return "Mach-O file"
}
