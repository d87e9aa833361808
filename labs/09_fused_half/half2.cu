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
constexpr int kSteps = 2 * kTurn;
constexpr int kAhead = 3;   // rows that are read before they are needed
constexpr int kBlocks = 8;  // of a multiprocessor at least: so many registers a thread may have
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

/// What a kernel knows of where it works: kWords: rows begin at multiples of 4 bytes, so that four
/// pixels are read as a word; kInside: nothing of the warp's part touches the image's edge.
template <bool kTakesWords, bool kIsInside>
struct Where {
  static constexpr bool kWords = kTakesWords, kInside = kIsInside;
};

/// Four grey levels of a row as the bytes of a word. Beyond the edge stands the nearest one.
template <typename W>
__device__ unsigned load(const std::uint8_t* __restrict__ row, int x, int width) {
  if (W::kWords && (W::kInside || (x >= 0 && x < width)))  // then all four are inside
    return *reinterpret_cast<const unsigned*>(row + x);
  unsigned word = 0;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    word |= unsigned(row[W::kInside ? x + k : nearest(x + k, width)]) << (8 * k);
  }
  return word;
}

/// The bytes of a word as halves, divided by 256, which is exact.
__device__ Quad over_256(unsigned word) {
  // 0x6400 is 1024 as a half, whose last bit counts 1: with a byte in its place it is 1024 + byte.
  constexpr unsigned kMagic = 0x64646464u;
  const __half2 scale = __float2half2_rn(1 / 256.0f), minus_4 = __float2half2_rn(-4.0f);
  return {__hfma2(as_pair(__byte_perm(word, kMagic, 0x4140)), scale, minus_4),
          __hfma2(as_pair(__byte_perm(word, kMagic, 0x4342)), scale, minus_4)};
}

/// (1 4 6 4 1) over five pairs, of which the outer ones come added.
__device__ __half2 weigh(__half2 outer, __half2 inner, __half2 middle) {
  // TODO(lab09): two fused operations (about 2 lines)
  return middle;
  // END TODO
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
  // TODO(lab09): the same along the row, with the neighbours' pairs (about 6 lines)
  return column;
  // END TODO
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

template <typename W>
__device__ RowTerms terms_of(Quad row, int x, int width) {
  Sides side = sides_of(row);
  const bool at_edge = !W::kInside && (x == 0 || x + kPixels >= width);
  if (at_edge) end_row(row, side, x == 0, width - 1 - x);
  RowTerms terms = {};
  // TODO(lab09): differences and sums of neighbours (about 7 lines)
  // END TODO
  return terms;
}

/// Two magnitudes over 8, as whole numbers in the lower bytes of two halves: from 1024 to 2048 a
/// half has no bits behind the point, so adding 1024 rounds to the nearest.
__device__ unsigned magnitudes(__half2 above, __half2 here, __half2 below, __half2 sum_above,
                               __half2 sum_below) {
  // TODO(lab09): both differences, their magnitude, and the trick (about 5 lines)
  return as_bits(here);
  // END TODO
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

/// What a lane holds of the rows that it walks down.
struct Windows {
  unsigned next[kAhead];  // rows that are on their way
  Quad rows[kTaps];       // grey levels over 256
  RowTerms terms[3];      // of blurred rows
};

/// Row y + kAhead is asked for, and row y, which was asked for kAhead steps ago, is unpacked.
template <typename W, int kStep>
__device__ void take_row(Windows& own, const std::uint8_t* __restrict__ grey, int width, int height,
                         int x, int y) {
  own.rows[kStep % kTaps] = over_256(own.next[kStep % kAhead]);
  const int ahead = W::kInside ? y + kAhead : nearest(y + kAhead, height);
  own.next[kStep % kAhead] = load<W>(grey + ahead * width, x, width);
}

/// Step kStep of a turn: takes row `y`, blurs row y - 2, and writes row y - 3.
template <typename W, int kStep>
__device__ void step(Windows& own, const std::uint8_t* __restrict__ grey,
                     std::uint8_t* __restrict__ output, int width, int height, const Place& place,
                     int y) {
  take_row<W, kStep>(own, grey, width, height, place.x, y);
  const int blurred = y - 2;
  constexpr int kNew = kStep % 3, kMiddle = (kStep + 2) % 3, kOld = (kStep + 1) % 3;
  RowTerms(&terms)[3] = own.terms;
  if (W::kInside) {  // the first rows' terms are of no use, and are not used
    terms[kNew] = terms_of<W>(blur_row<(kStep + 1) % kTaps>(own.rows), place.x, width);
  } else {
    if (blurred < place.first - 1) return;  // the window is not full yet
    // Row -1 of the blurred image is row 0, and row `height` the last one.
    if (blurred < height)
      terms[kNew] = terms_of<W>(blur_row<(kStep + 1) % kTaps>(own.rows), place.x, width);
    if (blurred == height) terms[kNew] = terms[kMiddle];
    if (blurred == 0) terms[kMiddle] = terms[kNew];
  }
  const int out = blurred - 1;
  if (out < place.first || out >= place.end) return;
  const RowTerms &above = terms[kOld], &here = terms[kMiddle], &below = terms[kNew];
  const unsigned left = magnitudes(above.difference.left, here.difference.left,
                                   below.difference.left, above.sum.left, below.sum.left);
  const unsigned right = magnitudes(above.difference.right, here.difference.right,
                                    below.difference.right, above.sum.right, below.sum.right);
  if (place.writes) {
    store<W::kWords>(output + out * width, place.x, width, __byte_perm(left, right, 0x6420));
  }
}

/// All steps of a turn, with every index into the windows of rows known to the compiler.
template <typename W, int... kStep>
__device__ void turn(std::integer_sequence<int, kStep...>, Windows& own,
                     const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ output,
                     int width, int height, const Place& place, int y) {
  (step<W, kStep>(own, grey, output, width, height, place, y + kStep), ...);
}

template <typename W>
__device__ void walk(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ output,
                     int width, int height, const Place& place) {
  Windows own = {};
  const int top = place.first - kReach;
#pragma unroll
  for (int n = 0; n < kAhead; ++n) {
    own.next[n] = load<W>(grey + nearest(top + n, height) * width, place.x, width);
  }
  for (int y = top; y < place.end + kReach; y += kTurn) {
    turn<W>(std::make_integer_sequence<int, kTurn>(), own, grey, output, width, height, place, y);
  }
}

template <bool kWords>
__global__ void __launch_bounds__(kLanes* kWarps, kBlocks)
    magnitude_by_pairs(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ output,
                       int width, int height) {
  const int lane = threadIdx.x;
  const int left = blockIdx.x * kColumns - kPixels;  // the first lane's first column
  Place place;
  place.x = left + lane * kPixels;
  place.first = (blockIdx.y * kWarps + threadIdx.y) * kRows;
  place.end = min(place.first + kRows, height);
  place.writes = lane > 0 && lane < kLanes - 1 && place.x < width;
  const bool inside = left > 0 && left + kLanes * kPixels < width && place.first >= kReach &&
                      place.first - kReach + kSteps + kAhead <= height;
  if (inside) {
    walk<Where<kWords, true>>(grey, output, width, height, place);
  } else {
    walk<Where<kWords, false>>(grey, output, width, height, place);
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
