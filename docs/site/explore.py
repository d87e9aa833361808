#!/usr/bin/env python3
"""Copies the primer's pages to try things on (docs/primer/explore) into the documentation.

usage: explore.py HTML_FOLDER

Their links to the primer's sections lead to its Markdown, for those who open them from the repository's folder;
in the documentation they lead to its page. Exit code: 0 copied, 1 a link names no section.
"""
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
from markdown import Page

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/primer/explore"


def main(out):
    primer = Page(ROOT, pathlib.Path("docs/primer/README.md"), "primer")
    unknown = []

    def link(match):
        if match[1] not in primer.fragments:
            unknown.append(match[1])
        return f"../{primer.name}.html#{primer.fragments.get(match[1])}"

    out.mkdir(exist_ok=True)
    for path in sorted(FOLDER.iterdir()):
        if path.suffix == ".html":
            text = re.sub(r"\.\./README\.md#([\w-]+)", link, path.read_text(encoding="utf-8"))
            (out / path.name).write_text(text, encoding="utf-8")
        elif path.suffix in (".css", ".js"):
            shutil.copyfile(path, out / path.name)
    for name in unknown:
        print(f"explore.py: docs/primer/README.md has no section #{name}", file=sys.stderr)
    return 1 if unknown else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]) / FOLDER.name))
