// Renders the summaries in Markdown as a page of GitHub would, HTML included, and looks at what
// they become: node markdown.mjs PROGRAM
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import markdownit from "markdown-it";
import puppeteer from "puppeteer-core";
import { apply, hostileText, prepare, runs } from "./runs.mjs";

const [program] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), "markdown-"));
// What a summary is made of. Any other element would be made by a text of the run.
const usual = new Set("html head body h1 h2 h3 p table thead tbody tr th td ul ol li code pre strong em details summary br hr".split(" "));
const renderers = {
  "markdown-it": (text) => markdownit({ html: true, linkify: true }).render(text),
  "cmark-gfm": (text) => execFileSync("cmark-gfm", ["--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough"], { input: text, encoding: "utf8" }),
};

let faults = 0;
const fault = (text) => {
  faults++;
  console.log("FAULT:", text);
};

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  for (const name of Object.keys(runs)) {
    const text = apply(program, prepare(name, dir), join(dir, "state"), "--dry-run", "--format", "markdown");
    if (text.length > 65536) fault(`${name}: ${text.length} characters: a comment may have 65,536`);
    for (const [renderer, render] of Object.entries(renderers)) await look(`${name} by ${renderer}`, name, text, render(text));
  }
} finally {
  await browser.close();
  rmSync(dir, { recursive: true });
}
console.log(faults === 0 ? "summaries: no fault" : `summaries: ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);

async function look(what, name, text, html) {
  const page = await browser.newPage();
  page.on("dialog", (dialog) => (fault(`${what}: dialog ${dialog.message()}`), dialog.dismiss()));
  await page.setContent(html);
  const seen = await page.evaluate(() => ({
    elements: [...new Set([...document.querySelectorAll("*")].map((e) => e.localName))],
    attributes: [...document.querySelectorAll("*")].flatMap((e) => [...e.attributes].map((a) => `${e.localName} ${a.name}`)),
    rows: [...document.querySelectorAll("tbody tr")].map((row) => row.textContent),
    cells: [...document.querySelectorAll("tbody tr")].every((row) => row.cells.length === document.querySelectorAll("thead th").length),
    folds: document.querySelectorAll("details").length,
    open: document.querySelector("details")?.nextElementSibling?.localName ?? "",
    text: document.body.textContent,
    code: [...document.querySelectorAll("details pre")].map((e) => e.textContent).join(""),
  }));
  for (const element of seen.elements) if (!usual.has(element)) fault(`${what}: <${element}>`);
  for (const a of seen.attributes) if (a !== "code class" && !/^t[hd] (align|style)$/.test(a)) fault(`${what}: attribute ${a}`);
  const files = { every: 7, hostile: 5, large: 300 }[name];
  if (seen.rows.length !== files && name !== "large") fault(`${what}: ${seen.rows.length} rows for ${files} files`);
  if (!seen.cells) fault(`${what}: a row has not as many cells as the table`);
  if (seen.folds !== 1) fault(`${what}: ${seen.folds} folds`);
  if (name === "hostile") {
    for (const line of hostileText) if (!/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(line) && !seen.code.includes(line)) fault(`${what}: not in the diff: ${line}`);
    for (const file of ["<script>alert(1)<!--", "a&b\"c'.txt", "`tick` | pipe *star*.md"]) if (!seen.rows.some((row) => row.includes(file))) fault(`${what}: no row names ${file}`);
    if (!seen.text.includes("nowhere </code></pre><script>alert(2)</script>")) fault(`${what}: the failure does not name its file`);
  }
  console.log(`${what}: ${seen.rows.length} rows, ${seen.folds} fold with ${seen.code.length} characters of ${text.length}`);
  await page.close();
}
