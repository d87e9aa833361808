/// @file
/// The entry points by which gcc's code begins parallel regions and shares out work in them, under
/// their compiler-given names. A program that uses one that is not here does not link, and is not
/// observed.
#include <cstddef>
#include <cstdint>

#include "sim/openmp/team.hpp"

namespace kit::sim::openmp {
namespace {

using Number = unsigned long long;

std::uint64_t turns_of(std::uint64_t distance, std::uint64_t step) {
  return (distance + step - 1) / step;
}

void begin_loop(Place& place, long start, long end, long step, long chunk) {
  const auto first = std::uint64_t(start), last = std::uint64_t(end), width = std::uint64_t(step);
  const std::uint64_t turns = step > 0 ? (start < end ? turns_of(last - first, width) : 0)
                                       : (start > end ? turns_of(first - last, -width) : 0);
  place.loop = Loop(first, last, width, turns, std::uint64_t(chunk), place.number, place.size);
}

void begin_loop(Place& place, bool up, Number start, Number end, Number step, Number chunk) {
  const std::uint64_t turns = up ? (start < end ? turns_of(end - start, step) : 0)
                                 : (start > end ? turns_of(start - end, -step) : 0);
  place.loop = Loop(start, end, step, turns, chunk, place.number, place.size);
}

// Both kinds of loop: the numbers have the same bits.
template <typename T>
bool next_chunk(T* from, T* to) {
  std::uint64_t first = 0, last = 0;
  if (!here().loop.next(first, last)) return false;
  *from = T(first);
  *to = T(last);
  return true;
}

bool is_ones_turn(const Place& place) {
  return place.loop.ordered->chunk == place.loop.chunk();
}

void leave_ordered_chunk() {
  Place& place = here();
  wait_until([&] { return is_ones_turn(place); });
  ++place.loop.ordered->chunk;
}

// An ordered loop whose thread has no chunk has no turn to wait for.
template <typename T>
bool first_ordered_chunk(T* from, T* to) {
  Place& place = here();
  if (place.size == 1) place.own_turn = {};
  place.loop.ordered = place.size == 1 ? &place.own_turn : &ordered_turn(place.ordered_loops++);
  return next_chunk(from, to);
}

template <typename T>
bool next_ordered_chunk(T* from, T* to) {
  leave_ordered_chunk();
  return next_chunk(from, to);
}

unsigned next_section() {
  Place& place = here();
  if (place.section > place.sections) return 0;
  const auto section = unsigned(place.section);
  place.section += place.size;
  return section;
}

void begin_sections(Place& place, unsigned count) {
  place.section = place.number + 1;
  place.sections = count;
}

}  // namespace
}  // namespace kit::sim::openmp

using namespace kit::sim::openmp;

// A loop that its parallel region begins with, for each schedule.
#define KIT_OPENMP_PARALLEL_LOOP(schedule)                                                \
  void GOMP_parallel_loop_##schedule(Body body, void* data, unsigned threads, long start, \
                                     long end, long step, long chunk, unsigned) {         \
    run_parallel(body, data, threads, __builtin_return_address(0),                        \
                 [=](Place& place) { begin_loop(place, start, end, step, chunk); });      \
  }
#define KIT_OPENMP_PARALLEL_RUNTIME(schedule)                                             \
  void GOMP_parallel_loop_##schedule(Body body, void* data, unsigned threads, long start, \
                                     long end, long step, unsigned) {                     \
    run_parallel(body, data, threads, __builtin_return_address(0),                        \
                 [=](Place& place) { begin_loop(place, start, end, step, 1); });          \
  }
// `first` and `next` are those of ordered or of other loops.
#define KIT_OPENMP_LOOP(schedule, first, next)                                               \
  bool GOMP_loop_##schedule##_start(long start, long end, long step, long chunk, long* from, \
                                    long* to) {                                              \
    begin_loop(here(), start, end, step, chunk);                                             \
    return first(from, to);                                                                  \
  }                                                                                          \
  bool GOMP_loop_ull_##schedule##_start(bool up, Number start, Number end, Number step,      \
                                        Number chunk, Number* from, Number* to) {            \
    begin_loop(here(), up, start, end, step, chunk);                                         \
    return first(from, to);                                                                  \
  }                                                                                          \
  KIT_OPENMP_NEXT(schedule, next)
#define KIT_OPENMP_RUNTIME_LOOP(schedule, first, next)                                       \
  bool GOMP_loop_##schedule##_start(long start, long end, long step, long* from, long* to) { \
    begin_loop(here(), start, end, step, 1);                                                 \
    return first(from, to);                                                                  \
  }                                                                                          \
  bool GOMP_loop_ull_##schedule##_start(bool up, Number start, Number end, Number step,      \
                                        Number* from, Number* to) {                          \
    begin_loop(here(), up, start, end, step, 1);                                             \
    return first(from, to);                                                                  \
  }                                                                                          \
  KIT_OPENMP_NEXT(schedule, next)
#define KIT_OPENMP_NEXT(schedule, next)                            \
  bool GOMP_loop_##schedule##_next(long* from, long* to) {         \
    return next(from, to);                                         \
  }                                                                \
  bool GOMP_loop_ull_##schedule##_next(Number* from, Number* to) { \
    return next(from, to);                                         \
  }
#define KIT_OPENMP_LOOPS(prefix, first, next)   \
  KIT_OPENMP_LOOP(prefix##static, first, next)  \
  KIT_OPENMP_LOOP(prefix##dynamic, first, next) \
  KIT_OPENMP_LOOP(prefix##guided, first, next)  \
  KIT_OPENMP_RUNTIME_LOOP(prefix##runtime, first, next)

extern "C" {

void GOMP_parallel(Body body, void* data, unsigned threads, unsigned) {
  run_parallel(body, data, threads, __builtin_return_address(0));
}
void GOMP_parallel_sections(Body body, void* data, unsigned threads, unsigned count, unsigned) {
  run_parallel(body, data, threads, __builtin_return_address(0),
               [=](Place& place) { begin_sections(place, count); });
}
KIT_OPENMP_PARALLEL_LOOP(static)
KIT_OPENMP_PARALLEL_LOOP(dynamic)
KIT_OPENMP_PARALLEL_LOOP(guided)
KIT_OPENMP_PARALLEL_LOOP(nonmonotonic_dynamic)
KIT_OPENMP_PARALLEL_LOOP(nonmonotonic_guided)
KIT_OPENMP_PARALLEL_RUNTIME(runtime)
KIT_OPENMP_PARALLEL_RUNTIME(nonmonotonic_runtime)
KIT_OPENMP_PARALLEL_RUNTIME(maybe_nonmonotonic_runtime)

KIT_OPENMP_LOOPS(, next_chunk, next_chunk)
KIT_OPENMP_LOOP(nonmonotonic_dynamic, next_chunk, next_chunk)
KIT_OPENMP_LOOP(nonmonotonic_guided, next_chunk, next_chunk)
KIT_OPENMP_RUNTIME_LOOP(nonmonotonic_runtime, next_chunk, next_chunk)
KIT_OPENMP_RUNTIME_LOOP(maybe_nonmonotonic_runtime, next_chunk, next_chunk)
KIT_OPENMP_LOOPS(ordered_, first_ordered_chunk, next_ordered_chunk)

void GOMP_loop_end() {
  barrier();
}
void GOMP_loop_end_nowait() {}

void GOMP_ordered_start() {
  Place& place = here();
  if (place.loop.ordered == nullptr) return;
  wait_until([&] { return is_ones_turn(place); });
  if (in_team()) clocks().acquire(running_thread(), place.loop.ordered->clock);
}
void GOMP_ordered_end() {
  Place& place = here();
  if (place.loop.ordered != nullptr && in_team())
    clocks().release(running_thread(), place.loop.ordered->clock);
}

unsigned GOMP_sections_start(unsigned count) {
  begin_sections(here(), count);
  return next_section();
}
unsigned GOMP_sections_next() {
  return next_section();
}
void GOMP_sections_end() {
  barrier();
}
void GOMP_sections_end_nowait() {}

// Another thread each time: the others may not rely on which.
bool GOMP_single_start() {
  Place& place = here();
  return place.singles++ % place.size == place.number;
}
void* GOMP_single_copy_start() {
  if (GOMP_single_start()) return nullptr;
  barrier();
  return left_for_others();
}
void GOMP_single_copy_end(void* data) {
  left_for_others() = data;
  barrier();
}

void GOMP_barrier() {
  barrier();
}

}  // extern "C"
