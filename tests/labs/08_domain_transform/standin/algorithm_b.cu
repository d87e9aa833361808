/// @file
/// Lab 08's stand-in for algorithm_b.cu: the states at the ends of sections on the host, by the
/// reference that the cases use.
#include <complex>
#include <vector>

#include "host_lines.hpp"

namespace lab08 {

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const HostLines input(d_input, d_spacing, lines, stream);
  const kit::oracle::EdgeAwareLine filter = line_filter(recursion);
  const kit::oracle::Sections sections{blocks_per_stripe, reach, start == Start::printed};
  std::vector<State> starts(2 * std::size_t(blocks_per_stripe) * std::size_t(lines.count), State{});
  for (int line = 0; line < lines.count; ++line) {
    const Samples spacing = input.spacing(line, input.whole());
    for (int c = 0; c < kChannels; ++c) {
      const Samples samples = input.samples(line, c, input.whole());
      for (int direction = 0; direction < 2; ++direction)
        for (int n = 0; n < blocks_per_stripe; ++n)
          for (int i = 0; i < kPoles; ++i) {
            const std::complex<double> h =
                filter.start(samples, spacing, sections, n, direction == 0, i);
            starts[start_index(lines, blocks_per_stripe, direction, n, line)].h[i][c] = {
                float(h.real()), float(h.imag())};
          }
    }
  }
  kit::worker::copy_to_device(starts.data(), d_starts, starts.size(), stream);
}

}  // namespace lab08
