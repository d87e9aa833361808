// Lab 06, challenge: the table in one pass, by decoupled look-back in both directions.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kTile = 32;         // pixels of a tile's side
constexpr int kTileWarps = 8;     // of a block
constexpr int kRowsEach = kTile / kTileWarps;

enum State : unsigned {
  kInvalid = 0,   // not yet known
  kPartial = 1,   // the sum over this tile is there
  kInclusive = 2  // that from the image's edge to the end of this tile is there too
};

// What is known of a line in a tile. The sums are written before the state that speaks of them,
// with a fence between, and read after it, with a fence between.
struct Word {
  unsigned state;
  std::uint32_t partial, inclusive;
  unsigned unused;
};

__device__ void publish(volatile Word* word, std::uint32_t sum, State state) {
  (state == kPartial ? word->partial : word->inclusive) = sum;
  __threadfence();
  word->state = state;
}

// The sum of a line over the `tiles` tiles before this one, whose words stand `step` apart.
__device__ std::uint32_t look_back(const volatile Word* own, int tiles, std::ptrdiff_t step) {
  std::uint32_t sum = 0;
  for (int back = 1; back <= tiles; ++back) {
    const volatile Word* const place = own - back * step;
    unsigned state;
    do {
      state = place->state;
    } while (state == kInvalid);
    __threadfence();
    if (state == kInclusive) return sum + place->inclusive;
    sum += place->partial;
  }
  return sum;
}

// Publishes this tile's sum of a line, learns what stands before it, publishes the whole.
__device__ std::uint32_t exchange(volatile Word* own, std::uint32_t sum, int tiles,
                                  std::ptrdiff_t step) {
  if (tiles > 0) publish(own, sum, kPartial);
  const std::uint32_t before = look_back(own, tiles, step);
  publish(own, before + sum, kInclusive);
  return before;
}

// words: for each tile 32 for its rows, then 32 for its columns.
template <int kChannels>
__global__ void make_table(const std::uint8_t* __restrict__ image,
                           std::uint32_t* __restrict__ table, int width, int height, int tiles_x,
                           int tiles_y, unsigned* ticket, Word* words) {
  __shared__ unsigned tile_number;
  __shared__ std::uint32_t row_sums[kTile];            // totals, then what is to the left
  __shared__ std::uint32_t column_sums[kTileWarps + 1][kTile];  // last: what is above the tile
  const int lane = threadIdx.x, warp = threadIdx.y;
  if (warp == 0 && lane == 0) tile_number = atomicAdd(ticket, 1u);
  __syncthreads();
  const int number = tile_number;
  const int tile_x = number % tiles_x;
  const int tile_y = number / tiles_x % tiles_y;
  const int channel = number / tiles_x / tiles_y;
  Word* const own = words + std::ptrdiff_t(number) * 2 * kTile;

  const int x = tile_x * kTile + lane;
  const int first = tile_y * kTile + warp * kRowsEach;
  std::uint32_t sums[kRowsEach];
  for (int k = 0; k < kRowsEach; ++k) {
    const int y = first + k;
    std::uint32_t sum = 0;
    if (x < width && y < height) sum = image[(y * width + x) * kChannels + channel];
    for (int step = 1; step < kTile; step *= 2) {
      const std::uint32_t before = __shfl_up_sync(0xffffffffu, sum, step);
      if (lane >= step) sum += before;
    }
    sums[k] = sum;
    if (lane == kTile - 1) row_sums[warp * kRowsEach + k] = sum;
  }
  __syncthreads();
  if (warp == 0) row_sums[lane] = exchange(own + lane, row_sums[lane], tile_x, 2 * kTile);
  __syncthreads();

  std::uint32_t total = 0;
  for (int k = 0; k < kRowsEach; ++k) {
    total += sums[k] + row_sums[warp * kRowsEach + k];
    sums[k] = total;
  }
  column_sums[warp][lane] = total;
  __syncthreads();
  if (warp == 0) {
    std::uint32_t whole = 0;
    for (int w = 0; w < kTileWarps; ++w) whole += column_sums[w][lane];
    column_sums[kTileWarps][lane] = exchange(own + kTile + lane, whole, tile_y,
                                             std::ptrdiff_t(2) * kTile * tiles_x);
  }
  __syncthreads();

  std::uint32_t above = column_sums[kTileWarps][lane];
  for (int w = 0; w < warp; ++w) above += column_sums[w][lane];
  for (int k = 0; k < kRowsEach; ++k) {
    const int y = first + k;
    if (x < width && y < height) {
      table[(channel * height + y) * width + x] = above + sums[k];
    }
  }
}

int tiles_over(int length) {
  return (length - 1) / kTile + 1;
}

template <int kChannels>
void launch(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
            void* d_workspace, cudaStream_t stream) {
  const int tiles_x = tiles_over(width), tiles_y = tiles_over(height);
  Word* const words = static_cast<Word*>(d_workspace);
  KIT_CHECK(cudaMemsetAsync(d_workspace, 0, one_pass_workspace(width, height, kChannels), stream));
  make_table<kChannels><<<tiles_x * tiles_y * kChannels, dim3(kTile, kTileWarps), 0, stream>>>(
      d_image, d_table, width, height, tiles_x, tiles_y, static_cast<unsigned*>(d_workspace),
      words + 1);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

std::size_t one_pass_workspace(int width, int height, int channels) {
  const std::size_t tiles = std::size_t(tiles_over(width)) * tiles_over(height) * channels;
  return sizeof(Word) * (1 + tiles * 2 * kTile);
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
