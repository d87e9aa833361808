/// @file
/// Lab 06, challenge: the table in one pass, by decoupled look-back. Read README.md first.
/// A block reads one tile, learns from the tiles before it what lies to the left and above (Merrill
/// and Garland 2016), and writes its part of the table.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32, kWarps = 8;
constexpr int kPixels = 8, kWords = kPixels / 4;  // side by side in one lane, four in a word
constexpr int kRows = 16;                         // of a warp
constexpr int kBatch = 4;                         // rows whose loads are under way together
constexpr int kTileWidth = kLanes * kPixels;      // as many columns as threads
constexpr int kTileHeight = kWarps * kRows;
constexpr int kLookBackWindow = 2;  // tiles that a look-back asks at once
constexpr int kRowThreads = 384;    // of a block that looks up
constexpr int kMaxRowWidth =
    48 * 1024 / 4 - 1;  // pixels whose sums fit into a block's shared memory
constexpr int kPadded = kTileWidth + kLanes;

/// Where column `x` of the tile stands in shared memory: one word is left free after each lane's
/// pixels, so that lanes, which are 8 columns apart, use different banks.
__device__ constexpr int padded(int x) {
  return x + x / kPixels;
}

/// What a tile tells about one of its lines: a sum in the upper 32 bits, the state in the lower.
/// 8 aligned bytes are stored at once, so both arrive together and need no fence between them.
using Word = unsigned long long;
enum State : unsigned {
  kInvalid = 0,   // not yet known
  kPartial = 1,   // the sum over this tile
  kInclusive = 2  // the sum from the image's edge to the end of this tile
};

/// Everything that the block's threads share.
struct Shared {
  std::uint32_t columns[kWarps][kPadded];  // sums of each warp's part of a column
  std::uint32_t staged[kWarps][kPadded];   // rows on their way from or to global memory
  std::uint32_t above[kPadded];            // the table in the row above the tile
  std::uint32_t left[kTileHeight + 1];     // what the rows above each one have to their left
  std::uint32_t totals[kWarps];
  unsigned tile;
};

/// Pixels from one row to the next, and how many columns and rows the image has from a lane's first
/// pixel on.
struct Space {
  int pitch, columns, rows;
};

/// A warp's pixels, packed: word w of a lane's row holds pixels 4 w to 4 w + 3.
using Part = std::uint32_t[kRows][kWords];

/// The pixels of a word as two numbers of 16 bits each: 0 and 2, 1 and 3. Four additions of bytes
/// then take one instruction, and 16 rows of 255 fit.
__device__ std::uint32_t even(std::uint32_t word) {
  return word & 0x00ff00ffu;
}
__device__ std::uint32_t odd(std::uint32_t word) {
  return word >> 8 & 0x00ff00ffu;
}

__device__ std::uint32_t row_sum(const std::uint32_t (&words)[kWords]) {
  std::uint32_t pair = 0;
#pragma unroll
  for (int w = 0; w < kWords; ++w) pair += even(words[w]) + odd(words[w]);
  return (pair & 0xffffu) + (pair >> 16);
}

__device__ std::uint32_t scan_warp(std::uint32_t value, int lane) {
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) {
    const std::uint32_t before = __shfl_up_sync(kWholeWarp, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

__device__ std::uint32_t scan_block(std::uint32_t value, Shared& shared, int lane, int warp) {
  value = scan_warp(value, lane);
  if (lane == kLanes - 1) shared.totals[warp] = value;
  __syncthreads();
  for (int other = 0; other < warp; ++other) value += shared.totals[other];
  __syncthreads();
  return value;
}

__device__ void publish(volatile Word* word, std::uint32_t sum, State state) {
  *word = Word(sum) << 32 | state;
}

/// The sum of a line over the `tiles` tiles before this one, whose words stand `step` apart. Waits
/// only for tiles that took an earlier ticket, so their blocks run or have ended.
__device__ std::uint32_t look_back(const volatile Word* own, int tiles, std::ptrdiff_t step) {
  // TODO(lab06): add own sums backwards, until a tile knows the sum from the edge (about 15 lines)
  return 0;
  // END TODO
}

/// Tells the tiles after this one what it has on a line, and returns what the tiles before it have.
__device__ std::uint32_t publish_and_look_back(volatile Word* own, std::uint32_t sum, int tiles,
                                               std::ptrdiff_t step) {
  // TODO(lab06): publish, look back, publish again (about 4 lines)
  return 0;
  // END TODO
}

/// Reads a warp's rows: neighbouring lanes read neighbouring pixels, and shared memory deals them
/// out so that each lane has eight side by side. What lies outside the image counts 0.
template <int kChannels, bool kInside>
__device__ void load(Part& part, const std::uint8_t* pixels, const Space& space,
                     std::uint32_t* staged, int lane) {
  auto* const bytes = reinterpret_cast<std::uint8_t*>(staged);
#pragma unroll
  for (int first = 0; first < kRows; first += kBatch) {
    std::uint8_t values[kBatch][kPixels];
#pragma unroll
    for (int n = 0; n < kBatch * kPixels; ++n) {
      const int row = n / kPixels, x = n % kPixels * kLanes;
      const std::uint8_t* const at =
          pixels + (std::ptrdiff_t(first + row) * space.pitch + x) * kChannels;
      const bool inside = kInside || (x < space.columns && first + row < space.rows);
      values[row][n % kPixels] = inside ? *at : 0;
    }
#pragma unroll
    for (int n = 0; n < kBatch * kPixels; ++n) {
      bytes[n * kLanes + lane] = values[n / kPixels][n % kPixels];
    }
    __syncwarp();
#pragma unroll
    for (int n = 0; n < kBatch * kWords; ++n) {
      part[first + n / kWords][n % kWords] =
          staged[n / kWords * (kTileWidth / 4) + lane * kWords + n % kWords];
    }
    __syncwarp();
  }
}

/// Sums of the rows, in left[], and of the columns, in columns[], of a warp's part.
__device__ void add_up(const Part& part, Shared& shared, int lane, int warp) {
  std::uint32_t evens[kWords] = {}, odds[kWords] = {};
#pragma unroll
  for (int row = 0; row < kRows; ++row) {
    const std::uint32_t sum = scan_warp(row_sum(part[row]), lane);
    if (lane == kLanes - 1) shared.left[warp * kRows + row] = sum;
#pragma unroll
    for (int w = 0; w < kWords; ++w) {
      evens[w] += even(part[row][w]);
      odds[w] += odd(part[row][w]);
    }
  }
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    const std::uint32_t pair = k % 2 == 0 ? evens[k / 4] : odds[k / 4];
    shared.columns[warp][padded(lane * kPixels + k)] = k % 4 < 2 ? pair & 0xffffu : pair >> 16;
  }
}

/// Adds up the table along the warp's part, from what lies above and to the left of it, and stores
/// it a row at a time.
template <bool kInside>
__device__ void store(const Part& part, Shared& shared, std::uint32_t* table, const Space& space,
                      int lane, int warp) {
  std::uint32_t sums[kPixels], sum = 0;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    sums[k] = sum += shared.columns[warp][padded(lane * kPixels + k)];
  }
  sum = scan_warp(sum, lane) - sum + shared.left[warp * kRows];
#pragma unroll
  for (int k = 0; k < kPixels; ++k) sums[k] += sum + shared.above[padded(lane * kPixels + k)];
#pragma unroll
  for (int row = 0; row < kRows; ++row) {
    const std::uint32_t own = row_sum(part[row]);
    const std::uint32_t* const left = shared.left + warp * kRows + row;
    std::uint32_t run = left[1] - left[0] + scan_warp(own, lane) - own;
#pragma unroll
    for (int k = 0; k < kPixels; ++k) {
      run += part[row][k / 4] >> 8 * (k % 4) & 0xffu;
      sums[k] += run;
      shared.staged[warp][padded(lane * kPixels + k)] = sums[k];
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < kPixels; ++k) {
      const int x = k * kLanes;
      if (kInside || (x < space.columns && row < space.rows)) {
        table[std::ptrdiff_t(row) * space.pitch + x] =
            shared.staged[warp][padded(x) + padded(lane)];
      }
    }
    __syncwarp();
  }
}

template <int kChannels>
__global__ void __launch_bounds__(kLanes* kWarps, 3)
    scan_tile(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ table, int width,
              int height, int tiles_x, int tiles_y, unsigned* ticket, Word* row_words,
              Word* column_words) {
  __shared__ Shared shared;
  const int lane = threadIdx.x, warp = threadIdx.y, thread = warp * kLanes + lane;
  // By ticket, not by blockIdx: then every earlier tile has a block that runs already.
  // TODO(lab06): take a ticket, and tell the block (about 2 lines)
  // END TODO
  const int tile = shared.tile, tile_x = tile % tiles_x, tile_y = tile / tiles_x % tiles_y;
  const int channel = tile / tiles_x / tiles_y;
  const int x = tile_x * kTileWidth + lane, y = tile_y * kTileHeight + warp * kRows;
  const bool inside = (tile_x + 1) * kTileWidth <= width && (tile_y + 1) * kTileHeight <= height;
  Part part;
  const std::uint8_t* const pixels = image + (std::ptrdiff_t(y) * width + x) * kChannels + channel;
  const Space space{width, width - x, height - y};
  if (inside) {
    load<kChannels, true>(part, pixels, space, shared.staged[warp], lane);
  } else {
    load<kChannels, false>(part, pixels, space, shared.staged[warp], lane);
  }
  add_up(part, shared, lane, warp);
  __syncthreads();

  // Rows: one thread looks back along each.
  // TODO(lab06): publish and look back, then what all rows above have left (about 8 lines)
  // END TODO

  // Columns: one thread looks back up each. What the tile adds to a column of the table is known
  // only now: its pixels up to this column, and all that its rows have to their left.
  // TODO(lab06): sums of the warps above; what the tile adds; publish, look back (about 10 lines)
  // END TODO
  __syncthreads();
  std::uint32_t* const sums = table + (std::ptrdiff_t(channel) * height + y) * width + x;
  if (inside) {
    store<true>(part, shared, sums, space, lane, warp);
  } else {
    store<false>(part, shared, sums, space, lane, warp);
  }
}

/// sum / count to the nearest level, halves up; sum <= 255 * count.
__device__ std::uint8_t rounded_mean(std::uint32_t sum, std::uint32_t count) {
  const std::uint32_t mean = sum / count, rest = sum - mean * count;
  return std::uint8_t(mean + (rest >= count - rest ? 1 : 0));
}

/// One block computes one row, the grid's x, of one channel, the grid's y. The two rows of the
/// table that it needs are read once, side by side; each window's two ends are in shared memory.
__global__ void __launch_bounds__(kRowThreads)
    look_up_row(const std::uint32_t* __restrict__ table, std::uint8_t* __restrict__ output,
                int width, int height, int channels, int radius) {
  extern __shared__ std::uint32_t sums[];  // of the window's rows, over the columns before x
  // TODO(lab06): the difference of two rows into sums[], then the means (about 17 lines)
  // END TODO
}

int tiles(int size, int tile) {
  return (size + tile - 1) / tile;
}

template <int kChannels>
void launch(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
            void* d_workspace, cudaStream_t stream) {
  const int tiles_x = tiles(width, kTileWidth), tiles_y = tiles(height, kTileHeight);
  const int all = tiles_x * tiles_y * kChannels;
  // TODO(lab06): ticket and words must be zero before (about 1 line)
  // END TODO
  Word* const words = static_cast<Word*>(d_workspace);
  Word* const row_words = words + 1;  // after the ticket
  scan_tile<kChannels><<<all, dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_table, width, height, tiles_x, tiles_y, reinterpret_cast<unsigned*>(words),
      row_words, row_words + std::ptrdiff_t(all) * kTileHeight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

std::size_t one_pass_workspace(int width, int height, int channels) {
  const std::size_t all = std::size_t(tiles(width, kTileWidth)) * tiles(height, kTileHeight);
  return sizeof(Word) * (1 + all * channels * (kTileWidth + kTileHeight));
}

void table_one_pass(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void* d_workspace, cudaStream_t stream) {
  (channels == 1 ? launch<1> : launch<3>)(d_image, d_table, width, height, d_workspace, stream);
}

void box_one_pass(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                  int channels, int radius, std::uint32_t* d_table, void* d_workspace,
                  cudaStream_t stream) {
  table_one_pass(d_input, d_table, width, height, channels, d_workspace, stream);
  if (width > kMaxRowWidth) {
    return box_from_table(d_table, d_output, width, height, channels, radius, stream);
  }
  const std::size_t bytes = sizeof(std::uint32_t) * (std::size_t(width) + 1);
  look_up_row<<<dim3(height, channels), kRowThreads, bytes, stream>>>(d_table, d_output, width,
                                                                      height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
