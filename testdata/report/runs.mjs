// The runs that page.mjs and markdown.mjs look at: trees, and the responses for them.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const block = (tag, fields) =>
  `<${tag}>\n` + Object.entries(fields).map(([name, text]) => `<${name}>${text.includes("\n") ? "\n" + text : text}</${name}>\n`).join("") + `</${tag}>\n\n`;

const service = `"""Accounts and what they may do."""

import logging

log = logging.getLogger(__name__)


class Service:
    def __init__(self, store, limit=100):
        self.store = store
        self.limit = limit

    def find(self, name):
        log.debug("find %s", name)
        return self.store.get(name)

    def add(self, name, rights):
        if len(self.store) > self.limit:
            raise ValueError("too many accounts")
        self.store[name] = set(rights)

    def remove(self, name):
        del self.store[name]
`;

// every has each kind of change, and failures of several kinds.
const every = {
  tree: {
    "core/service.py": service,
    "core/old_service.py": service,
    "docs/guide.md": "# Guide\n\nThe service has accounts.\n\n1. Add an account.\n2. Find it.\n\nThe end.\n",
    "notes.txt": "one\r\ntwo\r\nthree\r\n",
    "setup.cfg": "[flake8]\nmax-line-length = 79\n",
    "logo.png": Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
    "empty/.keep": "",
    "no-end.txt": "no line end here",
  },
  response:
    "The service gets a limit of its own, and the guide says so.\n\n" +
    block("edit", { file: "core/service.py", find: '        log.debug("find %s", name)\n        return self.store.get(name)\n', replace: '        log.info("looking for %s", name)\n        return self.store.get(name.lower())\n' }) +
    block("edit", { file: "core/service.py", find: "        if len(self.store) > self.limit:\n", replace: "        if len(self.store) >= self.limit:\n" }) +
    "A find that is not in the file:\n\n" +
    block("edit", { file: "core/service.py", find: "        self.store.delete(name)\n", replace: "        self.store.pop(name, None)\n" }) +
    block("edit", { file: "docs/guide.md", find: "1. Add an account.\n2. Find it.\n", replace: "1. Add an account, up to the limit.\n2. Find it, in any case of letters.\n3. Remove it.\n" }) +
    block("create", { file: "core/limits.py", content: "\"\"\"How many accounts there may be.\"\"\"\n\nUSUAL = 100\nLARGE = 10_000\n" }) +
    block("create", { file: "setup.cfg", content: "[flake8]\n" }) +
    block("delete", { file: "core/old_service.py" }) +
    block("move", { from: "notes.txt", to: "docs/notes.txt" }) +
    block("edit", { file: "docs/notes.txt", find: "two\n", replace: "two and a half\n" }) +
    block("copy", { from: "logo.png", to: "docs/logo.png" }) +
    block("mkdir", { path: "build/out" }) +
    block("append", { file: "no-end.txt", content: "and one more line\n" }) +
    block("create", { file: "../outside.txt", content: "not here\n" }) +
    block("edit", { file: "core/missing.py", find: "a\n", replace: "b\n" }) +
    block("str_replace", { file: "core/service.py", old_str: "self", new_str: "this" }) +
    block("read", { file: "core/limits.py" }) +
    "That is all.\n",
};

export const hostileText = [
  "<script>document.title='broken'</script>", "</template></pre></td></table><h1>Broken</h1>", "<img src=x onerror=alert(1)>", "&lt;b&gt; &amp;",
  "\u202eevil\u202c bidi \u2066x\u2069", "</style><style>*{display:none}</style>", "[link](javascript:alert(1)) ![img](http://example.com/x.png) <a href=x>a</a>",
  "| a | b |", "```", "~~~~", "# heading", "</details>", "<!-- comment", "@octocat #1 http://example.com", "\x1b[31mred\x1b[0m \x07 \x9b",
];

// hostile has names and texts that would do something if they were not text.
const hostile = {
  tree: { "<script>alert(1)<!--": "a\n", "a&b\"c'.txt": "a\n", "`tick` | pipe *star*.md": "a\n", "\u202etxt.exe": "a\n" },
  response:
    ["<script>alert(1)<!--", "a&b\"c'.txt", "`tick` | pipe *star*.md", "\u202etxt.exe"].map((file) => block("str_replace", { file, old_str: "a\n", new_str: hostileText.join("\n") + "\n" })).join("") +
    block("create", { file: "long.txt", content: "x<".repeat(1 << 19) + "\n" }) +
    block("edit", { file: "nowhere </code></pre><script>alert(2)</script>", find: hostileText.join("\n") + "\n", replace: "b\n" }) +
    block("edit", { file: "a&b\"c'.txt", find: "<script>not there</script>\n", replace: "b\n" }) +
    hostileText.join("\n") + "\n", // last, since an open fence or comment quotes what follows
};

// large changes 10,000 lines in 300 files.
const large = { tree: {}, response: "" };
for (let i = 0; i < 300; i++) {
  const file = `package${i % 20}/module${i}.txt`;
  const lines = Array.from({ length: 120 }, (_, n) => `\tvalue${n} = compute(${n}, "${file}")`);
  large.tree[file] = lines.join("\n") + "\n";
  const changed = lines.slice(40, 40 + 34);
  large.response += block("edit", { file, find: changed.join("\n") + "\n", replace: changed.map((line) => line.replace("compute", "computeAll")).join("\n") + "\n" });
}

export const runs = { every, hostile, large };

// prepare makes the tree and the response of a run below a directory, and returns where they are.
export function prepare(name, dir) {
  const { tree, response } = runs[name], root = join(dir, name, "tree");
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(join(root, file, ".."), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const asked = join(dir, name, "response.md");
  writeFileSync(asked, response);
  return { root, asked };
}

// apply runs the program on a prepared run and returns its output. Failures of operations are expected.
export function apply(program, { root, asked }, state, ...flags) {
  const done = spawnSync(program, ["-C", root, "apply", ...flags, asked], { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, XDG_STATE_HOME: state, NO_COLOR: "1" } });
  if (done.error || done.status > 1) throw new Error(`status ${done.status}: ${done.stderr} ${done.error ?? ""}`);
  return done.stdout;
}

