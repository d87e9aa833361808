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
  // TODO(lab09): down the columns, then along the row, two pixels in a number (about 16 lines)
  // END TODO
}

/// Differences and sums of a blurred row, beyond whose ends stands its nearest pixel.
__device__ RowTerms terms_of(int (&blurred)[kPixels], int x, int width) {
  RowTerms terms = {};
  // TODO(lab09): neighbours' pixels, ends of the image, differences and sums (about 17 lines)
  // END TODO
  return terms;
}

/// Magnitudes and directions of a row; 0 beyond the image.
__device__ void find_crests(Crests& row, const RowTerms& above, const RowTerms& here,
                            const RowTerms& below, int x, int width, bool inside) {
  // TODO(lab09): magnitudes, directions, and the neighbours' magnitudes (about 15 lines)
  // END TODO
}

/// The states of the lane's pixels of one row, a byte each.
__device__ unsigned judge(const Crests& above, const Crests& here, const Crests& below, int low,
                          int high) {
  // TODO(lab09): compare each pixel with the two in its direction (about 16 lines)
  return 0;
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
