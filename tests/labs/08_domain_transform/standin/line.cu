/// @file
/// Lab 08's stand-in for line.cu: constants, and lines filtered on the host, by the reference that
/// the cases use.
#include <complex>
#include <vector>

#include "host_lines.hpp"

namespace lab08 {
namespace {

Complex to_floats(std::complex<double> value) {
  return {float(value.real()), float(value.imag())};
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  return kit::oracle::sigma_of_iteration(sigma_s, iteration, iterations);
}

Recursion make_recursion(double sigma) {
  const kit::oracle::EdgeAwareLine filter(sigma);
  Recursion recursion = {};
  for (int i = 0; i < kPoles; ++i) {
    const auto& pole = filter.pole(i);
    recursion.pole[i] = {to_floats(pole.rate), to_floats(pole.a), to_floats(pole.b),
                         to_floats(pole.gain), to_floats(pole.r1)};
  }
  return recursion;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form /*form*/, cudaStream_t stream) {
  const HostLines input(d_input, d_spacing, lines, stream);
  const kit::oracle::EdgeAwareLine filter = line_filter(recursion);
  std::vector<float4> output(input.count());
  for (int line = 0; line < lines.count; ++line) {
    const Samples spacing = input.spacing(line, input.whole());
    for (int c = 0; c < kChannels; ++c) {
      const Samples filtered = filter.filter(input.samples(line, c, input.whole()), spacing);
      for (int k = 0; k < lines.length; ++k)
        set_channel(output[input.index(line, k)], c, filtered[std::size_t(k)]);
    }
  }
  kit::worker::copy_to_device(output.data(), d_output, output.size(), stream);
}

}  // namespace lab08
