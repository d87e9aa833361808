"""Puts into Markdown what its comments `include` and `output` (see markdown.py) stand for, between fences behind them.

  fill.py [--check] FILE...   writes the files anew; with --check says which are not as they should be

Exit code: 0 all done, 1 a file is not as it should be, 2 a comment names what is not there.
"""
import pathlib
import sys

from markdown import COMMAND, FENCE, DocumentError, excerpt

LANGUAGES = {".cu": "cpp", ".cuh": "cpp", ".cpp": "cpp", ".hpp": "cpp", ".json": "json", ".txt": "text"}


def content(folder, command):
    kind, name, start, end = command.groups()
    path = folder / name
    if not path.is_file():
        raise DocumentError(f"there is no file {path}")
    text = excerpt(path, start, end) if start else path.read_text(encoding="utf-8")
    language = "text" if kind == "output" and path.suffix == ".txt" else LANGUAGES.get(path.suffix, "text")
    return [f"```{language}", *text.rstrip("\n").split("\n"), "```"]


def filled(path):
    """The file's text with what its comments stand for."""
    out, fence, own = [], None, False  # own: what stands between the open fences, or begins here, is a comment's
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, command = FENCE.match(line), COMMAND.match(line)
        if fence:
            if not own:
                out.append(line)
            if mark and line.strip() == fence:
                fence, own = None, False
        elif mark:
            fence = mark.group(1)
            if not own:
                out.append(line)
        else:
            out.append(line)
            own = command is not None
            if command:
                out += content(path.parent, command)
    return "\n".join(out) + "\n"


def main(arguments):
    check = arguments[:1] == ["--check"]
    status = 0
    for name in arguments[1 if check else 0:]:
        path = pathlib.Path(name)
        try:
            text = filled(path)
        except DocumentError as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        if text == path.read_text(encoding="utf-8"):
            continue
        if check:
            print(f"{name}: what its comments stand for has changed; run docs/site/fill.py {name}", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
