"""Pages of make view and make demo: the images are there, the divider and the zoom work."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import looks

# The share of the window's upper image that is seen, in percent, by what the browser draws.
CLIP = "getComputedStyle(document.querySelector('.over')).clipPath"
SHARE = "document.querySelector('.divider').value + ' ' + document.querySelector('output').textContent"
# The source of the image that is drawn at a place of the first window: the upper one left of the divider.
SHOWN_AT = """((share) => { const window_ = document.querySelector('.window');
  window_.scrollIntoView({block: 'center'});
  const box = document.querySelector('.stack').getBoundingClientRect();
  const found = document.elementsFromPoint(box.left + box.width * share, box.top + Math.min(box.height, 200) / 2);
  return found.find((e) => e.tagName == 'IMG').className; })"""


def pages(folder):
    """A page of a right and one of a wrong solution, and where it is wrong."""
    pictures, wrong = folder / "pictures", folder / "wrong"
    pictures.mkdir()
    subprocess.run([sys.executable, "tests/cli/make_pictures.py", pictures], check=True)
    lab = wrong / "01_cpu_baseline"
    lab.mkdir(parents=True)
    own = pathlib.Path("solutions/01_cpu_baseline")
    for name in ("convolve.cpp", "challenge.cpp"):
        lab.joinpath(name).write_text(own.joinpath(name).read_text().replace(
            "= sum;", "= sum + (x == 7 && y == 5 ? 0.25f : 0.0f);"))
    for source in ("solutions", wrong):
        page = folder / f"{pathlib.Path(source).name}.html"
        done = subprocess.run(["build/bin/kit", "view", "--lab", "01", "--backend", "sim", "--src", str(source),
                               "--image", pictures / "good.png", "--out", page], capture_output=True, text=True)
        if not page.is_file():
            raise SystemExit(f"kit view: {done.stdout}{done.stderr}")
        yield page


def test_pages(browser, check):
    """A page is complete, can be read and used with the keyboard alone."""
    with tempfile.TemporaryDirectory(prefix="kit-view.") as name:
        right, wrong = pages(pathlib.Path(name))
        for page in (right, wrong):
            tab = browser.open(page.as_uri())
            check(f"view, {page.stem}: complete and readable", looks.faults_of(tab))
            others = [url for url in tab.requests if not url.startswith("data:") and url != page.as_uri()]
            check(f"view, {page.stem}: asks for nothing else", others)
            texts = tab.evaluate("[...document.images].filter((i) => i.alt.length < 6).map((i) => i.className)")
            check(f"view, {page.stem}: every image has a text", texts)
            tab.close()
        tab = browser.open(wrong.as_uri())
        check_divider(tab, check)
        check_menus(tab, check)
        check_zoom(tab, check)
        check("view: no fault in using it", tab.faults)
        tab.close()


def check_divider(tab, check):
    before, clip = tab.evaluate(SHARE), tab.evaluate(CLIP)
    left = [tab.evaluate(SHOWN_AT + f"({place})") for place in (0.3, 0.7)]
    tab.evaluate("document.querySelector('.divider').focus()")
    for _ in range(30):
        for kind in ("keyDown", "keyUp"):
            tab.send("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39)
    after, moved = tab.evaluate(SHARE), tab.evaluate(CLIP)
    right = [tab.evaluate(SHOWN_AT + f"({place})") for place in (0.3, 0.7)]
    check("view: the divider moves with the arrow keys",
          [] if (before, after) == ("50 50 % output, 50 % reference", "80 80 % output, 20 % reference")
          else [f"{before}; then {after}"])
    check("view: which changes what is seen",
          [] if clip != moved and left == ["over", "under"] and right == ["over", "over"]
          else [f"{clip} {left}, then {moved} {right}"])
    spoken = tab.evaluate("document.querySelector('.divider').getAttribute('aria-valuetext')")
    check("view: and what is read aloud", [] if spoken == "80 % output, 20 % reference" else [spoken])


def check_menus(tab, check):
    choose = """((menu, value) => { const m = document.querySelector(menu); m.value = value;
      m.dispatchEvent(new Event('change')); })"""
    tab.evaluate(choose + "('.left', '3')")
    tab.evaluate(choose + "('.right-side', '2')")
    same = tab.evaluate("""['.over', '.under'].map((name) => [...document.querySelectorAll('figure img')]
      .findIndex((i) => i.src == document.querySelector(name).src && i.alt == document.querySelector(name).alt))""")
    check("view: any two images can be chosen", [] if same == [3, 2] else [str(same)])


def check_zoom(tab, check):
    tab.click("button.worst")
    width, left, top, pane = tab.evaluate("""[document.querySelector('.stack').clientWidth,
      document.querySelector('.window').scrollLeft, document.querySelector('.window').scrollTop,
      [document.querySelector('.window').clientWidth, document.querySelector('.window').clientHeight]]""")
    check("view: the worst pixel is shown eight times as large", [] if width == 8 * 40 else [f"{width} pixels wide"])
    x, y = 8 * 7.5 - left, 8 * 5.5 - top
    marked = tab.evaluate("""(() => { const r = document.querySelector('.mark').getBoundingClientRect(),
      s = document.querySelector('.stack').getBoundingClientRect();
      return [r.left + r.width / 2 - s.left, r.top + r.height / 2 - s.top]; })()""")
    check("view: with a mark around it", [] if max(abs(marked[0] - 60), abs(marked[1] - 44)) < 2 else [str(marked)])
    check("view: and within the window", [] if 0 <= x <= pane[0] and 0 <= y <= pane[1] else [f"at {x}, {y} of {pane}"])


def small_kit(folder):
    """A kit with lab 01 alone, whose demo takes seconds."""
    here = pathlib.Path.cwd()
    for part in ("labs", "solutions"):
        shutil.copytree(here / part / "01_cpu_baseline", folder / part / "01_cpu_baseline")
    for name in ("common", "tests"):
        (folder / name).symlink_to(here / name)
    (folder / "build").mkdir()
    for entry in (here / "build").iterdir():
        if entry.name in ("bin", "lib", "obj", "deps.mk", "deps.env"):
            (folder / "build" / entry.name).symlink_to(entry)
    return folder


def test_demo(browser, check):
    """The page that a demo ends with."""
    with tempfile.TemporaryDirectory(prefix="kit-view.") as name:
        kit = small_kit(pathlib.Path(name))
        done = subprocess.run(["build/bin/kit", "demo", "--backend", "sim"], capture_output=True, text=True,
                              env={**os.environ, "KIT_ROOT": str(kit), "KIT_BUILD": str(kit / "build")})
        page = kit / "build/demo/index.html"
        check("demo: its last line is the page's path", [] if done.returncode == 0 and page.is_file() and
              done.stdout.splitlines()[-1].endswith("build/demo/index.html") else [done.stdout + done.stderr])
        tab = browser.open(page.as_uri())
        check("demo: complete and readable", looks.faults_of(tab))
        pictures = tab.evaluate("[...document.querySelectorAll('figure img')].map((i) => new URL(i.src).pathname.split('/').pop())")
        check("demo: the pictures of the lab, from its own folder",
              [] if pictures == ["input.png", "01_cpu_baseline.png", "01_cpu_baseline_reference.png", "01_cpu_baseline_error.png"]
              else [str(pictures)])
        rows = tab.evaluate("[...document.querySelectorAll('tbody tr')].map((r) => [r.cells[1].textContent, "
                            "!!document.querySelector(r.querySelector('a').hash)])")
        check("demo: a table that leads to the pictures", [] if rows == [["passed", True]] else [str(rows)])
        tab.close()
