#!/usr/bin/env python3
"""Collects the text that the site's search box looks through.

usage: search_text.py HTML_FOLDER    writes HTML_FOLDER/search_text.js

Doxygen's own search knows names and titles only. One entry a heading: title, address, the text below it.
Of a solution's page only the title is taken, so that no search shows a solution.
"""
import html.parser
import json
import pathlib
import sys

# Lists that Doxygen makes, and listings of headers.
LEFT_OUT = ("_source", "-members", "annotated", "classes", "files", "functions", "globals", "hierarchy", "namespace", "pages")
HEADINGS = {"h1", "h2", "h3", "h4"}
VOID = {"img", "br", "hr", "input", "link", "meta", "area", "base", "col", "wbr"}
BREAKS = {"p", "li", "td", "th", "tr", "div", "pre", "dt", "dd", "br"}


class Reader(html.parser.HTMLParser):
    """Splits a page's contents at its headings."""

    def __init__(self, name):
        super().__init__()
        self.name, self.depth, self.skipped = name, 0, 0
        self.title, self.entries = "", []
        self.in_title = self.in_heading = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        css = (attributes.get("class") or "").split()
        if tag == "div" and "title" in css and not self.entries:
            self.in_title = True
        if tag == "div" and "contents" in css:
            self.depth = 1
            self.entries.append([self.title.strip(), self.name, ""])
            return
        if not self.depth or tag in VOID:
            return
        self.depth += 1
        if self.skipped or tag in ("script", "style") or "toc" in css:
            self.skipped += 1
        elif tag in HEADINGS:
            self.in_heading = True
            self.entries.append(["", self.name, ""])
        elif tag in BREAKS and self.entries:
            self.entries[-1][2] += " "
        if self.in_heading and attributes.get("id"):
            self.entries[-1][1] = f"{self.name}#{attributes['id']}"

    def handle_endtag(self, tag):
        if tag == "div":
            self.in_title = False
        if tag in HEADINGS:
            self.in_heading = False
        if self.depth and tag not in VOID:
            self.depth -= 1
            self.skipped = max(0, self.skipped - 1)

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        elif self.depth and not self.skipped and self.entries:
            self.entries[-1][0 if self.in_heading else 2] += data


def main(folder):
    entries = []
    for path in sorted(folder.glob("*.html")):
        if any(word in path.stem for word in LEFT_OUT):
            continue
        reader = Reader(path.name)
        reader.feed(path.read_text(encoding="utf-8"))
        found = reader.entries
        if path.stem.startswith("solution_"):
            found = [[title, url, ""] for title, url, _ in found[:1]]
        for title, url, text in found:
            title, text = " ".join(title.split()), " ".join(text.split())
            page = " ".join(reader.title.split())
            entries.append([title if title == page or not page else f"{title} – {page}", url, text])
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    (folder / "search_text.js").write_text(f"const searchText = {text};\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
