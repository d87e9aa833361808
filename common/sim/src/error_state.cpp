/// CUDA reports a kernel's fault late, at a call that synchronises, and from then on with every
/// call. Programs that check errors in the wrong place show that only if the simulator is as late.
#include "error_state.hpp"

#include <unistd.h>

#include <atomic>
#include <utility>

#include "own_thread_local.hpp"
#include "unchecked_errors.hpp"

namespace kit::sim {
namespace {

KIT_SIM_OWN_THREAD_LOCAL cudaError_t last_error = cudaSuccess;
KIT_SIM_OWN_THREAD_LOCAL cudaError_t refused_call = cudaSuccess;
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
    {cudaErrorIllegalState, "cudaErrorIllegalState",
     "the operation cannot be performed in the present state"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress",
     "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled",
     "peer access is already enabled"},
    {cudaErrorPeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled",
     "peer access has not been enabled"},
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
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated",
     "operation failed due to a previous error during capture"},
    {cudaErrorStreamCaptureUnmatched, "cudaErrorStreamCaptureUnmatched",
     "capture was not ended in the same stream as it began"},
    {cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined",
     "capturing stream has unjoined work"},
    {cudaErrorStreamCaptureIsolation, "cudaErrorStreamCaptureIsolation",
     "dependency created on uncaptured work in another stream"},
    {cudaErrorStreamCaptureImplicit, "cudaErrorStreamCaptureImplicit",
     "operation would make the legacy stream depend on a capturing blocking stream"},
    {cudaErrorCapturedEvent, "cudaErrorCapturedEvent",
     "operation not permitted on an event last recorded in a capturing stream"},
    {cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure",
     "the graph update was not performed because it included changes which violated constraints "
     "specific to instantiated graph update"},
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

void refuse_this_call(cudaError_t error) {
  refused_call = error;
}

cudaError_t surface_faults() {
  if (const cudaError_t refused = std::exchange(refused_call, cudaSuccess)) return record(refused);
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
