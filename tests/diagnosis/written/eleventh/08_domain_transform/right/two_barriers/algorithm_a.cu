// Every thread loads and stores the same elements of its half's window in every turn. So no barrier
// is needed between storing a window and loading the next, and the halves must wait for each other
// only where both have the same window.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

namespace cg = cooperative_groups;

__host__ __device__ constexpr int odd(int width) {
  return width % 2 == 0 ? width + 1 : width;
}

// One half of the block with its window.
class Half {
 public:
  __device__ Half(float4* memory, Lines lines, Window window, int thread, int first_line)
      : memory_(memory), lines_(lines), window_(window), thread_(thread),
        used_(min(window.height, lines.count - first_line)),
        origin_(first_line * lines.line_step) {}

  __device__ bool has_line() const { return thread_ < used_; }
  __device__ float4* line() const { return memory_ + thread_ * odd(window_.width); }

  // visit(element of the window, place in the image) for this thread's share of `count` pixels of
  // each line from pixel `first` on.
  template <typename Visit>
  __device__ void share(int first, int count, Visit visit) const {
    const int pitch = odd(window_.width);
    const int corner = origin_ + first * lines_.pixel_step;
    if (lines_.pixel_step == 1) {
      for (int i = thread_; i < window_.width * used_; i += window_.height) {
        const int line = i / window_.width, k = i - line * window_.width;
        if (k < count) visit(memory_[line * pitch + k], corner + line * lines_.line_step + k);
      }
    } else if (has_line()) {
      for (int k = 0; k < count; ++k) {
        visit(memory_[thread_ * pitch + k],
              corner + thread_ * lines_.line_step + k * lines_.pixel_step);
      }
    }
  }

 private:
  float4* memory_;
  Lines lines_;
  Window window_;
  int thread_, used_, origin_;
};

__global__ void __launch_bounds__(1024)
    stripes(const float4* __restrict__ input, const float* __restrict__ spacing, float4* output,
            Lines lines, Recursion recursion, Window window, const State* __restrict__ starts) {
  extern __shared__ float4 memory[];
  const cg::thread_block block = cg::this_thread_block();
  const int rank = block.thread_rank();
  const int direction = rank >= window.height ? 1 : 0;  // 1: anticausal
  const int thread = rank - direction * window.height;
  const int first_line = blockIdx.x * window.height;
  const Half half(memory + direction * window.height * odd(window.width), lines, window, thread,
                  first_line);
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  if (part.begin >= part.end) return;  // the whole block

  State state{};
  if (starts && half.has_line()) {
    state = starts[start_index(lines, gridDim.y, direction, blockIdx.y, first_line + thread)];
  }
  float4 visited = {0.0f, 0.0f, 0.0f, 0.0f};
  const int windows = (part.end - part.begin - 1) / window.width + 1;
  for (int turn = 0, rest = windows - 1; rest >= 0; ++turn, --rest) {
    const int first = part.begin + (direction == 0 ? turn : rest) * window.width;
    const int count = min(window.width, part.end - first);
    const bool adds = turn > rest || (turn == rest && direction == 1);

    half.share(first, count, [&](float4& element, int place) {
      const float4 pixel = input[place];
      element = make_float4(pixel.x, pixel.y, pixel.z, spacing[place]);
    });
    block.sync();
    if (half.has_line()) {
      float4* place = half.line() + (direction == 0 ? 0 : count - 1);
      const int step = direction == 0 ? 1 : -1;
      for (int k = 0; k < count; ++k, place += step) {
        const float4 own = *place;
        if (turn > 0 || k > 0) {
          advance(state, recursion, direction == 0 ? own.w : visited.w, visited, own);
        }
        visited = own;
        *place = add_real(adds ? make_float4(0.0f, 0.0f, 0.0f, 0.0f) : own, state);
      }
    }
    block.sync();
    if (!adds) {
      half.share(first, count, [&](float4& element, int place) { output[place] = element; });
    }
    if (turn == rest) block.sync();  // both halves have the window in the middle
    if (adds) {
      half.share(first, count, [&](float4& element, int place) {
        const float4 there = output[place];
        output[place] = make_float4(there.x + element.x, there.y + element.y,
                                    there.z + element.z, 0.0f);
      });
    }
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count - 1) / window.height + 1, blocks_per_stripe);
  const dim3 block(2 * window.height);
  const std::size_t bytes = sizeof(float4) * odd(window.width) * window.height * 2;
  stripes<<<grid, block, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion, window,
                                          d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
