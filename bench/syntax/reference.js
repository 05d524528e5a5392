// Answers whether texts parse, by the reference of their language.
//
// Reads a JSON object {"language", "name", "text"} a line, writes {"ok", "message"} a line.
// JavaScript by node itself (--experimental-vm-modules), TypeScript by the module
// typescript, CSS by postcss; NODE_PATH says where the modules are.
"use strict";
const readline = require("node:readline");
const vm = require("node:vm");

function javascript(text, name) {
  text = text.replace(/^\ufeff/, "").replace(/^#!/, "//");
  let first = null;
  if (!name.endsWith(".mjs")) {
    try {
      vm.compileFunction(text, ["exports", "require", "module", "__filename", "__dirname"]);
      return;
    } catch (e) {
      first = e;
    }
  }
  if (name.endsWith(".cjs")) throw first;
  new vm.SourceTextModule(text);
}

function typescript(text, name) {
  const ts = require("typescript");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false);
  const found = file.parseDiagnostics[0];
  if (found) throw new SyntaxError(ts.flattenDiagnosticMessageText(found.messageText, " "));
}

function css(text) {
  require("postcss").parse(text);
}

const byLanguage = { javascript, typescript, css };

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const asked = JSON.parse(line);
  let answer = { ok: true, message: "" };
  try {
    byLanguage[asked.language](asked.text, asked.name);
  } catch (e) {
    answer = { ok: false, message: String(e.message).slice(0, 300) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
