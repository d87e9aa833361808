// A list of passes is made first, then run.
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab08 {
namespace {

class Arena {
 public:
  explicit Arena(void* memory) : next_(static_cast<std::byte*>(memory)) {}
  template <typename T>
  T* take(std::size_t count) {
    T* const result = reinterpret_cast<T*>(next_);
    next_ += count * sizeof(T);
    return result;
  }

 private:
  std::byte* next_;
};

struct Pass {
  double sigma;
  const float4* from;
  float4* to;
  const float* spacing;
  Lines lines;
};

}  // namespace

void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream) {
  const std::size_t size = std::size_t(width) * height;
  Arena arena(d_workspace);
  float4* const d_first = arena.take<float4>(size);
  float4* const d_second = arena.take<float4>(size);
  float* const d_spacings[] = {arena.take<float>(size), arena.take<float>(size)};
  State* const d_starts = reinterpret_cast<State*>(arena.take<std::byte>(0));
  transform(d_image, d_first, d_spacings[0], d_spacings[1], width, height, parameters.sigma_s,
            parameters.sigma_r, stream);

  std::vector<Pass> passes;
  for (int i = 1; i <= parameters.iterations; ++i) {
    const double sigma = sigma_of_iteration(parameters.sigma_s, i, parameters.iterations);
    passes.push_back({sigma, d_first, d_second, d_spacings[0], rows(width, height)});
    passes.push_back({sigma, d_second, d_first, d_spacings[1], columns(width, height)});
  }
  passes.back().to = d_output;

  const int sections = parameters.blocks_per_stripe;
  for (const Pass& pass : passes) {
    const Recursion recursion = make_recursion(pass.sigma);
    const State* starts = nullptr;
    if (sections > 1) {
      boundary_starts(pass.from, pass.spacing, d_starts, pass.lines, recursion, sections,
                      static_cast<float>(parameters.kappa * pass.sigma), parameters.start, stream);
      starts = d_starts;
    }
    filter_stripes(pass.from, pass.spacing, pass.to, pass.lines, recursion, parameters.window,
                   sections, starts, stream);
  }
}

}  // namespace lab08
