// cuda::memcpy_async with cuda::pipeline: of a block with two stages, and of each thread alone.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <vector>

#include "program.hpp"

// As NVIDIA's guide does: make_pipeline() sets the state up.
#pragma nv_diag_suppress static_var_with_dynamic_init

__device__ void compute(int* global_out, int const* shared_in) {
  global_out[threadIdx.x] = shared_in[blockDim.x - 1 - threadIdx.x] * 2;
}

__global__ void with_staging_unified(int* global_out, int const* global_in, size_t batch_sz) {
  auto grid = cooperative_groups::this_grid();
  auto block = cooperative_groups::this_thread_block();
  constexpr size_t stages_count = 2;
  extern __shared__ int shared[];
  size_t shared_offset[stages_count] = {0, block.size()};
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages_count> shared_state;
  auto pipeline = cuda::make_pipeline(block, &shared_state);
  auto block_batch = [&](size_t batch) -> int {
    return block.group_index().x * block.size() + grid.size() * batch;
  };
  for (size_t compute_batch = 0, fetch_batch = 0; compute_batch < batch_sz; ++compute_batch) {
    for (; fetch_batch < batch_sz && fetch_batch < (compute_batch + stages_count); ++fetch_batch) {
      pipeline.producer_acquire();
      size_t shared_idx = fetch_batch % stages_count;
      cuda::memcpy_async(block, shared + shared_offset[shared_idx],
                         global_in + block_batch(fetch_batch), sizeof(int) * block.size(),
                         pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    int shared_idx = compute_batch % stages_count;
    compute(global_out + block_batch(compute_batch), shared + shared_offset[shared_idx]);
    pipeline.consumer_release();
  }
}

// The first warp fetches tiles, the second one uses them; once by their number, once by their
// roles.
__global__ void with_roles(const int* in, int* out, int tiles, bool by_role) {
  constexpr int kTile = 64, kStages = 3;
  __shared__ int buffer[kStages][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cooperative_groups::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipeline = by_role ? cuda::make_pipeline(block, &state,
                                                produces ? cuda::pipeline_role::producer
                                                         : cuda::pipeline_role::consumer)
                          : cuda::make_pipeline(block, &state, 32);
  for (int tile = 0; tile < tiles; ++tile) {
    int* const stage = buffer[tile % kStages];
    if (produces) {
      pipeline.producer_acquire();
      for (int i = threadIdx.x; i < kTile; i += 32)
        cuda::memcpy_async(&stage[i], &in[tile * kTile + i], sizeof(int), pipeline);
      pipeline.producer_commit();
    } else {
      pipeline.consumer_wait();
      for (int i = threadIdx.x - 32; i < kTile; i += 32)
        out[tile * kTile + i] = 3 * stage[kTile - 1 - i];
      pipeline.consumer_release();
    }
  }
}

__global__ void thread_pipeline(float4* out, const float4* in, int n) {
  __shared__ float4 buffer[2][64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  int stride = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x, stage = 0;
  const auto shape = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
  if (i < n) {
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[0][threadIdx.x], &in[i], shape, pipe);
    pipe.producer_commit();
  }
  for (; i < n; i += stride) {
    int next = i + stride;
    pipe.producer_acquire();
    if (next < n) cuda::memcpy_async(&buffer[stage ^ 1][threadIdx.x], &in[next], shape, pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    float4 v = buffer[stage][threadIdx.x];
    out[i] = make_float4(v.x + 1, v.y * 2, v.z, v.w - 1);
    pipe.consumer_release();
    stage ^= 1;
  }
  cuda::pipeline_consumer_wait_prior<0>(pipe);
}

int main() {
  const int threads = 64, blocks = 3, batches = 5, n = threads * blocks * batches;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i * 3;
  int *d_in, *d_out;
  KIT_CHECK(cudaMalloc(&d_in, n * sizeof(int)));
  KIT_CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  KIT_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  with_staging_unified<<<blocks, threads, 2 * threads * sizeof(int)>>>(d_out, d_in, batches);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  int errors = 0;
  for (int i = 0; i < n; ++i) {
    int base = i / threads * threads;
    errors += out[i] != in[base + threads - 1 - i % threads] * 2;
  }
  const int m = 500;
  std::vector<float4> v(m), r(m);
  for (int i = 0; i < m; ++i) v[i] = make_float4(i, i + 0.5f, -i, 2 * i);
  float4 *d_v, *d_r;
  KIT_CHECK(cudaMalloc(&d_v, m * sizeof(float4)));
  KIT_CHECK(cudaMalloc(&d_r, m * sizeof(float4)));
  KIT_CHECK(cudaMemcpy(d_v, v.data(), m * sizeof(float4), cudaMemcpyHostToDevice));
  thread_pipeline<<<2, 64>>>(d_r, d_v, m);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(r.data(), d_r, m * sizeof(float4), cudaMemcpyDeviceToHost));
  for (int i = 0; i < m; ++i)
    errors +=
        r[i].x != v[i].x + 1 || r[i].y != v[i].y * 2 || r[i].z != v[i].z || r[i].w != v[i].w - 1;
  KIT_CHECK(cudaFree(d_in));
  KIT_CHECK(cudaFree(d_out));
  KIT_CHECK(cudaFree(d_v));
  KIT_CHECK(cudaFree(d_r));
  EXPECT(errors == 0);
  const int tiles = 11;
  kit::DeviceBuffer<int> tiles_in(in.data(), tiles * 64), tiles_out(tiles * 64);
  std::vector<int> tripled(tiles * 64);
  for (const bool by_role : {false, true}) {
    KIT_CHECK(cudaMemset(tiles_out.data(), 0, tiles_out.bytes()));
    with_roles<<<1, 64>>>(tiles_in.data(), tiles_out.data(), tiles, by_role);
    KIT_CHECK(cudaGetLastError());
    tiles_out.download(tripled.data());
    for (int i = 0; i < tiles * 64; ++i) EXPECT(tripled[i] == 3 * in[i / 64 * 64 + 63 - i % 64]);
  }
  return finish();
}
