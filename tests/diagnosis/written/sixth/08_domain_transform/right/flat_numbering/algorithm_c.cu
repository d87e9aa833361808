/// @file
/// Lab 08, stage algorithm_c: one list of passes, rows and columns in turn.
#include <cstddef>

#include "lab.hpp"

namespace lab08 {
namespace {

/// Hands out a piece of memory in parts.
struct Carver {
  unsigned char* next;
  template <typename T>
  T* take(std::size_t count) {
    T* const part = reinterpret_cast<T*>(next);
    next += count * sizeof(T);
    return part;
  }
};

}  // namespace

void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  Carver memory{static_cast<unsigned char*>(d_workspace)};
  // images[0] is what the rows read, images[1] what the columns read; all parts but the starts are
  // multiples of their alignment long.
  float4* images[2];
  for (float4*& image : images) image = memory.take<float4>(pixels);
  float* spacings[2];
  for (float*& spacing : spacings) spacing = memory.take<float>(pixels);
  State* const d_starts = memory.take<State>(0);

  transform(d_image, images[0], spacings[0], spacings[1], width, height, parameters.sigma_s,
            parameters.sigma_r, stream);

  const Lines directions[2] = {rows(width, height), columns(width, height)};
  const int sections = parameters.blocks_per_stripe;
  State* const given = sections == 1 ? nullptr : d_starts;
  const int passes = 2 * parameters.iterations;
  for (int pass = 0; pass < passes; ++pass) {
    const int way = pass % 2;
    const double sigma = sigma_of_iteration(parameters.sigma_s, pass / 2 + 1,
                                            parameters.iterations);
    const Recursion recursion = make_recursion(sigma);
    if (given != nullptr) {
      boundary_starts(images[way], spacings[way], given, directions[way], recursion, sections,
                      float(sigma * parameters.kappa), parameters.start, stream);
    }
    filter_stripes(images[way], spacings[way], pass + 1 < passes ? images[1 - way] : d_output,
                   directions[way], recursion, parameters.window, sections, given, stream);
  }
}

}  // namespace lab08
