/// @file
/// Memory cut into pieces, and one direction of one iteration.
#pragma once

#include <cstddef>

#include "lab.hpp"

namespace lab08 {

/// Hands out arrays, one after another.
class Carver {
 public:
  explicit Carver(void* memory) : next_(static_cast<char*>(memory)) {}
  template <typename T>
  T* take(std::size_t count) {
    T* const piece = reinterpret_cast<T*>(next_);
    next_ += count * sizeof(T);
    return piece;
  }

 private:
  char* next_;
};

struct Direction {
  Lines lines;
  const float* d_spacing;
};

struct Pipeline {
  const Parameters& parameters;
  Direction along, across;
  State* d_starts;
  cudaStream_t stream;

  void pass(const Direction& way, const float4* d_from, float4* d_to, double sigma) const {
    const Recursion recursion = make_recursion(sigma);
    const Parameters& p = parameters;
    const State* d_known = nullptr;
    if (p.blocks_per_stripe != 1) {
      boundary_starts(d_from, way.d_spacing, d_starts, way.lines, recursion, p.blocks_per_stripe,
                      float(p.kappa * sigma), p.start, stream);
      d_known = d_starts;
    }
    filter_stripes(d_from, way.d_spacing, d_to, way.lines, recursion, p.window, p.blocks_per_stripe,
                   d_known, stream);
  }

  /// Iterations 1 to n: those before leave their result in d_image, the last one in d_result.
  void run(int n, float4* d_image, float4* d_between, float4* d_result) const {
    if (n == 0) return;
    run(n - 1, d_image, d_between, d_image);
    const double sigma = sigma_of_iteration(parameters.sigma_s, n, parameters.iterations);
    pass(along, d_image, d_between, sigma);
    pass(across, d_between, d_result, sigma);
  }
};

}  // namespace lab08
