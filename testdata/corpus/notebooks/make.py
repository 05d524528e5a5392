#!/usr/bin/python3
"""Makes the notebooks of this folder. Debian packages: python3-nbformat python3-pil"""
import base64, io, json, os
import nbformat
from nbformat import v3, v4
from PIL import Image

os.chdir(os.path.dirname(os.path.abspath(__file__)))

def png(w, h):
    b = io.BytesIO()
    Image.new("RGB", (w, h), (200, 40, 40)).save(b, "PNG")
    return base64.b64encode(b.getvalue()).decode()

def write(name, nb, version=nbformat.NO_CONVERT):
    for i, c in enumerate(nb.get("cells", [])):
        if "id" in c:
            c["id"] = f"cell-{i}"
    nbformat.write(nb, name, version=version)

meta = {"kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"},
        "language_info": {"name": "python", "version": "3.11.2"}}
out = v4.new_output

# What a data analyst saves: text, a table, a plot, an error.
write("analysis.ipynb", v4.new_notebook(metadata=meta, cells=[
    v4.new_markdown_cell("# Sales\n\nA *first* look."),
    v4.new_code_cell("import pandas as pd\ndf = pd.read_csv(\"sales.csv\")\ndf.head(2)", execution_count=1, outputs=[
        out("execute_result", execution_count=1, data={
            "text/plain": "   year  sales\n0  2023     10\n1  2024     12",
            "text/html": "<div><table><tr><th>year</th><th>sales</th></tr><tr><td>2023</td><td>10</td></tr></table></div>"})]),
    v4.new_code_cell("df.plot()", execution_count=2, outputs=[
        out("execute_result", execution_count=2, data={"text/plain": "<Axes: >"}),
        out("display_data", data={"text/plain": "<Figure size 640x480 with 1 Axes>", "image/png": png(64, 48)})]),
    v4.new_code_cell("df.sum(", execution_count=3, outputs=[
        out("error", ename="SyntaxError", evalue="'(' was never closed", traceback=[
            "\x1b[0;36m  Cell \x1b[0;32mIn[3], line 1\x1b[0;36m\x1b[0m\n\x1b[0;31m    df.sum(\x1b[0m\n\x1b[0m          ^\x1b[0m\n"
            "\x1b[0;31mSyntaxError\x1b[0m\x1b[0;31m:\x1b[0m '(' was never closed\n"])]),
    v4.new_raw_cell("raw text"),
    v4.new_code_cell(""),
]))

# Streams, a progress bar, long output.
bar = "".join(f"\r{i:3}%|{'#' * (i // 10):10}|" for i in range(0, 101, 10)) + "\n"
write("streams.ipynb", v4.new_notebook(metadata=meta, cells=[
    v4.new_code_cell("work()", execution_count=7, outputs=[
        out("stream", name="stdout", text="start\n"), out("stream", name="stdout", text="\x1b[32mok\x1b[0m\n"),
        out("stream", name="stderr", text=bar[:60]), out("stream", name="stderr", text=bar[60:]),
        out("stream", name="stdout", text="\x1b]8;;https://example.org\x1b\\a link\x1b]8;;\x1b\\\n")]),
    v4.new_code_cell("for i in range(500): print(i)", execution_count=8, outputs=[
        out("stream", name="stdout", text="".join(f"{i}\n" for i in range(500)))]),
    v4.new_code_cell("print('x' * 5000)", execution_count=9, outputs=[out("stream", name="stdout", text="x" * 5000 + "\n")]),
]))

# Every type that a display may have.
def shown(data):
    return v4.new_code_cell("show()", execution_count=1, outputs=[out("display_data", data=data)])
jpeg, gif = io.BytesIO(), io.BytesIO()
Image.new("RGB", (20, 10)).save(jpeg, "JPEG")
Image.new("RGB", (8, 8)).save(gif, "GIF")
write("bundles.ipynb", v4.new_notebook(metadata=meta, cells=[
    shown({"text/markdown": "**bold**", "text/plain": "<IPython.core.display.Markdown object>"}),
    shown({"text/latex": "$$x^2$$", "text/plain": "<IPython.core.display.Math object>"}),
    shown({"application/json": {"b": [1, 2], "a": None}, "text/plain": "<IPython.core.display.JSON object>"}),
    shown({"text/html": "<h1>T&eacute;st</h1><style>p {}</style><p>one<br>two</p><table><tr><td>a</td><td>b</td></tr><tr><td>1 &lt; 2</td></tr></table>"}),
    shown({"image/jpeg": base64.b64encode(jpeg.getvalue()).decode(), "image/gif": base64.b64encode(gif.getvalue()).decode()}),
    shown({"image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'></svg>", "text/plain": "<IPython.core.display.SVG object>"}),
    shown({"application/vnd.jupyter.widget-view+json": {"model_id": "7a", "version_major": 2, "version_minor": 0}, "text/plain": "IntSlider(value=5)"}),
    shown({"application/javascript": "alert(1)", "text/plain": "<IPython.core.display.Javascript object>"}),
    shown({"application/pdf": base64.b64encode(b"%PDF-1.4 not really").decode()}),
    shown({}),
    v4.new_markdown_cell("![x](attachment:x.png)", attachments={"x.png": {"image/png": png(16, 16)}}),
]))

# nbformat 3: worksheets, prompt numbers, headings, short names of types.
write("version-3.ipynb", v3.new_notebook(name="old", worksheets=[v3.new_worksheet(cells=[
    v3.new_heading_cell("Chapter", level=2),
    v3.new_text_cell("markdown", source="Some *text*."),
    v3.new_code_cell(input="1 + 1", prompt_number=4, language="python", outputs=[
        v3.new_output("pyout", prompt_number=4, output_text="2", output_html="<b>2</b>"),
        v3.new_output("display_data", output_png=png(5, 4)),
        v3.new_output("stream", output_text="printed\n", stream="stderr"),
        v3.new_output("pyerr", ename="NameError", evalue="name 'x' is not defined", traceback=["\x1b[31mNameError\x1b[0m: name 'x' is not defined"])]),
])]), version=3)

# Without the tools: a format to come, sources as strings, what is not there.
def dump(name, value):
    with open(name, "w") as f:
        json.dump(value, f, indent=1)
        f.write("\n")
dump("version-5.ipynb", {"nbformat": 5, "nbformat_minor": 0, "metadata": {}, "cells": [{"cell_type": "prompt", "id": "a", "source": "ask"}]})
dump("strings.ipynb", {"metadata": {"kernelspec": {"name": "ir", "language": "R"}}, "nbformat": 4, "nbformat_minor": 2, "cells": [
    {"cell_type": "code", "source": "x <- 1\nx\n", "execution_count": None, "metadata": {}, "outputs": [
        {"output_type": "stream", "name": "stdout", "text": "[1] 1"}]}]})
dump("no-notebook.ipynb", {"nbformat": 4, "name": "no cells here"})
text = open("analysis.ipynb").read()
open("broken.ipynb", "w").write(text[:len(text) // 2])
