// cuda::barrier: arriving and waiting apart, copies that are bound to it; copies of a group.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <vector>

#include "program.hpp"
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void simple_sync(int iterations, int* data) {
  __shared__ barrier bar;
  extern __shared__ int s[];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  int rank = block.thread_rank(), value = rank;
  for (int it = 0; it < iterations; ++it) {
    s[rank] = value;
    barrier::arrival_token token = bar.arrive();
    int independent = it * 2;  // work that needs no other thread
    bar.wait(std::move(token));
    value = s[(rank + 1) % block.size()] + independent;
    bar.arrive_and_wait();
  }
  data[blockIdx.x * blockDim.x + rank] = value;
}

__global__ void tile_by_barrier(const float* in, float* out, int tiles) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  __shared__ alignas(16) float tile[128];
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    cuda::memcpy_async(block, tile, in + t * 128, sizeof(float) * 128, bar);
    bar.arrive_and_wait();
    for (int k = threadIdx.x; k < 128; k += blockDim.x) sum += tile[127 - k] * (k + 1);
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

__global__ void tile_by_cg(const int* global_data, int* out, size_t elements) {
  constexpr size_t tile_elements = 64;
  __shared__ int local_smem[tile_elements];
  cg::thread_block tb = cg::this_thread_block();
  int sum = 0;
  for (size_t index = 0; index < elements; index += tile_elements) {
    size_t count = min(tile_elements, elements - index);
    cg::memcpy_async(tb, local_smem, global_data + index, sizeof(int) * count);
    cg::wait(tb);
    for (size_t i = tb.thread_rank(); i < count; i += tb.size()) sum += local_smem[count - 1 - i];
    tb.sync();
  }
  atomicAdd(out, sum);
}

int main() {
  const int threads = 96, iterations = 7;
  int *d, h[2 * threads];
  KIT_CHECK(cudaMalloc(&d, sizeof h));
  simple_sync<<<2, threads, threads * sizeof(int)>>>(iterations, d);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  int errors = 0, add = 0;
  for (int it = 0; it < iterations; ++it) add += it * 2;
  for (int i = 0; i < 2 * threads; ++i)
    errors += h[i] != (i % threads + iterations) % threads + add;
  KIT_CHECK(cudaFree(d));
  const int tiles = 4, n = 128 * tiles;
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = i % 11;
  float *d_in, *d_out, out[32];
  KIT_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
  KIT_CHECK(cudaMalloc(&d_out, sizeof out));
  KIT_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  tile_by_barrier<<<1, 32>>>(d_in, d_out, tiles);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 32; ++t) {
    float e = 0;
    for (int tile = 0; tile < tiles; ++tile)
      for (int k = t; k < 128; k += 32) e += in[tile * 128 + 127 - k] * (k + 1);
    errors += e != out[t];
  }
  const int elements = 1000;
  std::vector<int> v(elements);
  int sum = 0, result;
  for (int i = 0; i < elements; ++i) sum += v[i] = i * 3 % 17;
  int *d_v, *d_sum;
  KIT_CHECK(cudaMalloc(&d_v, elements * sizeof(int)));
  KIT_CHECK(cudaMalloc(&d_sum, sizeof(int)));
  KIT_CHECK(cudaMemset(d_sum, 0, sizeof(int)));
  KIT_CHECK(cudaMemcpy(d_v, v.data(), elements * sizeof(int), cudaMemcpyHostToDevice));
  tile_by_cg<<<1, 32>>>(d_v, d_sum, elements);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(&result, d_sum, sizeof result, cudaMemcpyDeviceToHost));
  errors += result != sum;
  KIT_CHECK(cudaFree(d_in));
  KIT_CHECK(cudaFree(d_out));
  KIT_CHECK(cudaFree(d_v));
  KIT_CHECK(cudaFree(d_sum));
  EXPECT(errors == 0);
  return finish();
}
