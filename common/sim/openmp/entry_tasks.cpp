/// @file
/// The entry points by which gcc's code makes tasks and waits for them. A task is run by another
/// thread of the team, when that waits; where it has to wait for others (depend), at once by the
/// thread that makes it, which OpenMP allows.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "sim/openmp/team.hpp"

namespace kit::sim::openmp {
namespace {

constexpr unsigned kDepends = 8;  // of the flags that GOMP_task is given

using Copy = void (*)(void* to, void* from);

void* copied(std::vector<char>& memory, void* data, Copy copy, long bytes, long alignment) {
  memory.resize(std::size_t(bytes) + std::size_t(alignment));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  char* const place =
      memory.data() + (std::uintptr_t(alignment) - begin % std::uintptr_t(alignment));
  if (copy != nullptr)
    copy(place, data);
  else
    __builtin_memcpy(place, data, std::size_t(bytes));
  return place;
}

// Its own children are waited for by it alone.
void run_at_once(Body body, void* data) {
  Place& place = here();
  const std::shared_ptr<Task> before = std::exchange(place.task, std::make_shared<Task>());
  body(data);
  place.task = before;
}

}  // namespace
}  // namespace kit::sim::openmp

using namespace kit::sim::openmp;

extern "C" {

void GOMP_task(Body body, void* data, Copy copy, long bytes, long alignment, bool deferred,
               unsigned flags, void**, int, void*) {
  Place& place = here();
  auto task = std::make_shared<Task>();
  const bool at_once = !deferred || place.size == 1 || (flags & kDepends) != 0;
  if (at_once && copy == nullptr) return run_at_once(body, data);
  task->data = copied(task->memory, data, copy, bytes, alignment);
  if (at_once) return run_at_once(body, task->data);
  task->body = body;
  task->parent = place.task;
  task->group = place.group;
  clocks().release(running_thread(), task->begins);
  ++place.task->unfinished;
  if (place.group) ++place.group->unfinished;
  queue_task(std::move(task));
}

void GOMP_taskwait() {
  Task& task = *here().task;
  wait_until([&] { return task.unfinished == 0 || (run_queued_task() && task.unfinished == 0); });
  if (in_team()) clocks().acquire(running_thread(), task.ended);
}

void GOMP_taskgroup_start() {
  Place& place = here();
  auto group = std::make_shared<TaskGroup>();
  group->outer = place.group;
  place.group = std::move(group);
}
void GOMP_taskgroup_end() {
  Place& place = here();
  TaskGroup& group = *place.group;
  wait_until([&] { return group.unfinished == 0 || (run_queued_task() && group.unfinished == 0); });
  if (in_team()) clocks().acquire(running_thread(), group.ended);
  place.group = std::shared_ptr<TaskGroup>(group.outer);
}

void GOMP_taskyield() {}

}  // extern "C"
