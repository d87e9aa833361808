/// Streams and events. Work is done when the call returns, so streams only need to be valid.
#include <chrono>
#include <mutex>
#include <set>

#include "error_state.hpp"
#include "kit_sim/host_api.h"

struct CUstream_st {};

struct CUevent_st {
  bool timing = true;
  bool recorded = false;
  std::chrono::steady_clock::time_point when{};
};

namespace kit::sim {
namespace {

std::mutex handles_mutex;

template <typename T>
std::set<T*>& handles() {
  static auto* all = new std::set<T*>;
  return *all;
}

template <typename T>
T* create() {
  const std::lock_guard lock(handles_mutex);
  return *handles<T>().insert(new T).first;
}

template <typename T>
bool destroy(T* handle) {
  const std::lock_guard lock(handles_mutex);
  if (handles<T>().erase(handle) == 0) return false;
  delete handle;
  return true;
}

template <typename T>
bool valid(T* handle) {
  const std::lock_guard lock(handles_mutex);
  return handles<T>().count(handle) == 1;
}

bool valid_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
         valid(stream);
}

cudaError_t on_stream(cudaStream_t stream) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(valid_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t on_event(cudaEvent_t event) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(valid(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

}  // namespace
}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  if (const cudaError_t fault = surface_faults()) return fault;
  *stream = create<CUstream_st>();
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(destroy(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return on_stream(stream);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return on_stream(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const cudaError_t error = on_stream(stream);
  return error != cudaSuccess ? error : on_event(event);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data) {
  const cudaError_t error = on_stream(stream);
  if (error == cudaSuccess) function(data);
  return error;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (const cudaError_t fault = surface_faults()) return fault;
  *event = create<CUevent_st>();
  (*event)->timing = (flags & cudaEventDisableTiming) == 0;
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!valid(event) || !valid_stream(stream)) return record(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->when = std::chrono::steady_clock::now();
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return on_event(event);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return on_event(event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (!valid(start) || !valid(stop) || !start->recorded || !stop->recorded || !start->timing ||
      !stop->timing) {
    return record(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(stop->when - start->when).count();
  return cudaSuccess;
}
