#!/usr/bin/env python3
"""Times what a user would pick instead: PyTorch (cuDNN), CuPy, OpenCV on the CPU.

usage: peers.py torch|cupy|opencv         answers requests, one JSON object a line, as bench programs do
       peers.py torch|cupy|opencv --here  exit code 0 if the package can be used on this machine

Method as in common/bench/programs/times.cu: data on the device, inputs rotated through memory many times the
L2 cache, the device kept busy while the host queues, median of repeated launches.
"""
import json
import math
import statistics
import sys
import time

ROTATED_BYTES = 640 << 20
WAIT_CYCLES = 400_000


def gaussian(taps):
    """Normalised weights; as the kit's filter gaussian:SIGMA:TAPS with sigma = taps / 6."""
    sigma = taps / 6
    values = [math.exp(-((i - taps // 2) ** 2) / (2 * sigma * sigma)) for i in range(taps)]
    return [v / sum(values) for v in values]


def spread_of(times):
    ordered = sorted(times)
    if len(ordered) < 4:
        return 0.0
    quarters = statistics.quantiles(ordered, n=4, method="inclusive")
    return (quarters[2] - quarters[0]) / statistics.median(ordered)


def repeat(once, seconds, fewest):
    """Median of once(n), in milliseconds, as kit::enough() stops."""
    for n in range(2):
        once(n)
    times, started = [], time.perf_counter()
    while True:
        times.append(once(len(times) + 2))
        late = time.perf_counter() - started > seconds
        if late or (len(times) >= fewest and (spread_of(times) <= 0.02 or len(times) >= 40)):
            return {"ms": statistics.median(times), "spread": spread_of(times), "launches": len(times)}


class Torch:
    """cuDNN's convolution, through PyTorch; zero border, which cuDNN has."""

    def __init__(self):
        import torch
        if not torch.cuda.is_available():
            raise RuntimeError("PyTorch sees no GPU")
        self.torch = torch
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = False

    def square(self, width, height, taps):
        torch = self.torch
        line = torch.tensor(gaussian(taps), device="cuda")
        weights = (line[:, None] * line[None, :])[None, None]
        return lambda image: torch.nn.functional.conv2d(image, weights, padding=taps // 2)

    def separable(self, width, height, taps):
        torch = self.torch
        line = torch.tensor(gaussian(taps), device="cuda")
        row, column = line[None, None, None, :], line[None, None, :, None]
        conv, r = torch.nn.functional.conv2d, taps // 2
        return lambda image: conv(conv(image, row, padding=(0, r)), column, padding=(r, 0))

    def table(self, width, height, _):
        torch = self.torch
        return lambda image: torch.cumsum(torch.cumsum(image, 2), 3)

    def measure(self, make, width, height, taps, seconds, fewest):
        torch = self.torch
        sets = max(2, ROTATED_BYTES // (8 * width * height))
        images = [torch.rand(1, 1, height, width, device="cuda") for _ in range(sets)]
        work = make(width, height, taps)
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))

        def once(n):
            torch.cuda._sleep(WAIT_CYCLES)
            start.record()
            work(images[n % sets])
            stop.record()
            stop.synchronize()
            return start.elapsed_time(stop)
        with torch.no_grad():
            return repeat(once, seconds, fewest)


class Cupy:
    """CuPy's ndimage filters, nearest border."""

    def __init__(self):
        import cupy
        import cupyx.scipy.ndimage
        cupy.cuda.runtime.getDeviceCount()
        self.cupy, self.ndimage = cupy, cupyx.scipy.ndimage
        self.wait = cupy.RawKernel(
            'extern "C" __global__ void wait(long long n) {'
            ' long long s = clock64(); while (clock64() - s < n) {} }', "wait")

    def square(self, width, height, taps):
        line = self.cupy.asarray(gaussian(taps), dtype="f")
        weights = line[:, None] * line[None, :]
        return lambda image, out: self.ndimage.correlate(image, weights, output=out, mode="nearest")

    def separable(self, width, height, taps):
        line = self.cupy.asarray(gaussian(taps), dtype="f")
        between = self.cupy.empty((height, width), dtype="f")

        def work(image, out):
            self.ndimage.correlate1d(image, line, 1, output=between, mode="nearest")
            self.ndimage.correlate1d(between, line, 0, output=out, mode="nearest")
        return work

    def table(self, width, height, _):
        def work(image, out):
            self.cupy.cumsum(image, 1, out=out)
            self.cupy.cumsum(out, 0, out=out)
        return work

    def measure(self, make, width, height, taps, seconds, fewest):
        cupy = self.cupy
        sets = max(2, ROTATED_BYTES // (8 * width * height))
        images = [cupy.random.random((height, width), dtype="f") for _ in range(sets)]
        outputs = [cupy.empty_like(image) for image in images]
        work = make(width, height, taps)
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()

        def once(n):
            self.wait((1,), (1,), (WAIT_CYCLES,))
            start.record()
            work(images[n % sets], outputs[n % sets])
            stop.record()
            stop.synchronize()
            return cupy.cuda.get_elapsed_time(start, stop)
        return repeat(once, seconds, fewest)


class Opencv:
    """OpenCV on the CPU, all cores, replicated border."""

    def __init__(self):
        import cv2
        import numpy
        self.cv2, self.numpy = cv2, numpy

    def square(self, width, height, taps):
        line = self.numpy.array(gaussian(taps), dtype="f")
        weights = line[:, None] * line[None, :]
        return lambda image, out: self.cv2.filter2D(image, -1, weights, out, borderType=self.cv2.BORDER_REPLICATE)

    def separable(self, width, height, taps):
        line = self.numpy.array(gaussian(taps), dtype="f")
        return lambda image, out: self.cv2.sepFilter2D(image, -1, line, line, out, borderType=self.cv2.BORDER_REPLICATE)

    def table(self, width, height, _):
        return lambda image, out: self.cv2.integral(image, sdepth=self.cv2.CV_32S)

    def box(self, width, height, taps):
        return lambda image, out: self.cv2.blur(image, (taps, taps), out, borderType=self.cv2.BORDER_REPLICATE)

    def measure(self, make, width, height, taps, seconds, fewest):
        numpy = self.numpy
        if make in (self.box, self.table):
            image = numpy.random.randint(0, 256, (height, width), dtype=numpy.uint8)
        else:
            image = numpy.random.random((height, width)).astype("f")
        out, work = numpy.empty_like(image), make(width, height, taps)

        def once(_):
            started = time.perf_counter()
            work(image, out)
            return 1000 * (time.perf_counter() - started)
        return repeat(once, seconds, fewest)


def answer(peer, request):
    p = request["parameters"]
    make = getattr(peer, request["variant"], None)
    if make is None:
        raise ValueError(f"no {request['variant']} here")
    return peer.measure(make, int(p["width"]), int(p["height"]), int(p.get("taps", 0)),
                        request.get("seconds", 0.3), request.get("fewest", 9))


def main():
    peers = {"torch": Torch, "cupy": Cupy, "opencv": Opencv}
    if len(sys.argv) < 2 or sys.argv[1] not in peers:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        peer = peers[sys.argv[1]]()
    except Exception as error:  # not installed, or no GPU
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 77
    if "--here" in sys.argv:
        return 0
    for line in sys.stdin:
        try:
            reply = {"result": answer(peer, json.loads(line))}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(reply), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
