/// @file
/// The loop over a function's CUDA calls. A function that ends the process does not come back here:
/// the simulator replies then, and the judge asks a new worker for the calls that are left.
#include "grader/worker/failing_calls.hpp"

#include "grader/protocol/failing_call.hpp"

namespace kit::worker {
namespace {

unsigned failing_now = 0;

/// What became of a call of the student's function.
Result result_of(const Request& request, const std::function<void(const Request&, Result&)>& run) {
  Result result;
  try {
    run(request, result);
  } catch (...) {
    result.returned = false;
  }
  return result;
}

/// What the function did that it must not; empty if it did as its contract says.
std::string complaint(const Result& result, const Result& whole) {
  if (result.fate == CallFate::fault) return "the kernels that were launched after it went wrong";
  if (!result.returned) return "";
  // A function may have another way to the same result.
  const bool right = result.outputs == whole.outputs && result.fate != CallFate::thrown_away;
  return right ? "" : "the function returned as if nothing had happened";
}

}  // namespace

unsigned call_made_to_fail() {
  return failing_now;
}

void fail_each_call(const Request& request, const Result& whole, unsigned first,
                    const std::function<void(const Request&, Result&)>& run) {
  const DeviceHooks& hooks = device_hooks();
  if (!hooks.fail_call) return;
  Request failing = request;
  bool failed = true;
  for (failing_now = first; failed && failing_now <= unsigned(grader::kMostFailingCalls);
       ++failing_now) {
    failing.failing_call = failing_now;
    hooks.watch_allocations();
    const Result result = result_of(failing, run);
    failed = result.fate != CallFate::never_made;
    if (failed) {
      const std::string text = complaint(result, whole);
      if (!text.empty()) hooks.blame_failed_call(text);
      hooks.report_leaks();
    }
    hooks.fail_call(0);
    if (result.fate == CallFate::fault)
      throw Failure("cuda", "kernel", "", "a kernel went wrong after a call that was made to fail");
  }
  failing_now = 0;
}

}  // namespace kit::worker
