/// Streams and events. Work is done when the call returns, so streams only need to be valid.
#include "streams.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "error_state.hpp"
#include "failing_calls.hpp"
#include "finding.hpp"
#include "kit_sim/host_api.h"
#include "observer.hpp"

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

// The memory is kept, so that no later handle is taken for this one.
template <typename T>
bool destroy(T* handle) {
  const std::lock_guard lock(handles_mutex);
  return handles<T>().erase(handle) == 1;
}

template <typename T>
bool valid(T* handle) {
  const std::lock_guard lock(handles_mutex);
  return handles<T>().count(handle) == 1;
}

// The one that a grading's call is given.
cudaStream_t expected_stream = nullptr;

thread_local Queue named_queue;

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool valid_stream(cudaStream_t stream) {
  return is_default(stream) || valid(stream);
}

bool refuse_handle(const std::string& call, const char* what) {
  report_host(FindingKind::invalid_handle, call + " is given " + what +
                                               " that was destroyed or never made; a card's "
                                               "program may crash of it");
  return false;
}

bool check_event(cudaEvent_t event, const char* call) {
  return valid(event) || refuse_handle(call, "an event");
}

cudaError_t on_stream(cudaStream_t stream, const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const bool valid = valid_stream(stream) || refuse_handle(call, "a stream");
  return record(valid ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t on_event(cudaEvent_t event, const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(check_event(event, call) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

// Whoever is told that a stream or an event is done has waited for it.
template <typename Handle>
cudaError_t after_waiting(cudaError_t error, Handle handle) {
  if (error == cudaSuccess && observer() != nullptr) observer()->streams().host_waits(handle);
  return error;
}

}  // namespace

bool check_stream(cudaStream_t stream, const std::string& call,
                  const std::optional<CodePlace>& where) {
  if (!valid_stream(stream)) return refuse_handle(call, "a stream");
  if (expected_stream != nullptr && is_default(stream))
    report_host(FindingKind::wrong_stream,
                call +
                    " goes to the default stream, though the function was given a stream: work "
                    "on that stream does not wait for it. Pass the stream on",
                where ? *where : call_stack());
  return true;
}

void check_waits(const char* call, const std::string& advice) {
  if (expected_stream != nullptr)
    report_host(FindingKind::blocking_call,
                std::string(call) +
                    " waits for the device, though the function was given a stream, on which it "
                    "queues its work and returns: " +
                    advice);
}

Queue queue_of_named_copy() {
  return named_queue;
}

void note_device_waited_for() {
  if (observer() != nullptr) observer()->streams().host_waits_for_all();
}

void blocking_copy(const char* call) {
  named_queue = {};
  if (expected_stream != nullptr)
    report_host(FindingKind::wrong_stream,
                std::string(call) +
                    " goes to the default stream and waits, though the function was given a "
                    "stream: use " +
                    call + "Async with that stream");
}

cudaError_t use_stream(cudaStream_t stream, const char* call) {
  named_queue = {stream, false};
  return check_stream(stream, call) ? cudaSuccess : record(cudaErrorInvalidResourceHandle);
}

}  // namespace kit::sim

using namespace kit::sim;

extern "C" void kit_sim_expect_stream(void* stream) {
  expected_stream = observer() == nullptr ? nullptr : static_cast<cudaStream_t>(stream);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail("cudaStreamCreate", cudaErrorMemoryAllocation))
    return error;
  *stream = create<CUstream_st>();
  if (observer() != nullptr)
    observer()->streams().stream_made(*stream, (flags & cudaStreamNonBlocking) != 0);
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (destroy(stream)) {
    if (observer() != nullptr) observer()->streams().stream_destroyed(stream);
    return cudaSuccess;
  }
  refuse_handle("cudaStreamDestroy", "a stream");
  return record(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  check_waits("cudaStreamSynchronize", "leave the waiting to the caller");
  return after_waiting(on_stream(stream, "cudaStreamSynchronize"), stream);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return after_waiting(on_stream(stream, "cudaStreamQuery"), stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const cudaError_t error = on_stream(stream, "cudaStreamWaitEvent");
  if (error != cudaSuccess) return error;
  const cudaError_t event_error = on_event(event, "cudaStreamWaitEvent");
  if (event_error == cudaSuccess && observer() != nullptr)
    observer()->streams().stream_waits(stream, event);
  return event_error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data) {
  const cudaError_t error = on_stream(stream, "cudaLaunchHostFunc");
  if (error != cudaSuccess) return error;
  if (observer() == nullptr) {
    function(data);
    return cudaSuccess;
  }
  StreamObserver& streams = observer()->streams();
  streams.queued(stream, {"a function of the host", call_stack(), {}, {}});
  streams.host_function_begins();
  function(data);
  streams.host_function_ends();
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail("cudaEventCreate", cudaErrorMemoryAllocation))
    return error;
  *event = create<CUevent_st>();
  (*event)->timing = (flags & cudaEventDisableTiming) == 0;
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (destroy(event)) return cudaSuccess;
  refuse_handle("cudaEventDestroy", "an event");
  return record(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!check_event(event, "cudaEventRecord") || !check_stream(stream, "cudaEventRecord"))
    return record(cudaErrorInvalidResourceHandle);
  if (observer() != nullptr) observer()->streams().event_recorded(event, stream);
  event->recorded = true;
  event->when = std::chrono::steady_clock::now();
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  check_waits("cudaEventSynchronize", "leave the waiting to the caller");
  return after_waiting(on_event(event, "cudaEventSynchronize"), event);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return after_waiting(on_event(event, "cudaEventQuery"), event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (!check_event(start, "cudaEventElapsedTime") || !check_event(stop, "cudaEventElapsedTime")) {
    return record(cudaErrorInvalidResourceHandle);
  }
  if (!start->recorded || !stop->recorded || !start->timing || !stop->timing) {
    return record(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(stop->when - start->when).count();
  return cudaSuccess;
}
