#!/usr/bin/env python3
"""Times numba's CUDA simulator on the naive 5x5 convolution of lab 02: prints seconds per pixel.

  NUMBA_ENABLE_CUDASIM=1 numba_ratio.py [WIDTH HEIGHT]

Compare with `make run` on a picture, or with the figure in docs/simulator.md.
"""
import sys
import time

import numpy
from numba import cuda

WIDTH, HEIGHT = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (64, 48)


@cuda.jit
def convolve(image, output, weights, radius):
    x, y = cuda.grid(2)
    if x >= image.shape[1] or y >= image.shape[0]:
        return
    total = numpy.float32(0)
    for j in range(-radius, radius + 1):
        for i in range(-radius, radius + 1):
            px = min(max(x + i, 0), image.shape[1] - 1)
            py = min(max(y + j, 0), image.shape[0] - 1)
            total += weights[j + radius, i + radius] * image[py, px]
    output[y, x] = total


image = numpy.random.default_rng(1).random((HEIGHT, WIDTH), dtype=numpy.float32)
weights = numpy.full((5, 5), 0.04, dtype=numpy.float32)
output = numpy.zeros_like(image)
times = []
for _ in range(3):
    start = time.perf_counter()
    convolve[((WIDTH + 31) // 32, (HEIGHT + 7) // 8), (32, 8)](image, output, weights, 2)
    times.append(time.perf_counter() - start)
best = sorted(times)[1]
print(f"{WIDTH}x{HEIGHT}: {best:.3f} s, {best / (WIDTH * HEIGHT) * 1e6:.1f} microseconds a pixel")
