/// Keeps which call is to fail, and what became of it. Calls of the kit's own beside the student's
/// are not counted: the calls that lead to each are looked at.
#include "failing_calls.hpp"

#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "error_state.hpp"
#include "finding.hpp"
#include "observer.hpp"

namespace kit::sim {
namespace {

struct FailingCall {
  std::mutex mutex;
  bool active = false;      // findings are of what follows from a failure
  unsigned calls_left = 0;  // until the one that fails, itself among them
  bool failed = false, asked_for = false, discarded = false;
  bool is_launch = false, launches_wait = false;
  std::string what;  // "the launch of blur"
  CodePlace where;
  std::map<std::tuple<std::vector<std::uint32_t>, std::string, int>, int>
      seen;  // how often each place made a call
};

// Never destroyed: the end of the program asks it.
FailingCall& the_failing_call() {
  static auto* all = new FailingCall;
  return *all;
}

// Whether it is this call's turn. A launch's place is its line, whoever calls the function.
bool is_next(FailingCall& now, const CodePlace& stack, const LaunchSite* site) {
  if (now.calls_left == 0 || !observer()->is_students(stack)) return false;
  constexpr int kMostOfOnePlace = 2;  // more turns of a loop would say the same
  const CodePlace place = site == nullptr ? stack : CodePlace(site->file, site->line);
  if (++now.seen[{place.calls, place.line.file, place.line.line}] > kMostOfOnePlace) return false;
  return --now.calls_left == 0;
}

}  // namespace

cudaError_t made_to_fail(const char* call, cudaError_t error) {
  FailingCall& now = the_failing_call();
  if (observer() == nullptr) return cudaSuccess;
  {
    const std::lock_guard lock(now.mutex);
    if (!now.active) return cudaSuccess;
    CodePlace stack = call_stack();
    if (!is_next(now, stack, nullptr)) return cudaSuccess;
    now.failed = true;
    // Without memory a program may have another way, without a copy it has none.
    now.launches_wait = error != cudaErrorMemoryAllocation;
    now.what = call;
    now.where = std::move(stack);
  }
  return record(error);
}

bool launch_made_to_fail(const LaunchSite& site) {
  FailingCall& now = the_failing_call();
  if (observer() == nullptr) return false;
  {
    const std::lock_guard lock(now.mutex);
    if (!now.active) return false;
    if (now.failed && now.launches_wait && !now.asked_for) return true;
    if (!is_next(now, call_stack(), &site)) return false;
    now.failed = now.is_launch = now.launches_wait = true;
    now.what = std::string("the launch of ") + site.name;
    now.where = CodePlace(site.file, site.line);
  }
  record(cudaErrorLaunchOutOfResources);
  return true;
}

bool calls_are_failing() {
  FailingCall& now = the_failing_call();
  const std::lock_guard lock(now.mutex);
  return now.active;
}

void failed_call_was_asked_for() {
  FailingCall& now = the_failing_call();
  const std::lock_guard lock(now.mutex);
  now.asked_for = now.failed;
}

void failed_call_was_discarded() {
  FailingCall& now = the_failing_call();
  const std::lock_guard lock(now.mutex);
  now.discarded = now.failed;
}

bool blame_failed_call(const char* consequence) {
  FailingCall& now = the_failing_call();
  Finding finding;
  {
    const std::lock_guard lock(now.mutex);
    if (!now.active || !now.failed) return false;
    finding.message = now.what + " was made to fail, and " + consequence;
    finding.message += now.is_launch ? ": check cudaGetLastError() after the launch"
                                     : ": check what the call returns";
    finding.where = now.where;
  }
  report_host(FindingKind::unchecked_error, finding.message, finding.where);
  return true;
}

std::string when_call_fails() {
  FailingCall& now = the_failing_call();
  const std::lock_guard lock(now.mutex);
  return now.active && now.failed ? " when " + now.what + " fails" : "";
}

}  // namespace kit::sim

using namespace kit::sim;

extern "C" void kit_sim_fail_call(unsigned n) {
  FailingCall& now = the_failing_call();
  const std::lock_guard lock(now.mutex);
  now.active = n > 0 && observer() != nullptr;
  now.calls_left = n;
  now.seen.clear();
  now.failed = now.asked_for = now.discarded = now.is_launch = now.launches_wait = false;
}

extern "C" int kit_sim_call_failed() {
  FailingCall& now = the_failing_call();
  const std::lock_guard lock(now.mutex);
  now.calls_left = 0;
  if (!now.failed) return 0;
  if (has_fault()) return 3;
  const bool needs_asking = now.is_launch || now.discarded;  // nothing else tells
  return needs_asking && !now.asked_for ? 2 : 1;
}

extern "C" void kit_sim_blame_failed_call(const char* consequence) {
  blame_failed_call(consequence);
}
