#!/usr/bin/env python3
"""Finds markup that a page shows to its reader, because Doxygen did not take it for markup.

usage: check_pages.py HTML_FOLDER    prints one line per place: page, what, the text around it

Looks at the text of each page outside code, declarations and formulas. In code of a table an escaped bar
counts too. A heading inside a list's item is a fault as well: the list did not end before it.
Exit code: 0 none, 1 some.
"""
import html.parser
import pathlib
import re
import sys

RAW = re.compile(r"""
    [@\\](?:section|subsection|subsubsection|paragraph|page|subpage|ref|anchor|include\w*|verbinclude|snippet|f[$\[\]])(?!\w)
  | </?(?:a|b|br|center|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|span|strong|table|td|th|tr|tt|ul)(?![\w-])[^<>]*>
  | \*\* | \\\| | \]\( | ` | \|\s*:?-{3,} | \{\#[\w-]+\} | <!--""", re.X)
CODE = {"code", "pre", "script", "style", "svg", "tt"}
CODE_CLASSES = {"entry", "formulaDsp", "formulaInl", "fragment", "icon", "memname", "memproto", "tt"}
VOID = {"img", "br", "hr", "input", "link", "meta", "area", "base", "col", "wbr"}
HEADINGS = {"h1", "h2", "h3", "h4"}


class Reader(html.parser.HTMLParser):
    """The text of a page, with a gap in place of each piece of code."""

    def __init__(self):
        super().__init__()
        self.open, self.code, self.contents = [], 0, 0  # elements; how many of them are code, or hold the text
        self.text, self.faults = [], []

    def inside(self, *tags):
        return any(tag in tags for tag, *_ in self.open)

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        css = set((dict(attributes).get("class") or "").split())
        code = tag in CODE or bool(css & CODE_CLASSES) or any(name.startswith("memItem") for name in css)
        contents = "contents" in css
        if tag in HEADINGS and self.contents and self.inside("li"):
            self.faults.append(f"a heading inside a list, source line {self.getpos()[0]}")
        self.open.append((tag, code, contents))
        self.code += code
        self.contents += contents
        self.text.append(" … " if code else "" if tag in ("a", "b", "em", "span", "strong") else " ")

    def handle_endtag(self, tag):
        if tag in VOID or not self.inside(tag):
            return
        while True:  # some elements need no end
            name, code, contents = self.open.pop()
            self.code -= code
            self.contents -= contents
            if name == tag:
                break

    def handle_data(self, data):
        if not self.code:
            self.text.append(data)
        elif "\\|" in data and self.inside("td") and not self.inside("pre"):
            self.faults.append(f"shows '\\|' as it is: {data}")


def faults(path):
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    text = " ".join("".join(reader.text).split())
    yield from reader.faults
    for found in RAW.finditer(text):
        yield f"shows '{found.group(0)}' as it is: ...{text[max(0, found.start() - 30):found.end() + 30]}..."


def main(folder):
    found = [f"{path.name}: {fault}" for path in sorted(folder.glob("*.html")) for fault in faults(path)]
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
