#!/bin/sh
# Makes the binaries of this folder. Debian packages: gcc libc6-dev binutils git zip
# xz-utils zstd bzip2 p7zip-full lz4 cpio dpkg python3 python3-numpy python3-h5py
# python3-fonttools python3-brotli fonts-dejavu-core sqlite3 gettext ffmpeg
# default-jdk-headless; and Go. Where "head" stands, only the start of the file is
# kept: it tells the kind, and the rest would be large.
set -eu
cd "$(dirname "$0")"
export SOURCE_DATE_EPOCH=1700000000 TZ=UTC LC_ALL=C
find . -maxdepth 1 -type f ! -name make.sh ! -name README.md -delete
out=$PWD
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
start() { head -c "${3:-1024}" "$1" >"$out/$2"; }

# programs
printf 'int answer(void) { return 42; }\n' >lib.c
printf 'int main(void) { return 0; }\n' >main.c
gcc -c lib.c -o lib.o
strip lib.o && cp lib.o "$out/object.o"
ar rcD "$out/static.a" lib.o
gcc -shared -fPIC lib.c -o lib.so && start lib.so library.so
gcc main.c -o pie && start pie pie
gcc -no-pie main.c -o exe && start exe a.out
gcc -static-pie main.c -o static && start static static-pie
printf 'package main\n\nfunc main() {}\n' >main.go
printf 'public class Hello { public static void main(String[] a) {} }\n' >Hello.java
for t in windows/amd64:go.exe darwin/arm64:mach-o js/wasm:module.wasm; do
	os=${t%%/*} arch=${t#*/}
	GOOS=$os GOARCH=${arch%:*} CGO_ENABLED=0 go build -ldflags '-s -w' -o go.bin main.go
	start go.bin "${t#*:}"
done
javac --release 11 Hello.java && cp Hello.class "$out/Hello.class"
printf 'x = 1\n' >mod.py
/usr/bin/python3 -c 'import py_compile; py_compile.compile("mod.py", "mod.pyc")'
cp mod.pyc "$out/mod.pyc"

# archives
mkdir dir && printf 'hello\n' >dir/a.txt && printf 'there\n' >dir/b.txt
tar --sort=name --mtime=@1700000000 --owner=0 --group=0 -cf t.tar dir && start t.tar files.tar 10240
for z in 'gzip -n' xz 'zstd -q'  bzip2; do $z -k -f t.tar; done
cp t.tar.gz "$out/files.tar.gz"; cp t.tar.xz "$out/files.tar.xz"; cp t.tar.zst "$out/files.tar.zst"
cp t.tar.bz2 "$out/files.tar.bz2"; lz4 -q -f t.tar t.tar.lz4 && cp t.tar.lz4 "$out/files.tar.lz4"
zip -q -X -r files.zip dir && cp files.zip "$out/files.zip" && cp files.zip "$out/tool-1.0-py3-none-any.whl"
7z a -bd files.7z dir >/dev/null && cp files.7z "$out/files.7z"
find dir | sort | cpio -o -H newc --quiet >"$out/files.cpio"
jar cf "$out/hello.jar" Hello.class
mkdir -p deb/DEBIAN && printf 'Package: hello\nVersion: 1\nArchitecture: all\nMaintainer: x <x@example.org>\nDescription: x\n' >deb/DEBIAN/control
dpkg-deb -b deb "$out/hello.deb" >/dev/null

# documents: the parts that name them, in a zip archive
/usr/bin/python3 - "$out" <<'PY'
import sys, zipfile
out = sys.argv[1]
def z(name, parts):
    with zipfile.ZipFile(f"{out}/{name}", "w") as f:
        for part, text in parts:
            f.writestr(zipfile.ZipInfo(part), text)
types = "[Content_Types].xml", "<?xml version='1.0'?><Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"
for name, part in ("text.docx", "word/document.xml"), ("sheet.xlsx", "xl/workbook.xml"), ("slides.pptx", "ppt/presentation.xml"):
    z(name, [types, ("_rels/.rels", "<Relationships/>"), (part, "<x/>")])
z("text.odt", [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<x/>")])
z("book.epub", [("mimetype", "application/epub+zip"), ("META-INF/container.xml", "<x/>")])
PY

# data
sqlite3 db.sqlite 'create table t(x); insert into t values(1);' && cp db.sqlite "$out/db.sqlite"
/usr/bin/python3 - "$out" <<'PY'
import sys, pickle, plistlib, numpy, h5py, io, dbm.dumb
out = sys.argv[1]
for p in 2, 4, 5:
    open(f"{out}/protocol-{p}.pkl", "wb").write(pickle.dumps({"a": [1, 2, 3]}, protocol=p))
numpy.save(f"{out}/array.npy", numpy.arange(6))
numpy.savez(f"{out}/arrays.npz", a=numpy.arange(6))
with h5py.File(f"{out}/data.h5", "w") as f:
    f["x"] = numpy.arange(6)
open(f"{out}/binary.plist", "wb").write(plistlib.dumps({"a": 1}, fmt=plistlib.FMT_BINARY))
PY
printf 'msgid "a"\nmsgstr "b"\n' >m.po && msgfmt m.po -o "$out/messages.mo"
git init -q repo && cd repo && cp ../main.c . && git add main.c
git -c user.name=x -c user.email=x@example.org commit -q -m x && git gc -q
cp .git/index "$out/git-index"; cp .git/objects/pack/*.pack "$out/git.pack"; cp .git/objects/pack/*.idx "$out/git.idx"
cd ..

# sound, video, fonts
ff() { ffmpeg -nostdin -v error -bitexact "$@"; }
for e in wav flac mp3 ogg m4a; do
	ff -f lavfi -i sine=440:duration=0.05:sample_rate=8000 -fflags +bitexact "s.$e" && start "s.$e" "sound.$e"
done
for e in mp4 webm mkv avi mov flv; do
	ff -f lavfi -i testsrc=size=32x32:rate=5:duration=0.4 -fflags +bitexact "v.$e" && start "v.$e" "video.$e"
done
/usr/bin/python3 -m fontTools.subset /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf --text=ab --output-file=f.ttf --layout-features= --name-IDs=
cp f.ttf "$out/font.ttf"
for w in woff woff2; do
	/usr/bin/python3 -m fontTools.subset f.ttf --text=ab --flavor=$w --output-file="$out/font.$w" --name-IDs=
done

# Where no free tool writes it, or only a large one: the bytes that its specification
# says a file starts with, and zeros.
zeros() { printf "$1" >"$out/$2" && head -c 64 /dev/zero >>"$out/$2"; }
zeros 'Rar!\032\007\001\000' made.rar
zeros 'BC\300\336' made.bc
zeros '\000\000\000\001Bud1\000' DS_Store
zeros 'PAR1\025\004' made.parquet
zeros 'OTTO\000\012' made.otf
zeros 'GGUF\003\000\000\000' made.gguf
