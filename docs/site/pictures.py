#!/usr/bin/env python3
"""Makes the pictures of the first page and of README.md, docs/site/pictures: the kit's drawn scene, and what the
solutions make of it.

usage: pictures.py    after `make programs`; takes a few minutes

The scene is what `kit demo` draws where no photograph is at hand, every second pixel of it in each direction. Each
picture is made by `kit run` with the settings below, in the simulator. No photograph goes into them.
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/site/pictures"
WIDTH, HEIGHT = 192, 144
# What `kit run` is told for each lab: a filter that the eye tells from the others.
SETTINGS = {
    "01": ["filter=emboss"],
    "02": ["filter=sobel_magnitude"],
    "03": ["filter=gamma:0.5"],
    "04": ["filter=sharpen"],
    "05": ["sigma=2"],
    "06": ["radius=8"],
    "07": ["sigma=12"],
    "08": ["sigma_s=20", "sigma_r=60"],
    "09": ["low=60", "high=160"],
    "10": ["sigma=4"],
    "11": ["sigma=2"],
}


def read_png(path):
    """The width, and rows of a PNG of 8-bit RGB, as the kit writes them."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
            if (depth, colour) != (8, 2):
                raise ValueError(f"{path}: not 8-bit RGB")
        elif kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += length + 12
    raw, size, rows, above = zlib.decompress(packed), 3 * width, [], bytes(3 * width)
    for y in range(height):
        kind, row = raw[y * (size + 1)], bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
        for i in range(size):
            a, b, c = row[i - 3] if i >= 3 else 0, above[i], above[i - 3] if i >= 3 else 0
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[i] = (row[i] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
        rows.append(bytes(row))
        above = row
    return width, rows


def write_png(path, width, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def draw_scene(folder):
    """The picture that `kit demo` takes in a kit without photographs; lab 01 alone, which takes seconds."""
    for part in ("labs", "solutions"):
        (folder / part).mkdir()
        (folder / part / "01_cpu_baseline").symlink_to(ROOT / part / "01_cpu_baseline")
    for name in ("common", "tests"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").mkdir()
    for name in ("bin", "lib", "obj", "deps.mk", "deps.env"):
        (folder / "build" / name).symlink_to(ROOT / "build" / name)
    subprocess.run([ROOT / "build/bin/kit", "demo", "--backend", "sim"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "KIT_ROOT": str(folder), "KIT_BUILD": str(folder / "build")})
    return folder / "build/demo/input.png"


def smaller(width, rows, left, top):
    """Every second pixel from a corner on, as wide and high as the pictures: the mean of four."""
    out = []
    for y in range(HEIGHT):
        upper, lower = rows[top + 2 * y], rows[top + 2 * y + 1]
        row = bytearray()
        for x in range(WIDTH):
            i = 3 * (left + 2 * x)
            row += bytes((upper[i + c] + upper[i + 3 + c] + lower[i + c] + lower[i + 3 + c] + 2) // 4 for c in range(3))
        out.append(bytes(row))
    return out


def half(rows):
    """The mean of four pixels for each."""
    return [bytes((above[6 * x + c] + above[6 * x + 3 + c] + below[6 * x + c] + below[6 * x + 3 + c] + 2) // 4
                  for x in range(len(above) // 6) for c in range(3)) for above, below in zip(rows[::2], rows[1::2])]


def side_by_side(pictures):
    """The width and rows of one picture that shows all of these at half their size, in rows of six with white between them."""
    gap, each, pictures = 4, 6, [half(rows) for rows in pictures]
    width = each * (WIDTH // 2 + gap) - gap
    out = []
    for first in range(0, len(pictures), each):
        out += [b"\xff" * (3 * width)] * (gap if out else 0)
        group = pictures[first:first + each]
        group += [[b"\xff" * (3 * WIDTH // 2)] * (HEIGHT // 2)] * (each - len(group))
        out += [(b"\xff" * (3 * gap)).join(picture[y] for picture in group) for y in range(HEIGHT // 2)]
    return width, out


def main():
    if len(sys.argv) != 1:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kit-pictures.") as name:
        folder = pathlib.Path(name)
        width, rows = read_png(draw_scene(folder))
        small = folder / "scene.png"
        write_png(small, WIDTH, smaller(width, rows, 16, 130))

        def run(lab, settings, out, image=small):
            options = [word for setting in settings for word in ("--option", setting)]
            subprocess.run([ROOT / "build/bin/kit", "run", "--lab", lab, "--src", "solutions", "--backend", "sim",
                            "--image", image, "--out", FOLDER / out, *options], check=True, cwd=ROOT)

        run("01", ["filter=identity"], "scene.jpg")
        shown = [read_png(small)[1]]
        for lab, settings in SETTINGS.items():
            run(lab, settings, f"{lab}.jpg")
            run(lab, settings, folder / f"{lab}.png")
            shown.append(read_png(folder / f"{lab}.png")[1])
        sheet = folder / "strip.png"
        write_png(sheet, *side_by_side(shown))
        run("01", ["filter=identity"], "strip.jpg", sheet)


if __name__ == "__main__":
    main()
