/// @file
/// Lab 06, challenge: the table in one pass, by decoupled look-back. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

/// What a tile tells about one of its lines: a sum in the upper 32 bits, the state in the lower.
/// 8 aligned bytes are stored at once, so both arrive together and need no fence between them.
using Word = unsigned long long;
enum State : unsigned {
  kInvalid = 0,   // not yet known
  kPartial = 1,   // the sum over this tile
  kInclusive = 2  // the sum from the image's edge to the end of this tile
};

__device__ void publish(volatile Word* word, std::uint32_t sum, State state) {
  *word = Word(sum) << 32 | state;
}

/// The sum of a line over the `tiles` tiles before this one, whose words stand `step` apart. Waits
/// only for tiles that took an earlier ticket, so their blocks run or have ended.
__device__ std::uint32_t look_back(const volatile Word* own, int tiles, std::ptrdiff_t step) {
  std::uint32_t sum = 0;
  for (int back = 1; back <= tiles; ++back) {
    Word word;
    do {
      word = own[-back * step];
    } while (std::uint32_t(word) == kInvalid);
    sum += std::uint32_t(word >> 32);
    if (std::uint32_t(word) == kInclusive) break;
  }
  return sum;
}

constexpr int kTile = 32;  // lines of a tile, in both directions
constexpr int kWarps = 8;
constexpr unsigned kWholeWarp = 0xffffffffu;

/// Each block makes the tile of its ticket. Workspace: the ticket, kTile words for the rows of every
/// tile, kTile words for the columns of every tile.
__global__ void make_table(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ table,
                           int width, int height, int channels, int tiles_x, int tiles_y,
                           Word* workspace) {
  __shared__ unsigned ticket;
  __shared__ std::uint32_t sums[kTile][kTile];
  const int lane = threadIdx.x, warp = threadIdx.y;
  if (lane == 0 && warp == 0) ticket = atomicAdd(reinterpret_cast<unsigned*>(workspace), 1u);
  __syncthreads();

  const int tile = int(ticket);
  const int tile_x = tile % tiles_x;
  const int tile_y = tile / tiles_x % tiles_y;
  const int channel = tile / tiles_x / tiles_y;
  const std::ptrdiff_t all_words = std::ptrdiff_t(tiles_x) * tiles_y * channels * kTile;
  volatile Word* const row_words = workspace + 1 + std::ptrdiff_t(tile) * kTile;
  volatile Word* const column_words = row_words + all_words;
  const int x = tile_x * kTile + lane;

  for (int r = warp; r < kTile; r += kWarps) {
    const int y = tile_y * kTile + r;
    std::uint32_t value = 0;
    if (x < width && y < height) value = image[(y * width + x) * channels + channel];
    for (int step = 1; step < kTile; step *= 2) {
      const std::uint32_t before = __shfl_up_sync(kWholeWarp, value, step);
      if (lane >= step) value += before;
    }
    const std::uint32_t total = __shfl_sync(kWholeWarp, value, kTile - 1);
    std::uint32_t left = 0;
    if (lane == 0) {
      if (tile_x > 0) {
        publish(row_words + r, total, kPartial);
        left = look_back(row_words + r, tile_x, kTile);
      }
      publish(row_words + r, left + total, kInclusive);
    }
    left = __shfl_sync(kWholeWarp, left, 0);
    sums[r][lane] = left + value;
  }
  __syncthreads();

  if (warp == 0) {  // a lane for each column
    std::uint32_t total = 0;
    for (int r = 0; r < kTile; ++r) {
      total += sums[r][lane];
      sums[r][lane] = total;
    }
    std::uint32_t above = 0;
    if (tile_y > 0) {
      publish(column_words + lane, total, kPartial);
      above = look_back(column_words + lane, tile_y, std::ptrdiff_t(tiles_x) * kTile);
    }
    publish(column_words + lane, above + total, kInclusive);
    for (int r = 0; r < kTile; ++r) sums[r][lane] += above;
  }
  __syncthreads();

  for (int r = warp; r < kTile; r += kWarps) {
    const int y = tile_y * kTile + r;
    if (x < width && y < height) table[(channel * height + y) * width + x] = sums[r][lane];
  }
}

template <int kChannels>
void launch(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
            void* d_workspace, cudaStream_t stream) {
  const int tiles_x = (width + kTile - 1) / kTile, tiles_y = (height + kTile - 1) / kTile;
  KIT_CHECK(cudaMemsetAsync(d_workspace, 0, one_pass_workspace(width, height, kChannels), stream));
  make_table<<<tiles_x * tiles_y * kChannels, dim3(kTile, kWarps), 0, stream>>>(
      d_image, d_table, width, height, kChannels, tiles_x, tiles_y,
      static_cast<Word*>(d_workspace));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

std::size_t one_pass_workspace(int width, int height, int channels) {
  const std::size_t tiles_x = (width + kTile - 1) / kTile, tiles_y = (height + kTile - 1) / kTile;
  return sizeof(Word) * (1 + 2 * kTile * tiles_x * tiles_y * channels);
}

void table_one_pass(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void* d_workspace, cudaStream_t stream) {
  (channels == 1 ? launch<1> : launch<3>)(d_image, d_table, width, height, d_workspace, stream);
}

void box_one_pass(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                  int channels, int radius, std::uint32_t* d_table, void* d_workspace,
                  cudaStream_t stream) {
  table_one_pass(d_input, d_table, width, height, channels, d_workspace, stream);
  box_from_table(d_table, d_output, width, height, channels, radius, stream);
}

}  // namespace lab06
