"""The documentation in build/docs/html, page by page."""
import html.parser
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request

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


def labs():
    """The labs' pages in order, counted from the folders."""
    return [f"lab_{path.parent.name}.html" for path in sorted(pathlib.Path("labs").glob("*/lab.json"))]


def test_course(browser, check):
    """A lab's page says at top and foot which lab of how many it is, leads to its neighbours and has contents at its side."""
    pages, tab = labs(), browser.open("about:blank")
    for n, name in enumerate(pages):
        tab.visit(url(name))
        bars = tab.evaluate("""[...document.querySelectorAll('nav.course')].map((bar) => [bar.querySelector('.place').textContent,
          ...['prev', 'next'].map((rel) => (bar.querySelector(`[rel=${rel}]`) || {href: ''}).href.split('/').pop())])""")
        wanted = [f"Lab {n + 1} of {len(pages)}", pages[n - 1] if n else "", pages[n + 1] if n + 1 < len(pages) else ""]
        check(f"{name}: its place in the course", [] if bars == [wanted, wanted] else [f"{bars}, wanted twice {wanted}"])
        faults = tab.evaluate("""(() => {
          const side = document.querySelector('.side'), text = document.querySelector('main .textblock > p');
          const h2 = [...document.querySelectorAll('main h2')].map((h) => h.textContent.trim());
          const listed = [...side.querySelectorAll('.level2 a')].map((a) => a.textContent.trim());
          return [side.getBoundingClientRect().right <= text.getBoundingClientRect().left || 'the contents are not at the side',
            h2.every((title) => listed.includes(title)) || `sections ${h2}, listed ${listed}`,
            document.querySelectorAll('h1').length === 1 || 'not one h1', !!document.querySelector('main') || 'no main'].filter((x) => x !== true);
        })()""")
        check(f"{name}: contents at the side, one title", faults)
    tab.visit(url(pages[1]))
    tab.click("nav.course.foot [rel=next]")
    check("next at the foot leads on", [] if tab.wait_for(f"location.href.endsWith('{pages[2]}')") else [tab.evaluate("location.href")])
    tab.visit(url(pages[2]))
    # The widest paragraph tells how many characters stand in a line.
    long = tab.evaluate("""(() => {
      const p = [...document.querySelectorAll('.textblock > p')].sort((a, b) => b.textContent.length - a.textContent.length)[0];
      return p.textContent.length / Math.round(p.getBoundingClientRect().height / parseFloat(getComputedStyle(p).lineHeight));
    })()""")
    check("a line of text has about 75 characters", [] if 62 <= long <= 85 else [f"{long:.0f}"])
    tab.close()


def test_cuda(browser, check):
    """CUDA's own words in code have a colour of their own, with contrast enough in both schemes."""
    tab = browser.open(url("lab_04_tiled.html"))
    words = tab.evaluate("[...document.querySelectorAll('.fragment .cuda')].map((word) => word.textContent)")
    wanted = {"__shared__", "<<<", ">>>"}
    for path in sorted(SITE.glob("solution_*.html")):
        wanted |= {"__global__", "__syncthreads", "threadIdx", "blockIdx", "blockDim", "__constant__"}
        words += re.findall('<span class="cuda">([^<]*)</span>', path.read_text())
    check("CUDA's words are marked", sorted(wanted - {word.replace("&lt;", "<").replace("&gt;", ">") for word in words}))
    for dark in (False, True):
        tab.scheme(dark)
        colours = tab.evaluate("['.fragment .cuda', '.fragment .line'].map((e) => getComputedStyle(document.querySelector(e)).color)")
        check(f"CUDA's words stand out, {'dark' if dark else 'light'}", [colours[0]] if colours[0] == colours[1] else tab.evaluate(looks.CONTRAST))
    tab.close()


def test_first_page(browser, check):
    """The first page shows a picture of every lab, a card for each and the ways to begin."""
    tab = browser.open(url("index.html"))
    found = tab.evaluate("""['.strip a', '.cards a'].map((links) => [...document.querySelectorAll(links)].map((a) => a.href.split('/').pop()))""")
    check("the strip has a picture of each lab", [] if found[0] == labs() else [str(found[0])])
    check("there is a card for each lab", [] if found[1] == labs() else [str(found[1])])
    check("each card says what one writes", tab.evaluate("[...document.querySelectorAll('.cards li')].map((li) => li.innerText).filter((t) => t.split('\\n').length < 3)"))
    check("the pictures have texts and are small",
          tab.evaluate("[...document.querySelectorAll('.strip img')].filter((i) => i.alt.length < 20).map((i) => i.src)")
          + [path.name for path in SITE.glob("picture_*.jpg") if path.stat().st_size > (64 if path.stem == "picture_strip" else 30) * 1024])
    check("four ways to begin", [] if tab.evaluate("document.querySelectorAll('.ways h3').length") == 4 else ["not four"])
    tab.close()


def test_results(browser, check):
    """Charts have titles, texts and tables; their letters can be read on a phone; no two files have one title."""
    tab = browser.open(url("results.html"), width=360)
    faults = tab.evaluate("""[...document.querySelectorAll('svg.chart')].flatMap((chart) => {
      const name = chart.querySelector('title').textContent, section = chart.closest('.result'), faults = [];
      if (chart.querySelector('desc').textContent.length < 30) faults.push('no text');
      if (!section.querySelector('p')) faults.push('not explained');
      if (section.querySelectorAll('details table tbody tr').length !== chart.querySelectorAll('rect:not(.ground)').length) faults.push('the table lacks rows');
      if (section.querySelector('details').open) faults.push('the table is not folded');
      const width = chart.getBoundingClientRect().width, rows = new Map();
      for (const text of chart.querySelectorAll('text')) {
        if (parseFloat(getComputedStyle(text).fontSize) < 11 || text.hasAttribute('transform')) faults.push('letters: ' + text.textContent);
        if (text.getBBox().x < -1 || text.getBBox().x + text.getBBox().width > width + 1) faults.push('cut off: ' + text.textContent);
        const y = text.getAttribute('y'), other = rows.get(y);
        if (other && other.getBBox().x + other.getBBox().width > text.getBBox().x) faults.push('one over the other: ' + text.textContent);
        rows.set(y, text);
      }
      return faults.map((fault) => `${name}: ${fault}`);
    })""")
    check("charts can be read on a phone", faults)
    number = tab.evaluate("document.querySelectorAll('svg.chart').length")
    check("there are a few charts", [] if 5 <= number <= 10 else [str(number)])
    links = tab.evaluate("[...document.querySelectorAll('.contents details a')].map((a) => [a.href.split('/').pop(), a.textContent])")
    files = {path.stem + ".html" for path in pathlib.Path("build/docs/pages").glob("results_*.md")}
    check("every file is reached", sorted(files - {link for link, _ in links}))
    titles = [text for link, text in dict(reversed(links)).items() if link in files]
    check("titles differ", sorted({title for title in titles if titles.count(title) > 1}))
    tab.visit(url("results_h200_S1_5_9.html"))
    check("V1c is explained where it appears", [] if tab.evaluate("/V1_const/.test(document.querySelector('dl.words').textContent)") else ["not"])
    tab.close()


def test_figures(browser, check):
    """On a phone figures scroll in frames, their letters of 11 pixels at least, on a light sheet in the dark too."""
    tab = browser.open("about:blank", width=360, dark=True)
    for name in ["primer.html", *labs()]:
        tab.visit(url(name))
        check(f"{name}: figures can be read on a phone", tab.evaluate("""[...document.querySelectorAll('img.figure')].flatMap((image) => {
          const frame = image.closest('.frame'), colour = getComputedStyle(frame).backgroundColor.match(/\\d+/g).map(Number);
          const least = parseFloat(getComputedStyle(image).getPropertyValue('--least'));
          return [least > 0 && image.getBoundingClientRect().width + 1 >= least || `${image.src} is too small`,
            frame.getBoundingClientRect().right <= innerWidth || `${image.src} is cut off`, colour.every((c) => c > 200) || 'a dark sheet',
            getComputedStyle(frame).overflowX === 'auto' || 'does not scroll'].filter((fault) => fault !== true);
        })"""))
    tab.close()


def test_serve(browser, check):
    """`make docs SERVE=1` serves the pages to this machine alone and ends with Ctrl-C without a word of Python's."""
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    serving = subprocess.Popen([sys.executable, "docs/site/serve.py", SITE, str(taken.getsockname()[1])], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = serving.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/", line)
    title = ""
    if address:
        with urllib.request.urlopen(address[0], timeout=10) as answer:
            title = answer.read().decode()
    serving.send_signal(signal.SIGINT)
    _, errors = serving.communicate(timeout=10)
    taken.close()
    check("make docs SERVE=1", ([] if "Filterlab" in title else [f"no first page: {line}"])
          + ([] if serving.returncode == 0 and not errors else [f"{serving.returncode}: {errors}"]))
