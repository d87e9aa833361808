#include "classroom/run/tries.hpp"

#include <algorithm>

namespace kit::classroom {
namespace {

constexpr int kMaxTries = 6;
constexpr double kTimesAsLong = 2;  // a second try
constexpr double kBudgets = 1 + kTimesAsLong;
constexpr double kWorthwhile = 0.1;  // less than that of a budget says nothing

}  // namespace

std::set<std::string> retry_reasons(const grader::VerdictFile& verdict) {
  using grader::Verdict;
  std::set<std::string> found;
  if (verdict.build_stopped) found.insert("build");
  for (const grader::CaseRecord& one : verdict.cases) {
    if (one.verdict == Verdict::timed_out || one.verdict == Verdict::out_of_memory)
      found.insert(to_string(one.verdict));
    else if (one.cause == "signal" || one.cause == "garbled_reply")
      found.insert(one.cause);
    // Of evidence, only what passed otherwise can lose points by it.
    if (one.verdict != Verdict::passed) continue;
    if (one.observed == Verdict::timed_out || one.observed == Verdict::out_of_memory ||
        one.observed == Verdict::crashed)
      found.insert(std::string("observed ") + to_string(*one.observed));
  }
  return found;
}

void Tries::prepare(Job& job) const {
  if (!again()) return;
  // It was too slow beside others; alone and with twice the time it is slow by itself.
  job.timeout_factor *= kTimesAsLong;
  job.share_of_calls = std::min(1.0, (kBudgets - used_) / kTimesAsLong);
}

bool Tries::disputed(const JobAnswer& answer) {
  used_ += answer.used_of_calls * (again() ? kTimesAsLong : 1);
  const std::set<std::string> found = retry_reasons(*answer.verdict);
  const bool more = std::any_of(found.begin(), found.end(), [this](const std::string& reason) {
    return reasons_.count(reason) == 0;
  });
  reasons_.insert(found.begin(), found.end());
  ++count_;
  return more && count_ < kMaxTries && used_ + kWorthwhile < kBudgets;
}

}  // namespace kit::classroom
