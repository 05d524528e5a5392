// The client of the official TypeScript SDK against `fileops mcp`. It fails if an answer is not
// what it must be. The SDK checks every message of the server against the schema of the protocol.
//   node client.mjs PROGRAM [URL TOKEN]    over standard input and output, or over HTTP
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ListRootsRequestSchema, LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const [program, url, token] = process.argv.slice(2);
const top = fs.mkdtempSync(path.join(os.tmpdir(), "fileops-mcp-"));
const env = { ...process.env, XDG_STATE_HOME: path.join(top, "state"), HOME: top };
process.on("exit", () => fs.rmSync(top, { recursive: true }));

// In tree every example of the catalogue succeeds, each on its own.
function tree(tool) {
  const root = fs.mkdtempSync(path.join(top, "tree-"));
  const lines = ["import logging", "", "class Service:", "    pass", "", "def load():", "    return old_name # TODO"];
  for (let i = 0; i < 20; i++) lines.push(`# ${i}`);
  const files = {
    "core/service.py": lines.join("\n") + "\n", "old/name.py": "x = 1\n", "old/unused.py": "y = 1\n",
    "config/default.json": "{}\n", "notes/todo.txt": "first\n", "README.md": "# R\n", "x_test.go": "package x\n",
  };
  if (tool.startsWith("create")) delete files["notes/todo.txt"];
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  fs.mkdirSync(path.join(root, "plugins/old"), { recursive: true });
  return root;
}

// connect starts a server, or a session over HTTP.
async function connect(root, capabilities = {}) {
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  client.onerror = (err) => { throw err; };
  const args = root ? ["mcp", "--root", root] : ["mcp"];
  await client.connect(url && root === undefined
    ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } })
    : new StdioClientTransport({ command: program, args, env, cwd: top, stderr: "ignore" }));
  return client;
}

const textOf = (r) => r.content.filter((c) => c.type === "text").map((c) => c.text).join("\n");
const done = (what) => console.log(`ok: ${what}`);

async function overHTTP() {
  const client = await connect(undefined);
  const { tools } = await client.listTools();
  assert.ok(tools.length > 20);
  const created = await client.callTool({ name: "create_overwrite", arguments: { file: "http.txt", content: "over HTTP\n" } });
  assert.ok(!created.isError, textOf(created));
  const text = await client.callTool({ name: "read", arguments: { file: "http.txt" } });
  assert.match(textOf(text), /over HTTP/);
  const undone = await client.callTool({ name: "undo", arguments: {} });
  assert.ok(!undone.isError, textOf(undone));
  client.onerror = undefined; // that its own end breaks its stream is no error
  await client.close();
  done("HTTP: list, call, undo");
}

async function everyTool() {
  const lister = await connect(tree("none"));
  const { tools } = await lister.listTools();
  await lister.close();
  for (const tool of tools) {
    const client = await connect(tree(tool.name));
    await client.listTools(); // from now on, the SDK checks structured contents
    const example = JSON.parse(tool.description.split("\nExample: ")[1]);
    if (tool.name === "undo") {
      const run = await client.callTool({ name: "delete", arguments: { file: "README.md" } });
      example.run = run.structuredContent.run;
    }
    const good = await client.callTool({ name: tool.name, arguments: example });
    assert.ok(!good.isError, `${tool.name}: ${textOf(good)}`);
    assert.ok(good.structuredContent, tool.name);
    const bad = await client.callTool({ name: tool.name, arguments: { ...example, nonsense: 1 } });
    assert.ok(bad.isError && textOf(bad).includes("nonsense"), `${tool.name}: ${textOf(bad)}`);
    await client.close();
  }
  done(`each of ${tools.length} tools: success and failure`);
}

async function answers() {
  const root = tree("read");
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  fs.writeFileSync(path.join(root, "a.png"), png);
  fs.writeFileSync(path.join(root, "long.txt"), ("word ".repeat(199) + "\n").repeat(10000));
  const client = await connect(root);
  await client.listTools();
  const image = await client.callTool({ name: "read", arguments: { file: "a.png" } });
  assert.equal(image.content.at(-1).type, "image");
  assert.deepEqual(Buffer.from(image.content.at(-1).data, "base64"), png);
  const long = await client.callTool({ name: "read", arguments: { file: "long.txt", limit: 10000 } });
  assert.ok(textOf(long).length > 9 << 20);
  const { prompts } = await client.listPrompts();
  const prompt = await client.getPrompt({ name: prompts[0].name });
  assert.match(prompt.messages[0].content.text, /<edit>/);
  const run = (await client.callTool({ name: "append", arguments: { file: "README.md", content: "more\n" } })).structuredContent.run;
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.match((await client.readResource({ uri: resources[0].uri })).contents[0].text, new RegExp(run));
  const diff = await client.readResource({ uri: resourceTemplates[0].uriTemplate.replace("{run}", run) });
  assert.match(diff.contents[0].text, /^\+more$/m);
  await assert.rejects(client.readResource({ uri: "fileops://history/none" }));
  await assert.rejects(client.callTool({ name: "none", arguments: {} }));
  await client.close();
  done("an image, 10 MB, the prompt, the resources");
}

async function cancel() {
  const root = tree("grep");
  fs.writeFileSync(path.join(root, "big.txt"), "some words that an expression has to look at\n".repeat(1 << 20));
  for (let i = 0; i < 500; i++) fs.linkSync(path.join(root, "big.txt"), path.join(root, `big${i}.txt`)); // 20 GB to search
  const client = await connect(root);
  const abort = new AbortController();
  let heard = 0;
  const grep = client.callTool({ name: "grep", arguments: { pattern: "(?:[a-y]+ ){9}[a-z]{30,}" } }, undefined, {
    signal: abort.signal,
    onprogress: () => { heard++; abort.abort(); },
  });
  await assert.rejects(grep);
  const began = Date.now();
  const next = await client.callTool({ name: "append", arguments: { file: "README.md", content: "more\n" } });
  assert.ok(!next.isError && heard > 0);
  await client.close();
  done(`a grep that was cancelled; the next call took ${Date.now() - began} ms`);
}

async function roots() {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: { listChanged: true } } });
  let list = [tree("one")];
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: list.map((dir) => ({ uri: pathToFileURL(dir).href })) }));
  await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], env, cwd: top, stderr: "ignore" }));
  const append = (file) => client.callTool({ name: "append", arguments: { file, content: "more\n" } });
  assert.ok(!(await append("README.md")).isError);
  list = [list[0], tree("two")];
  await client.sendRootsListChanged();
  const refused = await append("README.md");
  assert.ok(refused.isError && textOf(refused).includes("There are several roots"), textOf(refused));
  assert.ok(!(await append(path.join(list[1], "README.md"))).isError);
  assert.ok((await append(path.join(top, "README.md"))).isError);
  assert.match(fs.readFileSync(path.join(list[1], "README.md"), "utf8"), /more/);
  await client.close();
  done("roots that change");
}

async function logging() {
  const root = tree("log");
  fs.writeFileSync(path.join(root, ".fileops.yaml"), "file_operations:\n  automatic_backups: false\n");
  const client = await connect(root);
  const said = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, (n) => said.push(n.params.data));
  await client.setLoggingLevel("debug");
  for (let i = 0; i < 2; i++) {
    const r = await client.callTool({ name: "append", arguments: { file: "README.md", content: `${i}\n` } });
    assert.ok(!r.isError, textOf(r));
  }
  assert.equal(said.length, 1);
  assert.match(said[0], /automatic_backups: false/);
  await client.close();
  done("a log message");
}

if (url) {
  await overHTTP();
} else {
  for (const part of [everyTool, answers, cancel, roots, logging]) await part();
}
