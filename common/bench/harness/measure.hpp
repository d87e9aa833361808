/// @file
/// One request to a bench program and its answer. measure() is defined once per kind of program:
/// for a GPU (times.cu), for the observed simulator (counts.cu) and for the host (host.cpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/harness/bench.hpp"
#include "kit/error.hpp"
#include "kit/statistics.hpp"

namespace kit::bench {

struct Request {
  std::string variant;
  std::string measure;  ///< "time", "count", "launches" (counts, one by one), "error" or "study"
  Parameters parameters;
  Repetition repetition;
  double longest = 20;  ///< seconds: what is predicted to take longer runs on fewer rows
  bool warm = true;     ///< measured once more with the same buffers each time
};

struct Answer {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> texts;
  std::string observations;  ///< the simulator's report, as JSON; empty elsewhere
};

/// Throws kit::Error or another std::exception if the point cannot be measured.
Answer measure(const Request& request);

/// The names of everything this program can measure.
std::vector<std::string> variants();

/// Rows of an image of `height` to run, if one launch on all of them is predicted to take
/// `seconds`: all, or, if that is more than `longest`, the largest of height / 2, height / 4 ...
/// that stays within a quarter of it.
int rows_within(int height, double seconds, double longest);

/// Largest absolute difference; infinity if a value is NaN or their numbers differ.
double largest_error(const std::vector<float>& got, const std::vector<double>& right);

/// The entry of that name. Throws InputError that lists the names.
template <typename T>
const T& find_variant(const std::string& name) {
  const auto& all = registered<T>();
  const auto found = all.find(name);
  if (found != all.end()) return found->second;
  std::string names;
  for (const std::string& known : variants()) names += (names.empty() ? "" : ", ") + known;
  throw InputError("no variant '" + name + "'; there are: " + names);
}

/// What a study counts, which is no time: the same on a GPU and on the host.
inline Answer measure_study(const Request& request) {
  Answer answer;
  answer.numbers = find_variant<Study>(request.variant)(request.parameters);
  return answer;
}

}  // namespace kit::bench
