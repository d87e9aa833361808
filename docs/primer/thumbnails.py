#!/usr/bin/env python3
"""Draws the small picture at the head of each lab's handout; figures.py has what draws.

usage: thumbnails.py LABS           writes LABS/NN_name/figures/thumbnail.svg for all labs that it knows
       thumbnails.py --check LABS   exit code 1, and the names, if files there differ from what would be written
"""
import math
import pathlib
import sys

sys.dont_write_bytecode = True
from figures import Drawing

WIDTH, HEIGHT = 160, 120


def thumbnail(title, description):
    d = Drawing(WIDTH, HEIGHT, title, description)
    d.rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, "grid")
    return d


def shade(d, x, y, width, height, grey, edge="#000"):
    """A rectangle in a grey of its own, from 0 (black) to 1 (white)."""
    level = f"{round(255 * grey):02x}"
    d.parts.append(f'  <rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
                   f'style="fill:#{level * 3};stroke:{edge}"/>')


def arrow(d, x1, y1, x2, y2, size=5):
    """A line with a head at its end."""
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    left = (x2 - size * (ux - uy / 2), y2 - size * (uy + ux / 2))
    right = (x2 - size * (ux + uy / 2), y2 - size * (uy - ux / 2))
    d.path(f"M {x1:g} {y1:g} L {x2:.1f} {y2:.1f}")
    d.path(f"M {left[0]:.1f} {left[1]:.1f} L {x2:.1f} {y2:.1f} L {right[0]:.1f} {right[1]:.1f}")


def cpu_baseline():
    d = thumbnail("A filter over the corner of an image",
                  "A 3 by 3 filter lies over the corner of an image, partly beyond its edge, and gives one output pixel.")
    for row in range(5):
        for column in range(5):
            d.rect(12 + 17 * column, 18 + 17 * row, 17, 17, "faint" if row == 0 or column == 0 else "cell")
    d.rect(29, 35, 17, 17, "grey")
    d.parts.append('  <rect x="12" y="18" width="51" height="51" style="fill:none;stroke:#000;stroke-width:3.5"/>')
    arrow(d, 103, 52, 122, 52)
    d.rect(127, 43, 17, 17, "black")
    return d


def naive():
    d = thumbnail("Blocks of threads over an image",
                  "Three by three blocks of threads cover an image and hang over its right and lower edge; one thread has one pixel.")
    for row in range(3):
        for column in range(3):
            d.rect(14 + 44 * column, 15 + 30 * row, 44, 30, "grey")
    d.rect(14, 15, 106, 72, "white")
    for column in (1, 2):
        d.path(f"M {14 + 44 * column} 15 V 105")
    for row in (1, 2):
        d.path(f"M 14 {15 + 30 * row} H 146")
    d.parts.append('  <rect x="14" y="15" width="106" height="72" style="fill:none;stroke:#000;stroke-width:3.5"/>')
    d.rect(76, 60, 8, 8, "black")
    return d


def constant_memory():
    d = thumbnail("One value for all lanes", "One entry of a table goes to all lanes of a warp at once.")
    for lane in range(8):
        d.rect(12 + 17 * lane, 16, 15, 15, "cell")
        arrow(d, 80, 88, 19.5 + 17 * lane, 35)
    for entry in range(5):
        d.rect(38 + 17 * entry, 90, 16, 16, "black" if entry == 2 else "cell")
    return d


def tiled():
    d = thumbnail("A tile and its halo", "The pixels of a block, in a thick frame, and the halo around them, grey: together the tile.")
    for row in range(6):
        for column in range(8):
            inside = 2 <= row < 4 and 2 <= column < 6
            d.rect(16 + 16 * column, 12 + 16 * row, 16, 16, "cell" if inside else "grey")
    d.parts.append('  <rect x="48" y="44" width="64" height="32" style="fill:none;stroke:#000;stroke-width:3.5"/>')
    return d


def separable():
    d = thumbnail("A square of weights is a column times a row",
                  "Five weights in a column times five in a row give a square of 25, darkest in its middle.")
    weights = [1, 4, 6, 4, 1]
    for j, weight in enumerate(weights):
        shade(d, 12, 30 + 12 * j, 12, 12, 1 - weight / 6)
        shade(d, 32 + 9 * j, 54, 9, 12, 1 - weight / 6)
        for i, other in enumerate(weights):
            shade(d, 92 + 12 * i, 30 + 12 * j, 12, 12, 1 - weight * other / 36)
    d.text(28, 64, "·", "middle")
    d.text(84, 65, "=", "middle")
    return d


def integral_image():
    d = thumbnail("The sum over a window from four entries",
                  "A window in an image, and the four entries of the table at its corners, two added and two taken away.")
    d.rect(14, 12, 132, 96, "cell")
    d.rect(56, 40, 60, 44, "grey")
    for x, y, sign in ((56, 40, "+"), (116, 40, "−"), (56, 84, "−"), (116, 84, "+")):
        d.parts.append(f'  <circle cx="{x}" cy="{y}" r="10" style="fill:#fff;stroke:#000;stroke-width:1.5"/>')
        d.text(x, y + 5, sign, "middle")
    return d


def recursive_gaussian():
    d = thumbnail("A Gaussian by one pass there and one back",
                  "A bell-shaped curve over a line of pixels; one pass goes to the right, one back to the left.")
    points = [(12 + 2 * n, 66 - 50 * math.exp(-((n - 34) / 11)**2 / 2)) for n in range(69)]
    d.path("M " + " L ".join(f"{x:g} {y:.1f}" for x, y in points), "thick")
    for n in range(8):
        d.rect(12 + 17 * n, 72, 17, 12, "black" if n == 4 else "cell")
    arrow(d, 14, 93, 146, 93, 7)
    arrow(d, 146, 106, 14, 106, 7)
    return d


def domain_transform():
    d = thumbnail("A filter that smooths texture and keeps the edge",
                  "A noisy line with one high step, grey; smoothed, black, it is flat on both sides and the step is as steep as before.")
    noise = [0, 7, -6, 4, -8, 5, 8, -5, 3, -7, 6, -4, 7, -6, 5]
    rough = [(10 + 10 * n, (84 if n < 8 else 34) + value) for n, value in enumerate(noise)]
    d.parts.append('  <path d="M ' + " L ".join(f"{x} {y}" for x, y in rough) + '" style="fill:none;stroke:#999;stroke-width:1.5"/>')
    d.parts.append('  <path d="M 10 84 H 80 L 90 34 H 150" style="fill:none;stroke:#000;stroke-width:3"/>')
    return d


def fused_half():
    d = thumbnail("A ring, and its edges as thin lines", "A grey ring with soft edges; an arrow; two thin circles where its edges are.")
    for radius, level in ((30, "e4"), (27, "b8"), (24, "80"), (14, "b8"), (11, "e4"), (8, "ff")):
        d.parts.append(f'  <circle cx="40" cy="60" r="{radius}" style="fill:#{level * 3};stroke:none"/>')
    arrow(d, 75, 60, 87, 60)
    for radius in (27, 11):
        d.parts.append(f'  <circle cx="122" cy="60" r="{radius}" style="fill:none;stroke:#000;stroke-width:2.5"/>')
    return d


def streams():
    d = thumbnail("Copies and kernels at the same time",
                  "Three lines of five boxes each, one for copies in, one for kernels, one for copies out; each line begins later "
                  "than the one above, and most of the time all three are at work.")
    for line, (css, begin) in enumerate((("cell", 0), ("grey", 2), ("black", 3))):
        d.path(f"M 12 {35 + 26 * line} H 148", "grid")
        for strip in range(5):
            d.rect(12 + 17 * (begin + strip), 26 + 26 * line, 15, 18, css)
    arrow(d, 12, 106, 148, 106, 7)
    return d


def several_gpus():
    d = thumbnail("An image in four bands, which send each other rows",
                  "Four bands one below the other, each with a grey strip at its upper and lower edge; between two bands one arrow "
                  "goes up and one goes down.")
    for band in range(4):
        top = 8 + 28 * band
        d.rect(24, top, 84, 20, "cell")
        if band > 0:
            d.rect(24, top, 84, 5, "grey")
        if band < 3:
            d.rect(24, top + 15, 84, 5, "grey")
            arrow(d, 122, top + 12, 122, top + 36, 6)
            arrow(d, 138, top + 36, 138, top + 12, 6)
    return d


DRAWN = (cpu_baseline, naive, constant_memory, tiled, separable, integral_image, recursive_gaussian, domain_transform, fused_half, streams,
         several_gpus)


def main(arguments):
    check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + check:
        print(__doc__, file=sys.stderr)
        return 2
    stale = []
    for draw in DRAWN:
        for folder in sorted(pathlib.Path(arguments[-1]).glob(f"[0-9][0-9]_{draw.__name__}")):
            path, drawn = folder / "figures" / "thumbnail.svg", str(draw())
            if not check:
                path.write_text(drawn, encoding="utf-8")
            elif not path.is_file() or path.read_text(encoding="utf-8") != drawn:
                stale.append(str(path))
    if stale:
        print(f"{', '.join(stale)} not as thumbnails.py draws; run docs/primer/thumbnails.py {arguments[-1]}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
