// Looks at reports in Chromium as a reader would: node page.mjs PROGRAM SCREENSHOTS
import { mkdtempSync, readFileSync, rmSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { apply, hostileText, prepare, runs } from "./runs.mjs";

const [program, screenshots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const dir = mkdtempSync(join(tmpdir(), "report-"));
mkdirSync(screenshots, { recursive: true });

let faults = 0;
const fault = (text) => {
  faults++;
  console.log("FAULT:", text);
};

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  for (const name of Object.keys(runs)) {
    const run = prepare(name, dir), file = join(dir, name + ".html");
    apply(program, run, join(dir, "state"), "--report", file);
    for (const width of [1280, 420]) for (const scheme of ["light", "dark"]) await look(name, file, width, scheme);
  }
} finally {
  await browser.close();
  rmSync(dir, { recursive: true });
}
console.log(faults === 0 ? "reports: no fault" : `reports: ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);

async function look(name, file, width, scheme) {
  const what = `${name} at ${width}, ${scheme}`, page = await browser.newPage();
  page.on("console", (message) => fault(`${what}: console: ${message.text()}`));
  page.on("pageerror", (error) => fault(`${what}: ${error}`));
  page.on("dialog", (dialog) => (fault(`${what}: dialog ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => request.url() === "file://" + file || fault(`${what}: request of ${request.url()}`));
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: 900 });
  await page.goto("file://" + file);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);

  const seen = await page.evaluate(() => ({
    title: document.title,
    wide: document.documentElement.scrollWidth - innerWidth,
    // What no report has: a text that became markup would make some of these.
    strange: [...document.querySelectorAll("script, img, iframe, object, form, input, base, link, template, a:not([href^='#'])")].map((e) => e.outerHTML.slice(0, 80)),
    headings: [...document.querySelectorAll("h1")].length,
    styles: document.querySelectorAll("style").length,
    dead: [...document.querySelectorAll("a")].filter((a) => !document.getElementById(a.getAttribute("href").slice(1))).map((a) => a.outerHTML),
    background: getComputedStyle(document.body).backgroundColor,
    paint: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1),
    rows: document.querySelectorAll(".file tr:not(.head)").length,
    sections: document.querySelectorAll("section.file").length,
  }));
  if (!seen.title.startsWith("fileops: ")) fault(`${what}: the title is ${seen.title}`);
  if (seen.wide > 0) fault(`${what}: ${seen.wide} pixels wider than the window`);
  for (const element of seen.strange) fault(`${what}: ${element}`);
  for (const link of seen.dead) fault(`${what}: leads nowhere: ${link}`);
  if (seen.headings !== 1 || seen.styles !== 1) fault(`${what}: ${seen.headings} main headings, ${seen.styles} styles`);
  if ((scheme === "dark") === (seen.background === "rgb(255, 255, 255)")) fault(`${what}: the background is ${seen.background}`);
  console.log(`${what}: first paint after ${seen.paint} ms, ${seen.sections} files, ${seen.rows} rows`);

  if (name === "every") await checkKeyboard(what, page);
  if (name === "hostile") await checkTexts(what, page);
  if (name === "large") await checkScrolling(what, page, seen);
  else await checkAccess(what, page);
  await page.screenshot({ path: join(screenshots, `${name}-${width}-${scheme}.png`) });
  await page.close();
}

// checkKeyboard follows the first link with keys alone.
async function checkKeyboard(what, page) {
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement.getAttribute("href"));
  await page.keyboard.press("Enter");
  const at = await page.evaluate(() => location.hash);
  if (!first || at !== first) fault(`${what}: Tab and Enter lead to ${at || "nothing"}, the first link is ${first}`);
  await page.evaluate(() => scrollTo(0, 0));
}

// checkTexts compares what the page shows with what was written.
async function checkTexts(what, page) {
  const shown = await page.evaluate(() => document.body.textContent);
  for (const text of hostileText) {
    const plain = text.replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ""); // these are shown by their names
    if (plain === text && !shown.includes(text)) fault(`${what}: not shown as it is: ${text}`);
  }
  for (const c of "\u202e\u2066\x1b\x07\x9b") if (shown.includes(c)) fault(`${what}: U+${c.codePointAt(0).toString(16)} is not escaped`);
}

// checkScrolling reads a long page from its beginning to its end.
async function checkScrolling(what, page, seen) {
  if (seen.sections !== 300 || seen.rows < 10000) fault(`${what}: ${seen.sections} files with ${seen.rows} rows`);
  const worst = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    let worst = 0;
    for (let y = 0; y < document.documentElement.scrollHeight; y += 5 * innerHeight) {
      const began = performance.now();
      scrollTo(0, y);
      await frame();
      await frame();
      worst = Math.max(worst, performance.now() - began);
    }
    return Math.round(worst);
  });
  console.log(`${what}: the longest step of scrolling took ${worst} ms`);
  if (seen.paint < 0 || seen.paint > 5000 || worst > 2000) fault(`${what}: it stalls`);
}

// checkAccess asks axe-core for what keeps people from reading the page.
async function checkAccess(what, page) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => axe.run(document));
  if (passes.length < 10) fault(`${what}: axe checked ${passes.length} rules`);
  for (const v of violations) {
    const text = `${what}: axe: ${v.impact}: ${v.id}: ${v.help}: ${v.nodes.length} times, ${v.nodes[0].html.slice(0, 120)}`;
    if (v.impact === "serious" || v.impact === "critical") fault(text);
    else console.log(text);
  }
}
