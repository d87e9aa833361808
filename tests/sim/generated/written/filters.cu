// Image filters by hand; `// may: kind` marks the lines that a finding may name.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int kWidth = 50, kHeight = 20, kTile = 16;

unsigned char* picture(int factor) {
  unsigned char* pixels = nullptr;
  cudaMallocManaged(&pixels, kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) pixels[i] = (i * factor + i / kWidth) % 251;
  return pixels;
}

const dim3 kBlocks((kWidth + kTile - 1) / kTile, (kHeight + kTile - 1) / kTile);
const dim3 kThreads(kTile, kTile);

__device__ int clampTo(int v, int end) {
  return v < 0 ? 0 : v >= end ? end - 1 : v;
}

// Both passes of a box in one kernel; the second needs rows that other warps averaged.
__global__ void boxWithoutBarrier(const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned short rows[kTile + 2][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int r = threadIdx.y; r < kTile + 2; r += kTile) {
    const unsigned char* line = src + clampTo(blockIdx.y * kTile + r - 1, kHeight) * kWidth;
    rows[r][threadIdx.x] =  // may: shared_race
        line[clampTo(x - 1, kWidth)] + line[clampTo(x, kWidth)] + line[clampTo(x + 1, kWidth)];
  }
  const int y = blockIdx.y * kTile + threadIdx.y;
  if (x < kWidth && y < kHeight) {
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += rows[threadIdx.y + k][threadIdx.x];  // may: shared_race
    dst[y * kWidth + x] = sum / 9;
  }
}

__global__ void box(const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned short rows[kTile + 2][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int r = threadIdx.y; r < kTile + 2; r += kTile) {
    const unsigned char* line = src + clampTo(blockIdx.y * kTile + r - 1, kHeight) * kWidth;
    rows[r][threadIdx.x] =
        line[clampTo(x - 1, kWidth)] + line[clampTo(x, kWidth)] + line[clampTo(x + 1, kWidth)];
  }
  __syncthreads();
  const int y = blockIdx.y * kTile + threadIdx.y;
  if (x < kWidth && y < kHeight) {
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += rows[threadIdx.y + k][threadIdx.x];
    dst[y * kWidth + x] = sum / 9;
  }
}

// The barrier is one of the threads inside of the picture; those below wait at the other one.
__global__ void gradientHalfBarrier(const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < kWidth && y < kHeight) {
    tile[threadIdx.y][threadIdx.x] = src[y * kWidth + x];
    __syncthreads();  // may: divergent_barrier
    const int right = threadIdx.x + 1 < kTile && x + 1 < kWidth ? threadIdx.x + 1 : threadIdx.x;
    dst[y * kWidth + x] = tile[threadIdx.y][right] - tile[threadIdx.y][threadIdx.x];
  } else {
    __syncthreads();  // may: divergent_barrier
  }
}

// What is subtracted may be sharpened already.
__global__ void sharpenInPlace(unsigned char* img) {
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x >= kWidth || y >= kHeight) return;
  const int above = img[clampTo(y - 1, kHeight) * kWidth + x];          // may: global_race
  img[y * kWidth + x] = clampTo(2 * img[y * kWidth + x] - above, 256);  // may: global_race
}

__global__ void sharpen(const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x >= kWidth || y >= kHeight) return;
  const int above = src[clampTo(y - 1, kHeight) * kWidth + x];
  dst[y * kWidth + x] = clampTo(2 * src[y * kWidth + x] - above, 256);
}

// A row of the integral image: source and target are swapped by parity, but the last step reads the
// source once more.
__global__ void integralRowsWrongHalf(const unsigned char* src, unsigned* sums) {
  __shared__ unsigned line[2][64];
  const int x = threadIdx.x;
  line[0][x] = x < kWidth ? src[blockIdx.x * kWidth + x] : 0;
  __syncthreads();
  int now = 0;
  for (int step = 1; step < 64; step <<= 1) {
    const int next = step == 16 ? now : 1 - now;
    line[next][x] = line[now][x] + (x >= step ? line[now][x - step] : 0);  // may: shared_race
    now = next;
    __syncthreads();
  }
  if (x < kWidth) sums[blockIdx.x * kWidth + x] = line[now][x];
}

__global__ void integralRows(const unsigned char* src, unsigned* sums) {
  __shared__ unsigned line[2][64];
  const int x = threadIdx.x;
  line[0][x] = x < kWidth ? src[blockIdx.x * kWidth + x] : 0;
  __syncthreads();
  int now = 0;
  for (int step = 1; step < 64; step <<= 1) {
    line[1 - now][x] = line[now][x] + (x >= step ? line[now][x - step] : 0);
    now = 1 - now;
    __syncthreads();
  }
  if (x < kWidth) sums[blockIdx.x * kWidth + x] = line[now][x];
}

// The table is made by one thread, and the others do not wait for it.
__global__ void toneByTableTooEarly(const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char table[256];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (int v = 0; v < 256; ++v) table[v] = v * v / 255;  // may: shared_race
  }
  if (x >= kWidth || y >= kHeight) return;
  dst[y * kWidth + x] = table[src[y * kWidth + x]];  // may: shared_race uninitialised_read
}

bool isBox(const unsigned char* src, const unsigned char* dst) {
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      int sum = 0;
      for (int k = 0; k < 9; ++k) {
        const int column = x + k % 3 - 1, row = y + k / 3 - 1;
        sum += src[(row < 0          ? 0
                    : row >= kHeight ? kHeight - 1
                                     : row) *
                       kWidth +
                   (column < 0         ? 0
                    : column >= kWidth ? kWidth - 1
                                       : column)];
      }
      if (dst[y * kWidth + x] != sum / 9) return false;
    }
  }
  return true;
}

bool isSharp(const unsigned char* src, const unsigned char* dst) {
  for (int i = 0; i < kWidth * kHeight; ++i) {
    const int value = 2 * src[i] - src[i < kWidth ? i : i - kWidth];
    if (dst[i] != (value < 0 ? 0 : value > 255 ? 255 : value)) return false;
  }
  return true;
}

bool isSum(const unsigned char* src, const unsigned* sums) {
  for (int y = 0; y < kHeight; ++y) {
    unsigned sum = 0;
    for (int x = 0; x < kWidth; ++x) {
      sum += src[y * kWidth + x];
      if (sums[y * kWidth + x] != sum) return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  unsigned char *src = picture(7), *dst = picture(3);
  unsigned* sums = nullptr;
  cudaMallocManaged(&sums, kWidth * kHeight * sizeof(unsigned));
  if (is("boxWithoutBarrier")) boxWithoutBarrier<<<kBlocks, kThreads>>>(src, dst);
  if (is("box")) box<<<kBlocks, kThreads>>>(src, dst);
  if (is("gradientHalfBarrier")) gradientHalfBarrier<<<kBlocks, kThreads>>>(src, dst);
  if (is("sharpenInPlace")) sharpenInPlace<<<kBlocks, kThreads>>>(src);
  if (is("sharpen")) sharpen<<<kBlocks, kThreads>>>(src, dst);
  if (is("integralRowsWrongHalf")) integralRowsWrongHalf<<<kHeight, 64>>>(src, sums);
  if (is("integralRows")) integralRows<<<kHeight, 64>>>(src, sums);
  if (is("toneByTableTooEarly")) toneByTableTooEarly<<<kBlocks, kThreads>>>(src, dst);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  bool right = true;
  if (is("box")) right = isBox(src, dst);
  if (is("sharpen")) right = isSharp(src, dst);
  if (is("integralRows")) right = isSum(src, sums);
  std::printf("%s: %s\n", argv[1], right ? "right" : "wrong");
  cudaFree(src);
  cudaFree(dst);
  cudaFree(sums);
  return right ? 0 : 1;
}
