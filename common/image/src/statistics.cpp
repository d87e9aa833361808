#include "kit/statistics.hpp"

#include <algorithm>
#include <cstddef>

#include "kit/error.hpp"

namespace kit {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = position - static_cast<double>(below);
  return sorted[below] * (1 - part) + sorted[above] * part;
}

}  // namespace

Sample summarise(std::vector<double> values) {
  if (values.empty()) throw HarnessError("no measurement to summarise");
  std::sort(values.begin(), values.end());
  Sample sample;
  sample.count = static_cast<int>(values.size());
  sample.median = quantile(values, 0.5);
  const double range = quantile(values, 0.75) - quantile(values, 0.25);
  sample.spread = sample.median > 0 ? range / sample.median : 0;
  return sample;
}

bool enough(const Repetition& repetition, const Sample& sample, double seconds_passed) {
  if (sample.count == 0) return false;
  if (seconds_passed > repetition.seconds) return true;
  if (sample.count < repetition.fewest) return false;
  return sample.spread <= repetition.spread || sample.count >= repetition.most;
}

}  // namespace kit
