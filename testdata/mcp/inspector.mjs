// The Inspector's command line against the servers that the pages tell users to configure: each
// block of JSON in them is taken as it stands, with this program and a directory of its own.
//   node inspector.mjs PROGRAM PAGE…
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [program, ...pages] = process.argv.slice(2);
const top = fs.mkdtempSync(path.join(os.tmpdir(), "fileops-inspector-"));
process.on("exit", () => fs.rmSync(top, { recursive: true }));

let snippets = 0;
for (const page of pages) {
  for (const [, block] of fs.readFileSync(page, "utf8").matchAll(/^```json\n(.*?)^```$/gms)) {
    const config = JSON.parse(block);
    const servers = config.mcpServers ?? config.servers ?? config.context_servers;
    for (const [name, server] of Object.entries(servers)) {
      const root = fs.mkdtempSync(path.join(top, "root-"));
      fs.writeFileSync(path.join(root, "a.txt"), "one\ntwo\n");
      assert.equal(server.command, "fileops");
      server.command = program;
      server.args = server.args.map((a) => (a === "${workspaceFolder}" || a.startsWith("/") ? root : a));
      const file = path.join(root, "..", `config-${snippets}.json`);
      fs.writeFileSync(file, JSON.stringify({ mcpServers: { [name]: server } }));
      tryOut(root, (...args) => inspect(root, "--config", file, "--server", name, ...args));
      snippets++;
    }
  }
}
assert.ok(snippets >= 3, "the pages show fewer than three clients");
console.log(`ok: the Inspector with ${snippets} configurations of the pages`);

// inspect runs the Inspector in a directory and returns what it prints.
function inspect(cwd, ...args) {
  const env = { ...process.env, HOME: top, XDG_STATE_HOME: path.join(top, "state"), MCP_INSPECTOR_SECRET_STORE: "memory" };
  const cli = path.join(import.meta.dirname, "node_modules", ".bin", "mcp-inspector");
  return JSON.parse(execFileSync(cli, ["--cli", ...args, "--cwd", cwd], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

// tryOut lists, calls with success and failure, and reads.
function tryOut(root, inspect) {
  const { tools } = inspect("--method", "tools/list", "--strict");
  assert.ok(tools.length > 20);
  const edit = (find) => inspect("--method", "tools/call", "--tool-name", "edit", "--tool-arg", "file=a.txt", `find=${find}`, "replace=TWO");
  const good = edit("two");
  assert.ok(!good.isError && good.structuredContent.committed);
  assert.equal(fs.readFileSync(path.join(root, "a.txt"), "utf8"), "one\nTWO\n");
  let failed;
  try {
    failed = edit("three");
  } catch (err) { // the Inspector exits with an error if a tool does
    failed = JSON.parse(err.stdout);
  }
  assert.ok(failed.isError && failed.content[0].text.includes("not found"));
  assert.match(inspect("--method", "prompts/get", "--prompt-name", "fileops").messages[0].content.text, /<edit>/);
  const run = good.structuredContent.run;
  assert.match(inspect("--method", "resources/read", "--uri", `fileops://history/${run}`).contents[0].text, /^\+TWO$/m);
  assert.ok(!inspect("--method", "tools/call", "--tool-name", "undo").isError);
  assert.equal(fs.readFileSync(path.join(root, "a.txt"), "utf8"), "one\ntwo\n");
}
