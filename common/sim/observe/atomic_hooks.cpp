/// Atomic operations of instrumented code other than CUDA's own functions: std::atomic in the
/// host's code, fences. With -fsanitize=thread the compiler makes calls of them all; here they are
/// what they would have been without. Orders are all sequentially consistent, the strongest. A
/// kernel that uses them (nvcc refuses it) is told of each as of an atomic function.
#include <cstdint>

#include "block_trace.hpp"
#include "host_watch.hpp"

namespace {

using What = kit::sim::HostWatch::Atomic;

void note(const volatile void* address, unsigned bytes, What what, int order, void* caller,
          void* frame) {
  const std::uint32_t pc = kit::sim::program_counter(caller);
  if (kit::sim::BlockTrace* const trace = kit::sim::running_trace) {
    trace->atomic(const_cast<void*>(address), bytes, {}, pc, frame);
  } else if (kit::sim::host_watch != nullptr) {
    kit::sim::host_watch->atomic(address, bytes, what, order, pc);
  }
}

}  // namespace

#define KIT_SIM_NOTE(bytes, what) \
  note(at, bytes, What::what, order, __builtin_return_address(0), __builtin_dwarf_cfa())

#define KIT_SIM_UPDATE(bits, name)                                                               \
  std::uint##bits##_t __tsan_atomic##bits##_fetch_##name(volatile std::uint##bits##_t* at,       \
                                                         std::uint##bits##_t value, int order) { \
    KIT_SIM_NOTE(bits / 8, update);                                                              \
    return __atomic_fetch_##name(at, value, __ATOMIC_SEQ_CST);                                   \
  }

#define KIT_SIM_COMPARE(bits, strength)                                                            \
  int __tsan_atomic##bits##_compare_exchange_##strength(                                           \
      volatile std::uint##bits##_t* at, std::uint##bits##_t* expected, std::uint##bits##_t wanted, \
      int order, int) {                                                                            \
    KIT_SIM_NOTE(bits / 8, update);                                                                \
    return __atomic_compare_exchange_n(at, expected, wanted, false, __ATOMIC_SEQ_CST,              \
                                       __ATOMIC_SEQ_CST);                                          \
  }

#define KIT_SIM_ATOMICS(bits)                                                                      \
  std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* at,           \
                                                 int order) {                                      \
    KIT_SIM_NOTE(bits / 8, load);                                                                  \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* at, std::uint##bits##_t value,    \
                                   int order) {                                                    \
    KIT_SIM_NOTE(bits / 8, store);                                                                 \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                \
  std::uint##bits##_t __tsan_atomic##bits##_exchange(volatile std::uint##bits##_t* at,             \
                                                     std::uint##bits##_t value, int order) {       \
    KIT_SIM_NOTE(bits / 8, update);                                                                \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                       \
  }                                                                                                \
  std::uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                  \
      volatile std::uint##bits##_t* at, std::uint##bits##_t expected, std::uint##bits##_t wanted,  \
      int order, int) {                                                                            \
    KIT_SIM_NOTE(bits / 8, update);                                                                \
    __atomic_compare_exchange_n(at, &expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                               \
  }                                                                                                \
  KIT_SIM_COMPARE(bits, strong)                                                                    \
  KIT_SIM_COMPARE(bits, weak)                                                                      \
  KIT_SIM_UPDATE(bits, add)                                                                        \
  KIT_SIM_UPDATE(bits, sub)                                                                        \
  KIT_SIM_UPDATE(bits, and)                                                                        \
  KIT_SIM_UPDATE(bits, or)                                                                         \
  KIT_SIM_UPDATE(bits, xor)                                                                        \
  KIT_SIM_UPDATE(bits, nand)

extern "C" {

KIT_SIM_ATOMICS(8)
KIT_SIM_ATOMICS(16)
KIT_SIM_ATOMICS(32)
KIT_SIM_ATOMICS(64)

void __tsan_atomic_thread_fence(int) {
  if (kit::sim::running_trace == nullptr && kit::sim::host_watch != nullptr)
    kit::sim::host_watch->fence();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"
