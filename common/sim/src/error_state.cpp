/// CUDA reports a kernel's fault late, at a call that synchronises, and from then on with every
/// call. Programs that check errors in the wrong place show that only if the simulator is as late.
#include "error_state.hpp"

#include <unistd.h>

#include <atomic>

#include "unchecked_errors.hpp"

namespace kit::sim {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
std::atomic<cudaError_t> pending_fault{cudaSuccess};
std::atomic<cudaError_t> sticky_fault{cudaSuccess};

struct ErrorText {
  cudaError_t code;
  const char* name;
  const char* text;
};

constexpr ErrorText kErrors[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidChannelDescriptor, "cudaErrorInvalidChannelDescriptor",
     "invalid channel descriptor"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {cudaErrorInvalidFilterSetting, "cudaErrorInvalidFilterSetting",
     "linear filtering not supported for non-float type"},
    {cudaErrorInvalidNormSetting, "cudaErrorInvalidNormSetting",
     "read as normalized float not supported for data type"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorUnsupportedLimit, "cudaErrorUnsupportedLimit",
     "limit is not supported on this architecture"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress",
     "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

const ErrorText* find(cudaError_t error) {
  for (const ErrorText& entry : kErrors) {
    if (entry.code == error) return &entry;
  }
  return nullptr;
}

}  // namespace

cudaError_t record(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

cudaError_t surface_faults() {
  const cudaError_t pending = pending_fault.load();
  if (pending != cudaSuccess) {
    cudaError_t none = cudaSuccess;
    sticky_fault.compare_exchange_strong(none, pending);
  }
  const cudaError_t fault = record(sticky_fault.load());
  if (fault != cudaSuccess) fault_was_returned();
  return fault;
}

void set_pending_fault(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  pending_fault.compare_exchange_strong(none, error);
}

bool has_fault() {
  return pending_fault.load() != cudaSuccess;
}

void explain(const std::string& message) {
  const std::string line = "simulator: " + message + "\n";
  // One write, so that lines of several host threads do not mix.
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;
}

}  // namespace kit::sim

cudaError_t cudaGetLastError() {
  using namespace kit::sim;
  const cudaError_t error = last_error;
  last_error = sticky_fault.load();
  if (error != cudaSuccess) error_was_asked_for();
  return error;
}

cudaError_t cudaPeekAtLastError() {
  using namespace kit::sim;
  if (last_error != cudaSuccess) error_was_asked_for();
  return last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
  const auto* entry = kit::sim::find(error);
  return entry ? entry->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const auto* entry = kit::sim::find(error);
  return entry ? entry->text : "unrecognized error code";
}
