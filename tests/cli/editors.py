#!/usr/bin/env python3
"""What editors are told: compile_commands.json, and VS Code's tasks.

usage: editors.py entries FILE              every entry has its file, once, and all of labs/ is there
       editors.py parses FILE CLANG PATH... clang reads these files as their entries say
       editors.py hover FILE CLANGD PATH WORD TEXT  over WORD in PATH clangd shows TEXT, and has no errors
       editors.py tasks                     .vscode/*.json are JSON, and each make command is there
       editors.py marks TASK REPORT         prints FILE:LINE: SEVERITY: MESSAGE for what TASK's patterns find
Exit code: 0 all is well, 1 it is not (said in a line each), 2 wrong usage.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def entries(name):
    listed = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
    files = [entry["file"] for entry in listed]
    faults = [f"{file}: not there" for file in files if not (ROOT / file).is_file()]
    faults += [f"{file}: listed {files.count(file)} times" for file in set(files) if files.count(file) > 1]
    wanted = [path for pattern in ("labs/*/*.cu", "labs/*/*.cpp") for path in ROOT.glob(pattern)]
    faults += [f"{path}: not listed" for path in wanted if str(path.relative_to(ROOT)) not in files]
    faults += [f"{entry['file']}: its command does not end with it" for entry in listed if entry["arguments"][-1] != entry["file"]]
    return faults


def entry_of(name, path):
    return next(entry for entry in json.loads(pathlib.Path(name).read_text(encoding="utf-8")) if entry["file"] == path)


def parses(name, clang, *paths):
    faults = []
    for path in paths:
        entry = entry_of(name, path)
        words = ["-fsyntax-only" if word == "-c" else word for word in entry["arguments"][1:]]
        done = subprocess.run([clang, *words], cwd=entry["directory"], capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            faults.append(f"{path}: {done.stderr.strip() or done.returncode}")
    return faults


class Clangd:
    """A language server that is asked one thing after another."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "--background-index=false", "--log=error"], cwd=ROOT, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.asked, self.said = 0, []
        self.ask("initialize", {"processId": None, "rootUri": ROOT.as_uri(), "capabilities": {}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("clangd ended")
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.said += message["params"]["diagnostics"]
        return message

    def ask(self, method, parameters):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": parameters})
        while (message := self.receive()).get("id") != self.asked or "method" in message:
            pass
        return message.get("result")


def hover(name, clangd, path, word, text):
    entry_of(name, path)
    source = (ROOT / path).read_text(encoding="utf-8")
    before = source[:source.index(word)]
    document = {"uri": (ROOT / path).as_uri()}
    server = Clangd(clangd)
    try:
        server.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            **document, "languageId": "cuda-cpp", "version": 1, "text": source}}})
        place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n")}
        found = server.ask("textDocument/hover", {"textDocument": document, "position": place})
    finally:
        server.process.kill()
    shown = json.dumps((found or {}).get("contents", ""))
    return ([] if text in shown else [f"{path}: over {word} is {shown}"]) + [f"{path}: {one['message']}" for one in server.said]


def read_json(path):
    """JSON with comments in lines of their own, as VS Code reads it."""
    return json.loads("\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("//")))


def tasks():
    faults = []
    for name in ("extensions", "settings", "tasks"):
        try:
            read_json(ROOT / f".vscode/{name}.json")
        except ValueError as error:
            faults.append(f"{name}.json: {error}")
    for task in read_json(ROOT / ".vscode/tasks.json")["tasks"]:
        words = [word.replace("${fileDirnameBasename}", "02_naive").replace("${input:picture}", "a.png") for word in task["args"]]
        done = subprocess.run([task["command"], "-n", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode or "$" in "".join(words):
            faults.append(f"{task['label']}: {' '.join(words)}: {done.stderr}")
    return faults


def found_by(matcher, lines):
    """What VS Code finds: the patterns match lines that follow one another; messages are put together."""
    patterns = matcher["pattern"] if isinstance(matcher["pattern"], list) else [matcher["pattern"]]
    for at in range(len(lines) - len(patterns) + 1):
        matches = [re.search(pattern["regexp"], line) for pattern, line in zip(patterns, lines[at:])]
        if all(matches):
            said = {}
            for pattern, match in zip(patterns, matches):
                for key, group in pattern.items():
                    if key != "regexp":
                        said[key] = f"{said[key]} {match[group]}" if key == "message" and key in said else match[group]
            yield f"{said['file']}:{said['line']}: {said.get('severity', matcher.get('severity', 'error'))}: {said['message']}"


def marks(label, report):
    task = next(task for task in read_json(ROOT / ".vscode/tasks.json")["tasks"] if task["label"].startswith(label))
    lines = pathlib.Path(report).read_text(encoding="utf-8").splitlines()
    for matcher in task["problemMatcher"]:
        print(*found_by(matcher, lines), sep="\n")
    return []


def main(arguments):
    commands = {"entries": entries, "parses": parses, "hover": hover, "tasks": tasks, "marks": marks}
    if not arguments or arguments[0] not in commands:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    faults = commands[arguments[0]](*arguments[1:])
    print("\n".join(faults) or arguments[0])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
