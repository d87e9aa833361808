/// Functions of the C library that kernels may call and that touch memory where no instrumentation
/// sees it: copies and fills of a size that is known only at run time. The observed build calls
/// them by these names (kit_sim/prelude.h). A card's compiler makes a loop of such a call, over
/// words where both ends are aligned and over bytes elsewhere; so many accesses are noted.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "block_trace.hpp"
#include "host_watch.hpp"
#include "program_memory.hpp"

namespace {

using kit::sim::Access;

struct Caller {
  std::uint32_t pc;
  const void* frame;
};

void note(const char* at, unsigned bytes, Access access, Caller caller) {
  if (kit::sim::BlockTrace* const trace = kit::sim::running_trace)
    trace->access(at, bytes, access, false, caller.pc, caller.frame);
}

void note_on_host(const void* address, std::size_t bytes, bool writes, Caller caller) {
  if (kit::sim::host_watch != nullptr && bytes > 0)
    kit::sim::host_watch->access(address, bytes, writes, caller.pc);
  if (const auto* const at = static_cast<const char*>(address); kit::sim::in_program_variables(at))
    kit::sim::check_host_use(at, caller.pc);
}

unsigned piece_of(std::uintptr_t target, std::uintptr_t source, std::size_t bytes) {
  return (target | source | bytes) % 4 == 0 ? 4 : 1;
}

// One piece after the other, as a loop would.
void note_copy(void* target, const void* source, std::size_t bytes, Caller caller) {
  if (kit::sim::running_trace == nullptr) {
    note_on_host(source, bytes, false, caller);
    note_on_host(target, bytes, true, caller);
    return;
  }
  auto* const to = static_cast<char*>(target);
  const auto* const from = static_cast<const char*>(source);
  const unsigned piece =
      piece_of(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), bytes);
  kit::sim::running_trace->begin_pieces(Access::write);
  for (std::size_t at = 0; at < bytes; at += piece) {
    // Several elements may be copied, so the padding of each is judged by what is around it.
    if (kit::sim::running_trace != nullptr) kit::sim::running_trace->set_range({from, bytes});
    note(from + at, piece, Access::read, caller);
    if (kit::sim::running_trace != nullptr) kit::sim::running_trace->set_range({});
    note(to + at, piece, Access::write, caller);
  }
  if (kit::sim::running_trace != nullptr) kit::sim::running_trace->end_pieces();
}

}  // namespace

#define KIT_SIM_CALLER                                                            \
  Caller {                                                                        \
    kit::sim::program_counter(__builtin_return_address(0)), __builtin_dwarf_cfa() \
  }

extern "C" {

void* kit_sim_memcpy(void* target, const void* source, std::size_t bytes) {
  note_copy(target, source, bytes, KIT_SIM_CALLER);
  return std::memcpy(target, source, bytes);
}

void* kit_sim_memmove(void* target, const void* source, std::size_t bytes) {
  note_copy(target, source, bytes, KIT_SIM_CALLER);
  return std::memmove(target, source, bytes);
}

void* kit_sim_memset(void* target, int value, std::size_t bytes) {
  const Caller caller = KIT_SIM_CALLER;
  const auto* const to = static_cast<const char*>(target);
  const unsigned piece = piece_of(reinterpret_cast<std::uintptr_t>(to), 0, bytes);
  if (kit::sim::running_trace == nullptr) note_on_host(target, bytes, true, caller);
  if (kit::sim::running_trace != nullptr) kit::sim::running_trace->begin_pieces(Access::write);
  for (std::size_t at = 0; kit::sim::running_trace != nullptr && at < bytes; at += piece)
    note(to + at, piece, Access::write, caller);
  if (kit::sim::running_trace != nullptr) kit::sim::running_trace->end_pieces();
  return std::memset(target, value, bytes);
}

}  // extern "C"
