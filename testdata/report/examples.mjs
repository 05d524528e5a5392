// Checks the examples of docs/ci.md by the public schemas, and runs their steps:
// node examples.mjs REPOSITORY
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { parse } from "yaml";

const repository = resolve(process.argv[2]), dir = mkdtempSync(join(tmpdir(), "examples-"));
const schemas = join(dirname(createRequire(import.meta.url).resolve("schemastore/package.json")), "schemas/json");
const page = readFileSync(join(repository, "docs/ci.md"), "utf8");
const examples = [...page.matchAll(/<!-- example: (\S+) -->\n```yaml\n(.*?)```/gs)].map(([, kind, text]) => ({ kind, text, value: parse(text) }));
const one = (kind) => examples.filter((e) => e.kind === kind);

let faults = 0;
const check = (what, right, detail = "") => {
  console.log(right ? "right:" : "FAULT:", what, right ? "" : detail);
  if (!right) faults++;
};

try {
  check("the page has its four examples", one("github").length === 1 && one("gitlab").length === 1 && one("pre-commit").length === 2);
  const hooks = readFileSync(join(repository, ".pre-commit-hooks.yaml"), "utf8");
  validate("github-workflow.json", "the workflow of GitHub", one("github")[0].value);
  for (const [i, e] of one("pre-commit").entries()) validate("pre-commit-config.json", `configuration ${i + 1} of pre-commit`, e.value);
  validate("pre-commit-hooks.json", ".pre-commit-hooks.yaml", parse(hooks));

  // The addresses in the examples lead to this repository.
  const source = join(dir, "fileops.git"), config = join(dir, "config/git/config");
  mkdirSync(dirname(config), { recursive: true });
  execFileSync("git", ["clone", "-q", "--bare", repository, source]);
  execFileSync("git", ["-C", source, "-c", "user.name=t", "-c", "user.email=t@t", "tag", "-f", "v1.0.0"]);
  writeFileSync(config, ["https://github.com/example/fileops", "https://gitlab.example.com/tools/fileops.git"].map((url) => `[url "${source}"]\n\tinsteadOf = ${url}\n`).join("") + "[user]\n\tname = t\n\temail = t@t\n[init]\n\tdefaultBranch = main\n");
  process.env.GOENV = execFileSync("go", ["env", "GOENV"], { encoding: "utf8" }).trim();
  process.env.XDG_CONFIG_HOME = join(dir, "config"); // pre-commit passes no variable of git on
  process.env.XDG_STATE_HOME = join(dir, "state");

  for (const right of [true, false]) {
    const what = right ? "a right response" : "a wrong response";
    github(one("github")[0].value, what, right);
    gitlab(one("gitlab")[0], what, right);
    for (const [i, e] of one("pre-commit").entries()) preCommit(e.text, `pre-commit ${i + 1}`, what, right);
  }
} finally {
  execFileSync("chmod", ["-R", "u+w", dir]); // the module cache of pre-commit is read-only
  rmSync(dir, { recursive: true });
}
console.log(faults === 0 ? "examples: no fault" : `examples: ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);

function validate(schema, what, value) {
  const read = (name) => JSON.parse(readFileSync(join(schemas, name), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  if (schema !== "pre-commit-hooks.json") ajv.addSchema(read("pre-commit-hooks.json")); // others refer to it
  const is = ajv.compile(read(schema));
  check(`${what} is valid`, is(value), JSON.stringify(is.errors));
}

// project makes a repository with a response that can be applied, or that cannot.
function project(name, right) {
  const root = join(dir, `${name}-${right}`);
  mkdirSync(root);
  writeFileSync(join(root, "greet.py"), 'print("hello")\n');
  writeFileSync(join(root, "response.md"), `<edit>\n<file>greet.py</file>\n<find>\nprint("${right ? "hello" : "good bye"}")\n</find>\n<replace>\nprint("hi")\n</replace>\n</edit>\n`);
  execFileSync("bash", ["-ec", "git init -q && git add -A && git commit -qm first"], { cwd: root });
  return root;
}

// github runs the commands of a workflow as GitHub does: bash -e, a file for each step.
function github(workflow, what, right) {
  const root = project("github", right), temp = join(dir, `runner-${right}`), summary = join(temp, "summary.md");
  mkdirSync(temp);
  const env = { ...process.env, RUNNER_TEMP: temp, GITHUB_WORKSPACE: root, GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: "true" };
  let last;
  for (const step of workflow.jobs.check.steps) {
    if (step.with?.repository) execFileSync("git", ["clone", "-q", `https://github.com/${step.with.repository}`, step.with.path], { cwd: root, env });
    if (!step.run) continue;
    writeFileSync(join(temp, "step.sh"), step.run);
    last = spawnSync("bash", ["-e", join(temp, "step.sh")], { cwd: root, env, encoding: "utf8" });
    if (last.status !== 0) break;
  }
  check(`GitHub, ${what}: status ${last.status}`, last.status === (right ? 0 : 1), last.stdout + last.stderr);
  check(`GitHub, ${what}: commands`, right ? /^::notice title=fileops::1 /m.test(last.stdout) : /^::error file=greet.py,line=1,title=/m.test(last.stdout), last.stdout);
  check(`GitHub, ${what}: summary and report`, readFileSync(summary, "utf8").includes("**fileops**") && existsSync(join(temp, "report.html")));
}

// gitlab runs the script of the job, and has another program read the file.
function gitlab({ text, value }, what, right) {
  const root = project("gitlab", right), builds = join(dir, `builds-${right}`);
  mkdirSync(builds);
  writeFileSync(join(root, ".gitlab-ci.yml"), text);
  execFileSync("bash", ["-ec", "git add -A && git commit -qm ci && git remote add origin https://gitlab.example.com/a/b.git"], { cwd: root });
  const reader = join(dirname(fileURLToPath(import.meta.url)), "node_modules/.bin/gitlab-ci-local");
  const listed = spawnSync(reader, ["--list-all"], { cwd: root, encoding: "utf8" });
  check(`GitLab: the job is read`, listed.status === 0 && listed.stdout.includes("response"), listed.stdout + listed.stderr);
  const ran = spawnSync("bash", ["-ec", value.response.script.join("\n")], { cwd: root, env: { ...process.env, CI_BUILDS_DIR: builds }, encoding: "utf8" });
  check(`GitLab, ${what}: status ${ran.status}`, ran.status === (right ? 0 : 1) && ran.stdout.includes("greet.py"), ran.stdout + ran.stderr);
  check(`GitLab, ${what}: ${value.response.artifacts.paths[0]}`, existsSync(join(root, value.response.artifacts.paths[0])));
}

// preCommit commits the response under a configuration.
function preCommit(config, name, what, right) {
  const root = project(name.replace(" ", "-"), right);
  writeFileSync(join(root, ".pre-commit-config.yaml"), config);
  const bin = join(dir, "bin");
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, "fileops"))) execFileSync("go", ["build", "-o", bin + "/", "./cmd/fileops"], { cwd: repository });
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PRE_COMMIT_HOME: join(dir, "pre-commit") };
  const ran = spawnSync("bash", ["-ec", "git add -A && pre-commit run --files response.md"], { cwd: root, env, encoding: "utf8" });
  const output = ran.stdout + ran.stderr;
  check(`${name}, ${what}: status ${ran.status}`, (ran.status === 0) === right, output);
  check(`${name}, ${what}: message`, right ? /Passed/.test(output) : /text not found/.test(output), output);
  check(`${name}, ${what}: nothing is changed`, readFileSync(join(root, "greet.py"), "utf8") === 'print("hello")\n');
}
