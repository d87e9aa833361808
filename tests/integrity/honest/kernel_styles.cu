/// @file
/// The kernel with what CUDA offers beside plain loads: read-only loads, bounds for the launch,
/// fences, atomic functions of both sizes, shared memory declared beside functions and a message.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

extern __shared__ int scratch[];

__global__ void __launch_bounds__(64) spare(const float* __restrict__ input, double* total,
                                            unsigned long long* count, int* most, int* done) {
  scratch[threadIdx.x] = 0;
  const float value = __ldg(input) * 0.0f + float(scratch[threadIdx.x]);
  atomicAdd(total, double(value));
  __threadfence_block();
  atomicAdd(count, 1ull);
  __threadfence();
  atomicMax(most, int(threadIdx.x));
  atomicCAS(count, 0ull, 1ull);
  atomicExch_block(done, 1);
  if (threadIdx.x == 0 && blockIdx.x == 1) printf("%d\n", *most);
}

// Memory that is given back after an error too.
struct Spare {
  explicit Spare(cudaStream_t on) : stream(on) {
    KIT_CHECK(cudaMallocAsync(&memory, 4 * sizeof *memory, stream));
  }
  Spare(const Spare&) = delete;
  Spare& operator=(const Spare&) = delete;
  ~Spare() { cudaFreeAsync(memory, stream); }

  cudaStream_t stream;
  unsigned long long* memory = nullptr;
};

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  const Spare owner(stream);
  unsigned long long* const memory = owner.memory;
  KIT_CHECK(cudaMemsetAsync(memory, 0, 4 * sizeof *memory, stream));
  spare<<<1, 32, 32 * sizeof(int), stream>>>(d_input, reinterpret_cast<double*>(memory), memory + 1,
                                             reinterpret_cast<int*>(memory + 2),
                                             reinterpret_cast<int*>(memory + 3));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
