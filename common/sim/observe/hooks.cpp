/// What instrumented code calls: the entry points of ThreadSanitizer and of the coverage of basic
/// blocks, under their compiler-given names. A program that has none of that code never links this
/// file.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "block_trace.hpp"
#include "host_watch.hpp"
#include "program_observer.hpp"

namespace kit::sim {

HostWatch* host_watch = nullptr;

}  // namespace kit::sim

namespace {

using kit::sim::Access;

void note_on_host(const void* address, std::size_t bytes, Access access, void* caller) {
  const std::uint32_t pc = kit::sim::program_counter(caller);
  if (kit::sim::host_watch != nullptr)
    kit::sim::host_watch->access(address, bytes, access == Access::write, pc);
  if (kit::sim::in_program_variables(static_cast<const char*>(address)))
    kit::sim::check_host_use(static_cast<const char*>(address), pc);
}

__attribute__((always_inline)) inline void note(const void* address, unsigned bytes, Access access,
                                                bool is_volatile, void* caller, void* frame) {
  if (kit::sim::BlockTrace* trace = kit::sim::running_trace) {
    trace->access(address, bytes, access, is_volatile, kit::sim::program_counter(caller), frame);
  } else if (kit::sim::host_watch != nullptr ||
             kit::sim::in_program_variables(static_cast<const char*>(address))) {
    note_on_host(address, bytes, access, caller);
  }
}

// One of the members of a vector that are accessed together (rewriter/vector_accesses.hpp): the
// first comes with the bytes of all of them, the others with 0.
void note_member(const void* address, unsigned bytes, unsigned together, Access access,
                 void* caller, void* frame) {
  if (kit::sim::BlockTrace* trace = kit::sim::running_trace)
    trace->member(address, bytes, together, access, kit::sim::program_counter(caller), frame);
  else
    note(address, bytes, access, false, caller, frame);
}

// A range is what a struct copy becomes whose size no machine type has, or whose alignment is less
// than its size and less than 8. The hardware moves it in pieces of its alignment, which the lowest
// set bit of its size bounds.
void note_range(const void* address, std::size_t bytes, Access access, void* caller, void* frame) {
  if (bytes == 0) return;
  if (kit::sim::running_trace == nullptr) {
    if (kit::sim::host_watch != nullptr) note_on_host(address, bytes, access, caller);
    return;
  }
  std::size_t piece = bytes & -bytes;
  if (piece == bytes && piece <= 16) piece = piece > 4 ? 4 : 1;
  if (piece > 16) piece = 16;
  const auto* byte = static_cast<const char*>(address);
  kit::sim::running_trace->begin_pieces(access);
  kit::sim::running_trace->set_range({byte, bytes});
  for (std::size_t at = 0; at < bytes; at += piece) {
    note(byte + at, unsigned(piece), access, false, caller, frame);
  }
  if (kit::sim::running_trace == nullptr) return;
  kit::sim::running_trace->set_range({});
  kit::sim::running_trace->end_pieces();
}

}  // namespace

#define KIT_SIM_HOOK(name, bytes, access, is_volatile)                             \
  void name(void* address) {                                                       \
    note(address, bytes, Access::access, is_volatile, __builtin_return_address(0), \
         __builtin_dwarf_cfa());                                                   \
  }
#define KIT_SIM_HOOKS(bytes)                           \
  KIT_SIM_HOOK(__tsan_read##bytes, bytes, read, false) \
  KIT_SIM_HOOKS_BUT_READ(bytes)
#define KIT_SIM_HOOKS_BUT_READ(bytes)                                    \
  KIT_SIM_HOOK(__tsan_write##bytes, bytes, write, false)                 \
  KIT_SIM_HOOK(__tsan_unaligned_read##bytes, bytes, read, false)         \
  KIT_SIM_HOOK(__tsan_unaligned_write##bytes, bytes, write, false)       \
  KIT_SIM_HOOK(__tsan_volatile_read##bytes, bytes, read, true)           \
  KIT_SIM_HOOK(__tsan_volatile_write##bytes, bytes, write, true)         \
  KIT_SIM_HOOK(__tsan_unaligned_volatile_read##bytes, bytes, read, true) \
  KIT_SIM_HOOK(__tsan_unaligned_volatile_write##bytes, bytes, write, true)

#define KIT_SIM_MEMBER_HOOK(access, bytes)                                             \
  void kit_sim_member_##access##bytes(void* address, unsigned together) {              \
    note_member(address, bytes, together, Access::access, __builtin_return_address(0), \
                __builtin_dwarf_cfa());                                                \
  }
#define KIT_SIM_MEMBER_HOOKS(bytes) \
  KIT_SIM_MEMBER_HOOK(read, bytes)  \
  KIT_SIM_MEMBER_HOOK(write, bytes)

extern "C" {

// Instrumented objects call this before main: from here on the program is observed.
void __tsan_init() {
  kit::sim::observe_program();
}

void __tsan_read4(void* address) {
  if (kit::sim::BlockTrace* trace = kit::sim::running_trace) {
    trace->read_word(address, kit::sim::program_counter(__builtin_return_address(0)),
                     __builtin_dwarf_cfa());
  } else if (kit::sim::host_watch != nullptr ||
             kit::sim::in_program_variables(static_cast<const char*>(address))) {
    note_on_host(address, 4, Access::read, __builtin_return_address(0));
  }
}

KIT_SIM_HOOKS(1)
KIT_SIM_HOOKS(2)
KIT_SIM_HOOKS_BUT_READ(4)
KIT_SIM_HOOKS(8)
KIT_SIM_HOOKS(16)

KIT_SIM_MEMBER_HOOKS(1)
KIT_SIM_MEMBER_HOOKS(2)
KIT_SIM_MEMBER_HOOKS(4)
KIT_SIM_MEMBER_HOOKS(8)

void __tsan_read_range(void* address, std::size_t bytes) {
  note_range(address, bytes, Access::read, __builtin_return_address(0), __builtin_dwarf_cfa());
}
void __tsan_write_range(void* address, std::size_t bytes) {
  note_range(address, bytes, Access::write, __builtin_return_address(0), __builtin_dwarf_cfa());
}
void __tsan_vptr_update(void** address, void*) {
  note(address, 8, Access::write, false, __builtin_return_address(0), __builtin_dwarf_cfa());
}
void __tsan_vptr_read(void** address) {
  note(address, 8, Access::read, false, __builtin_return_address(0), __builtin_dwarf_cfa());
}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

void __sanitizer_cov_trace_pc() {
  if (kit::sim::BlockTrace* trace = kit::sim::running_trace) {
    trace->enter_block(kit::sim::program_counter(__builtin_return_address(0)),
                       __builtin_dwarf_cfa());
  }
}

}  // extern "C"
