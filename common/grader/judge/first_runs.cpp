/// @file
/// A lock and a condition: the observed runs take longer than the first ones, so that they seldom
/// wait.
#include "grader/judge/first_runs.hpp"

#include <limits>

namespace kit::grader {

void FirstRuns::note(std::size_t count, const StoppedCases& stopped) {
  const std::lock_guard lock(mutex_);
  count_ = count;
  stopped_ = stopped;
  noted_.notify_all();
}

void FirstRuns::note_crash(std::size_t index) {
  const std::lock_guard lock(mutex_);
  crashed_.insert(index);
}

bool FirstRuns::crashed(std::size_t index) const {
  std::unique_lock lock(mutex_);
  noted_.wait(lock, [&] { return count_ > index; });
  return crashed_.count(index) > 0;
}

void FirstRuns::finish() {
  const std::lock_guard lock(mutex_);
  count_ = std::numeric_limits<std::size_t>::max();
  noted_.notify_all();
}

std::optional<std::size_t> FirstRuns::stopped(const std::string& stage, std::size_t index) const {
  std::unique_lock lock(mutex_);
  noted_.wait(lock, [&] { return count_ > index; });
  const auto found = stopped_.find(stage);
  if (found == stopped_.end() || found->second > index) return std::nullopt;
  return found->second;
}

}  // namespace kit::grader
