#!/usr/bin/env python3
"""Puts the pages that Doxygen has made into the site's own frame.

usage: finish.py OUT    OUT/html/*.html, with OUT/site.json, which pages.py writes

Of Doxygen's page the head, the title and the contents are kept. Around them come the site's header, the contents
at the side, on a lab's page a bar at top and foot with its place in the course, and a footer. In the contents CUDA's
words are marked (cuda.py), figures get frames in which they scroll, and headings their order: one <h1>, then <h2>.
What is not found as expected stays as it is.
Exit code: 0 done, 1 a page has no contents that could be found.
"""
import html
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import cuda

CONTENTS = re.compile(r'<div class="(?:header|contents)">.*</div><!-- contents -->', re.S)
TITLE = re.compile(r'<div class="title">((?:[^<]|<(?!/?div)[^>]*>)*)</div>', re.S)
HEADING = re.compile(r"<h([1-6])((?:\s[^>]*)?)>(.*?)</h\1>", re.S)
PLACE = re.compile(r'\b(?:id|name)="([^"]+)"')
# In the list of files: a link that is an icon, in front of the file's name.
ICON = re.compile(r'<a (href="[^"]*")>(<span class="icondoc"></span></a><a class="el"[^>]*>([^<]*)</a>)')
FIGURE = re.compile(r'(<p[^>]*>\s*)?<img\b([^>]*\bclass="figure"[^>]*)/?>(\s*</p>)?')
SMALLEST = 11  # of the letters of a figure, in pixels


def plain(text):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).split())


class Figures:
    """How wide each figure must be for its smallest letters to be read."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}

    def size(self, name):
        """(width, height, least width) in pixels, or None for what is no SVG with a size."""
        if name not in self.known:
            path = self.folder / name
            text = path.read_text(encoding="utf-8") if path.suffix == ".svg" and path.is_file() else ""
            box = re.search(r'viewBox="\s*[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)', text)
            letters = [float(size) for size in re.findall(r'font-size[:=]\s*"?([\d.]+)', text)]
            self.known[name] = None
            if box and letters:
                width, height = float(box[1]), float(box[2])
                self.known[name] = (round(width), round(height), round(width * SMALLEST / min(letters)))
        return self.known[name]

    def framed(self, match):
        before, inside, after = match.group(1) or "", match.group(2), match.group(3) or ""
        source, alt = re.search(r'\bsrc="([^"]*)"', inside), re.search(r'\balt="([^"]*)"', inside)
        if not source or not alt:
            return match[0]
        size = self.size(source[1])
        place = f' width="{size[0]}" height="{size[1]}" style="--least: {size[2]}px"' if size else ""
        image = f'<img class="figure" src="{source[1]}" alt="{alt[1]}"{place}/>'
        tag = "div" if not before or after else "span"  # a <div> would end a paragraph that goes on
        frame = (f'<{tag} class="figure-frame"><{tag} class="frame" tabindex="0" role="group" aria-label="Figure">{image}</{tag}>'
                 f'<a class="by-itself" href="{source[1]}">Open the figure by itself</a></{tag}>')
        return frame if before and after else before + frame + after


class Frame:
    """What all pages have around their contents."""

    def __init__(self, site):
        self.nav, self.labs, self.sections = site["nav"], site["labs"], site["sections"]

    def header(self, page):
        links = []
        for name, title in self.nav:
            here = ' aria-current="page"' if name == page else ' aria-current="true"' if self.sections.get(page) == name else ""
            links.append(f'<li><a href="{name}.html"{here}>{html.escape(title)}</a></li>')
        return ('<a class="skip" href="#text">Skip to the text</a>\n<header class="site"><a class="brand" href="index.html">Filterlab</a>\n'
                f'<nav aria-label="Site"><ul>{"".join(links)}</ul></nav>\n'
                '<div class="tools" hidden><input type="search" id="search" placeholder="Search" aria-label="Search all pages" '
                'autocomplete="off"/><button type="button" id="scheme" aria-pressed="false">Dark</button></div></header>\n')

    def bar(self, page, where):
        """The place of a lab in the course, with the ways to its neighbours."""
        names = [name for name, _ in self.labs]
        if page not in names:
            return ""
        n = names.index(page)

        def link(i, rel, arrow):
            if not 0 <= i < len(names):
                return '<span class="none"></span>'
            name, title = self.labs[i]
            short, _, rest = title.partition(": ")
            text = f'<b>{html.escape(short)}</b> <small>{html.escape(rest)}</small>'
            arrow = f'<span aria-hidden="true">{arrow}</span>'
            return f'<a rel="{rel}" href="{name}.html">{f"{arrow} {text}" if rel == "prev" else f"{text} {arrow}"}</a>'

        return (f'<nav class="course {where}" aria-label="Labs, {where} of the page">{link(n - 1, "prev", "←")}'
                f'<a class="place" href="labs.html">Lab {n + 1} of {len(names)}</a>{link(n + 1, "next", "→")}</nav>\n')

    def side(self, page, headings):
        """The page's sections, and on a lab's page all labs."""
        parts = []
        entries = [(level, place, text) for level, place, text in headings if level <= 3 and place and text]
        if len(entries) > 1:
            items = "".join(f'<li class="level{level}"><a href="#{place}">{html.escape(text)}</a></li>' for level, place, text in entries)
            parts.append(f'<nav aria-label="On this page"><details open><summary>On this page</summary><ul>{items}</ul></details></nav>')
        if parts and page in (name for name, _ in self.labs):
            items = "".join(f'<li><a href="{name}.html"{" aria-current=page" * (name == page)}>{html.escape(title)}</a></li>'
                            for name, title in self.labs)
            parts.append(f'<nav aria-label="All labs"><details><summary>All labs</summary><ul>{items}</ul></details></nav>')
        return f'<div class="side">{"".join(parts)}</div>\n' if parts else ""


def in_order(text):
    """Headings moved so that the first level below the title is <h2>, and (level, place, text) of each."""
    levels = [int(found[1]) for found in HEADING.finditer(text)]
    down = 2 - min(levels) if levels and 'class="textblock"' in text and 'class="memitem"' not in text else 0
    found, last = [], 1

    def move(match):
        nonlocal last
        level = min(6, int(match[1]) + down)
        level = last = min(level, last + 1)
        place = PLACE.search(match[2]) or PLACE.search(match[3])
        found.append((level, place[1] if place else None, plain(match[3])))
        return f"<h{level}{match[2]}>{match[3]}</h{level}>"

    return HEADING.sub(move, text), found


def finished(text, page, frame, figures):
    """The page, or None where its contents are not to be found."""
    contents, head = CONTENTS.search(text), re.search(r"<head>.*</head>", text, re.S)
    if not contents or not head:
        return None
    inner = contents[0]
    title = TITLE.search(inner)
    body = inner[title.end():] if title else inner
    body, headings = in_order(body)
    if title:
        inner = f'{inner[:title.start()]}<h1 class="title">{title[1].strip()}</h1>{body}'
    else:  # some of Doxygen's lists have none
        named = re.search(r"<title>(?:Filterlab: )?(.*?)</title>", head[0])
        inner = f'<h1 class="title">{named[1] if named else "Filterlab"}</h1>{body}'
    inner = ICON.sub(r'<a \1 aria-label="Source of \3">\2', inner)
    inner = cuda.highlight(FIGURE.sub(figures.framed, inner))
    kind = "landing" if page == "index" else "lab" if page in dict(frame.labs) else "text"
    side = "" if page == "index" else frame.side(page, headings)
    head = re.sub(r'<meta http-equiv="(?:Content-Type|X-UA-Compatible)"[^>]*>\n?', "", head[0])
    head = head.replace("<head>", '<head>\n<meta charset="utf-8"/>', 1)
    head = re.sub(r"<title>Filterlab: (.*?)</title>", r"<title>\1 – Filterlab</title>", head, count=1)
    version = re.search(r'name="generator" content="([^"]*)"', head)
    return (f'<!DOCTYPE html>\n<html lang="en" class="light-mode">\n{head}\n<body class="{kind}{" with-side" * bool(side)}">\n'
            f'{frame.header(page)}<div class="page">\n{side}<main id="text">\n{frame.bar(page, "top")}{inner}\n{frame.bar(page, "foot")}</main>\n'
            f'</div>\n<footer class="site">Made with {version[1] if version else "Doxygen"} and the scripts in docs/site.</footer>\n</body>\n</html>\n')


def main(out):
    frame = Frame(json.loads((out / "site.json").read_text(encoding="utf-8")))
    figures, status = Figures(out / "html"), 0
    for path in sorted((out / "html").glob("*.html")):
        text = finished(path.read_text(encoding="utf-8"), path.stem, frame, figures)
        if text is None:
            print(f"finish.py: {path.name}: no title and contents as Doxygen writes them", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
