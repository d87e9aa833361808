"""The documentation in build/docs/html, page by page."""
import pathlib
import re
import urllib.parse

import looks

SITE = pathlib.Path("build/docs/html").resolve()
# Formulas are drawn after the page has loaded.
SETTLED = "new Promise((go) => window.MathJax && MathJax.Hub ? MathJax.Hub.Queue(() => go(true)) : go(true))"
LINKS = "[...document.querySelectorAll('a[href]')].map((a) => a.href).filter((h) => h.startsWith('file:'))"
IDS = "[...document.querySelectorAll('[id]')].map((e) => e.id).concat([...document.querySelectorAll('a[name]')].map((e) => e.name))"


def url(name):
    return (SITE / name).as_uri()


def test_pages(browser, check):
    """Each page loads, is complete, can be read, and its links lead somewhere."""
    pages = sorted(path.name for path in SITE.glob("*.html"))
    check("the documentation has pages", [] if len(pages) > 40 else [f"only {len(pages)} in {SITE}; run make docs"])
    tab = browser.open("about:blank")
    links, ids = {}, {}
    for name in pages:
        tab.visit(url(name))
        tab.evaluate(SETTLED)
        links[name], ids[name] = tab.evaluate(LINKS), set(tab.evaluate(IDS))
        check(f"{name}: complete and readable", looks.faults_of(tab))
    broken = []
    for name, targets in links.items():
        for target in set(targets):
            parts = urllib.parse.urlsplit(target)
            path, fragment = pathlib.Path(urllib.parse.unquote(parts.path)), urllib.parse.unquote(parts.fragment)
            if not path.is_file():
                broken.append(f"{name}: {target}")
            elif fragment and path.name in ids and fragment not in ids[path.name]:
                broken.append(f"{name}: {target}: no such place on that page")
    check("links between pages", broken)
    tab.close()


def test_reach(browser, check):
    """Every page of prose is reached from the first one by links in the text."""
    tab, seen, todo = browser.open("about:blank"), set(), ["index.html"]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        tab.visit(url(name))
        found = tab.evaluate("[...document.querySelectorAll('.contents a[href]')].map((a) => a.href)")
        todo += [pathlib.Path(urllib.parse.urlsplit(link).path).name for link in found if link.startswith("file:")
                 and ".html" in link]
    prose = {re.sub(r"^\d_", "", path.stem) + ".html" for path in pathlib.Path("build/docs/pages").glob("*.md")}
    check("pages that no link leads to", sorted(prose - seen))
    tab.close()


def test_search(browser, check):
    """Typing "halo" into the search box offers the place that explains it, and Enter goes there."""
    for width in (1280, 360):
        tab = browser.open(url("index.html"), width=width)
        tab.evaluate("document.querySelector('#MSearchField').focus()")
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
    tab.evaluate("document.querySelector('#MSearchField').focus()")
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
    tab.click("doxygen-awesome-dark-mode-toggle")
    dark = tab.evaluate(colour)
    tab.visit(url("labs.html"))
    check("dark mode switch", [f"{light}, then {dark}, then {tab.evaluate(colour)}"]
          if light == dark or tab.evaluate(colour) != dark else [])
    tab.close()
