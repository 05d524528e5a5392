#!/usr/bin/env bash
# Makes the PDFs in testdata/corpus/pdf with as many producers as Debian has, and beside
# each NAME.pdf the words that pdftotext finds in it: NAME.txt. Tests need neither this
# script nor what it installs. Runs as root on Debian 12; the README beside the PDFs says
# what each is for.
set -euo pipefail
out=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/testdata/corpus/pdf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
export SOURCE_DATE_EPOCH=1763700000 FORCE_SOURCE_DATE=1 TZ=UTC HOME="$work"

packages=(
	poppler-utils ghostscript enscript groff qpdf librsvg2-bin pango1.0-tools weasyprint
	python3-reportlab img2pdf fonts-dejavu-core fonts-wqy-microhei fonts-hosny-amiri
	texlive-latex-base texlive-latex-recommended texlive-fonts-recommended texlive-xetex
	texlive-luatex lmodern chromium libreoffice-writer-nogui mupdf-tools
)
if ! dpkg -s "${packages[@]}" >"$work/dpkg" 2>&1; then
	apt-get -qq update
	DEBIAN_FRONTEND=noninteractive apt-get -qqy install --no-install-recommends "${packages[@]}"
fi
cd "$work"

# --- the text, in paragraphs that have ligatures, hyphens and dashes

cat >a.txt <<'T'
The office keeps a gauge on the river so that the ferry can plan its first trip of the day. Five small floats rise and fall with the water, and an efficient but difficult mechanism writes their heights on a drum of paper. A shuffle of cogs, filed by hand, offsets the flow of the afternoon tide.

Nobody affords such a machine today. Its replacement, a box of the size of a coffee cup, listens to the echo of a sound that it sends down a pipe and reports the level every fifteen minutes. It costs less than the ink of the former one, and it has no reflection of the craft that went into the drum.

What the new box cannot do is show the trend at a glance. The old sheets hang in a corridor - one for each week since 1931 - and whoever walks along them sees floods, droughts and the slow, well-known sinking of the river bed, without a single figure being read. Confirmed readings differ by 0.25 metres at most; the staff of 1948 suffered 17 gaps, all of them afflicted by frost.
T
cat >b.txt <<'T'
Characterisation of hydrographic instrumentation requires uncharacteristically conscientious documentation. Interdepartmental responsibilities notwithstanding, representatives of neighbouring municipalities acknowledged the incomprehensibility of administrative correspondence. Subsequently, disproportionately complicated questionnaires were redistributed, whereupon telecommunication infrastructure deteriorated unexpectedly.
T
html() { # FILE: its paragraphs as HTML
	awk 'BEGIN { RS = "" } { print "<p>" $0 "</p>" }' "$1"
}
keep() { # NAME: name.pdf of the work directory goes to the corpus
	cp "$1.pdf" "$out/$1.pdf"
}

# --- TeX: pdfTeX with Type 1 fonts that have a built-in encoding, two columns, Type 3
# fonts by dvips, CID fonts by XeTeX and LuaTeX

cat >pdftex.tex <<T
\documentclass{article}\pagestyle{plain}\begin{document}
\section{The gauge}
$(cat a.txt)
\section{The na\\"ive caf\\'e}
$(cat b.txt)
\begin{tabular}{lrr} Week & Level & Flow \\\\ 12 & 0.75 & 310 \\\\ 13 & 0.81 & 325 \end{tabular}
Let \$x_1^2 + y_{max} = \alpha\$ be the level\footnote{Above the bed of the river.}.
\newpage
\section{Second page} $(cat b.txt)
\end{document}
T
pdflatex -interaction=batchmode pdftex.tex >/dev/null
keep pdftex
cat >pdftex-twocolumn.tex <<T
\documentclass[twocolumn]{article}\usepackage[T1]{fontenc}\usepackage{lmodern}
\title{Two columns below a heading that runs across both of them}\author{The Office}\date{May 1948}
\begin{document}\maketitle
\section{Beginning} $(cat a.txt) $(cat b.txt)
\section{Middle} $(cat b.txt) $(cat a.txt)
\section{End} $(cat a.txt) $(cat a.txt) $(cat b.txt)
\end{document}
T
pdflatex -interaction=batchmode pdftex-twocolumn.tex >/dev/null
keep pdftex-twocolumn
sed 's/\\newpage.*//; /Second page/,/^T$/d' pdftex.tex >dvips-type3.tex
grep -q 'end{document}' dvips-type3.tex || echo '\end{document}' >>dvips-type3.tex
latex -interaction=batchmode dvips-type3.tex >/dev/null
dvips -q -V1 -D300 -o dvips-type3.ps dvips-type3.dvi
ps2pdf dvips-type3.ps dvips-type3.pdf
keep dvips-type3
dvips -q -V0 -o dvips-gs.ps dvips-type3.dvi
ps2pdf dvips-gs.ps dvips-gs.pdf
keep dvips-gs
cat >xetex.tex <<T
\documentclass{article}\usepackage{fontspec}\setmainfont{DejaVu Serif}\pagestyle{empty}
\begin{document}
$(head -3 a.txt)

Управление держит на реке водомер, чтобы паром мог рассчитать первый рейс. Пять поплавков поднимаются и опускаются вместе с водой. Ελληνικά γράμματα: ποτάμι, στάθμη.
\end{document}
T
cp xetex.tex luatex.tex
xelatex -interaction=batchmode xetex.tex >/dev/null
lualatex -interaction=batchmode luatex.tex >/dev/null
keep xetex
keep luatex

# --- troff and PostScript

{
	printf '.TL\nThe gauge on the river\n.AU\nThe Office\n.2C\n.PP\n'
	cat a.txt b.txt a.txt b.txt a.txt a.txt b.txt
	printf '.bp\n.1C\n.TS\ntab(;);\nl n n.\nWeek;Level;Flow\nTwelve;0.75;310\nThirteen;0.81;325\n.TE\n'
	cat a.txt
} | awk '{ print }' >groff.ms
groff -t -ms -Tpdf groff.ms >groff.pdf
keep groff
fmt -w 72 a.txt | enscript -q -B -f Courier9 -o - | ps2pdf - enscript.pdf
keep enscript
cat >gs.ps <<'T'
%!PS-Adobe-3.0
/Times-Roman findfont 12 scalefont setfont
/line { exch 72 exch moveto show } def
720 (The office keeps a gauge on the river, set in PostScript.) line
700 (Kerned: ) line 700 120 exch moveto (AVAST) { pop pop -1 0 rmoveto } exch kshow
660 (Spaces between the letters of one word:) line
300 660 moveto 1 0 (widened words) ashow
72 600 translate
90 rotate 0 -300 moveto (Upright along the right margin) show -90 rotate
180 rotate -400 100 moveto (Upside down at the bottom) show
showpage
T
ps2pdf gs.ps gs.pdf
keep gs
cat >gs-slanted.ps <<'T'
%!PS-Adobe-3.0
/Times-Roman findfont 12 scalefont setfont
72 300 translate 45 rotate 0 0 moveto (Rotated by forty-five degrees) show
-75 rotate 0 -30 moveto (and downhill by thirty) show
showpage
T
ps2pdf gs-slanted.ps gs-slanted.pdf
keep gs-slanted

# --- browsers and offices

table='<table border="1"><tr><th>Week</th><th>Level</th><th>Flow</th></tr><tr><td>Twelve</td><td>0.75</td><td>310</td></tr><tr><td>Thirteen</td><td>0.81</td><td>325</td></tr></table>'
cat >chromium.html <<T
<meta charset="utf-8"><title>Gauge</title><style>body { font-family: "DejaVu Serif" } .c { columns: 2; font-size: 11px; text-align: justify }</style>
<h1>A heading across the page</h1>$(html a.txt)$table<div class="c">$(html a.txt)$(html b.txt)$(html a.txt)</div>
T
cat >chromium-cjk.html <<'T'
<meta charset="utf-8"><style>body { font-family: "WenQuanYi Micro Hei" }</style>
<h1>水文站</h1><p>河边有一个水文站。 每天早上， 渡船先看水位。 The gauge 显示 0.75 米。</p><p>川の水位計は、 毎朝 渡し船のために読まれる。</p><p>강의 수위를 매일 읽는다.</p>
T
cat >chromium-rtl.html <<'T'
<meta charset="utf-8"><style>body { font-family: "DejaVu Sans" }</style>
<p dir="rtl">המשרד מחזיק מד גובה על הנהר כדי שהמעבורת תוכל לתכנן. הגובה 0.75 מטר.</p>
<p>The word שלום stands in an English line.</p>
T
for page in chromium chromium-cjk chromium-rtl; do
	chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --print-to-pdf="$work/$page.pdf" "file://$work/$page.html" 2>/dev/null
	keep "$page"
done
cat >libreoffice.html <<T
<meta charset="utf-8"><body style="font-family: DejaVu Serif"><h1>The gauge</h1>$(html a.txt)$table$(html b.txt)<p>Управление держит на реке водомер.</p></body>
T
soffice -env:UserInstallation="file://$work/office" --headless --convert-to pdf:writer_web_pdf_Export libreoffice.html >/dev/null 2>&1
keep libreoffice
cat >weasyprint.html <<T
<html lang="en"><meta charset="utf-8"><style>@page { size: A5 } body { font: 10pt "DejaVu Serif"; hyphens: auto; text-align: justify }</style>
<h1>The gauge</h1>$(html a.txt)$(html b.txt)$table<p style="width: 6em">Soft hy&shy;phens di&shy;vide ex&shy;traor&shy;di&shy;nar&shy;i&shy;ly long words in&shy;con&shy;spic&shy;u&shy;ous&shy;ly.</p></html>
T
weasyprint -q weasyprint.html weasyprint.pdf
keep weasyprint

# --- cairo

cat >cairo-svg.svg <<'T'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" font-family="DejaVu Sans" font-size="12">
<text x="20" y="30">A figure with an efficient label</text><text x="20" y="60">Axis of time in weeks</text>
<text transform="translate(20,250) rotate(-90)">Level of the river in metres</text>
<text x="20" y="90">W<tspan font-weight="bold">ei</tspan>ght changes within a word</text><rect x="150" y="150" width="100" height="50"/></svg>
T
rsvg-convert -f pdf -o cairo-svg.pdf cairo-svg.svg
keep cairo-svg
{
	head -3 a.txt
	printf 'Управление держит на реке водомер.\n'
} >pango.txt
pango-view -q --font='DejaVu Serif 11' --width=400 --wrap=word -o pango.pdf pango.txt
keep pango
printf 'يقيس المكتب مستوى النهر كل صباح.\nהמשרד מחזיק מד גובה על הנהר.\n' >pango-rtl.txt
pango-view -q --font='DejaVu Sans 14' --width=400 -o pango-rtl.pdf pango-rtl.txt
keep pango-rtl

# --- ReportLab: standard fonts that are not embedded, invisible text over a scan, CJK
# fonts that are not embedded, forms, inline images, a rotated page

cat >canvases.py <<'T'
from reportlab import rl_config
rl_config.invariant = 1
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas
from PIL import Image, ImageDraw
import textwrap
text = open("a.txt").read().replace("\n\n", "\n")
def lines(c, x, y, size, width, font):
    t = c.beginText(x, y)
    t.setFont(font, size)
    for line in textwrap.wrap(text, width):
        t.textLine(line)
    c.drawText(t)
c = canvas.Canvas("reportlab.pdf", A4)
lines(c, 72, 760, 11, 80, "Helvetica")
lines(c, 72, 500, 11, 90, "Times-Roman")
for i, row in enumerate([("Week", "Level", "Flow"), ("Twelve", "0.75", "310"), ("Thirteen", "0.81", "325")]):
    for j, cell in enumerate(row):
        c.drawString(72 + 120 * j, 300 - 16 * i, cell)
c.beginForm("stamp")
c.setFont("Courier", 10)
c.drawString(0, 0, "Stamped by a form")
c.endForm()
for y in (200, 150):
    c.saveState(); c.translate(72, y); c.doForm("stamp"); c.restoreState()
c.showPage()
c.setPageRotation(90)
c.setFont("Helvetica-Bold", 14)
c.drawString(72, 700, "A page that is shown turned")
c.drawInlineImage(Image.new("RGB", (8, 8), (200, 30, 30)), 72, 600, 50, 50)
c.drawString(72, 560, "Text after an inline image")
c.setFillAlpha(0.5)
c.drawString(72, 530, "caf\u00e9 \u201cquoted\u201d \u2013 dash \u20ac 5")
c.showPage()
c.save()
scan = Image.new("1", (300, 400), 1)
ImageDraw.Draw(scan).rectangle((30, 30, 270, 60), fill=0)
c = canvas.Canvas("reportlab-ocr.pdf", A4)
c.drawImage(ImageReader(scan), 0, 0, *A4)
t = c.beginText(72, 760)
t.setTextRenderMode(3)
t.setFont("Helvetica", 11)
for line in textwrap.wrap(text, 80):
    t.textLine(line)
c.drawText(t)
c.save()
c = canvas.Canvas("reportlab-cid.pdf", A4)
pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
c.setFont("HeiseiMin-W3", 14)
c.drawString(72, 700, "\u5ddd\u306e\u6c34\u4f4d\u8a08 0.75")
c.drawString(72, 670, "\u6bce\u671d \u8aad\u307e\u308c\u308b")
c.save()
scan.save("scan.png")
T
/usr/bin/python3 canvases.py
for name in reportlab reportlab-ocr reportlab-cid; do keep "$name"; done

# --- no text, other structures, encryption

img2pdf -o img2pdf.pdf scan.png scan.png scan.png
keep img2pdf
qpdf --deterministic-id --object-streams=generate --linearize xetex.pdf qpdf-objstm.pdf
keep qpdf-objstm
qpdf --deterministic-id --object-streams=disable --stream-data=uncompress pango.pdf qpdf-plain.pdf
keep qpdf-plain
mutool clean -gggg -z enscript.pdf mutool.pdf >/dev/null
keep mutool
qpdf --static-id --static-aes-iv --allow-weak-crypto --encrypt '' owner 40 -- enscript.pdf encrypted-rc4-40.pdf
qpdf --static-id --static-aes-iv --allow-weak-crypto --encrypt '' owner 128 --use-aes=n -- enscript.pdf encrypted-rc4-128.pdf
qpdf --static-id --static-aes-iv --allow-weak-crypto --encrypt '' owner 128 --use-aes=y -- enscript.pdf encrypted-aes-128.pdf
qpdf --static-id --static-aes-iv --object-streams=generate --encrypt '' owner 256 -- enscript.pdf encrypted-aes-256.pdf
qpdf --static-id --static-aes-iv --encrypt secret owner 256 -- enscript.pdf password.pdf
for name in encrypted-rc4-40 encrypted-rc4-128 encrypted-aes-128 encrypted-aes-256 password; do keep "$name"; done

# --- what pdftotext reads

for pdf in "$out"/*.pdf; do
	pdftotext -enc UTF-8 -nopgbrk "$pdf" "${pdf%.pdf}.txt" 2>/dev/null || rm -f "${pdf%.pdf}.txt"
done
ls -l "$out"
