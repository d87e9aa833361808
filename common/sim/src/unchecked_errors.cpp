/// Keeps the one error that the program has not looked at yet, until something looks at it or the
/// next launch begins. The rewriter marks calls whose result is thrown away (operator, below); a
/// result that is used in any other way counts as looked at.
#include "unchecked_errors.hpp"

#include <mutex>
#include <optional>

#include "failing_calls.hpp"
#include "observer.hpp"

namespace kit::sim {
namespace {

struct UncheckedError {
  cudaError_t error;
  std::string what, advice;
  CodePlace where;
};

struct State {
  std::mutex mutex;
  std::optional<UncheckedError> waiting;
  bool fault_seen = false;           // the fault that stays was looked at
  bool fault_just_returned = false;  // by the last call, whose result may yet be thrown away
};

// Never destroyed: the end of the program asks it.
State& state() {
  static auto* all = new State;
  return *all;
}

}  // namespace

void launch_failed(cudaError_t error, const std::string& what, CodePlace where) {
  if (observer() == nullptr || calls_are_failing()) return;
  State& now = state();
  const std::lock_guard lock(now.mutex);
  now.waiting = UncheckedError{error, what,
                               "call cudaGetLastError() after the launch and check what "
                               "cudaDeviceSynchronize() returns",
                               std::move(where)};
}

void error_was_asked_for() {
  failed_call_was_asked_for();
  State& now = state();
  const std::lock_guard lock(now.mutex);
  now.waiting.reset();
  now.fault_seen |= now.fault_just_returned;
}

void fault_was_returned() {
  State& now = state();
  const std::lock_guard lock(now.mutex);
  if (now.fault_just_returned) {
    now.fault_seen = true;  // the earlier call's result was not thrown away
    now.waiting.reset();
  }
  now.fault_just_returned = true;
}

void report_unchecked_errors() {
  if (observer() == nullptr) return;
  std::optional<UncheckedError> unchecked;
  {
    State& now = state();
    const std::lock_guard lock(now.mutex);
    if (now.fault_just_returned) now.waiting.reset();
    unchecked.swap(now.waiting);
  }
  if (!unchecked) return;
  report_host(FindingKind::unchecked_error,
              unchecked->what + " failed with " + cudaGetErrorName(unchecked->error) + " (" +
                  cudaGetErrorString(unchecked->error) + ") and nothing looked at the error; " +
                  unchecked->advice,
              unchecked->where);
}

void operator,(cudaError_t error, Discarded) {
  if (error == cudaSuccess || observer() == nullptr) return;
  if (calls_are_failing()) return failed_call_was_discarded();
  CodePlace where = call_stack();
  State& now = state();
  const std::lock_guard lock(now.mutex);
  if (now.fault_just_returned) {
    now.fault_just_returned = false;
    return;
  }
  if (now.fault_seen || now.waiting) return;
  now.waiting =
      UncheckedError{error, "this call", "check what every CUDA call returns", std::move(where)};
}

}  // namespace kit::sim
