/// Where host code makes a mistake, the calls that led there are its place: the mistake shows
/// inside the simulator's runtime, and the student's own line is some frames above.
#include "finding.hpp"

#include <execinfo.h>

#include <algorithm>
#include <cstddef>

#include "error_state.hpp"
#include "observer.hpp"

namespace kit::sim {

CodePlace call_stack() {
  constexpr int kDeepest = 32;
  void* frames[kDeepest];
  CodePlace place;
  if (observer() == nullptr) return place;
  const int count = backtrace(frames, kDeepest);
  for (int i = 0; i < count; ++i) {
    // Programs are linked below 4 GiB, libraries lie above.
    if (reinterpret_cast<std::uintptr_t>(frames[i]) >> 32 == 0) {
      place.calls.push_back(program_counter(frames[i]));
    }
  }
  return place;
}

CodePlace repeated_call(const CodePlace& stack) {
  constexpr std::size_t kLongestCycle = 4, kTurns = 3;
  const std::vector<std::uint32_t>& calls = stack.calls;
  for (std::size_t length = 1; length <= kLongestCycle; ++length) {
    for (std::size_t first = 0; first + kTurns * length <= calls.size(); ++first) {
      const auto begin = calls.begin() + std::ptrdiff_t(first),
                 end = begin + std::ptrdiff_t((kTurns - 1) * length);
      if (!std::equal(begin, end, begin + std::ptrdiff_t(length))) continue;
      // Of calls in a ring the first in the program: which one found no room is chance.
      const auto call = std::min_element(begin, begin + std::ptrdiff_t(length));
      return CodePlace(std::vector<std::uint32_t>(call, calls.end()));
    }
  }
  return {};
}

void report_host(FindingKind kind, const std::string& message, CodePlace where,
                 std::vector<Finding::Related> related) {
  if (observer() == nullptr) return explain(message);
  Finding finding;
  finding.kind = kind;
  finding.message = message;
  finding.position = "host code";
  finding.where = std::move(where);
  finding.related = std::move(related);
  observer()->found(std::move(finding));
}

}  // namespace kit::sim
