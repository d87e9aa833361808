"""The documentation in build/docs/html, page by page."""
import html.parser
import os
import pathlib
import re
import urllib.parse

import looks

SITE = pathlib.Path("build/docs/html").resolve()
# Formulas are drawn after the page has loaded.
SETTLED = "new Promise((go) => window.MathJax && MathJax.Hub ? MathJax.Hub.Queue(() => go(true)) : go(true))"
SHARE = min(8, max(1, int(os.environ.get("SHARE", "1"))))


class Anchors(html.parser.HTMLParser):
    """The links of a page, those in its text and header too by themselves, and the places on it that a link can name."""

    def __init__(self, path):
        super().__init__()
        self.links, self.text_links, self.places = set(), set(), set()
        self.divisions = []  # those that are open: whether each is in the text or the header
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.places.add(found.get("id"))
        if tag in ("div", "header"):
            inside = tag == "header" or "contents" in (found.get("class") or "").split()
            self.divisions.append(inside or True in self.divisions[-1:])
        elif tag == "a":
            self.places.add(found.get("name"))
            self.links.add(found.get("href"))
            if True in self.divisions[-1:]:
                self.text_links.add(found.get("href"))

    def handle_endtag(self, tag):
        if tag in ("div", "header") and self.divisions:
            self.divisions.pop()


def target_of(link, name):
    """The file and the place that a link of the page leads to; None if it leaves the documentation."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    return SITE / (urllib.parse.unquote(parts.path) or name), urllib.parse.unquote(parts.fragment)


def url(name):
    return (SITE / name).as_uri()


def drawn(pages):
    """All pages that somebody wrote, and of those that are made from data or code one in SHARE, others each time."""
    written = {path.stem for path in pathlib.Path("build/docs/pages").glob("*.md") if not path.name.startswith("results_")}
    written = {re.sub(r"^\d_", "", name) for name in written} | {"index"}
    made = [name for name in pages if pathlib.Path(name).stem not in written]
    first = int(os.environ.get("DRAW", "0")) % SHARE
    return sorted(set(pages) - set(made) | set(made[first::SHARE]))


def test_pages(browser, check):
    """Each page that is drawn loads, is complete and can be read."""
    pages = sorted(path.name for path in SITE.glob("*.html"))
    check("the documentation has pages", [] if len(pages) > 40 else [f"only {len(pages)} in {SITE}; run make docs"])
    tab = browser.open("about:blank")
    for name in drawn(pages):
        tab.visit(url(name))
        tab.evaluate(SETTLED)
        check(f"{name}: complete and readable", looks.faults_of(tab))
    tab.close()


def test_links(_, check):
    """Links between pages lead to places that are there."""
    pages = {path.name: Anchors(path) for path in sorted(SITE.glob("*.html"))}
    broken = []
    for name, page in pages.items():
        for link in sorted(filter(None, page.links)):
            target = target_of(link, name)
            if target is None:
                continue
            path, place = target
            if not path.is_file():
                broken.append(f"{name}: {link}")
            elif place and path.name in pages and place not in pages[path.name].places:
                broken.append(f"{name}: {link}: no such place on that page")
    check("links between pages", broken)


def test_reach(_, check):
    """Every page of prose is reached from the first one by links in the text or the header."""
    seen, todo = set(), ["index.html"]
    while todo:
        name = todo.pop()
        if name in seen or not (SITE / name).is_file():
            continue
        seen.add(name)
        targets = [target_of(link, name) for link in filter(None, Anchors(SITE / name).text_links)]
        todo += [target[0].name for target in targets if target and target[0].suffix == ".html"]
    prose = {re.sub(r"^\d_", "", path.stem) + ".html" for path in pathlib.Path("build/docs/pages").glob("*.md")}
    check("pages that no link leads to", sorted(prose - seen))


def test_search(browser, check):
    """Typing "halo" into the search box offers the place that explains it, and Enter goes there."""
    for width in (1280, 360):
        tab = browser.open(url("index.html"), width=width)
        tab.evaluate("document.querySelector('#search').focus()")
        tab.type("halo")
        found = tab.wait_for("/halo/i.test((document.querySelector('#found:not([hidden]) a') || {}).textContent)")
        check(f"search finds halo, {width} pixels wide", ([] if found else ["no result with that word is shown"]) + tab.faults)
        for scheme in (False, True):
            tab.scheme(scheme)
            check(f"search results can be read, {width} pixels wide, {'dark' if scheme else 'light'}", tab.evaluate(looks.CONTRAST))
        check(f"search results fit, {width} pixels wide",
              tab.evaluate("""(() => { const r = document.querySelector('#found').getBoundingClientRect();
                return r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight ? [] : [JSON.stringify(r)]; })()"""))
        tab.press("Enter")
        check(f"Enter opens the first result, {width} pixels wide",
              [] if tab.wait_for("/glossary.html#.*halo/.test(location.href)") else [tab.evaluate("location.href")])
        tab.close()
    tab = browser.open(url("index.html"))
    tab.evaluate("document.querySelector('#search').focus()")
    tab.type("xyzzy")
    check("search says that it finds nothing", [] if tab.wait_for(
        "document.querySelector('#found').textContent === 'Nothing found'") else [tab.evaluate("document.querySelector('#found').textContent")])
    spoilt = tab.evaluate("searchText.filter(([, url, text]) => url.startsWith('solution_') && text).map(([title]) => title)")
    check("search shows nothing of a solution", spoilt)
    tab.close()


def test_spoilers(browser, check):
    """A solution is not seen before it is asked for."""
    tab = browser.open("about:blank")
    for path in sorted(SITE.glob("solution_*.html")):
        tab.visit(path.as_uri())
        visible = "[...document.querySelectorAll('.contents .fragment, .contents h2')].some((e) => e.checkVisibility())"
        before = tab.evaluate(visible)
        tab.click(".show-solution")
        check(f"{path.name}: shown only when asked for",
              (["source is visible at once"] if before else [])
              + ([] if tab.evaluate(visible) else ["nothing appears after the click"]))
    tab.close()


def test_dark_mode(browser, check):
    """The switch changes the colours, and the choice lasts."""
    tab = browser.open(url("index.html"))
    colour = "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(colour)
    tab.click("#scheme")
    dark = tab.evaluate(colour)
    tab.visit(url("labs.html"))
    check("dark mode switch", [f"{light}, then {dark}, then {tab.evaluate(colour)}"]
          if light == dark or tab.evaluate(colour) != dark else [])
    tab.close()
