/// @file
/// Lab 08's stand-in for algorithm_a.cu: the sections of lines on the host. The reference filters a
/// section as a line of its own; what its start adds fades from there on.
#include <complex>
#include <vector>

#include "host_lines.hpp"

namespace lab08 {
namespace {

/// Adds what a pole's state at one end of a section gives to its pixels.
void add_start(Samples& filtered, const Samples& spacing, std::complex<double> rate, Complex start,
               bool causal) {
  std::complex<double> state(start.re, start.im);
  const std::size_t length = filtered.size();
  for (std::size_t n = 0; n < length; ++n) {
    const std::size_t k = causal ? n : length - 1 - n;
    if (n > 0) state *= std::exp(-rate * spacing[causal ? k : k + 1]);
    filtered[k] += state.real();
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window /*window*/, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const HostLines input(d_input, d_spacing, lines, stream);
  const kit::oracle::EdgeAwareLine filter = line_filter(recursion);
  std::vector<State> starts(2 * std::size_t(blocks_per_stripe) * std::size_t(lines.count), State{});
  if (d_starts != nullptr)
    kit::worker::copy_to_host(d_starts, starts.data(), starts.size(), stream);
  std::vector<float4> output(input.count());
  for (int line = 0; line < lines.count; ++line) {
    for (int n = 0; n < blocks_per_stripe; ++n) {
      const Section part = section(lines.length, blocks_per_stripe, n);
      if (part.begin >= part.end) continue;
      const Samples spacing = input.spacing(line, part);
      for (int c = 0; c < kChannels; ++c) {
        Samples filtered = filter.filter_h_form(input.samples(line, c, part), spacing);
        for (int direction = 0; direction < 2 && d_starts != nullptr; ++direction) {
          const State& start = starts[start_index(lines, blocks_per_stripe, direction, n, line)];
          for (int i = 0; i < kPoles; ++i)
            add_start(filtered, spacing, filter.pole(i).rate, start.h[i][c], direction == 0);
        }
        for (int k = part.begin; k < part.end; ++k)
          set_channel(output[input.index(line, k)], c, filtered[std::size_t(k - part.begin)]);
      }
    }
  }
  kit::worker::copy_to_device(output.data(), d_output, output.size(), stream);
}

}  // namespace lab08
