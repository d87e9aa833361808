/// @file
/// Convolution problems from the instructor's hidden file.
#include <fmt/format.h>

#include <cstdlib>

#include "convolution_cases.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

int integer(const nlohmann::json& entry, const char* key, int most) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_number_integer() || *found < 1 || *found > most)
    throw InputError(fmt::format("hidden cases: \"{}\" must be a number from 1 to {}", key, most));
  return *found;
}

Filter filter_of(const std::string& name, std::uint64_t seed) {
  if (name.rfind("random:", 0) != 0) return make_filter(name);
  const int width = std::atoi(name.c_str() + 7);
  if (width < 1 || width > 99 || width % 2 == 0)
    throw InputError("hidden cases: random:WIDTH takes an odd width from 1 to 99");
  return random_filter(width, seed);
}

}  // namespace

std::vector<ConvolutionProblem> hidden_problems(const nlohmann::json& parameters,
                                                std::uint64_t seed) {
  constexpr int kMaxSide = 1024;  // pixels a side: more takes the simulator too long
  std::vector<ConvolutionProblem> problems;
  for (const nlohmann::json& entry : parameters) {
    const std::uint64_t own = Random(seed + 0x68696464656eu + problems.size()).next();
    const int width = integer(entry, "width", kMaxSide),
              height = integer(entry, "height", kMaxSide);
    const std::string border = entry.value("border", "clamp");
    if (border != "zero" && border != "clamp")
      throw InputError(fmt::format("hidden cases: \"border\" is zero or clamp, not '{}'", border));
    problems.push_back({fmt::format("hidden case {}", problems.size() + 1),
                        noise(width, height, own), filter_of(entry.value("filter", ""), own + 1),
                        border == "zero" ? Border::zero : Border::clamp});
  }
  return problems;
}

}  // namespace kit::grader
