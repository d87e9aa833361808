/// @file
/// Lab 08, stage algorithm_c: a small class that owns the views of the workspace. The result of
/// every iteration's columns stands in the output, and later iterations begin there.
#include <cstddef>

#include "carver.cuh"
#include "lab.hpp"

namespace lab08 {
namespace {

class EdgeAware {
 public:
  EdgeAware(const Parameters& parameters, int width, int height, void* memory, cudaStream_t stream)
      : p_(parameters), width_(width), height_(height), stream_(stream) {
    const std::size_t n = std::size_t(width) * std::size_t(height);
    const std::size_t longer = std::size_t(width > height ? width : height);
    Carver carver(memory);
    image_ = carver.take<float4>(n);
    between_ = carver.take<float4>(n);
    spacing_[0] = carver.take<float>(n);
    spacing_[1] = carver.take<float>(n);
    starts_ = carver.take<State>(2 * longer * p_.blocks_per_stripe);
  }

  void operator()(const uchar4* d_image, float4* d_output) {
    transform(d_image, image_, spacing_[0], spacing_[1], width_, height_, p_.sigma_s, p_.sigma_r,
              stream_);
    for (int done = 0; done < p_.iterations; ++done) {
      sigma_ = sigma_of_iteration(p_.sigma_s, done + 1, p_.iterations);
      recursion_ = make_recursion(sigma_);
      one_direction(done == 0 ? image_ : d_output, spacing_[0], between_, rows(width_, height_));
      one_direction(between_, spacing_[1], d_output, columns(width_, height_));
    }
  }

 private:
  void one_direction(const float4* from, const float* spacing, float4* to, const Lines& lines) {
    // With one section per line the starts are zeros anyway; Algorithm B says so itself.
    boundary_starts(from, spacing, starts_, lines, recursion_, p_.blocks_per_stripe,
                    static_cast<float>(p_.kappa * sigma_), p_.start, stream_);
    filter_stripes(from, spacing, to, lines, recursion_, p_.window, p_.blocks_per_stripe, starts_,
                   stream_);
  }

  const Parameters p_;
  const int width_, height_;
  cudaStream_t stream_;
  float4 *image_ = nullptr, *between_ = nullptr;
  float* spacing_[2] = {};
  State* starts_ = nullptr;
  double sigma_ = 0.0;
  Recursion recursion_ = {};
};

}  // namespace

void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream) {
  EdgeAware(parameters, width, height, d_workspace, stream)(d_image, d_output);
}

}  // namespace lab08
