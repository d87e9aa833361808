// Strips of 64 lines side by side, which become vector instructions: the recursion runs along a
// line, so only different lines can be computed at once.
#include "recursive_baseline.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#define KIT_CLONES [[gnu::target_clones("arch=haswell", "default")]]
#else
#define KIT_CLONES
#endif

namespace kit::baseline {
namespace {

constexpr int kLines = 64;  // lines of a strip; sample k of line l stands at strip[k * kLines + l]

struct Cascade {
  float p, e1, e2;
  float end[9];
};

/// Both passes over the lines of a strip, in place.
KIT_CLONES void filter_strip(float* __restrict strip, std::size_t length, const Cascade& c) {
  float u[kLines], w[kLines], d[kLines], last[kLines];
  for (int l = 0; l < kLines; ++l) {
    u[l] = w[l] = strip[l];
    d[l] = 0;
    last[l] = strip[(length - 1) * kLines + std::size_t(l)];
  }
  const auto step = [&](float* sample) {
    for (int l = 0; l < kLines; ++l) {
      u[l] += c.p * (sample[l] - u[l]);
      d[l] = c.e1 * (u[l] - w[l]) + c.e2 * d[l];
      w[l] += d[l];
      sample[l] = w[l];
    }
  };
  for (std::size_t k = 0; k < length; ++k) step(strip + k * kLines);
  for (int l = 0; l < kLines; ++l) {
    const float far_u = u[l] - last[l], far_w = w[l] - last[l], far_d = d[l];
    u[l] = last[l] + c.end[0] * far_u + c.end[1] * far_w + c.end[2] * far_d;
    w[l] = last[l] + c.end[3] * far_u + c.end[4] * far_w + c.end[5] * far_d;
    d[l] = c.end[6] * far_u + c.end[7] * far_w + c.end[8] * far_d;
  }
  for (std::size_t k = length; k-- > 0;) step(strip + k * kLines);
}

/// Lines [first, last) of an image: copied into strips, filtered, copied back. Line l begins at l *
/// line_step, and its samples are `step` apart.
void filter_lines(const float* input, float* output, std::size_t first, std::size_t last,
                  std::size_t length, std::size_t line_step, std::size_t step, const Cascade& c) {
  std::vector<float> strip(length * kLines);
  for (std::size_t begin = first; begin < last; begin += kLines) {
    const std::size_t lines = std::min<std::size_t>(kLines, last - begin);
    for (std::size_t k = 0; k < length; ++k) {
      for (std::size_t l = 0; l < lines; ++l)
        strip[k * kLines + l] = input[(begin + l) * line_step + k * step];
    }
    filter_strip(strip.data(), length, c);
    for (std::size_t k = 0; k < length; ++k) {
      for (std::size_t l = 0; l < lines; ++l)
        output[(begin + l) * line_step + k * step] = strip[k * kLines + l];
    }
  }
}

/// The same, lines shared out among threads in whole strips.
void share(const float* input, float* output, std::size_t lines, std::size_t length,
           std::size_t line_step, std::size_t step, const Cascade& c, std::size_t threads) {
  const std::size_t strips = (lines + kLines - 1) / kLines;
  const std::size_t each = (strips + threads - 1) / threads * kLines;
  std::vector<std::jthread> workers;
  std::size_t begin = 0;
  for (; begin + each < lines; begin += each) {
    try {
      workers.emplace_back(filter_lines, input, output, begin, begin + each, length, line_step,
                           step, std::cref(c));
    } catch (const std::system_error&) {
      break;  // no more threads: this one does the rest
    }
  }
  filter_lines(input, output, begin, lines, length, line_step, step, c);
}

}  // namespace

void recursive_gaussian(const float* input, float* output, int width, int height,
                        const RecursiveCoefficients& c, int threads) {
  Cascade cascade{float(c.p), float(c.e1), float(c.e2), {}};
  std::copy(c.end_cascade.begin(), c.end_cascade.end(), cascade.end);
  const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  const std::size_t workers =
      threads > 0 ? std::size_t(threads) : std::max(1u, std::thread::hardware_concurrency());
  share(input, output, rows, columns, columns, 1, cascade, workers);
  share(output, output, columns, rows, 1, columns, cascade, workers);
}

}  // namespace kit::baseline
