// Two passes over one file say many things twice, and a template says them once per instance.
#include "grader/rules/refusal.hpp"

#include <algorithm>
#include <tuple>

namespace kit::rules {

void order(std::vector<Refusal>& refusals) {
  const auto key = [](const Refusal& r) { return std::tie(r.file, r.line, r.message); };
  std::stable_sort(refusals.begin(), refusals.end(),
                   [&](const Refusal& a, const Refusal& b) { return key(a) < key(b); });
  refusals.erase(std::unique(refusals.begin(), refusals.end(),
                             [&](const Refusal& a, const Refusal& b) { return key(a) == key(b); }),
                 refusals.end());
}

std::string to_line(const Refusal& refusal) {
  std::string place = refusal.file + ':' + std::to_string(refusal.line);
  if (refusal.column > 0) place += ':' + std::to_string(refusal.column);
  return place + ": error: " + refusal.message;
}

}  // namespace kit::rules
