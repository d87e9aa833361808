/// @file
/// A tone curve by looking up each level. Reference and baseline do the same, since a table has no
/// rounding: they differ in threads alone.
#include "tone_curve.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "kit/error.hpp"

namespace kit {

ToneTable gamma_table(double gamma) {
  if (!(gamma >= 0.1 && gamma <= 10)) {
    throw InputError("gamma " + std::to_string(gamma) + " must be a number from 0.1 to 10");
  }
  ToneTable table{};
  for (std::size_t level = 0; level < table.size(); ++level) {
    table[level] =
        static_cast<std::uint8_t>(std::lround(255 * std::pow(double(level) / 255, gamma)));
  }
  return table;
}

namespace oracle {

Image<double> tone_curve(const Image<std::uint8_t>& image, const ToneTable& table) {
  Image<double> result(image.width(), image.height(), image.channels());
  for (std::size_t n = 0; n < image.size(); ++n) result.data()[n] = table[image.data()[n]];
  return result;
}

}  // namespace oracle

namespace baseline {

void tone_curve(const std::uint8_t* input, std::uint8_t* output, std::size_t count,
                const ToneTable& table, int threads) {
  if (threads < 0) throw InputError("the number of threads must not be negative");
  std::size_t workers = static_cast<std::size_t>(threads);
  if (threads == 0) workers = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t share = (count + workers - 1) / workers;
  const auto run = [&](std::size_t begin) {
    const std::size_t end = std::min(begin + share, count);
    for (std::size_t n = begin; n < end; ++n) output[n] = table[input[n]];
  };
  std::vector<std::jthread> others;
  for (std::size_t begin = share; begin < count; begin += share) others.emplace_back(run, begin);
  run(0);
}

}  // namespace baseline
}  // namespace kit
