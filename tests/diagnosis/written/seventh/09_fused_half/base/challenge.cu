/// @file
/// Lab 09, challenge: from grey levels to thin edges in one pass, in whole numbers. Read README.md
/// first.
///
/// As in half2.cu a warp walks down a strip, and each lane has four pixels side by side:
///
///     lane      0          1          2       ...      30         31
///     pixels  . . . .   x x x x    x x x x           x x x x    . . . .     x: written, .: halo
///     only
///
/// Everything is counted in 1/256 of a grey level, in which every result is a whole number. Per row
/// a lane reads one row of grey levels, blurs the row 2 above it, has the magnitudes of the row 3
/// above it, and judges the row 4 above it:
///
///     rows     five rows of grey levels, 4 bytes each, as they were read
///     terms    three rows of b(x + 1) - b(x - 1) and b(x - 1) + 2 b(x) + b(x + 1), b blurred
///     crests   three rows of magnitudes, with one pixel more on each side, and directions
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
constexpr int kReach = 4;                         // rows above and below that an output pixel needs
constexpr int kTurn = kTaps * 3;  // steps after which all windows of rows stand as before
constexpr int kSteps = 4 * kTurn;
constexpr int kRows = kSteps - 2 * kReach;  // that a warp writes
constexpr int kUnit = 256;                  // parts of a grey level

/// What Sobel makes of one blurred row.
struct RowTerms {
  int difference[kPixels], sum[kPixels];
};

/// Where the image changes most: along the row, down the column, or along one of the diagonals.
enum Direction : int { kAlong, kDown, kFalling, kRising };

/// One row of magnitudes: m[k + 1] belongs to the lane's pixel k, m[0] and m[5] to its neighbours.
struct Crests {
  int m[kPixels + 2];
  int direction[kPixels];
};

__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

/// Four grey levels of a row in one word. Beyond the edge stands the nearest one.
template <bool kWords>
__device__ unsigned load(const std::uint8_t* __restrict__ row, int x, int width) {
  if (kWords && x >= 0 && x < width) return *reinterpret_cast<const unsigned*>(row + x);
  unsigned word = 0;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) word |= unsigned(row[nearest(x + k, width)]) << (8 * k);
  return word;
}

/// Pixels 0 and 2 of a word, or 1 and 3, as two numbers of 16 bits: one addition adds both. None
/// grows beyond 255 * 256.
__device__ unsigned even(unsigned word) {
  return word & 0x00ff00ffu;
}
__device__ unsigned odd(unsigned word) {
  return word >> 8 & 0x00ff00ffu;
}

/// (1 4 6 4 1) over five pairs, of which the outer ones come added, and the inner ones too.
__device__ unsigned weigh(unsigned outer, unsigned inner, unsigned middle) {
  return outer + 4 * inner + 6 * middle;
}

/// One row of the blurred image in units of 1/256, from five rows of grey levels.
template <int kOldest>
__device__ void blur_row(const unsigned (&rows)[kTaps], int (&blurred)[kPixels]) {
  const unsigned r0 = rows[kOldest], r1 = rows[(kOldest + 1) % kTaps],
                 r2 = rows[(kOldest + 2) % kTaps], r3 = rows[(kOldest + 3) % kTaps],
                 r4 = rows[(kOldest + 4) % kTaps];
  const unsigned evens = weigh(even(r0) + even(r4), even(r1) + even(r3), even(r2));
  const unsigned odds = weigh(odd(r0) + odd(r4), odd(r1) + odd(r3), odd(r2));
  // Of the left lane pixels 2 and 3 are wanted, which are -2 and -1 here; of the right one 0 and 1.
  const unsigned left_evens = __shfl_up_sync(kWholeWarp, evens, 1);
  const unsigned left_odds = __shfl_up_sync(kWholeWarp, odds, 1);
  const unsigned right_evens = __shfl_down_sync(kWholeWarp, evens, 1);
  const unsigned right_odds = __shfl_down_sync(kWholeWarp, odds, 1);
  const unsigned p20 = left_evens >> 16 | evens << 16;  // pixels -2 and 0
  const unsigned p11 = left_odds >> 16 | odds << 16;    // -1 and 1
  const unsigned p24 = evens >> 16 | right_evens << 16;  // 2 and 4
  const unsigned p35 = odds >> 16 | right_odds << 16;    // 3 and 5
  const unsigned b02 = weigh(p20 + p24, p11 + odds, evens);
  const unsigned b13 = weigh(p11 + p35, evens + p24, odds);
  blurred[0] = int(b02 & 0xffffu);
  blurred[1] = int(b13 & 0xffffu);
  blurred[2] = int(b02 >> 16);
  blurred[3] = int(b13 >> 16);
}

/// Differences and sums of a blurred row, beyond whose ends stands its nearest pixel.
__device__ RowTerms terms_of(int (&blurred)[kPixels], int x, int width) {
  RowTerms terms = {};
  const int before = __shfl_up_sync(kWholeWarp, blurred[kPixels - 1], 1);
  const int behind = __shfl_down_sync(kWholeWarp, blurred[0], 1);
  int b[kPixels + 2];  // with a pixel more on each side
  b[0] = x == 0 ? blurred[0] : before;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    const bool outside = k > 0 && x + k >= width;
    b[k + 1] = outside ? b[k] : blurred[k];
  }
  b[kPixels + 1] = x + kPixels >= width ? b[kPixels] : behind;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    terms.difference[k] = b[k + 2] - b[k];
    terms.sum[k] = b[k] + 2 * b[k + 1] + b[k + 2];
  }
  return terms;
}

/// Magnitudes and directions of a row; 0 beyond the image.
__device__ void find_crests(Crests& row, const RowTerms& above, const RowTerms& here,
                            const RowTerms& below, int x, int width, bool inside) {
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    const int gx = above.difference[k] + 2 * here.difference[k] + below.difference[k];
    const int gy = below.sum[k] - above.sum[k];
    const int ax = abs(gx), ay = abs(gy);
    const bool in_image = inside && x + k >= 0 && x + k < width;
    row.m[k + 1] = in_image ? ax + ay : 0;
    int direction = (gx > 0) == (gy > 0) ? kFalling : kRising;
    if (53 * ay >= 128 * ax) direction = kDown;
    if (128 * ay <= 53 * ax) direction = kAlong;
    row.direction[k] = direction;
  }
  row.m[0] = __shfl_up_sync(kWholeWarp, row.m[kPixels], 1);
  row.m[kPixels + 1] = __shfl_down_sync(kWholeWarp, row.m[1], 1);
}

/// The states of the lane's pixels of one row, a byte each.
__device__ unsigned judge(const Crests& above, const Crests& here, const Crests& below, int low,
                          int high) {
  unsigned word = 0;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    const int m = here.m[k + 1];
    int before = here.m[k], behind = here.m[k + 2];
    if (here.direction[k] == kDown) {
      before = above.m[k + 1];
      behind = below.m[k + 1];
    } else if (here.direction[k] == kFalling) {
      before = above.m[k];
      behind = below.m[k + 2];
    } else if (here.direction[k] == kRising) {
      before = below.m[k];
      behind = above.m[k + 2];
    }
    const bool crest = m > before && m >= behind;
    const unsigned state = !crest || m < low ? 0 : m < high ? kWeak : kStrong;
    word |= state << (8 * k);
  }
  return word;
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

/// The image, the thresholds in units of 1/256, and a warp's place: its lane's first column, and
/// the rows that it writes.
struct Work {
  const std::uint8_t* grey;
  std::uint8_t* states;
  int width, height, low, high;
  int x, first, end;
  bool writes;
};

/// What a lane keeps of the rows that it has passed.
struct Window {
  unsigned rows[kTaps];
  RowTerms terms[3];
  Crests crests[3];
};

/// Step kStep of a turn: reads row `y`, blurs row y - 2, finds the crests of row y - 3, judges row
/// y - 4.
template <bool kWords, int kStep>
__device__ void step(Window& window, const Work& work, int y) {
  constexpr int kNew = kStep % 3, kMiddle = (kStep + 2) % 3, kOld = (kStep + 1) % 3;
  window.rows[kStep % kTaps] =
      load<kWords>(work.grey + nearest(y, work.height) * work.width, work.x, work.width);
  const int blurred_row = y - 2, crest_row = y - 3, out = y - 4;
  if (blurred_row < work.first - 2) return;  // the window of rows is not full yet
  RowTerms(&terms)[3] = window.terms;
  // Row -1 of the blurred image is row 0, and row `height` the last one.
  if (blurred_row < work.height) {
    int blurred[kPixels];
    blur_row<(kStep + 1) % kTaps>(window.rows, blurred);
    terms[kNew] = terms_of(blurred, work.x, work.width);
  }
  if (blurred_row == work.height) terms[kNew] = terms[kMiddle];
  if (blurred_row == 0) terms[kMiddle] = terms[kNew];
  if (crest_row < work.first - 1) return;
  Crests(&crests)[3] = window.crests;
  find_crests(crests[kNew], terms[kOld], terms[kMiddle], terms[kNew], work.x, work.width,
              crest_row >= 0 && crest_row < work.height);
  if (out < work.first || out >= work.end) return;
  const unsigned word = judge(crests[kOld], crests[kMiddle], crests[kNew], work.low, work.high);
  if (work.writes) store<kWords>(work.states + out * work.width, work.x, work.width, word);
}

/// All steps of a turn, with every index into the windows of rows known to the compiler.
template <bool kWords, int... kStep>
__device__ void turn(std::integer_sequence<int, kStep...>, Window& window, const Work& work,
                     int y) {
  (step<kWords, kStep>(window, work, y + kStep), ...);
}

template <bool kWords>
__global__ void __launch_bounds__(kLanes* kWarps)
    thin_strips(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ states, int width,
                int height, int low, int high) {
  const int lane = threadIdx.x;
  Work work = {grey, states, width, height, low, high, 0, 0, 0, false};
  work.x = blockIdx.x * kColumns + (lane - 1) * kPixels;
  work.first = (blockIdx.y * kWarps + threadIdx.y) * kRows;
  work.end = min(work.first + kRows, height);
  work.writes = lane > 0 && lane < kLanes - 1 && work.x < width;
  Window window = {};
  for (int y = work.first - kReach; y < work.end + kReach; y += kTurn) {
    turn<kWords>(std::make_integer_sequence<int, kTurn>(), window, work, y);
  }
}

}  // namespace

void thin_in_one_pass(const std::uint8_t* d_grey, std::uint8_t* d_states, int width, int height,
                      float low, float high, cudaStream_t stream) {
  const dim3 block(kLanes, kWarps);
  const int rows_of_block = kRows * kWarps;
  const dim3 grid((width + kColumns - 1) / kColumns, (height + rows_of_block - 1) / rows_of_block);
  const int low_units = int(low * kUnit), high_units = int(high * kUnit);  // exact, by the contract
  const auto is_word = [](const void* at) { return reinterpret_cast<std::uintptr_t>(at) % 4 == 0; };
  if (width % kPixels == 0 && is_word(d_grey) && is_word(d_states)) {
    thin_strips<true>
        <<<grid, block, 0, stream>>>(d_grey, d_states, width, height, low_units, high_units);
  } else {
    thin_strips<false>
        <<<grid, block, 0, stream>>>(d_grey, d_states, width, height, low_units, high_units);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
