#include "unlooked.hpp"

#include <mutex>
#include <optional>

#include "observer.hpp"

namespace kit::sim {
namespace {

struct Unlooked {
  cudaError_t error;
  std::string what, advice;
  CodePlace where;
};

std::mutex mutex;
std::optional<Unlooked> waiting;
bool fault_seen = false;           // the fault that stays was looked at, now or by an earlier call
bool fault_just_returned = false;  // by the last call, whose result may yet be thrown away

}  // namespace

void launch_failed(cudaError_t error, const std::string& what, CodePlace where) {
  if (observer() == nullptr) return;
  const std::lock_guard lock(mutex);
  waiting = Unlooked{error, what,
                     "call cudaGetLastError() after the launch and check what "
                     "cudaDeviceSynchronize() returns",
                     std::move(where)};
}

void error_was_asked_for() {
  const std::lock_guard lock(mutex);
  waiting.reset();
  fault_seen |= fault_just_returned;
}

void fault_was_returned() {
  const std::lock_guard lock(mutex);
  if (fault_just_returned) {
    fault_seen = true;  // the earlier call's result was not thrown away
    waiting.reset();
  }
  fault_just_returned = true;
}

void report_unlooked() {
  if (observer() == nullptr) return;
  std::optional<Unlooked> unlooked;
  {
    const std::lock_guard lock(mutex);
    if (fault_just_returned) waiting.reset();
    unlooked.swap(waiting);
  }
  if (!unlooked) return;
  report_host(FindingKind::unchecked_error,
              unlooked->what + " failed with " + cudaGetErrorName(unlooked->error) + " (" +
                  cudaGetErrorString(unlooked->error) + ") and nothing looked at the error; " +
                  unlooked->advice,
              unlooked->where);
}

void operator,(cudaError_t error, Discarded) {
  if (error == cudaSuccess || observer() == nullptr) return;
  CodePlace where = call_stack();
  const std::lock_guard lock(mutex);
  if (fault_just_returned) {
    fault_just_returned = false;
    return;
  }
  if (!fault_seen)
    waiting = Unlooked{error, "this call", "check what every CUDA call returns", std::move(where)};
}

}  // namespace kit::sim
