// What measuring on the host, on a card and in the simulator have in common.
#include "bench/harness/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kit::bench {

std::vector<std::string> variants() {
  std::vector<std::string> names;
  for (const auto& entry : registered<MakeDeviceWork>()) names.push_back(entry.first);
  for (const auto& entry : registered<MakeHostWork>()) names.push_back(entry.first);
  for (const auto& entry : registered<Study>()) names.push_back(entry.first);
  return names;
}

int rows_within(int height, double seconds, double longest) {
  // Rows are alike: a quarter of the longest time tells as much.
  const double allowed = seconds > longest ? longest / 4 : longest;
  int rows = height;
  while (rows > 2 && seconds * rows / height > allowed) rows /= 2;
  return rows;
}

double largest_error(const std::vector<float>& got, const std::vector<double>& right) {
  if (got.size() != right.size()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t n = 0; n < got.size(); ++n) {
    const double error = std::abs(double(got[n]) - right[n]);
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
  }
  return worst;
}

}  // namespace kit::bench
