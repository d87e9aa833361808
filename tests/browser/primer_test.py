"""The primer's pages to try things on: docs/primer/explore, and their copies in the documentation.

What they compute is compared with counts of the simulator and with NVIDIA's occupancy calculator (primer/*.csv, which
primer/make writes), with counts of a card (docs/results/simulator_vs_gpu.csv) and with the primer's own outputs.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys

import looks

EXPLORE = pathlib.Path("docs/primer/explore").resolve()
SITE = pathlib.Path("build/docs/html").resolve()
TRUTH = pathlib.Path(__file__).parent / "primer"
PAGES = ("grid", "coalescing", "banks", "barrier", "occupancy", "roofline")

# The answers, worked out by hand, and a wrong one: a number to type or the place of a choice.
ANSWERS = {
    "grid": [("2816", "2,697"), (2, 0)],  # 32 x 88 blocks; 10 * 100 + 103 = 11 * 100 + 3
    "coalescing": [("8", "5"), (1, 3)],  # 4 rows of 2 sectors; 64 bytes
    "banks": [("33", "34"), (1, 2)],  # odd; banks 18 to 33
    "barrier": [("2", "0"), (2, 3)],  # 0011 and 1100
    "occupancy": [("3", "4"), (1, 0)],  # 64 / 17; 32 blocks of one warp
    "roofline": [("5", "11"), (0, 1)],  # 2 * 121 / 8 > 8100 / 320; 8 bytes against 16
}

# After a change of a control: what a fact of the page says then.
MOVES = {
    "grid": [("bx", 17, "Grid", "3 × 3"), ("bx", 64, "Threads of a block", "512"), ("by", 32, "Threads of a block", "2,048"), ("unbounded", True, "Stores past", "782")],
    "coalescing": [("offset", 1, "Sectors", "5"), ("stride", 2, "Sectors", "8"), ("pattern", "column", "Sectors", "32"), ("bytes", "1", "Bytes asked", "32")],
    "banks": [("pitch", 33, "Wavefronts", "1"), ("access", "16", "Wavefronts", "2"), ("bytes", "16", "Wavefronts", "4")],
    "barrier": [("program", "barrier", "Of these read", "0"), ("program", "flag", "Of these never", "3")],
    "occupancy": [("threads", 1024, "Blocks at once", "1"), ("registers", 128, "Blocks at once", "0"), ("card", "A100 SXM 40 GB", "Warps at once", "0 of 64")],
    "roofline": [("radius", 5, "Bound by", "arithmetic"), ("variant", "passes", "Bound by", "memory"), ("card", "H200 SXM", "Operations a byte", "2.75")],
}
FACT = """((name) => { const found = [...document.querySelectorAll('#facts div')].find((one) => one.textContent.startsWith(name));
  return found ? [...found.querySelector('dd').childNodes].map((one) => one.textContent) : ['no such fact']; })"""
SET = """((name, value) => { const input = document.getElementById('c-' + name);
  if (input.type === 'checkbox') input.checked = value; else input.value = value;
  input.dispatchEvent(new Event('input', {bubbles: true})); })"""


def call(tab, function, *values):
    return tab.evaluate(f"{function}({', '.join(json.dumps(value) for value in values)})")


def open_page(browser, name, folder=EXPLORE, **how):
    return browser.open((folder / f"{name}.html").as_uri(), **how)


def test_pages(browser, check):
    """Each page is complete and can be read, wide and narrow, light and dark, and asks for nothing from elsewhere."""
    for name in PAGES:
        tab = open_page(browser, name)
        faults = looks.faults_of(tab)
        tab.resize(360, 740)
        for dark in (False, True):
            tab.scheme(dark)
            faults += [f"360 pixels, {'dark' if dark else 'light'}: {fault}" for fault in tab.evaluate(looks.CONTRAST)]
        names = tab.evaluate("""[...document.querySelectorAll('input, select, button, svg[role=img], [role=region]')].filter((e) =>
            !((e.labels && e.labels.length) || e.getAttribute('aria-label') || (e.tagName === 'BUTTON' && e.textContent.trim())))
            .filter((e) => e.checkVisibility()).map((e) => 'no name: ' + e.outerHTML.slice(0, 60))""")
        check(f"primer, {name}: complete and readable", faults + names)
        tab.send("Emulation.setScriptExecutionDisabled", value=True)
        tab.visit((EXPLORE / f"{name}.html").as_uri())
        shown = tab.evaluate("document.querySelector('main').innerText")
        check(f"primer, {name}: says in a line that it needs scripts", [] if "needs JavaScript" in shown and "questions" not in shown else [shown])
        tab.close()


def test_controls(browser, check):
    """All values of all controls show something; some of them what was worked out by hand; arrow keys move sliders."""
    for name in PAGES:
        tab = open_page(browser, name)
        controls = tab.evaluate("document.querySelectorAll('#controls input, #controls select').length")
        # One control at a time: a busy machine takes long, and one answer must come in time.
        broken = [fault for n in range(controls) for fault in tab.evaluate("""((index) => { const bad = [];
          const values = (input) => input.type === 'checkbox' ? [true, false] : input.tagName === 'SELECT'
            ? [...input.options].map((one) => one.value) : [input.min, input.max, Math.round((+input.min + +input.max) / 2)];
          const inputs = [...document.querySelectorAll('#controls input, #controls select')];
          const first = inputs[index];
          for (const one of values(first)) for (const second of inputs) for (const two of values(second)) {
            for (const [input, value] of [[first, one], [second, two]]) {
              if (input.type === 'checkbox') input.checked = value; else input.value = value;
              input.dispatchEvent(new Event('input', {bubbles: true}));
            }
            const main = document.querySelector('main'), text = main.innerText.replace(/leaves undefined/g, '') + document.getElementById('picture').outerHTML;
            const found = text.match(/NaN|undefined|Infinity|null/);
            if (found) bad.push(`${first.name} ${one}, ${second.name} ${two}: ${found[0]}`);
            if (document.getElementById('picture').childElementCount === 0) bad.push(`${first.name} ${one}: no drawing`);
          }
          return bad; })""" + f"({n})")]
        check(f"primer, {name}: every control at its ends", broken + tab.faults)
        tab.visit((EXPLORE / f"{name}.html").as_uri())
        faults = []
        for control, value, fact, expected in MOVES[name]:
            call(tab, SET, control, value)
            found = call(tab, FACT, fact)
            if found[0] != expected:
                faults.append(f"{control} = {value}: {fact} is '{found[0]}', not '{expected}'")
        check(f"primer, {name}: what the controls change", faults)
        if name != "barrier":
            first = tab.evaluate("document.querySelector('#controls input[type=range]').id")
            tab.evaluate(f"document.getElementById('{first}').value = 10; document.getElementById('{first}').focus()")
            before = tab.evaluate(f"Number(document.getElementById('{first}').value)")
            tab.press("ArrowRight")
            after = tab.evaluate(f"[Number(document.getElementById('{first}').value), document.getElementById('{first}').getAttribute('aria-valuetext')]")
            said = tab.wait_for("document.getElementById('spoken').textContent === document.getElementById('picture').getAttribute('aria-label')")
            check(f"primer, {name}: an arrow key moves a slider, and the result is read out",
                  ([] if after[0] > before and after[1].startswith(str(after[0])) else [f"{before}, then {after}"])
                  + ([] if said else ["the live region has another sentence"]))
        tab.close()


def answer(tab, number, given):
    """Gives an answer by the keyboard; returns what the page says."""
    if isinstance(given, int):
        tab.evaluate(f"document.querySelectorAll('#q{number} input')[{given}].click()")
    else:
        tab.evaluate(f"document.querySelector('#q{number} input').value = ''; document.querySelector('#q{number} input').focus()")
        tab.type(given)
    if isinstance(given, int):
        tab.evaluate(f"document.querySelector('#q{number} button').focus()")
    tab.press("Enter")
    return tab.evaluate(f"document.getElementById('q{number}-verdict').textContent")


def test_questions(browser, check):
    """Right and wrong answers are told apart, each with a reason; no answer is none."""
    for name in PAGES:
        tab = open_page(browser, name)
        faults = [] if tab.evaluate("document.querySelectorAll('.question').length") == 2 else ["not two questions"]
        for number, (right, wrong) in enumerate(ANSWERS[name], 1):
            tab.evaluate(f"document.querySelector('#q{number} button').click()")
            nothing = tab.evaluate(f"document.getElementById('q{number}-verdict').textContent")
            if "first" not in nothing:
                faults.append(f"question {number}, no answer: {nothing}")
            for given, begins in ((wrong, "No. "), (right, "Right. ")):
                said = answer(tab, number, given)
                if not said.startswith(begins) or len(said) < 60 or re.search("NaN|(?<!leaves )undefined", said):
                    faults.append(f"question {number}, answer {given}: {said}")
        for dark in (False, True):
            tab.scheme(dark)
            faults += tab.evaluate(looks.CONTRAST)
        check(f"primer, {name}: questions", faults + tab.faults)
        tab.close()


def test_keyboard(browser, check):
    """The Tab key comes to every control, in the order of the page."""
    for name in PAGES:
        tab = open_page(browser, name)
        expected = tab.evaluate("""[...document.querySelectorAll('a, input, select, button')].filter((e) => e.checkVisibility() && !e.disabled)
            .map((e) => e.id || e.name || e.textContent)""")
        seen = []
        for _ in range(len(expected) + 8):  # frames that scroll can be reached too
            for kind in ("rawKeyDown", "keyUp"):
                tab.send("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
            seen.append(tab.evaluate("""(() => { const e = document.activeElement;
                return e === document.body ? '' : e.id || e.name || e.textContent; })()"""))
        reached = [one for n, one in enumerate(seen) if one in expected and one not in seen[:n]]
        wanted = [one for n, one in enumerate(expected) if one not in expected[:n]]
        check(f"primer, {name}: the Tab key reaches all", [] if reached == wanted else [f"{reached}, not {wanted}"])
        tab.close()


def test_barrier(browser, check):
    """Steps by hand: the order that reads too early, back, the barrier that prevents it, and the deadlock."""
    tab = open_page(browser, "barrier")

    def press(*buttons):
        for button in buttons:
            tab.evaluate(f"document.getElementById('{button}').focus()")
            tab.press("Enter")
        return tab.evaluate("document.getElementById('spoken').textContent")

    def expect(what, text, part):
        check(f"primer, barrier: {what}", [] if part in text else [text])

    expect("warp 0 alone reads what nobody wrote", press("warp0", "warp0"), "Thread 3 has read tile[4], which nobody had written.")
    expect("a step back", press("back", "warp1", "warp0"), "Warp 0 has ended")
    expect("the order that goes well", press("warp1"), "every read was right")
    call(tab, SET, "program", "barrier")
    expect("a warp that waits cannot be stepped", press("warp0", "warp0", "warp0"), "Warp 0 waits at the barrier")
    expect("random steps end well", press("run"), "every read was right")
    call(tab, SET, "program", "branch")
    expect("who passes the barrier by reads too early", press("warp1", "warp1"), "Thread 7 has read tile[0]")
    call(tab, SET, "program", "flag")
    expect("deadlock", press("run"), "They wait for ever")
    orders = tab.evaluate("Object.keys(models.PROGRAMS).map((one) => { const o = models.allOrders(one); return [one, o.all, o.wrong, o.stuck]; })")
    # The orders of two and two steps, three and three steps with a meeting in the middle, and so on.
    wanted = [["none", 6, 2, 0], ["barrier", 12, 0, 0], ["branch", 6, 1, 0], ["flag", 3, 0, 3]]
    check("primer, barrier: all orders", ([] if orders == wanted else [str(orders)]) + tab.faults)
    tab.close()


def rows_of(name):
    with open(TRUTH / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def test_counts(browser, check):
    """Sectors and wavefronts are those that the simulator counts, pattern by pattern."""
    tab = open_page(browser, "banks")
    rows = rows_of("patterns.csv")
    wrong = call(tab, """((rows) => rows.filter((row) => {
      const n = (name) => Number(row[name]), bytes = n('bytes');
      if (row.space === 'global') {
        const sum = models.traffic(models.globalAddresses({bytes, pattern: row.pattern, offset: n('offset'), stride: n('stride'),
          blockWidth: n('block_width'), pitch: n('pitch')}), bytes);
        return n('requests') !== 1 || sum.sectors !== n('units') || sum.asked !== n('bytes_or_ideal');
      }
      const access = row.pattern === 'column' ? 'column' : row.block_width;
      return n('requests') !== 1 || models.wavefronts(models.sharedAddresses({bytes, access, pitch: n('pitch')}), bytes).length !== n('units')
        || models.idealWavefronts(32, bytes) !== n('bytes_or_ideal');
    }).map((row) => Object.values(row).join(',')))""", rows)
    check(f"primer: {len(rows)} patterns as the simulator counts them", wrong if len(rows) > 1000 else ["too few patterns"])
    tab.close()


# Launches of tests/hardware: the addresses of lane t, what they count, and of how many warps. t is a thread of a
# block whose warps are counted one by one.
MEASURED = [
    *[(f"words_apart<{n}>", "shared load wavefronts", 4, 256, lambda t, n=n: (255 - t) * n * 4) for n in (2, 4, 8, 16, 32, 33, 12)],
    *[(f"words_apart<{n}>", "shared store wavefronts", 4, 256, lambda t, n=n: t * n * 4) for n in (2, 8, 33)],
    ("bytes_apart<3>", "shared load wavefronts", 1, 128, lambda t: (t ^ 5) * 3),
    ("bytes_apart<8>", "shared load wavefronts", 1, 128, lambda t: (t ^ 5) * 8),
    ("bytes_apart<33>", "shared load wavefronts", 1, 128, lambda t: (t ^ 5) * 33),
    ("read_columns<16, 0>", "shared load wavefronts", 4, 256, lambda t: (t % 16 * 16 + t // 16) * 4),
    ("read_columns<16, 1>", "shared load wavefronts", 4, 256, lambda t: (t % 16 * 17 + t // 16) * 4),
    *[(f"read_wide<{kind}, {name}>", "shared load wavefronts", size, 128, lambda t, size=size, of=of: of(t) * size)
      for name, of in (("Turned", lambda t: 127 - t), ("Same", lambda t: t // 32), ("ByPairs", lambda t: t // 2), ("ByFours", lambda t: t // 4 + 1),
                       ("HalvesAlike", lambda t: t % 16), ("TwoApart", lambda t: t * 2 % 128 + t // 64), ("Crossed", lambda t: t // 4 * 2 + t % 2),
                       ("Columns", lambda t: t % 8 * 16 + t // 8))
      for kind, size in (("float2", 8), ("double", 8), ("float4", 16))],
    ("transpose_wide<float2, 0>", "shared load wavefronts", 8, 256, lambda t: (t % 16 * 16 + t // 16) * 8),
    ("transpose_wide<float2, 1>", "shared load wavefronts", 8, 256, lambda t: (t % 16 * 17 + t // 16) * 8),
    *[(f"copy<{kind}>", "global load sectors", size, 256, lambda t, size=size: t * size)
      for kind, size in (("unsigned char", 1), ("float", 4), ("float2", 8), ("float4", 16))],
    ("copy_strided<2, 0>", "global load sectors", 4, 256, lambda t: t * 8),
    ("copy_strided<4, 0>", "global load sectors", 4, 256, lambda t: t * 16),
    ("copy_strided<1, 1>", "global load sectors", 4, 256, lambda t: t * 4 + 4),
]


def test_card(browser, check):
    """Sectors and wavefronts are those that ncu counted on a card."""
    tab = open_page(browser, "banks")
    with open("docs/results/simulator_vs_gpu.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    wrong, compared = [], 0
    for kernel, count, size, block, of in MEASURED:
        found = [row for row in rows if row["kernel"] == kernel]
        if not found:
            continue
        counts = {row["count"]: int(row["gpu"]) for row in found if row["launch"] == found[0]["launch"]}
        requests = counts["global load requests"]
        warps = [[of(t) for t in range(first, first + 32)] for first in range(0, block, 32)]
        function = "(a, b) => models.sectors(a, b).length" if "sectors" in count else "(a, b) => models.wavefronts(a, b).length"
        units = sum(call(tab, f"({function})", warp, size) for warp in warps)
        compared += 1
        # Each warp of the launch makes one such request, and one of its loads from global memory.
        if units * requests != counts[count] * len(warps):
            wrong.append(f"{kernel}, {count}: {units / len(warps):g} a request, on the card {counts[count] / requests:g}")
    check(f"primer: {compared} patterns as a card counts them", wrong if compared > 35 else [f"only {compared} found"])
    tab.close()


def test_outputs(browser, check):
    """The primer's own programs count the same."""
    tab = open_page(browser, "banks")
    printed = pathlib.Path("docs/primer/coalescing.txt").read_text(encoding="utf-8")
    shown = [float(one) for one in re.findall(r"global load .*: ([\d.]+) a request", printed)]
    found = [call(tab, "((change) => models.traffic(models.globalAddresses({bytes: 4, pattern: 'row', offset: 0, stride: 1, blockWidth: 32, "
                       "pitch: 128, ...change}), 4).sectors)", change) for change in ({}, {"offset": 1}, {"stride": 2}, {"pattern": "column"})]
    check("primer: the sectors of coalescing.txt", [] if found == shown else [f"{found}, not {shown}"])
    printed = pathlib.Path("docs/primer/banks.txt").read_text(encoding="utf-8")
    shown = [float(one) for one in re.findall(r"shared load .*: ([\d.]+) a request", printed)]
    found = [call(tab, "((pitch) => models.wavefronts(models.sharedAddresses({bytes: 4, access: 'column', pitch}), 4).length)", pitch) for pitch in (32, 33)]
    check("primer: the wavefronts of banks.txt", [] if found == shown else [f"{found}, not {shown}"])
    tab.close()


def test_occupancy(browser, check):
    """Blocks that fit are those of NVIDIA's calculator and of occupancy.txt; the cards are the kit's."""
    done = subprocess.run([sys.executable, EXPLORE / "cards.py", "--check", EXPLORE / "cards.js"], capture_output=True, text=True, check=False)
    check("primer: cards.js is made of common/grader/cards", [done.stdout + done.stderr] if done.returncode else [])
    tab = open_page(browser, "occupancy")
    blocks = """((rows) => rows.filter(([card, threads, registers, shared, blocks]) =>
        models.occupancy(cards.find((one) => one.name === card), threads, registers, shared).blocks !== blocks).map(String))"""
    rows = [[row["card"], *(int(row[name]) for name in ("block", "registers", "shared_bytes", "blocks"))] for row in rows_of("occupancy.csv")]
    check(f"primer: {len(rows)} blocks as NVIDIA's calculator has them", call(tab, blocks, rows) if len(rows) > 1000 else ["too few"])
    printed = pathlib.Path("docs/primer/occupancy.txt").read_text(encoding="utf-8")
    rows = [["Tesla T4", int(a), 16, 1024 * int(b), int(c)] for a, b, c in re.findall(r"^ +(\d+) +(\d+) +(\d+) +\d+ +\d+ %$", printed, re.M)]
    check("primer: the blocks of occupancy.txt", call(tab, blocks, rows) if len(rows) == 9 else [f"{len(rows)} rows"])
    tab.close()


def test_site(browser, check):
    """The documentation has the pages, linked there and back, and they take over its choice of colours."""
    primer = (SITE / "primer.html").read_text(encoding="utf-8")
    for name in PAGES:
        page = SITE / "explore" / f"{name}.html"
        if not page.is_file():
            check(f"primer, {name}: in the documentation", ["is not there; run make docs"])
            continue
        back = re.findall(r'href="\.\./primer\.html#([^"]+)"', page.read_text(encoding="utf-8"))
        faults = [] if f'href="explore/{name}.html"' in primer else ["not linked from the primer"]
        faults += [] if len(back) == 1 and f'id="{back[0]}"' in primer else [f"leads back to {back}"]
        check(f"primer, {name}: linked in the documentation", faults)
    tab = browser.open((SITE / "index.html").as_uri())
    tab.click("#scheme")
    tab.visit((SITE / "explore/grid.html").as_uri())
    check("primer: the documentation's switch to dark counts", [] if "dark-mode" in tab.evaluate("document.documentElement.className") else ["it is light"])
    check("primer: readable after the switch", tab.evaluate(looks.CONTRAST) + tab.faults)
    tab.close()
