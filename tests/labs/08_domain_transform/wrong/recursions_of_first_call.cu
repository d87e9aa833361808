// Wrong on purpose: the recursions are kept from the first call, whatever sigma_s the next one
// has.
#include <cstddef>
#include <cstdint>

#include "lab.hpp"

namespace lab08 {
namespace {

// The parts of the workspace, one behind the other.
struct Parts {
  float4 *pixels, *rows;
  float *gaps_x, *gaps_y;
  State* starts;

  Parts(void* memory, std::size_t n) {
    auto* at = static_cast<unsigned char*>(memory);
    const auto take = [&at](std::size_t bytes) {
      auto* const taken = at;
      at += bytes;
      return static_cast<void*>(taken);
    };
    pixels = static_cast<float4*>(take(n * sizeof(float4)));
    rows = static_cast<float4*>(take(n * sizeof(float4)));
    gaps_x = static_cast<float*>(take(n * sizeof(float)));
    gaps_y = static_cast<float*>(take(n * sizeof(float)));
    starts = static_cast<State*>(take(0));
  }
};

void one_direction(const float4* from, const float* gaps, float4* to, const Lines& lines,
                   const Recursion& recursion, double sigma, const Parameters& parameters,
                   State* starts, cudaStream_t stream) {
  const int blocks = parameters.blocks_per_stripe;
  if (blocks == 1) {
    filter_stripes(from, gaps, to, lines, recursion, parameters.window, 1, nullptr, stream);
    return;
  }
  const float reach = float(parameters.kappa * sigma);
  boundary_starts(from, gaps, starts, lines, recursion, blocks, reach, parameters.start, stream);
  filter_stripes(from, gaps, to, lines, recursion, parameters.window, blocks, starts, stream);
}

}  // namespace

void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream) {
  const Parts parts(d_workspace, std::size_t(width) * height);
  const Lines across = rows(width, height), down = columns(width, height);
  transform(d_image, parts.pixels, parts.gaps_x, parts.gaps_y, width, height, parameters.sigma_s,
            parameters.sigma_r, stream);

  const int n = parameters.iterations;
  for (int i = 1; i <= n; ++i) {
    const double sigma = sigma_of_iteration(parameters.sigma_s, i, n);
    static Recursion known[17];  // they cost exponentials, so keep them
    static bool ready[17] = {};
    if (!ready[i]) known[i] = make_recursion(sigma);
    ready[i] = true;
    const Recursion recursion = known[i];
    const float4* from = i == 1 ? parts.pixels : d_output;
    one_direction(from, parts.gaps_x, parts.rows, across, recursion, sigma, parameters,
                  parts.starts, stream);
    one_direction(parts.rows, parts.gaps_y, d_output, down, recursion, sigma, parameters,
                  parts.starts, stream);
  }
}

}  // namespace lab08
