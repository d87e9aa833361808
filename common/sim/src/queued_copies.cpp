/// Copies and memsets as work of streams: what they need is looked at when they are queued, and
/// whether it is still there when they are done.
#include "queued_copies.hpp"

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "devices.hpp"
#include "error_state.hpp"
#include "finding.hpp"
#include "memory.hpp"
#include "observer.hpp"
#include "stream_handles.hpp"
#include "work_queue.hpp"

namespace kit::sim {
namespace {

std::vector<UsedBytes> list_rows(const char* data, std::size_t pitch, std::size_t width,
                                 std::size_t height) {
  std::vector<UsedBytes> all;
  for (std::size_t y = 0; y < height; ++y)
    all.push_back({data + y * pitch, data + y * pitch + width, 0});
  return all;
}

void note_write(char* target, std::size_t bytes) {
  if (observer() != nullptr) observer()->host_wrote(target, bytes);
}

// What was there when the work was queued may have been freed since.
bool is_gone(const char* data, const StreamWork& work) {
  if (WorkQueue::instance().does_at_once() || !Memory::instance().was_released(data)) return false;
  report_host(FindingKind::use_after_free,
              work.what + " is done when its memory has been freed: wait for it before",
              work.where);
  set_pending_fault(cudaErrorIllegalAddress);
  return true;
}

// Pageable memory as it is when the call is made.
std::shared_ptr<std::vector<char>> keep_source(RowCopy& copy) {
  auto kept = std::make_shared<std::vector<char>>(copy.width * copy.height);
  for (std::size_t y = 0; y < copy.height; ++y)
    std::memcpy(kept->data() + y * copy.width, copy.source + y * copy.source_pitch, copy.width);
  copy.source = kept->data();
  copy.source_pitch = copy.width;
  return kept;
}

bool is_on_device(const std::optional<Allocation>& memory) {
  return memory && !is_shared_host(memory->kind);
}

// Copies are what a stand-in does in place of a kernel.
bool stand_for_kernel = false;

// What the copy is for the engines of a card. What is none of the host's and no allocation either
// is a variable or an array of the current device.
void describe(const RowCopy& copy, StreamWork& work) {
  const auto from = Memory::instance().find(copy.source), to = Memory::instance().find(copy.target);
  const bool from_device = copy.source_known && (!from || is_on_device(from));
  const bool to_device = copy.target_known && (!to || is_on_device(to));
  work.bytes = std::uint64_t(copy.width) * copy.height;
  work.pageable = !copy.source_known || !copy.target_known;
  work.from_device = from ? from->device : current_device();
  work.device = to_device && to ? to->device : work.from_device;
  if (from_device && to_device) {
    const bool same = work.from_device == work.device;
    work.kind = same ? WorkKind::within_device : WorkKind::between_devices;
  } else if (from_device || to_device) {
    work.kind = to_device ? WorkKind::to_device : WorkKind::to_host;
  }
  if (!stand_for_kernel) return;
  if (work.kind == WorkKind::to_host) work.bytes = 0;  // which a kernel reads
  work.kind = WorkKind::within_device;
  work.pageable = false;
}

void do_copy(const RowCopy& copy, const StreamWork& work) {
  const Memory::Access access;
  for (std::size_t y = 0; y < copy.height; ++y) {
    const char* const from = copy.source + y * copy.source_pitch;
    char* const to = copy.target + y * copy.target_pitch;
    if (copy.looks_at_source && observer() != nullptr)
      observer()->copied_from(copy.call, from, copy.width, work.where);
    std::memmove(to, from, copy.width);
    if (!copy.target_is_variable) note_write(to, copy.width);
  }
}

}  // namespace

void queue_copy(const RowCopy& asked, Queue queue) {
  RowCopy copy = asked;
  const bool waits = !is_capturing(queue.stream) &&
                     ((queue.host_waits && !copy.within_device) || !copy.target_known);
  StreamWork work{copy.call, call_stack(), {}, {}};
  work.callers = is_callers_turn();
  work.on_device = images_are_on_device();
  if (observer() != nullptr) describe(copy, work);
  if (observer() != nullptr && copy.source_known)
    work.reads = list_rows(copy.source, copy.source_pitch, copy.width, copy.height);
  if (observer() != nullptr && copy.target_known)
    work.writes = list_rows(copy.target, copy.target_pitch, copy.width, copy.height);
  std::shared_ptr<std::vector<char>> kept;
  // A graph's copy reads pageable memory when it is launched.
  if (!waits && !copy.source_known && !WorkQueue::instance().does_at_once() &&
      !is_capturing(queue.stream))
    kept = keep_source(copy);
  give_work(queue.stream, {std::move(work), [copy, kept](StreamWork& now, const WorkPlace&) {
                             const bool there = !has_fault() && !is_gone(copy.target, now) &&
                                                (kept != nullptr || !is_gone(copy.source, now));
                             if (there) do_copy(copy, now);
                           }});
  if (waits) wait_for_stream(queue.stream);
}

void queue_fill(const RowFill& fill, Queue queue) {
  StreamWork work{fill.call, call_stack(), {}, {}};
  work.kind = WorkKind::within_device;
  work.bytes = std::uint64_t(fill.width) * fill.height;
  work.fills = true;
  work.callers = is_callers_turn();
  work.on_device = images_are_on_device();
  work.device = device_of(queue.stream);
  if (observer() != nullptr)
    work.writes = list_rows(fill.target, fill.pitch, fill.width, fill.height);
  give_work(queue.stream, {std::move(work), [fill](StreamWork& now, const WorkPlace&) {
                             if (has_fault() || is_gone(fill.target, now)) return;
                             const Memory::Access access;
                             for (std::size_t y = 0; y < fill.height; ++y) {
                               std::memset(fill.target + y * fill.pitch, fill.value, fill.width);
                               note_write(fill.target + y * fill.pitch, fill.width);
                             }
                           }});
  if (queue.host_waits && fill.on_host) wait_for_stream(queue.stream);
}

}  // namespace kit::sim

extern "C" void kit_sim_copies_stand_for_kernel(int on) {
  kit::sim::stand_for_kernel = on != 0;
}
