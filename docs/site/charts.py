"""Charts of docs/results for the page "Results": horizontal bars, as SVG that takes its colours from the page.

Widths are in per cent and letters in pixels, so that a chart is as readable on a phone as on a wide screen. All numbers
come from the CSV files; the sentences below are filled in from them.
"""
import html

import results

CARD = "NVIDIA H200"


def bars(name, title, text, groups, full=None):
    """An <svg>: `groups` are (heading or "", [(label, value, what is printed, number of the colour)]); a bar of the value
    `full` is as wide as the column, without it the longest is."""
    most = full or max((value for _, rows in groups for _, value, *_ in rows), default=0) or 1
    out, y = [], 4
    for heading, rows in groups:
        if heading:
            y += 18
            out.append(f'<text class="group" x="0" y="{y}">{html.escape(heading)}</text>')
            y += 8
        for label, value, printed, colour in rows:
            out.append(f'<text x="0" y="{y + 14}">{html.escape(label)}</text>'
                       f'<text class="value" x="100%" y="{y + 14}">{html.escape(printed)}</text>'
                       f'<rect class="ground" x="0" y="{y + 20}" width="100%" height="12"/>'
                       f'<rect class="series{colour}" x="0" y="{y + 20}" width="{max(0.4, 100 * value / most):.1f}%" height="12"/>')
            y += 42
        y += 6
    return (f'<svg class="chart" width="100%" height="{y}" role="img" aria-labelledby="{name}_title {name}_text">'
            f'<title id="{name}_title">{html.escape(title)}</title><desc id="{name}_text">{html.escape(text)}</desc>{"".join(out)}</svg>')


def numbers(groups, unit):
    """The chart's numbers as a table."""
    grouped = any(heading for heading, _ in groups)
    lines = ['<div class="frame" tabindex="0"><table class="doxtable"><thead><tr>' + '<th scope="col"></th>' * (1 + grouped)
             + f'<th scope="col">{html.escape(unit)}</th></tr></thead><tbody>']
    for heading, rows in groups:
        for label, value, *_ in rows:
            first = f"<td>{html.escape(heading)}</td>" if grouped else ""
            lines.append(f'<tr>{first}<td>{html.escape(label)}</td><td class="number">{value:.4g}</td></tr>')
    return "".join(lines + ["</tbody></table></div>"])


def time(ms):
    return f"{1000 * ms:.3g} µs" if ms < 1 else f"{ms:.3g} ms" if ms < 1000 else f"{ms / 1000:.3g} s"


class Table:
    """A file of `make bench`: rows of row, column, card, value."""

    def __init__(self, folder, name):
        self.found = {}
        for row in results.read(folder / "h200" / f"{name}.csv")[1]:
            self.found.setdefault((row["row"], row["column"], row["card"] == CARD), float(row["value"]))

    def __call__(self, row, column, ours=True):
        return self.found[row, column, ours]


LADDER = {  # rung of the ladder: what it is; an asterisk marks a challenge there
    "02 naive": "Lab 02: one thread per pixel", "03 constant": "Lab 03: filter in constant memory",
    "03 unrolled *": "Lab 03, challenge: unrolled", "04 tile": "Lab 04: tile in shared memory",
    "04 registers *": "Lab 04, challenge: sums in registers", "05 shared": "Lab 05: two passes, shared memory",
    "05 fused *": "Lab 05, challenge: one kernel", "06 by blocks": "Lab 06: box, table by blocks",
    "06 one pass *": "Lab 06, challenge: table in one pass", "07 two-way": "Lab 07: recursive, two-way",
    "07 parts *": "Lab 07, challenge: many parts", "08 C, 6": "Lab 08: Algorithm C, 6 blocks", "08 scan *": "Lab 08, challenge: exact scan",
}


def ladder(folder):
    table = Table(folder, "ladder")
    rows = [(name, table(f"8192, {rung}", "% of copy")) for rung, name in LADDER.items()]
    best = max(rows, key=lambda row: row[1])
    slow, fast = table("8192, 02 naive", "ms"), table("8192, 05 fused *", "ms")
    return ("How near does each lab come to the speed of a copy?", "ladder", "per cent of a copy's speed",
            "No filter can be faster than a copy of the picture, which reads each pixel once and writes it once. Each bar is the share of "
            "that speed which a solution reaches, on 8192×8192 pixels. Labs 02 to 05 compute the same Gaussian of 7×7 pixels; labs 06 to 08 other filters.",
            [("", [(name, value, f"{value:.3g} %", 1 + ("challenge" in name)) for name, value in rows])],
            f"The nearest is “{best[0]}” with {best[1]:.0f} %. From lab 02 to the challenge of lab 05 the same filter goes from {time(slow)} to {time(fast)}: "
            f"{slow / fast:.0f} times as fast on the same card. The second colour marks challenges.")


def tiles(folder):
    table = Table(folder, "S1-5.7")
    kernels = (("V1", "V1: one thread per pixel (lab 02)"), ("V1c", "V1c: filter in constant memory (lab 03)"), ("V2", "V2: tile in shared memory (lab 04)"))
    sizes = ("3x3", "5x5", "7x7")
    ratio = [table(size, "V1") / table(size, "V2") for size in sizes]
    old = [table(size, "V1", False) / table(size, "V2", False) for size in sizes]
    return ("When does a tile in shared memory pay?", "S1-5.7", "ms",
            "Three kernels of source S1 for the same filter, on 1024×1024 pixels with blocks of 16×16 threads, for three sizes of the filter. V1, V1c and V2 are "
            "S1's names: V1 reads all from global memory; V1c (V1_const there) has the filter in constant memory; V2 has a tile in shared memory and the filter's size as a template parameter.",
            [(f"filter {size.replace('x', '×')}", [(label, table(size, name), time(table(size, name)), n) for n, (name, label) in enumerate(kernels, 1)]) for size in sizes],
            f"The wider the filter, the more the tile pays: V2 is {ratio[0]:.2f}, {ratio[1]:.2f} and {ratio[2]:.2f} times as fast as V1. S1 measured {old[0]:.2f}, {old[1]:.2f} and {old[2]:.2f} "
            "on a GTX 1050 Ti of 2016: there the tile costs more than it saves for 3×3.")


def separable(folder):
    table = Table(folder, "S2-6")
    widths = ("3", "7", "11", "15")
    rows = {width: (table(width, "sq. shared"), table(width, "sep. shared")) for width in widths}
    first = next((width for width in widths if rows[width][1] < rows[width][0]), None)
    return ("One pass over a square, or two passes along lines?", "S2-6", "ms",
            "A filter of n×n pixels as one sum over the square, and a separable filter as a pass along rows and one along columns (lab 05). Both from shared memory, "
            "on 7680×4320 pixels. Square: Laplacian of Gaussian; two passes: Gaussian.",
            [(f"{width} pixels wide", [("square, one pass", rows[width][0], time(rows[width][0]), 1), ("separable, two passes", rows[width][1], time(rows[width][1]), 2)]) for width in widths],
            f"The square's work grows with n², that of the passes with 2n. For 3 pixels the second pass costs more than it saves"
            + (f"; of these widths, two passes win from {first} on, and at 15 they are {rows['15'][0] / rows['15'][1]:.1f} times as fast." if first else "."))


def box(folder):
    table = Table(folder, "S4-1")
    widths = ("11", "101", "501")
    rows = {width: (table(f"box naive {width}", "4284 GPU"), table(f"box table {width}", "4284 GPU")) for width in widths}
    gains = [naive / quick for naive, quick in rows.values()]
    return ("A blur whose cost does not depend on its size", "S4-1", "ms",
            "The mean of a square of n×n pixels, added up pixel by pixel, and by a summed-area table (lab 06), on 4284×4284 pixels in colour.",
            [(f"{width}×{width} pixels", [("pixel by pixel", rows[width][0], time(rows[width][0]), 1), ("by table", rows[width][1], time(rows[width][1]), 2)]) for width in widths],
            f"The table takes the same time for each width, so its bars can hardly be seen beside the longest. It is {gains[0]:.1f}, {gains[1]:.0f} and {gains[2]:.0f} times as fast.")


def peers(folder):
    table = Table(folder, "peers")
    names = (("kit", "The challenge of lab 04"), ("NPP", "NPP, NVIDIA's library of filters"), ("CuPy", "CuPy, from Python"), ("cuDNN", "cuDNN, for neural networks"), ("OpenCV CPU", "OpenCV, all CPU cores"))
    rows = [(label, table("8192, 7x7", name)) for name, label in names]
    return ("Beside the libraries that one would use instead", "peers", "ms",
            "A filter of 7×7 pixels on 8192×8192 pixels: the solution of lab 04's challenge and four libraries.",
            [("", [(label, value, time(value), 1 + (n > 0)) for n, (label, value) in enumerate(rows)])],
            f"A kernel for one task can be faster than a library for all: {rows[1][1] / rows[0][1]:.1f} times as fast as NPP here. The library has the edge that it is there already.")


def counts(folder):
    found = results.read(folder / "simulator_vs_gpu.csv")[1]
    kinds = list(dict.fromkeys(row["count"] for row in found))
    share = {kind: [row["same"] == "yes" for row in found if row["count"] == kind] for kind in kinds}
    rows = [(kind, 100 * sum(same) / len(same), f"{sum(same)} of {len(same)}", 1) for kind, same in share.items()]
    same = sum(row["same"] == "yes" for row in found)
    launches = len({row["launch"] for row in found})
    return ("Does the simulator count what a GPU counts?", "simulator_vs_gpu", "per cent the same",
            f"{launches} launches of kernels, counted by the simulator and by Nsight Compute on an H200. A count agrees only if it is the same number.",
            [("", rows)], f"{same} of {len(found)} counts are the same. So evidence in a lab's points, which is made of such counts, can be had without a GPU.")


def estimates(folder):
    found = results.read(folder / "estimates.csv")[1]
    edges = ((0, 0.5, "less than half"), (0.5, 0.8, "0.5 to 0.8 times"), (0.8, 1.25, "0.8 to 1.25 times"), (1.25, 2, "1.25 to 2 times"), (2, float("inf"), "more than twice"))
    ratios = {"launches of the solutions": [], "launches of kernels held out": []}
    for row in found:
        if row["ratio"]:
            ratios[list(ratios)[row["lab"] == "held_out"]].append(float(row["ratio"]))
    groups, near = [], []
    for name, values in ratios.items():
        if values:
            rows = [(label, sum(low <= value < high for value in values)) for low, high, label in edges]
            groups.append((name, [(label, n, str(n), 1 + (low == 0.8)) for (low, *_), (label, n) in zip(edges, rows)]))
            near.append(f"{100 * sum(0.5 <= value < 2 for value in values) / len(values):.0f} % of the {name}")
    return ("How good are the estimates of “make profile”?", "estimates", "launches",
            "make profile says how long a kernel would take on a card. Here its estimate, divided by the time measured on an H200, for each launch. "
            "Kernels held out were not looked at while the model was made.",
            groups, f"Within a factor of two: {' and '.join(near)}.")


CHARTS = (ladder, tiles, separable, box, peers, counts, estimates)


def sections(folder, page_of):
    """Each chart whose data are there, as Markdown; `page_of` gives the name of the page that shows a whole file."""
    for make in CHARTS:
        try:
            title, file, unit, compared, groups, seen = make(folder)
        except FileNotFoundError:  # an archive need not have all
            continue
        name = f"chart_{make.__name__}"
        drawn = bars(name, title, seen, groups, 100 if unit.startswith("per cent") else None)
        yield f"## {title} {{#{name}}}\n\n" + results.raw([
            f'<div class="result"><p>{html.escape(compared)}</p>', drawn, f"<p><b>What to see:</b> {html.escape(seen)}</p>",
            f"<details><summary>The numbers</summary>{numbers(groups, unit)}",
            f'<p><a href="{page_of(file)}.html">The whole file, {file}.csv</a></p></details></div>'])
