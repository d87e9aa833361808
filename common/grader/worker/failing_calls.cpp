/// @file
/// The loop over a function's CUDA calls. A function that ends the process does not come back here:
/// the simulator reports it then, and the calls that are left are not tried.
#include "grader/worker/failing_calls.hpp"

#include "grader/worker/exception_name.hpp"

namespace kit::worker {
namespace {

/// How a call of the student's function ended.
struct Ending {
  Result result;
  std::string threw;  ///< the exception's name, unless it is kit::CudaError
};

Ending end_of(const Request& request, const std::function<void(const Request&, Result&)>& run) {
  Ending ending;
  try {
    run(request, ending.result);
  } catch (const Failure& failure) {
    if (failure.kind != "cuda") ending.threw = failure.name;
  } catch (...) {
    ending.threw = exception_name();
  }
  return ending;
}

/// What the function did that it must not; empty if it did as its contract says.
std::string complaint(const Ending& ending, const Result& whole) {
  const CallFate fate = ending.result.fate;
  if (fate == CallFate::fault) return "the kernels that were launched after it went wrong";
  if (!ending.result.returned) {
    return ending.threw.empty() ? ""
                                : "the function threw " + ending.threw + ", not kit::CudaError";
  }
  // A function may have another way to the same result.
  const bool right = ending.result.outputs == whole.outputs && fate != CallFate::thrown_away;
  return right ? "" : "the function returned as if nothing had happened";
}

}  // namespace

void fail_each_call(const Request& request, const Result& whole,
                    const std::function<void(const Request&, Result&)>& run) {
  constexpr unsigned kMostCalls = 24;
  const DeviceHooks& hooks = device_hooks();
  if (!hooks.fail_call) return;
  Request failing = request;
  for (bool failed = true; failed && failing.failing_call < kMostCalls;) {
    ++failing.failing_call;
    hooks.watch_allocations();
    const Ending ending = end_of(failing, run);
    failed = ending.result.fate != CallFate::never_made;
    if (failed) {
      const std::string text = complaint(ending, whole);
      const bool unseen = ending.result.returned || ending.threw.empty();
      if (!text.empty()) hooks.blame_failed_call(text, unseen);
      hooks.report_leaks();
    }
    hooks.fail_call(0);
    if (ending.result.fate == CallFate::fault)
      throw Failure("cuda", "kernel", "", "a kernel went wrong after a call that was made to fail");
  }
}

}  // namespace kit::worker
