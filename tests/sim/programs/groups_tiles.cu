// Tiles of every size, tiles of tiles and tiles whose size is known at run time: who is in them,
// and what they exchange.
#include <cooperative_groups.h>

#include <vector>

#include "program.hpp"

namespace cg = cooperative_groups;

constexpr int kThreads = 96;
struct Seen {
  unsigned rank, size, meta_rank, meta_size;
  int from_next, up, down, across;
  double wrapped;
  unsigned ballot, any, all, match, match_all, equal;
};

template <typename Tile>
__device__ Seen look(const Tile& tile, int value) {
  Seen seen;
  seen.rank = tile.thread_rank();
  seen.size = tile.num_threads();
  seen.meta_rank = tile.meta_group_rank();
  seen.meta_size = tile.meta_group_size();
  seen.from_next = tile.shfl(value, (tile.thread_rank() + 1) % tile.size());
  seen.up = tile.shfl_up(value, 2);
  seen.down = tile.shfl_down(value, 3);
  seen.across = 0;
  seen.wrapped = tile.shfl(0.5 * value, 0);
  seen.ballot = tile.ballot(value % 3 == 0);
  seen.any = tile.any(value == 40) != 0;
  seen.all = tile.all(value < 64) != 0;
  seen.match = tile.match_any(value / 4);
  int equal = -1;
  seen.match_all = tile.match_all(value / 32, equal);
  seen.equal = equal != 0;
  tile.sync();
  cg::sync(tile);
  return seen;
}

template <unsigned Size>
__global__ void static_tiles(Seen* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<Size>(block);
  const int t = block.thread_rank();
  Seen seen = look(tile, t);
  seen.across = tile.shfl_xor(t, Size / 2);
  out[t] = seen;
}

__global__ void tiles_of_a_tile(Seen* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const auto tile = cg::tiled_partition<8>(warp);
  out[block.thread_rank()] = look(tile, int(block.thread_rank()));
}

// What a function without templates takes: any group.
__device__ int sum_of(cg::thread_group group, int* scratch, int value) {
  const unsigned rank = group.thread_rank();
  for (unsigned half = group.size() / 2; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < half) value += scratch[rank + half];
    group.sync();
  }
  return value;
}

__global__ void any_group(int* out, int tile_size) {
  __shared__ int scratch[64];
  const cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  const int whole = sum_of(block, scratch, t);
  const cg::thread_group tile = cg::tiled_partition(block, tile_size);
  const int first = t / tile_size * tile_size;
  const int part = sum_of(tile, scratch + first, t);
  const cg::thread_group half = cg::tiled_partition(tile, tile_size / 2);
  const int half_first = t / (tile_size / 2) * (tile_size / 2);
  const int less = sum_of(half, scratch + half_first, t);
  const auto pair = cg::tiled_partition<2>(block);
  const int two = sum_of(pair, scratch + t / 2 * 2, t);
  out[4 * t] = t == 0 ? whole : two;  // each in the first thread of its group
  out[4 * t + 1] = part;
  out[4 * t + 2] = less;
  out[4 * t + 3] = int(1000 * tile.size() + tile.thread_rank());
}

struct Pixel {
  float r, g, b, a;
  double weight;
};

__global__ void large_values(Pixel* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const float x = float(threadIdx.x);
  const Pixel own{x, x + 0.25f, -x, 1.0f, x * 0.125};
  out[threadIdx.x] = tile.shfl_xor(own, 5);
}

__global__ void block_numbers(unsigned* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto alone = cg::this_thread();
  const unsigned t = cg::thread_rank(block);
  const dim3 extent = block.dim_threads(), index = block.thread_index(),
             group = block.group_index();
  unsigned value = (index.z * extent.y + index.y) * extent.x + index.x;
  value += 1000 * (group.x + 10 * group.y);
  value += 100000 * (alone.size() + alone.thread_rank());
  out[(blockIdx.y * gridDim.x + blockIdx.x) * cg::group_size(block) + t] = value;
}

template <typename T, typename Kernel, typename... Arguments>
std::vector<T> result(Kernel kernel, dim3 grid, dim3 block, std::size_t count,
                      Arguments... arguments) {
  std::vector<T> values(count);
  kit::DeviceBuffer<T> buffer(values.data(), count);
  kernel<<<grid, block>>>(buffer.data(), arguments...);
  KIT_CHECK(cudaGetLastError());
  buffer.download(values.data());
  return values;
}

void check(const std::vector<Seen>& seen, int size, int parent, bool across) {
  for (int t = 0; t < kThreads; ++t) {
    const Seen& s = seen[t];
    const int first = t / size * size, rank = t % size;
    unsigned ballot = 0, match = 0;
    bool any = false, all = true, equal = true;
    for (int i = 0; i < size; ++i) {
      const int other = first + i;
      if (other % 3 == 0) ballot |= 1u << i;
      if (other / 4 == t / 4) match |= 1u << i;
      any |= other == 40;
      all &= other < 64;
      equal &= other / 32 == t / 32;
    }
    EXPECT(int(s.rank) == rank && int(s.size) == size);
    EXPECT(int(s.meta_rank) == t % parent / size && int(s.meta_size) == parent / size);
    EXPECT(s.from_next == first + (rank + 1) % size);
    EXPECT(s.up == (rank < 2 ? t : t - 2));
    EXPECT(s.down == (rank + 3 < size ? t + 3 : t));
    EXPECT(!across || s.across == (t ^ (size / 2)));
    EXPECT(s.wrapped == 0.5 * first);
    EXPECT(s.ballot == ballot && s.match == match);
    EXPECT(s.any == unsigned(any) && s.all == unsigned(all));
    EXPECT(s.equal == unsigned(equal));
    EXPECT(s.match_all == (equal ? 0xffffffffu >> (32 - size) : 0));
  }
}

int main() {
  // A block of 4 x 8 x 3 threads: warps follow x, then y, then z.
  const dim3 block(4, 8, 3);
  check(result<Seen>(static_tiles<1>, 1, block, kThreads), 1, kThreads, true);
  check(result<Seen>(static_tiles<2>, 1, block, kThreads), 2, kThreads, true);
  check(result<Seen>(static_tiles<4>, 1, block, kThreads), 4, kThreads, true);
  check(result<Seen>(static_tiles<8>, 1, block, kThreads), 8, kThreads, true);
  check(result<Seen>(static_tiles<16>, 1, block, kThreads), 16, kThreads, true);
  check(result<Seen>(static_tiles<32>, 1, block, kThreads), 32, kThreads, true);
  check(result<Seen>(tiles_of_a_tile, 1, block, kThreads), 8, 32, false);
  for (const int size : {4, 8, 32}) {
    const auto sums = result<int>(any_group, 1, dim3(16, 4), 4 * 64, size);
    EXPECT(sums[0] == 64 * 63 / 2);
    for (int t = 0; t < 64; ++t) {
      const int half = size / 2;
      if (t % size == 0) EXPECT(sums[4 * t + 1] == size * t + size * (size - 1) / 2);
      if (t > 0 && t % 2 == 0) EXPECT(sums[4 * t] == 2 * t + 1);
      if (t % half == 0) EXPECT(sums[4 * t + 2] == half * t + half * (half - 1) / 2);
      EXPECT(sums[4 * t + 3] == 1000 * size + t % size);
    }
  }
  const auto pixels = result<Pixel>(large_values, 1, 32, 32);
  for (int t = 0; t < 32; ++t) {
    const float x = float(t ^ 5);
    const Pixel& p = pixels[t];
    EXPECT(p.r == x && p.g == x + 0.25f && p.b == -x && p.a == 1.0f && p.weight == x * 0.125);
  }
  const auto numbers = result<unsigned>(block_numbers, dim3(3, 2), dim3(4, 2, 5), 6 * 40);
  for (unsigned i = 0; i < numbers.size(); ++i) {
    const unsigned group = i / 40;
    EXPECT(numbers[i] == i % 40 + 1000 * (group % 3 + 10 * (group / 3)) + 100000);
  }
  return finish();
}
