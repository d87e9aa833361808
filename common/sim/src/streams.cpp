/// Streams and events: which there are, and what of the queue's they stand for.
#include "streams.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "devices.hpp"
#include "error_state.hpp"
#include "failing_calls.hpp"
#include "finding.hpp"
#include "kit_sim/host_api.h"
#include "live_handles.hpp"
#include "observer.hpp"
#include "stream_handles.hpp"
#include "work_queue.hpp"

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

// The one that a grading's call is given, and whether the call may wait for it.
cudaStream_t expected_stream = nullptr;
bool expected_waits = false, images_on_device = false;
bool calls_are_graded = false;

thread_local Queue named_queue;

}  // namespace

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool valid_stream(cudaStream_t stream) {
  return is_default(stream) || valid(stream);
}

namespace {

bool refuse_handle(const std::string& call, const char* what) {
  report_host(FindingKind::invalid_handle, call + " is given " + what +
                                               " that was destroyed or never made; a card's "
                                               "program may crash of it");
  return false;
}

bool check_event(cudaEvent_t event, const char* call) {
  return valid(event) || refuse_handle(call, "an event");
}

// What calls that ask or wait begin with.
cudaError_t on_stream(cudaStream_t stream, const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const bool valid = valid_stream(stream) || refuse_handle(call, "a stream");
  return record(valid ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t on_event(cudaEvent_t event, const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(check_event(event, call) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

bool is_legacy(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy;
}

bool is_captured(cudaEvent_t event) {
  return event->captured.capture != nullptr;
}

constexpr const char* kNotDoneNow =
    "what it is given is not done, but becomes part of a graph; end the capture before";

void refuse_captured(cudaStream_t stream, const char* call) {
  if (!valid_stream(stream)) return;
  cudaError_t error = cudaSuccess;
  if (is_legacy(stream))
    error = refuse_legacy_while_capturing(call);
  else if (is_capturing(stream))
    error = refuse_in_capture(stream->captured.capture, call, kNotDoneNow,
                              cudaErrorStreamCaptureUnsupported);
  if (error != cudaSuccess) refuse_this_call(error);
}

void refuse_captured(cudaEvent_t event, const char* call) {
  if (!valid(event) || !is_captured(event)) return;
  refuse_this_call(
      refuse_in_capture(event->captured.capture, call, kNotDoneNow, cudaErrorCapturedEvent));
}

}  // namespace

cudaError_t check_stream(cudaStream_t stream, const std::string& call,
                         const std::optional<CodePlace>& where) {
  if (!valid_stream(stream)) {
    refuse_handle(call, "a stream");
    return record(cudaErrorInvalidResourceHandle);
  }
  if (is_legacy(stream))
    if (const cudaError_t error = refuse_legacy_while_capturing(call)) return error;
  if (expected_stream != nullptr && is_default(stream))
    report_host(FindingKind::wrong_stream,
                call +
                    " goes to the default stream, though the function was given a stream: work "
                    "on that stream does not wait for it. Pass the stream on",
                where ? *where : call_stack());
  return cudaSuccess;
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

std::size_t place_of(cudaStream_t stream) {
  if (stream == cudaStreamPerThread) return StreamClocks::per_thread(current_device());
  return is_default(stream) ? StreamClocks::legacy(current_device()) : stream->place;
}

bool does_at_once(cudaStream_t stream) {
  return WorkQueue::instance().does_at_once() && !is_capturing(stream);
}

int device_of(cudaStream_t stream) {
  return is_default(stream) ? current_device() : stream->device;
}

void give_work(cudaStream_t stream, Task task) {
  task.device = device_of(stream);
  if (is_capturing(stream)) return capture_work(stream, std::move(task));
  WorkQueue::instance().give(place_of(stream), std::move(task));
}

void wait_for_stream(cudaStream_t stream) {
  WorkQueue::instance().host_waits_for_stream(place_of(stream));
}

void wait_for_device() {
  WorkQueue::instance().host_waits_for_device(current_device());
}

void blocking_copy(const char* call) {
  named_queue = {};
  if (const cudaError_t error = refuse_legacy_while_capturing(call)) refuse_this_call(error);
  if (expected_stream != nullptr)
    report_host(FindingKind::wrong_stream,
                std::string(call) +
                    " goes to the default stream and waits, though the function was given a "
                    "stream: use " +
                    call + "Async with that stream");
}

cudaError_t use_stream(cudaStream_t stream, const char* call) {
  named_queue = {stream, false};
  return check_stream(stream, call);
}

bool is_callers_turn() {
  return calls_are_graded && expected_stream == nullptr;
}

bool images_are_on_device() {
  return images_on_device;
}

}  // namespace kit::sim

using namespace kit::sim;

extern "C" void kit_sim_expect_stream(void* stream, int may_wait, int on_device) {
  expected_stream = observer() == nullptr ? nullptr : static_cast<cudaStream_t>(stream);
  expected_waits = may_wait != 0;
  images_on_device = on_device != 0;
  calls_are_graded = true;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail("cudaStreamCreate", cudaErrorMemoryAllocation))
    return error;
  *stream = create<CUstream_st>();
  (*stream)->non_blocking = (flags & cudaStreamNonBlocking) != 0;
  (*stream)->device = current_device();
  (*stream)->place = WorkQueue::instance().stream_made((*stream)->non_blocking, current_device());
  note_made(*stream, "a stream", "cudaStreamDestroy");
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
    WorkQueue::instance().stream_destroyed(stream->place);
    note_ended(stream);
    return cudaSuccess;
  }
  refuse_handle("cudaStreamDestroy", "a stream");
  return record(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (!expected_waits || stream != expected_stream)
    check_waits("cudaStreamSynchronize", "leave the waiting to the caller");
  refuse_captured(stream, "cudaStreamSynchronize");
  if (valid_stream(stream)) wait_for_stream(stream);
  return on_stream(stream, "cudaStreamSynchronize");
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  WorkQueue& queue = WorkQueue::instance();
  refuse_captured(stream, "cudaStreamQuery");
  const bool done = !valid_stream(stream) || queue.has_ended(queue.until(place_of(stream)));
  const cudaError_t error = on_stream(stream, "cudaStreamQuery");
  return error != cudaSuccess || done ? error : record(cudaErrorNotReady);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const cudaError_t error = on_stream(stream, "cudaStreamWaitEvent");
  if (error != cudaSuccess) return error;
  const cudaError_t event_error = on_event(event, "cudaStreamWaitEvent");
  if (event_error == cudaSuccess && (is_capturing(stream) || is_captured(event)))
    return capture_wait(stream, event);
  if (event_error == cudaSuccess && event->recorded)
    WorkQueue::instance().stream_waits(place_of(stream), event->until);
  return event_error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data) {
  const cudaError_t error = on_stream(stream, "cudaLaunchHostFunc");
  if (error != cudaSuccess) return error;
  StreamWork work{"a function of the host", call_stack(), {}, {}};
  work.kind = WorkKind::host_function;
  work.device = device_of(stream);
  give_work(stream, {std::move(work), [function, data](StreamWork&, const WorkPlace& place) {
                       if (has_fault()) return;
                       if (observer() == nullptr) return function(data);
                       observer()->streams().host_function_begins(place);
                       function(data);
                       observer()->streams().host_function_ends();
                     }});
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
  (*event)->device = current_device();
  (*event)->timing = (flags & cudaEventDisableTiming) == 0;
  note_made(*event, "an event", "cudaEventDestroy");
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (destroy(event)) {
    note_ended(event);
    return cudaSuccess;
  }
  refuse_handle("cudaEventDestroy", "an event");
  return record(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!check_event(event, "cudaEventRecord")) return record(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = check_stream(stream, "cudaEventRecord")) return error;
  if (event->device != device_of(stream)) {
    explain("cudaEventRecord: the event belongs to device " + std::to_string(event->device) +
            ", the stream to device " + std::to_string(device_of(stream)) +
            "; an event is made while its stream's device is the current one");
    return record(cudaErrorInvalidResourceHandle);
  }
  event->captured = {};
  if (is_capturing(stream)) {
    event->captured = stream->captured;
    return cudaSuccess;
  }
  event->recorded = true;
  Task note_time{{}, [event](StreamWork&, const WorkPlace&) {
                   event->when = std::chrono::steady_clock::now();
                 }};
  note_time.device = event->device;
  event->until = WorkQueue::instance().give(place_of(stream), std::move(note_time));
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!expected_waits) check_waits("cudaEventSynchronize", "leave the waiting to the caller");
  refuse_captured(event, "cudaEventSynchronize");
  if (valid(event)) WorkQueue::instance().host_waits(event->until);
  return on_event(event, "cudaEventSynchronize");
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  refuse_captured(event, "cudaEventQuery");
  const bool done = !valid(event) || WorkQueue::instance().has_ended(event->until);
  const cudaError_t error = on_event(event, "cudaEventQuery");
  return error != cudaSuccess || done ? error : record(cudaErrorNotReady);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (!check_event(start, "cudaEventElapsedTime") || !check_event(stop, "cudaEventElapsedTime")) {
    return record(cudaErrorInvalidResourceHandle);
  }
  if (start->device != stop->device || !start->recorded || !stop->recorded || !start->timing ||
      !stop->timing) {
    return record(cudaErrorInvalidResourceHandle);
  }
  if (!WorkQueue::instance().has_ended(start->until) ||
      !WorkQueue::instance().has_ended(stop->until))
    return record(cudaErrorNotReady);
  *milliseconds = std::chrono::duration<float, std::milli>(stop->when - start->when).count();
  return cudaSuccess;
}
