#!/usr/bin/env python3
"""Writes good and bad picture files into a folder: make_pictures.py FOLDER"""
import pathlib
import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, channels, depth=8, rows=None):
    """A PNG with a diagonal gradient; `rows` limits the rows of pixel data."""
    colour = {1: 0, 3: 2, 4: 6}[channels]
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    pixels = b"".join(
        b"\0" + bytes((3 * x + 5 * y) % 256 for x in range(width) for _ in range(channels * depth // 8))
        for y in range(height if rows is None else rows))
    return SIGNATURE + header + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


folder = pathlib.Path(sys.argv[1])
good = png(40, 30, 3)
middle = len(good) // 2
for name, data in {
        "good.png": good,
        "grey.png": png(40, 30, 1),
        "alpha.png": png(40, 30, 4),
        "deep.png": png(40, 30, 3, depth=16),
        "empty.png": b"",
        "truncated.png": good[:middle],
        "corrupt.png": good[:middle] + bytes(255 - b for b in good[middle:middle + 40]) + good[middle + 40:],
        "text.png": b"This is not a picture.\n",
        "zero.png": png(0, 0, 3),
        "few_rows.png": png(40, 30, 3, rows=3),
        "huge.png": png(100000, 100000, 1, rows=0),
        "truncated.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01",
        "bitmap.bmp": b"BM" + struct.pack("<IHHIIiiHHIIiiII", 58, 0, 0, 54, 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0)
        + b"\x01\x02\x03\x00",
}.items():
    (folder / name).write_bytes(data)
