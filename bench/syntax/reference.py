"""Answers whether texts parse, by the reference of their language.

Reads a JSON object {"language", "name", "text"} a line, writes {"ok", "message"} a line.
PyYAML and lxml (libxml2, as xmllint) are wanted for YAML and XML, bash for shell.
"""

import ast
import json
import subprocess
import sys
import warnings


def strict(constant):
    raise ValueError("no JSON: " + constant)


def python(text, name):
    ast.parse(text)


def json_(text, name):
    json.loads(text.removeprefix("\ufeff"), parse_constant=strict)


def toml(text, name):
    import tomllib

    tomllib.loads(text.replace("\r\n", "\n"))


def yaml(text, name):
    import yaml

    for _ in yaml.compose_all(text, Loader=yaml.CBaseLoader):
        pass


def xml(text, name):
    from lxml import etree

    parser = etree.XMLParser(no_network=True, resolve_entities=False, huge_tree=True)
    etree.fromstring(text.encode("utf-8"), parser)


def shell(text, name):
    first = text.split("\n", 1)[0]
    program = "bash" if "bash" in first or not first.startswith("#!") else "sh"
    done = subprocess.run([program, "-n"], input=text.encode(), capture_output=True, timeout=60)
    if done.returncode and program == "sh":  # where sh is bash
        done = subprocess.run(["bash", "-n"], input=text.encode(), capture_output=True, timeout=60)
    if done.returncode:
        raise SyntaxError(done.stderr.decode(errors="replace"))


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10000)
    by_language = {"python": python, "json": json_, "toml": toml, "yaml": yaml, "xml": xml, "shell": shell}
    for line in sys.stdin:
        asked = json.loads(line)
        answer = {"ok": True, "message": ""}
        try:
            by_language[asked["language"]](asked["text"], asked["name"])
        except Exception as e:
            answer = {"ok": False, "message": f"{type(e).__name__}: {e}"[:300]}
        print(json.dumps(answer), flush=True)


main()
