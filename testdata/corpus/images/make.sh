#!/bin/sh
# Makes the images of this folder. Debian packages: imagemagick python3-pil
# libheif-examples webp libjpeg-turbo-progs
set -eu
cd "$(dirname "$0")"
export PATH=/usr/bin:/bin SOURCE_DATE_EPOCH=1700000000
rm -f -- *.png *.jpg *.gif *.webp *.bmp *.tiff *.ico *.cur *.heic *.avif *.svg
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

/usr/bin/python3 - <<'PY'
from PIL import Image, ImageDraw
import io

def picture(w, h, mode="RGB", shift=0):
    im = Image.new("RGB", (w, h), (250, 250, 245))
    d = ImageDraw.Draw(im)
    d.rectangle([2 + shift, 2, w // 2 + shift, h // 2], fill=(200, 40, 40))
    d.ellipse([w // 3, h // 3, w - 4, h - 4], outline=(20, 60, 160))
    return im.convert(mode)

im = picture(40, 24)
im.save("rgb.png")
picture(40, 24, "P").save("palette.png")
picture(40, 24, "RGBA").save("alpha.png")
frames = [picture(40, 24, shift=s) for s in range(4)]
frames[0].save("animated.png", save_all=True, append_images=frames[1:], duration=100)
frames[0].save("animated.gif", save_all=True, append_images=frames[1:], duration=100)
frames[0].save("animated.webp", save_all=True, append_images=frames[1:], duration=100)
im.save("still.gif")

def exif(n):
    e = Image.Exif()
    e[0x0112] = n
    e[0x010F] = "fileops"
    return e
for n in range(1, 9):
    im.save(f"orientation-{n}.jpg", quality=60, exif=exif(n))
im.save("orientation-6.png", exif=exif(6))
im.save("orientation-6.webp", exif=exif(6))
im.save("progressive.jpg", quality=60, progressive=True)
picture(40, 24, "CMYK").save("cmyk.jpg", quality=60)
picture(40, 24, "L").save("gray.jpg", quality=60)
im.save("lossy.webp", quality=50)
im.save("lossless.webp", lossless=True)
picture(40, 24, "RGBA").save("alpha.webp", quality=50)
im.save("rgb.bmp")
picture(40, 24, "P").save("palette.bmp")
picture(40, 24, "1").save("bits.bmp")
im.save("lzw.tiff", compression="tiff_lzw")
im.save("jpeg.tiff", compression="jpeg")
frames[0].save("pages.tiff", save_all=True, append_images=frames[1:], compression="tiff_deflate")
im.save("orientation-6.tiff", tiffinfo={0x0112: 6})
picture(64, 64, "RGBA").save("sizes.ico", sizes=[(16, 16), (32, 32), (64, 64)])

# The camera's own data behind the end of the picture.
b = open("progressive.jpg", "rb").read()
open("trailer.jpg", "wb").write(b + b"\0" * 3000)
PY

convert rgb.png -interlace PNG interlaced.png
convert rgb.png -endian MSB big-endian.tiff
convert rgb.png TIFF64:big.tiff
convert rgb.png -type Palette -compress RLE BMP3:rle.bmp
convert rgb.png -type Palette BMP2:os2.bmp
convert rgb.png -resize 32x32! -define icon:auto-resize=32 CUR:pointer.cur
convert rgb.png "$tmp/in.ppm"
cjpeg -arithmetic "$tmp/in.ppm" >arithmetic.jpg

heif-enc -q 40 rgb.png -o still.heic
# heif-enc writes no rotation: the property that tells the bits of a pixel becomes one.
python3 -c 'import sys
b = open("still.heic", "rb").read()
assert b.count(b"pixi\0") == 1
sys.stdout.buffer.write(b.replace(b"pixi\0", b"irot\1"))' >rotated.heic
convert rgb.png -resize 37x23! "$tmp/odd.png"
heif-enc -q 40 "$tmp/odd.png" -o odd.heic
heif-enc -A -q 40 rgb.png -o still.avif
heif-enc -A -q 40 "$tmp/odd.png" -o odd.avif

# Cut in the middle of the pixels, and in the header.
for f in rgb.png progressive.jpg animated.gif lossy.webp still.heic rgb.bmp sizes.ico lzw.tiff; do
	size=$(wc -c <"$f")
	head -c $((size * 3 / 5)) "$f" >"cut-middle.${f##*.}"
	head -c 30 "$f" >"cut-start.${f##*.}"
done
# A wrong checksum in the header.
{ head -c 29 rgb.png; printf '\377'; tail -c +31 rgb.png; } >damaged.png

cat >pixels.svg <<'X'
<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60px"><rect width="10" height="10"/></svg>
X
cat >millimetres.svg <<'X'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (a comment before the root element) -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">
  <svg:circle r="4"/>
</svg:svg>
X
cat >viewbox.svg <<'X'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0, 0, 24 24"/>
X
cat >percent.svg <<'X'
<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="50" viewBox="0 0 300 100"><path d="M0 0h24"/></svg>
X
cat >open.svg <<'X'
<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h24"/></svg>
X
head -c 120 millimetres.svg >cut-start.svg
head -c 330 millimetres.svg >cut-middle.svg
