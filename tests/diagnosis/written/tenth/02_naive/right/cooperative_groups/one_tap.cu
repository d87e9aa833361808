// Lab 02, step 3. The place comes from the thread's rank in its block; the neighbour is tested with
// unsigned comparisons, in which a negative number is a very large one.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace cg = cooperative_groups;

static __global__ void one_product(const float* __restrict__ input, float* __restrict__ output,
                                   int width, int height, int dx, int dy, float weight) {
  const auto block = cg::this_thread_block();
  const int rank = block.thread_rank();
  const int columns = blockDim.x;
  const int x = static_cast<int>(blockIdx.x) * columns + rank % columns;
  const int y = static_cast<int>(blockIdx.y * blockDim.y) + rank / columns;
  if (!(x < width && y < height)) return;

  const bool exists = static_cast<unsigned>(x + dx) < static_cast<unsigned>(width) &&
                      static_cast<unsigned>(y + dy) < static_cast<unsigned>(height);
  const float value = exists ? __ldg(&input[(y + dy) * width + (x + dx)]) : 0.0f;
  output[y * width + x] = exists ? weight * value : 0.0f;
}

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  const auto blocks = [](int pixels, unsigned threads) { return (pixels + threads - 1) / threads; };
  one_product<<<dim3(blocks(width, block.x), blocks(height, block.y)), block, 0, stream>>>(
      d_input, d_output, width, height, dx, dy, weight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
