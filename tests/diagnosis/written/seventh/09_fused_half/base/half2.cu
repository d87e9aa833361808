/// @file
/// Lab 09, stage half2: bytes to bytes, two pixels an instruction. Read README.md first.
///
/// A warp walks down a strip of the image. Each lane has four pixels side by side, as two pairs,
/// and keeps the rows that it still needs in registers; what it needs of its neighbours' pixels it
/// gets by shuffles. So there is no shared memory and no barrier.
///
///     lane      0          1          2       ...      30         31
///     pixels  . . . .   x x x x    x x x x           x x x x    . . . .     x: written, .: halo
///     only
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32, kWarps = 4;            // of a block; warp w has the w-th band of rows
constexpr int kPixels = 4;                        // side by side in one lane
constexpr int kColumns = (kLanes - 2) * kPixels;  // that a warp writes
constexpr int kTaps = 5;                          // rows of the blur
constexpr int kReach = 3;                         // rows above and below that an output pixel needs
constexpr int kTurn = kTaps * 3;  // steps after which both windows of rows stand as before
constexpr int kSteps = 4 * kTurn;
constexpr int kRows = kSteps - 2 * kReach;  // that a warp writes

/// Four pixels side by side: 0 and 1, 2 and 3.
struct Quad {
  __half2 left, right;
};

/// What Sobel makes of one blurred row: b(x + 1) - b(x - 1), and b(x - 1) + 2 b(x) + b(x + 1).
struct RowTerms {
  Quad difference, sum;
};

/// The same 32 bits as a pair, and back.
__device__ __half2 as_pair(unsigned bits) {
  return *reinterpret_cast<const __half2*>(&bits);
}
__device__ unsigned as_bits(__half2 pair) {
  return *reinterpret_cast<const unsigned*>(&pair);
}

/// The second of one pair and the first of the next: the pair that lies half way between.
__device__ __half2 between(__half2 first, __half2 second) {
  return __halves2half2(__high2half(first), __low2half(second));
}

__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

/// Grey levels of four pixels of a row, divided by 256, which is exact. Beyond the edge stands the
/// nearest one.
template <bool kWords>
__device__ Quad load(const std::uint8_t* __restrict__ row, int x, int width) {
  unsigned word = 0;
  if (kWords && x >= 0 && x < width) {  // of such a row the four pixels are all inside
    word = *reinterpret_cast<const unsigned*>(row + x);
  } else {
#pragma unroll
    for (int k = 0; k < kPixels; ++k) word |= unsigned(row[nearest(x + k, width)]) << (8 * k);
  }
  // 0x6400 is 1024 as a half, whose last bit counts 1: with a byte in its place it is 1024 + byte.
  constexpr unsigned kMagic = 0x64646464u;
  const __half2 scale = __float2half2_rn(1 / 256.0f), minus_4 = __float2half2_rn(-4.0f);
  return {__hfma2(as_pair(__byte_perm(word, kMagic, 0x4140)), scale, minus_4),
          __hfma2(as_pair(__byte_perm(word, kMagic, 0x4342)), scale, minus_4)};
}

/// (1 4 6 4 1) over five pairs, of which the outer ones come added.
__device__ __half2 weigh(__half2 outer, __half2 inner, __half2 middle) {
  // 1 and 6 first: their sum is half of the result, so it is rounded less.
  const __half2 half_way = __hfma2(__float2half2_rn(6.0f), middle, outer);
  return __hfma2(__float2half2_rn(4.0f), inner, half_way);
}

/// The pairs left and right of a lane's own, from its neighbours.
struct Sides {
  __half2 left, right;
};
__device__ Sides sides_of(const Quad& own) {
  return {__shfl_up_sync(kWholeWarp, own.right, 1), __shfl_down_sync(kWholeWarp, own.left, 1)};
}

/// One row of the blurred image, 0 to 255, from five rows of grey levels over 256. `oldest` says
/// which of the window's rows is the topmost.
template <int kOldest>
__device__ Quad blur_row(const Quad (&rows)[kTaps]) {
  const Quad &r0 = rows[kOldest], &r1 = rows[(kOldest + 1) % kTaps],
             &r2 = rows[(kOldest + 2) % kTaps], &r3 = rows[(kOldest + 3) % kTaps],
             &r4 = rows[(kOldest + 4) % kTaps];
  const Quad column = {weigh(__hadd2(r0.left, r4.left), __hadd2(r1.left, r3.left), r2.left),
                       weigh(__hadd2(r0.right, r4.right), __hadd2(r1.right, r3.right), r2.right)};
  const Sides side = sides_of(column);
  const __half2 low = between(side.left, column.left);       // pixels -1 and 0
  const __half2 centre = between(column.left, column.right);  // 1 and 2
  const __half2 high = between(column.right, side.right);    // 3 and 4
  return {weigh(__hadd2(side.left, column.right), __hadd2(low, centre), column.left),
          weigh(__hadd2(column.left, side.right), __hadd2(centre, high), column.right)};
}

/// Puts the blurred image's first and last pixel in the place of those beyond its edge. Only for
/// lanes at an edge; `last`: the last column, counted from the lane's first pixel.
__device__ void end_row(Quad& row, Sides& side, bool first_column, int last) {
  if (first_column) side.left = __low2half2(row.left);
  if (last < 0 || last >= kPixels) return;
  if (last == 0) row.left = __low2half2(row.left);
  if (last <= 1) row.right = __high2half2(row.left);
  if (last == 2) row.right = __low2half2(row.right);
  side.right = __high2half2(row.right);
}

__device__ RowTerms terms_of(Quad row, int x, int width) {
  Sides side = sides_of(row);
  if (x == 0 || x + kPixels >= width) end_row(row, side, x == 0, width - 1 - x);
  RowTerms terms = {};
  const __half2 low = between(side.left, row.left);       // pixels -1 and 0
  const __half2 centre = between(row.left, row.right);    // 1 and 2
  const __half2 high = between(row.right, side.right);    // 3 and 4
  const __half2 two = __float2half2_rn(2.0f);
  terms.difference = {__hsub2(centre, low), __hsub2(high, centre)};
  terms.sum = {__hfma2(two, row.left, __hadd2(low, centre)),
               __hfma2(two, row.right, __hadd2(centre, high))};
  return terms;
}

/// Two magnitudes over 8, as whole numbers in the lower bytes of two halves: from 1024 to 2048 a
/// half has no bits behind the point, so adding 1024 rounds to the nearest.
__device__ unsigned magnitudes(__half2 above, __half2 here, __half2 below, __half2 sum_above,
                               __half2 sum_below) {
  const __half2 gx = __hfma2(__float2half2_rn(2.0f), here, __hadd2(above, below));
  const __half2 gy = __hsub2(sum_below, sum_above);
  const __half2 m = __hadd2(__habs2(gx), __habs2(gy));
  return as_bits(__hfma2(m, __float2half2_rn(1 / 8.0f), __float2half2_rn(1024.0f)));
}

template <bool kWords>
__device__ void store(std::uint8_t* __restrict__ row, int x, int width, unsigned word) {
  if (kWords) {
    *reinterpret_cast<unsigned*>(row + x) = word;
  } else {
#pragma unroll
    for (int k = 0; k < kPixels; ++k) {
      if (x + k < width) row[x + k] = word >> (8 * k);
    }
  }
}

/// A warp's place: its lane's first column, the rows that it writes.
struct Place {
  int x, first, end;
  bool writes;
};

/// Step kStep of a turn: reads row `y`, blurs row y - 2, and writes row y - 3.
template <bool kWords, int kStep>
__device__ void step(Quad (&rows)[kTaps], RowTerms (&terms)[3],
                     const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ output,
                     int width, int height, const Place& place, int y) {
  rows[kStep % kTaps] = load<kWords>(grey + nearest(y, height) * width, place.x, width);
  const int blurred = y - 2;
  if (blurred < place.first - 1) return;  // the window is not full yet
  constexpr int kNew = kStep % 3, kMiddle = (kStep + 2) % 3, kOld = (kStep + 1) % 3;
  // Row -1 of the blurred image is row 0, and row `height` the last one.
  if (blurred < height) terms[kNew] = terms_of(blur_row<(kStep + 1) % kTaps>(rows), place.x, width);
  if (blurred == height) terms[kNew] = terms[kMiddle];
  if (blurred == 0) terms[kMiddle] = terms[kNew];
  const int out = blurred - 1;
  if (out < place.first || out >= place.end) return;
  const RowTerms &above = terms[kOld], &here = terms[kMiddle], &below = terms[kNew];
  const unsigned left = magnitudes(above.difference.left, here.difference.left,
                                   below.difference.left, above.sum.left, below.sum.left);
  const unsigned right = magnitudes(above.difference.right, here.difference.right,
                                    below.difference.right, above.sum.right, below.sum.right);
  if (place.writes) {
    store<kWords>(output + out * width, place.x, width, __byte_perm(left, right, 0x6420));
  }
}

/// All steps of a turn, with every index into the windows of rows known to the compiler.
template <bool kWords, int... kStep>
__device__ void turn(std::integer_sequence<int, kStep...>, Quad (&rows)[kTaps],
                     RowTerms (&terms)[3], const std::uint8_t* __restrict__ grey,
                     std::uint8_t* __restrict__ output, int width, int height, const Place& place,
                     int y) {
  (step<kWords, kStep>(rows, terms, grey, output, width, height, place, y + kStep), ...);
}

template <bool kWords>
__global__ void __launch_bounds__(kLanes* kWarps)
    magnitude_by_pairs(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ output,
                       int width, int height) {
  const int lane = threadIdx.x;
  Place place;
  place.x = blockIdx.x * kColumns + (lane - 1) * kPixels;
  place.first = (blockIdx.y * kWarps + threadIdx.y) * kRows;
  place.end = min(place.first + kRows, height);
  place.writes = lane > 0 && lane < kLanes - 1 && place.x < width;
  Quad rows[kTaps] = {};
  RowTerms terms[3] = {};
  for (int y = place.first - kReach; y < place.end + kReach; y += kTurn) {
    turn<kWords>(std::make_integer_sequence<int, kTurn>(), rows, terms, grey, output, width, height,
                 place, y);
  }
}

}  // namespace

void magnitude_half2(const std::uint8_t* d_grey, std::uint8_t* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 block(kLanes, kWarps);
  const int rows_of_block = kRows * kWarps;
  const dim3 grid((width + kColumns - 1) / kColumns, (height + rows_of_block - 1) / rows_of_block);
  const auto is_word = [](const void* at) { return reinterpret_cast<std::uintptr_t>(at) % 4 == 0; };
  if (width % kPixels == 0 && is_word(d_grey) && is_word(d_magnitude)) {
    magnitude_by_pairs<true><<<grid, block, 0, stream>>>(d_grey, d_magnitude, width, height);
  } else {
    magnitude_by_pairs<false><<<grid, block, 0, stream>>>(d_grey, d_magnitude, width, height);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
