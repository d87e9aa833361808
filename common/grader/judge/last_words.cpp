// A line of the simulator's is told from others by its form: what a student's code prints may look
// like it, and then it speaks of itself.
#include "grader/judge/last_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/session.hpp"

namespace kit::grader {
namespace {

/// "line 12 of of.cu: what happened" for "path/of.cu:12: what happened"; empty for other lines.
std::string as_finding(std::string_view line) {
  constexpr std::size_t kLongest = 400;  // what a program prints may be of any length
  const std::size_t end = line.find(": ");
  const std::size_t colon = line.substr(0, end).rfind(':');
  if (line.size() > kLongest || end == std::string_view::npos || colon == std::string_view::npos)
    return {};
  const std::string_view number = line.substr(colon + 1, end - colon - 1);
  const std::string_view file = line.substr(0, colon).substr(line.substr(0, colon).rfind('/') + 1);
  const bool plain =
      std::all_of(line.begin(), line.end(), [](unsigned char c) { return std::isprint(c) != 0; });
  if (!plain || file.empty() || number.empty() ||
      number.find_first_not_of("0123456789") != std::string_view::npos)
    return {};
  return fmt::format("line {} of {}: {}", number, file, line.substr(end + 2));
}

}  // namespace

std::string fault_in(const std::string& last_words) {
  std::istringstream text(last_words);
  std::string found;
  for (std::string line; std::getline(text, line);) {
    if (!found.empty() && line.rfind("    ", 0) == 0) return found;
    found = as_finding(line);
  }
  return {};
}

std::string fault_of_call(const JudgePlan& plan, const Case& one, std::size_t index) {
  constexpr double kSlower = 10;
  Session session(plan.worker, *plan.config, Backend::sim,
                  derived_seed(plan.seed, SeedFor::observed_order));
  contain(session, plan);
  const CallOutcome outcome =
      session.call(one.call, derived_seed(plan.seed, SeedFor::observed_poison, index),
                   kSlower * plan.config->seconds_per_case);
  return fault_in(outcome.last_words);
}

}  // namespace kit::grader
