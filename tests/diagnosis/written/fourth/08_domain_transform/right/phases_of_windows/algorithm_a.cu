/// @file
/// Lab 08, stage algorithm_a: two phases. Until the halves of a block have met, each stores what it
/// filters; from then on each adds. The window in the middle, if there is one, is a phase of its
/// own.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// One half of a block with its window and its way along the stripe.
class Half {
 public:
  __device__ Half(const Lines& lines, Window window, float4* memory, int first_line, Section part,
                  bool causal, int thread)
      : lines_(lines),
        window_(window),
        pitch_(window.width + 1 - window.width % 2),
        memory_(memory + (causal ? 0 : window.height * pitch_)),
        first_line_(first_line),
        part_(part),
        causal_(causal),
        thread_(thread) {}

  __device__ bool has_line() const { return first_line_ + thread_ < lines_.count; }
  __device__ int line() const { return first_line_ + thread_; }
  __device__ State& state() { return state_; }

  /// Goes to window `number` of the section, counted from the left.
  __device__ void go_to(int number) {
    first_ = part_.begin + number * window_.width;
    pixels_ = min(window_.width, part_.end - first_);
  }

  __device__ void load(const float4* input, const float* spacing) {
    each([&](float4& here, int place) {
      const float4 p = input[place];
      here = {p.x, p.y, p.z, spacing[place]};
    });
  }

  __device__ void filter(const Recursion& recursion, float pixel_factor) {
    if (!has_line()) return;
    float4* p = memory_ + thread_ * pitch_ + (causal_ ? 0 : pixels_ - 1);
    const int step = causal_ ? 1 : -1;
    for (int n = 0; n < pixels_; ++n, p += step) {
      const float4 here = *p;
      if (under_way_) advance(state_, recursion, causal_ ? here.w : last_.w, last_, here);
      under_way_ = true;
      last_ = here;
      *p = add_real({pixel_factor * here.x, pixel_factor * here.y, pixel_factor * here.z, 0.0f},
                    state_);
    }
  }

  template <bool kAdd>
  __device__ void unload(float4* output) {
    each([&](const float4& h, int place) {
      if constexpr (kAdd) {
        const float4 o = output[place];
        output[place] = {o.x + h.x, o.y + h.y, o.z + h.z, 0.0f};
      } else {
        output[place] = h;
      }
    });
  }

 private:
  /// act(pixel in the window, index in the image), neighbours in the image to neighbouring threads.
  template <typename Act>
  __device__ void each(Act act) {
    const bool along = lines_.pixel_step == 1;
    const int lines = min(window_.height, lines_.count - first_line_);
    const int inner = along ? pixels_ : lines;
    const int outer = along ? lines : pixels_;
    for (int i = thread_; i < inner * outer; i += window_.height) {
      const int n = along ? i / inner : i % inner;
      const int k = along ? i % inner : i / inner;
      act(memory_[n * pitch_ + k],
          (first_line_ + n) * lines_.line_step + (first_ + k) * lines_.pixel_step);
    }
  }

  Lines lines_;
  Window window_;
  int pitch_;
  float4* memory_;
  int first_line_;
  Section part_;
  bool causal_;
  int thread_;
  int first_ = 0, pixels_ = 0;
  bool under_way_ = false;
  State state_ = {};
  float4 last_ = {};
};

__global__ void __launch_bounds__(1024)
    filter_section(const float4* __restrict__ input, const float* __restrict__ spacing,
                   float4* output, Lines lines, Recursion recursion, Window window,
                   const State* __restrict__ starts) {
  extern __shared__ float4 memory[];
  const bool causal = threadIdx.x < blockDim.x / 2;
  const int thread = causal ? threadIdx.x : threadIdx.x - blockDim.x / 2;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  if (part.end <= part.begin) return;  // the whole block
  const int windows = (part.end - part.begin + window.width - 1) / window.width;
  Half half(lines, window, memory, blockIdx.x * window.height, part, causal, thread);
  if (starts && half.has_line()) {
    half.state() =
        starts[start_index(lines, gridDim.y, causal ? 0 : 1, blockIdx.y, half.line())];
  }

  const auto compute = [&](int turn, float pixel_factor) {
    half.go_to(causal ? turn : windows - 1 - turn);
    half.load(input, spacing);
    __syncthreads();
    half.filter(recursion, pixel_factor);
    __syncthreads();
  };
  int turn = 0;
  for (; turn < windows / 2; ++turn) {
    compute(turn, 1.0f);
    half.unload<false>(output);
    __syncthreads();
  }
  if (windows % 2 == 1) {
    compute(turn++, causal ? 1.0f : 0.0f);
    if (causal) half.unload<false>(output);
    __syncthreads();
    if (!causal) half.unload<true>(output);
    __syncthreads();
  }
  for (; turn < windows; ++turn) {
    compute(turn, 0.0f);
    half.unload<true>(output);
    __syncthreads();
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(window.width + 1 - window.width % 2) * window.height;
  const dim3 grid((lines.count - 1) / window.height + 1, blocks_per_stripe);
  filter_section<<<grid, 2 * window.height, 2 * pixels * sizeof(float4), stream>>>(
      d_input, d_spacing, d_output, lines, recursion, window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
