#!/usr/bin/env python3
"""Draws the primer's figures; what they show is computed here.

usage: figures.py FOLDER           writes FOLDER/NAME.svg
       figures.py --check FOLDER   exit code 1, and the names, if files there differ from what would be written
"""
import html
import json
import math
import pathlib
import sys

CARDS = pathlib.Path(__file__).resolve().parents[2] / "common" / "grader" / "cards"
SECTOR = 8  # pixels of 4 bytes in 32 bytes
BANKS = 32
STYLE = """
    text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 13px; fill: #000; }
    .small { font-size: 11px; } .middle { text-anchor: middle; } .end { text-anchor: end; }
    .cell { fill: #fff; stroke: #000; stroke-width: 1; } .grey { fill: #d0d0d0; stroke: #000; stroke-width: 1; }
    .black { fill: #000; stroke: #000; } .white { fill: #fff; } .faint { fill: #fff; stroke: #999; stroke-dasharray: 3 2; }
    .line { stroke: #000; stroke-width: 1.5; fill: none; } .thick { stroke: #000; stroke-width: 2.5; fill: none; }
    .dash { stroke: #000; stroke-width: 1.5; stroke-dasharray: 5 3; fill: none; } .grid { stroke: #ccc; fill: none; }
"""


class Drawing:
    """An SVG file with a title and a description for those who do not see it."""

    def __init__(self, width, height, title, description):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-labelledby="title description">',
            f'  <title id="title">{html.escape(title)}</title>',
            f'  <desc id="description">{html.escape(description)}</desc>',
            f"  <style>{STYLE}  </style>", f'  <rect width="{width}" height="{height}" fill="#fff"/>']

    def rect(self, x, y, width, height, css):
        self.parts.append(f'  <rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{css}"/>')

    def text(self, x, y, text, css=""):
        self.parts.append(f'  <text x="{x:g}" y="{y:g}" class="{css}">{html.escape(str(text))}</text>')

    def path(self, d, css="line"):
        self.parts.append(f'  <path d="{d}" class="{css}"/>')

    def __str__(self):
        return "\n".join(self.parts + ["</svg>", ""])


def threads(count=1000, block=256):
    blocks = -(-count // block)
    d = Drawing(720, 190, "A grid of blocks of threads over an array",
                f"{count} elements are covered by {blocks} blocks of {block} threads, {blocks * block} threads in all. The last "
                f"{blocks * block - count} threads have no element. Thread 5 of block 2 computes element {2 * block + 5}.")
    scale, left = 0.6, 40
    d.text(left, 26, f"grid: {blocks} blocks of {block} threads = {blocks * block} threads")
    for b in range(blocks):
        d.rect(left + b * block * scale, 40, block * scale, 40, "grey" if b == 2 else "cell")
        d.text(left + (b + 0.5) * block * scale, 64, f"block {b}", "middle")
    d.rect(left + count * scale, 40, (blocks * block - count) * scale, 40, "black")
    d.path(f"M {left + (2 * block + 5) * scale} 80 V 118", "thick")
    d.rect(left, 118, count * scale, 26, "cell")
    d.text(left + 8, 136, f"array: {count} elements", "small")
    d.text(left + (2 * block + 5) * scale, 164, f"thread 5 of block 2: i = 2 · {block} + 5 = {2 * block + 5}", "middle small")
    d.text(left + count * scale - 4, 182, f"black: {blocks * block - count} threads without an element", "end small")
    return d


def warps(lanes=8):
    d = Drawing(720, 230, "A divided warp and two whole ones",
                "Eight lanes stand for the 32 of a warp. Divided by lane, the warp runs the first branch with four lanes and then the "
                "second with the other four: two steps for one result each. Divided by warp, one warp runs only the first branch and "
                "the other only the second, each in one step with all lanes busy.")
    def warp(x, y, steps):
        for row, (label, busy) in enumerate(steps):
            for lane in range(lanes):
                d.rect(x + 28 * lane, y + 30 * row, 24, 24, "grey" if busy(lane) else "faint")
            d.text(x + 28 * lanes + 8, y + 30 * row + 17, label, "small")
    d.text(24, 28, "if (i % 2 == 0): lanes of one warp differ")
    for lane in range(lanes):
        d.text(36 + 28 * lane, 54, lane, "middle small")
    warp(24, 64, [("a += 1, even lanes", lambda n: n % 2 == 0), ("a *= 2, odd lanes", lambda n: n % 2 == 1)])
    d.text(24, 148, "two steps, half of the lanes idle in each", "small")
    d.text(392, 28, "if (i / 32 % 2 == 0): warps differ")
    for lane in range(lanes):
        d.text(404 + 28 * lane, 54, lane, "middle small")
    warp(392, 64, [("warp 0: a += 1", lambda n: True)])
    warp(392, 104, [("warp 1: a *= 2", lambda n: True)])
    d.text(392, 148, "one step each, all lanes busy", "small")
    d.path("M 24 172 H 696", "grid")
    d.text(24, 200, "grey: a lane that works; dashed: one that waits. A real warp has 32 lanes.", "small")
    return d


def memory_spaces():
    d = Drawing(720, 330, "Where data can be: memories of a GPU",
                "Inside each multiprocessor: registers of each thread, shared memory of each block and the L1 cache in one piece of hardware, "
                "and a constant cache. All multiprocessors share the L2 cache and behind it the device memory, gigabytes, in which global and "
                "constant variables lie. The host's memory is apart and reached by copies only.")
    d.rect(20, 34, 440, 158, "line")
    d.text(30, 26, "multiprocessor (one of many)")
    d.rect(36, 50, 408, 36, "cell")
    d.text(240, 73, "registers: one thread's own variables", "middle")
    d.rect(36, 100, 264, 76, "cell")
    d.path("M 168 100 V 176", "dash")
    d.text(102, 132, "shared memory", "middle")
    d.text(102, 150, "one block’s, you fill it", "middle small")
    d.text(234, 132, "L1 cache", "middle")
    d.text(234, 150, "fills itself", "middle small")
    d.rect(312, 100, 132, 76, "cell")
    d.text(378, 132, "constant cache", "middle")
    d.text(378, 150, "one value to all lanes", "middle small")
    d.rect(20, 212, 440, 36, "cell")
    d.text(240, 235, "L2 cache, for all multiprocessors", "middle")
    d.rect(20, 268, 440, 44, "grey")
    d.text(240, 288, "device memory: global and __constant__ variables", "middle")
    d.text(240, 304, "gigabytes; what cudaMalloc gives", "middle small")
    d.rect(560, 268, 140, 44, "cell")
    d.text(630, 288, "host memory", "middle")
    d.text(630, 304, "the CPU’s", "middle small")
    for y1, y2 in ((192, 212), (248, 268)):
        d.path(f"M 240 {y1} V {y2}")
    d.path("M 460 290 H 560")
    d.text(510, 282, "cudaMemcpy", "middle small")
    d.path("M 500 240 V 60 M 494 70 L 500 60 L 506 70")
    d.text(514, 100, "faster, smaller,")
    d.text(514, 118, "seen by fewer")
    return d


def coalescing():
    patterns = [("image[i]", [n for n in range(32)]), ("image[i + 1]", [n + 1 for n in range(32)]),
                ("image[2 * i]", [2 * n for n in range(32)])]
    counts = [len({address // SECTOR for address in addresses}) for _, addresses in patterns]
    d = Drawing(720, 260, "Sectors that a warp's load touches",
                f"A row of pixels in sectors of {SECTOR}. " + "; ".join(
                    f"{name} touches {count} sectors" for (name, _), count in zip(patterns, counts))
                + "; a column of an image, each pixel in another row, touches 32, of which 9 are drawn.")
    left, step = 130, 7
    for row, ((name, addresses), count) in enumerate(zip(patterns, counts)):
        y = 30 + 56 * row
        touched = {address // SECTOR for address in addresses}
        d.text(left - 10, y + 18, name, "end")
        for sector in range(9):
            d.rect(left + sector * SECTOR * step, y, SECTOR * step, 24, "grey" if sector in touched else "cell")
        for address in addresses:
            d.rect(left + address * step + 1.5, y + 8, step - 3, 8, "black")
        d.text(left + 9 * SECTOR * step + 12, y + 18, count)
    y = 30 + 56 * 3
    d.text(left - 10, y + 18, "a column", "end")
    for n in range(9):
        d.rect(left + n * SECTOR * step, y, SECTOR * step - 6, 24, "grey")
        d.rect(left + n * SECTOR * step + 1.5, y + 8, step - 3, 8, "black")
    d.text(left + 9 * SECTOR * step + 12, y + 18, 32)
    d.text(left, y + 50, "black: what the 32 lanes ask for; grey: the sectors fetched for it (column: 9 of 32 drawn)", "small")
    d.text(712, 18, "sectors", "end small")
    return d


def banks(rows=8):
    wanted = {pitch: [(row * pitch) % BANKS for row in range(rows)] for pitch in (32, 33)}
    d = Drawing(720, 262, "A column of a tile in the banks of shared memory",
                f"The first {rows} elements of a column. With rows of 32 words all lie in bank {wanted[32][0]} and are served one after "
                f"another; with rows of 33 words they lie in banks {', '.join(map(str, wanted[33]))} and are served at once.")
    for part, pitch in enumerate((32, 33)):
        y0 = 44 + 112 * part
        d.text(20, y0 - 12, f"pitch {pitch}: element (row, 0) lies in bank row · {pitch} mod 32")
        for row in range(rows):
            for bank in range(BANKS):
                d.rect(120 + 17 * bank, y0 + 10 * row, 17, 10, "black" if bank == wanted[pitch][row] else "cell")
        d.text(112, y0 + 9, "row 0", "end small")
        d.text(112, y0 + 10 * rows - 1, f"row {rows - 1}", "end small")
        d.text(120 + 17 * BANKS + 8, y0 + 44, "")
    d.text(120, 252, "bank 0", "small")
    d.text(120 + 17 * BANKS, 252, "bank 31", "end small")
    return d


def occupancy(threads_limit=1024, kibibytes_limit=64, blocks_limit=16):
    cases = [(256, 1), (256, 40), (1024, 1), (32, 1)]
    slots = threads_limit // 32
    def fit(block, kibibytes):
        return min(threads_limit // block, kibibytes_limit // kibibytes, blocks_limit)
    def counted(blocks):
        return "1 block" if blocks == 1 else f"{blocks} blocks"
    d = Drawing(720, 76 + 44 * len(cases), "Warps that have room on a multiprocessor",
                f"A multiprocessor with room for {slots} warps, {blocks_limit} blocks and {kibibytes_limit} KiB of shared memory. " + "; ".join(
                    f"blocks of {block} threads with {kib} KiB: {counted(fit(block, kib))}, {fit(block, kib) * block // 32} of {slots} warps"
                    for block, kib in cases) + ".")
    d.text(20, 24, f"room on a multiprocessor with {slots} warps, {blocks_limit} blocks, {kibibytes_limit} KiB of shared memory (T4)")
    for row, (block, kib) in enumerate(cases):
        y, per_block = 44 + 44 * row, block // 32
        used = fit(block, kib) * per_block
        d.text(190, y + 19, f"{block} threads, {kib} KiB", "end")
        for slot in range(slots):
            css = "faint" if slot >= used else ("grey" if slot // per_block % 2 == 0 else "cell")
            d.rect(200 + 12 * slot, y, 12, 26, css)
        d.text(200 + 12 * slots + 10, y + 19, f"{used} of {slots}")
    d.text(200, 60 + 44 * len(cases), "a box: room for a warp; grey and white by turns: the blocks; dashed: not used", "small")
    return d


def roofline():
    cards = [json.loads((CARDS / f"{name}.json").read_text(encoding="utf-8")) for name in ("t4", "h200")]
    points = [("add: 1/12", 1 / 12), ("iterate: 200/8", 25.0)]
    left, top, width, height = 90, 30, 560, 270
    low_x, high_x, low_y, high_y = -2, 3, 1, 5  # decades: operations a byte, gigaoperations a second
    def x_of(value):
        return left + (math.log10(value) - low_x) / (high_x - low_x) * width
    def y_of(value):
        return top + (high_y - math.log10(value)) / (high_y - low_y) * height
    ridges = [card["fp32_tflop_per_s"] * 1000 / card["dram_gb_per_s"] for card in cards]
    d = Drawing(720, 360, "Roofline of two cards",
                "Attainable operations per second against operations per byte, both logarithmic. The line rises with the bandwidth and "
                "turns level at the peak: " + "; ".join(f"{card['name']} at {ridge:.0f} operations a byte" for card, ridge in zip(cards, ridges))
                + ". Kernel add, with 1/12, stands far to the left, under the slope; kernel iterate, with 25, is left of T4's ridge by "
                "little and right of H200's.")
    for decade in range(low_x, high_x + 1):
        d.path(f"M {x_of(10**decade):.1f} {top} V {top + height}", "grid")
        d.text(x_of(10**decade), top + height + 18, f"{10**decade:g}", "middle small")
    for decade in range(low_y, high_y + 1):
        d.path(f"M {left} {y_of(10**decade):.1f} H {left + width}", "grid")
        d.text(left - 8, y_of(10**decade) + 4, f"{10**decade:,}", "end small")
    for card, ridge, css in zip(cards, ridges, ("dash", "line")):
        peak, slope = card["fp32_tflop_per_s"] * 1000, card["dram_gb_per_s"]
        begin = max(10**low_x, 10**low_y / slope)
        d.path(f"M {x_of(begin):.1f} {y_of(begin * slope):.1f} L {x_of(ridge):.1f} {y_of(peak):.1f} H {left + width}", css)
        d.text(left + width - 4, y_of(peak) + 16, f"{card['name']}: ridge at {ridge:.0f}", "end small")
    for name, intensity in points:
        d.path(f"M {x_of(intensity):.1f} {top} V {top + height}", "thick")
        d.text(x_of(intensity) + 6, top + height - 10, name, "small")
    d.text(left + width / 2, 354, "operations per byte from device memory", "middle small")
    d.text(left - 70, 18, "10⁹ operations a second", "small")
    return d


FIGURES = (threads, warps, memory_spaces, coalescing, banks, occupancy, roofline)


def main(arguments):
    check = arguments[:1] == ["--check"]
    folder = pathlib.Path(arguments[-1]) if len(arguments) == 1 + check else None
    if folder is None:
        print(__doc__, file=sys.stderr)
        return 2
    stale = []
    for figure in FIGURES:
        path, drawn = folder / f"{figure.__name__}.svg", str(figure())
        if not check:
            path.write_text(drawn, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != drawn:
            stale.append(path.name)
    if stale:
        print(f"{folder}: {', '.join(stale)} not as figures.py draws; run docs/primer/figures.py {folder}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
