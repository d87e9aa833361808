"""The page of a report: what it says is what verdict.json and the counters say, and it can be used."""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import looks

LAB = "04_tiled"
# Each recorded request counts as many units as the simulator says; per line and kind the sums, with what was left
# out of long loops, are those of the launch if its grid has one block.
UNITS = """page.replay.launches.flatMap((launch) => launch.recording.steps.map((raw) => stepOf(raw, launch.recording))
  .filter((step) => step.kind == 'request' && unitsOf(step) != step.units)
  .map((step) => `line ${step.place.line}: ${step.space} ${step.access} takes ${unitsOf(step)}, counted ${step.units}`))"""
SUMS = """page.replay.launches.flatMap((launch) => {
  const counted = new Map();
  for (const line of launch.lines) {
    if (line.requests == 0) continue;
    const key = `${line.file}:${line.line} ${line.space} ${line.access}`, sum = counted.get(key) ?? {requests: 0, units: 0};
    counted.set(key, {requests: sum.requests + line.requests, units: sum.units + line.units});
  }
  const found = [], shown = totalsOf(launch.recording);
  for (const key of new Set([...counted.keys(), ...shown.keys()])) {
    if (key.includes(':0 ')) continue;
    const [a, b] = [counted.get(key), shown.get(key)];
    if (!a || !b || a.requests != b.requests || a.units != b.units)
      found.push(`${key}: counted ${JSON.stringify(a)}, shown ${JSON.stringify(b)}`);
  }
  return found;
})"""


@functools.cache
def grade(source, *more, command="grade", lab="04"):
    """The page of a grading in the simulator. Neither what nvcc would refuse is asked here, nor which word is wrong."""
    done = subprocess.run(["build/bin/kit", command, lab, "--src", str(source), "--seed", "1", *more],
                          env=dict(os.environ, KIT_RULES_BY="none", KIT_SEARCH_SECONDS="0"), capture_output=True, text=True)
    path = [line for line in done.stdout.splitlines() if "build/report/" in line]
    if not path:
        raise SystemExit(f"kit {command}: {done.stdout}{done.stderr}")
    return pathlib.Path(path[0].split()[-1] if command == "grade" else path[0].split()[1].split("#")[0]).resolve()


def wrong_version(folder):
    """A copy of the solution in which one step reads a tile's wrong element, and another lacks its barrier."""
    lab = folder / LAB
    shutil.copytree(pathlib.Path("solutions") / LAB, lab)
    for name, before, after in (("mean.cu", "x + 1", "x + 2"), ("tiled.cu", "  __syncthreads();\n", "")):
        text = lab.joinpath(name).read_text()
        if before not in text:
            raise SystemExit(f"solutions/{LAB}/{name} has no '{before}' any more: choose another mistake")
        lab.joinpath(name).write_text(text.replace(before, after))
    return folder


def button(tab, text):
    tab.evaluate(f"[...document.querySelectorAll('.replay button')].find((b) => b.textContent == '{text}').click()")


def said(tab):
    return tab.evaluate("document.querySelector('.replay .said').textContent")


def check_replay(tab, check, name):
    check(f"{name}: units of requests", tab.evaluate(UNITS))
    first = said(tab)
    tab.evaluate("document.querySelector('.replay').focus()")
    tab.press("ArrowRight")
    check(f"{name}: the arrow keys step", [] if said(tab) != first else [f"still '{first}'"])
    button(tab, "Start")
    steps = tab.evaluate("document.querySelector('.replay input[type=range]').max") or 0
    seen = []
    for _ in range(min(int(steps), 60)):
        button(tab, "Step")
        if "undefined" in said(tab) or "NaN" in said(tab):
            seen.append(said(tab))
    check(f"{name}: steps have words", seen)
    tab.evaluate("document.querySelector('.replay details').open = true")
    check(f"{name}: no fault in stepping", tab.faults)


def test_solution(browser, check):
    """The page of a solution: all of it can be read, and the replay shows what was counted."""
    page = grade("solutions", "--no-timing", "--backend", "sim")
    tab = browser.open(page.as_uri())
    check("report: complete and readable", looks.faults_of(tab))
    check("report: asks for nothing else", [url for url in tab.requests if url != page.as_uri() and not url.startswith("data:")])
    check("report: at most 2 MB", [] if page.stat().st_size <= 2_000_000 else [f"{page.stat().st_size} bytes"])
    points = tab.evaluate("document.getElementById('verdict').textContent")
    check("report: points", [] if "100 of 100 points" in points else [points])
    check_replay(tab, check, "report")
    button(tab, "Start")
    button(tab, "To the barrier")
    check("report: the barrier", [] if "the barrier" in said(tab) else [said(tab)])
    bars = tab.evaluate("document.querySelectorAll('#evidence .bar').length")
    check("report: limits of evidence", [] if bars >= 3 else [f"{bars} bars"])
    tab.close()


def test_times(browser, check):
    """Times that were measured stand beside what bounds a stage; those that do not count are left out."""
    page = grade("solutions", "--no-timing", "--backend", "sim")
    text = page.read_text()
    rows = [{"stage": "tile", "name": name, "student_ms": 0.243, "percent_of_copy": 14.7, "counts": counts}
            for name, counts in (("gaussian5", True), ("gaussian7", False))]
    if '"timing":[]' not in text:
        raise SystemExit("a page without times has no '\"timing\":[]' any more: put them in in another way")
    with tempfile.TemporaryDirectory(prefix="kit-report.") as name:
        measured = pathlib.Path(name) / "04.html"
        measured.write_text(text.replace('"timing":[]', '"timing":' + json.dumps(rows)))
        tab = browser.open(measured.as_uri())
        tab.evaluate("""(() => { const list = document.querySelector('#bounds select'); list.value = 'tile'; list.dispatchEvent(new Event('change')); })()""")
        shown = tab.evaluate("[...document.querySelectorAll('#bounds ul.small li')].map((line) => line.textContent)")
        check("report: times of a card", [] if shown == ["gaussian5: 0.243 ms, 15 % of the speed of a copy"] else [str(shown)])
        tab.close()


def test_timetable(browser, check):
    """Labs with streams show what could run at the same time: each operation as long as it takes, in its engine's line."""
    page = grade("solutions", "--no-timing", "--backend", "sim", lab="11")
    tab = browser.open(page.as_uri())
    check("timetable: complete and readable", looks.faults_of(tab))
    tab.evaluate("""(() => { const list = document.querySelector('#timetable select'); list.value = 'overlapped'; list.dispatchEvent(new Event('change')); })()""")
    shown = tab.evaluate("""(() => { const table = page.timetables.find((one) => one.stage == 'overlapped'), boxes = [...document.querySelectorAll('rect.engine')];
      const widest = Math.max(...boxes.map((box) => Number(box.getAttribute('x')) + Number(box.getAttribute('width'))));
      return [boxes.length == table.operations.length, document.querySelectorAll('#timetable tbody tr').length == table.operations.length, widest < 712, widest > 700,
        new Set(table.operations.map((one) => one.device)).size == 4, table.length < table.serial / 4]; })()""")
    check("timetable: as page.json has it", [] if all(shown) else [str(shown)])
    tab.close()


def test_one_block(browser, check):
    """Of a launch of one block, the replay's sums are the launch's counts."""
    name = "81x81 random, 3x5, zero border, block 48x16"
    page = grade("solutions", "--stage", "tile", "--case", name, command="replay")
    tab = browser.open(page.as_uri())
    grid = tab.evaluate("page.replay.launches[0].grid.join()")
    check("replay: the launch has one block", [] if grid == "1,1,1" else [grid])
    check("replay: sums of lines", tab.evaluate(SUMS))
    check_replay(tab, check, "replay")
    tab.close()


def test_program(browser, check):
    """A program of the primer: every request of the block is what was counted, and its page can be read."""
    done = subprocess.run(["common/tools/primer", "--replay", "banks"], capture_output=True, text=True)
    shown = [line for line in done.stdout.splitlines() if line.startswith("open ")]
    check("primer: says where its page is", [] if shown else [done.stdout + done.stderr])
    if not shown:
        return
    tab = browser.open(pathlib.Path(shown[0].split()[1].split("#")[0]).resolve().as_uri())
    check("primer: complete and readable", looks.faults_of(tab))
    check("primer: sums of lines", tab.evaluate(SUMS))
    check_replay(tab, check, "primer")
    wavefronts = tab.evaluate("""page.replay.launches.map((launch) => Math.max(...launch.recording.steps.map((raw) =>
        stepOf(raw, launch.recording)).filter((step) => step.kind == 'request' && step.space == 'shared').map(unitsOf)))""")
    check("primer: a column of 32 words a row takes 32 wavefronts, of 33 one", [] if wavefronts == [32, 1] else [str(wavefronts)])
    tab.close()


def test_wrong(browser, check):
    """The page of wrong work: findings at their lines, the errors, and the block where the mistake is."""
    with tempfile.TemporaryDirectory(prefix="kit-report.") as name:
        source = wrong_version(pathlib.Path(name))
        page = grade(source, "--no-timing", "--backend", "sim")
        tab = browser.open(page.as_uri())
        check("wrong report: complete and readable", looks.faults_of(tab))
        rows = tab.evaluate("[...document.querySelectorAll('#source tr.finding')].map((r) => r.textContent)")
        check("wrong report: a finding below its line", [] if any("uninitialised read" in row for row in rows) else [str(rows)])
        start = said(tab)
        check("wrong report: the replay begins at the mistake", [] if "shared memory" in start else [start])
        before = tab.evaluate("document.querySelector('.picked .said').textContent")
        tab.evaluate("document.querySelector('canvas').focus()")
        tab.press("ArrowRight")
        after = tab.evaluate("document.querySelector('.picked .said').textContent")
        check("wrong report: the arrow keys move in the picture", [] if before != after and "expected" in after else [after])
        window = tab.evaluate("document.querySelectorAll('.near td.middle').length")
        check("wrong report: the neighbourhood", [] if window == 1 else [str(window)])
        tab.close()
        shutil.rmtree(page.parent, ignore_errors=True)
