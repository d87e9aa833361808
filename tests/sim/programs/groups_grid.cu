// Cooperative launches: all blocks run at once and wait for each other at barriers over the grid.
#include <cooperative_groups.h>

#include <vector>

#include "program.hpp"

namespace cg = cooperative_groups;

// Heat in a rod, all steps in one launch.
__global__ void diffuse(int* from, int* to, int n, int steps) {
  const cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < steps; ++step) {
    for (int i = int(grid.thread_rank()); i < n; i += int(grid.size())) {
      const int left = i > 0 ? from[i - 1] : 0, right = i + 1 < n ? from[i + 1] : 0;
      to[i] = (left + 2 * from[i] + right) / 4;
    }
    grid.sync();
    int* const old = from;
    from = to;
    to = old;
  }
}

// Sums of the blocks, then of the sums; shared memory lives on across the barrier.
__global__ void sum(const int* in, int* partial, int* out, int n) {
  __shared__ int own;
  extern __shared__ int terms[];
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  terms[t] = 0;
  for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)(n); i += grid.size())
    terms[t] += in[i];
  if (t == 0) own = int(blockIdx.x);
  block.sync();
  for (unsigned half = block.size() / 2; half > 0; half /= 2) {
    if (t < half) terms[t] += terms[t + half];
    block.sync();
  }
  if (t == 0) partial[blockIdx.x] = terms[0];
  cg::sync(grid);
  if (t == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
    out[own] = total - terms[0];
  }
}

__global__ void numbers(unsigned long long* out) {
  const cg::grid_group grid = cg::this_grid();
  const dim3 blocks = grid.dim_blocks(), block = grid.block_index(), thread = grid.thread_index();
  const dim3 threads = grid.dim_threads();
  const unsigned long long r = grid.thread_rank();
  out[4 * r] = grid.block_rank() + 1000 * grid.num_blocks() + 1000000 * grid.num_threads();
  out[4 * r + 1] = (1ull * block.z * blocks.y + block.y) * blocks.x + block.x;
  out[4 * r + 2] = (1ull * thread.z * threads.y + thread.y) * threads.x + thread.x;
  out[4 * r + 3] = grid.is_valid();
}

void check_diffusion(int blocks, int threads) {
  const int n = 5000, steps = 9;
  std::vector<int> rod(n), expected, next(n);
  for (int i = 0; i < n; ++i) rod[i] = int(i * 40503u % 100000);
  expected = rod;
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i) {
      const int left = i > 0 ? expected[i - 1] : 0, right = i + 1 < n ? expected[i + 1] : 0;
      next[i] = (left + 2 * expected[i] + right) / 4;
    }
    expected.swap(next);
  }
  kit::DeviceBuffer<int> a(rod.data(), n), b(n);
  int *from = a.data(), *to = b.data(), count = n, times = steps;
  void* arguments[] = {&from, &to, &count, &times};
  KIT_CHECK(cudaLaunchCooperativeKernel((const void*)diffuse, dim3(blocks), dim3(threads),
                                        arguments, 0, nullptr));
  std::vector<int> result(n);
  b.download(result.data());  // an odd number of steps
  EXPECT(result == expected);
}

void check_sum() {
  const int n = 10007, blocks = 12, threads = 64;
  std::vector<int> in(n), out(blocks, -1), own(blocks);
  int total = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = int(i * 2654435761u >> 20);
    total += in[i];
    own[i % (blocks * threads) / threads] += in[i];
  }
  kit::DeviceBuffer<int> device_in(in.data(), n), partial(blocks), device_out(out.data(), blocks);
  const int* source = device_in.data();
  int *sums = partial.data(), *target = device_out.data(), count = n;
  void* arguments[] = {&source, &sums, &target, &count};
  for (int repeat = 0; repeat < 3; ++repeat) {
    KIT_CHECK(cudaLaunchCooperativeKernel(sum, dim3(blocks), dim3(threads), arguments,
                                          threads * sizeof(int)));
    device_out.download(out.data());
    for (int b = 0; b < blocks; ++b) EXPECT(out[b] == total - own[b]);
  }
}

void check_numbers() {
  const dim3 blocks(3, 2, 2), threads(4, 3, 2);
  const unsigned all = 12 * 24;
  std::vector<unsigned long long> out(4 * all);
  kit::DeviceBuffer<unsigned long long> buffer(out.data(), out.size());
  for (const bool cooperative : {false, true}) {
    unsigned long long* target = buffer.data();
    void* arguments[] = {&target};
    if (cooperative)
      KIT_CHECK(cudaLaunchCooperativeKernel((void*)numbers, blocks, threads, arguments));
    else
      numbers<<<blocks, threads>>>(target);
    KIT_CHECK(cudaGetLastError());
    buffer.download(out.data());
    for (unsigned r = 0; r < all; ++r) {
      const unsigned b = r / 24, t = r % 24;
      const unsigned x = b % 3 * 4 + t % 4, y = b / 3 % 2 * 3 + t / 4 % 3, z = b / 6 * 2 + t / 12;
      EXPECT(out[4 * r] == b + 12000ull + 1000000ull * all && out[4 * r + 1] == b);
      EXPECT(out[4 * r + 2] == (z * 6 + y) * 12 + x);
      // A card says true of ordinary launches too.
      EXPECT(!cooperative || out[4 * r + 3] == 1);
    }
  }
}

int main() {
  int possible = 0, on_one = 0, multiprocessors = 0;
  KIT_CHECK(cudaDeviceGetAttribute(&possible, cudaDevAttrCooperativeLaunch, 0));
  EXPECT(possible == 1);
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_one, diffuse, 32, 0));
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  check_diffusion(1, 96);
  check_diffusion(7, 64);
  EXPECT(on_one * multiprocessors >= 40);
  check_diffusion(40, 32);
  check_sum();
  check_numbers();
  return finish();
}
