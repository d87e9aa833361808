/// @file
/// Atomic functions on global and shared memory: sequentially consistent, which is stronger than
/// CUDA's relaxed ones; the `_block` and `_system` scopes are the same here.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "builtins.h"

namespace kit::sim {

/// Called after every atomic: now and then lets the block's other threads run, so that a thread
/// that polls with atomics cannot starve the one it waits for.
void after_atomic();

/// old = *address; *address = update(old), in one step; returns old. T of 4 or 8 bytes.
template <typename T, typename Update>
T atomic_update(T* address, Update update) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static_assert(sizeof(T) == sizeof(Word), "atomics work on 4 or 8 bytes");
  Word* word = reinterpret_cast<Word*>(address);
  Word old_bits = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  T old;
  for (;;) {
    std::memcpy(&old, &old_bits, sizeof(T));
    const T wanted = update(old);
    Word new_bits;
    std::memcpy(&new_bits, &wanted, sizeof(T));
    if (__atomic_compare_exchange_n(word, &old_bits, new_bits, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST)) {
      break;
    }
  }
  after_atomic();
  return old;
}

}  // namespace kit::sim

// CUDA has each function for a fixed list of types; an argument of another type must convert to it.
#define KIT_SIM_ATOMIC(name, Type, expression)                                                 \
  inline Type name(Type* address, Type value) {                                                \
    return kit::sim::atomic_update(address, [value](Type old) -> Type { return expression; }); \
  }                                                                                            \
  inline Type name##_block(Type* address, Type value) {                                        \
    return name(address, value);                                                               \
  }                                                                                            \
  inline Type name##_system(Type* address, Type value) {                                       \
    return name(address, value);                                                               \
  }

#define KIT_SIM_ATOMIC_INTEGERS(name, expression) \
  KIT_SIM_ATOMIC(name, int, expression)           \
  KIT_SIM_ATOMIC(name, unsigned int, expression)  \
  KIT_SIM_ATOMIC(name, unsigned long long, expression)

KIT_SIM_ATOMIC_INTEGERS(atomicAdd, old + value)
KIT_SIM_ATOMIC(atomicAdd, float, old + value)
KIT_SIM_ATOMIC(atomicAdd, double, old + value)
KIT_SIM_ATOMIC(atomicSub, int, old - value)
KIT_SIM_ATOMIC(atomicSub, unsigned int, old - value)
KIT_SIM_ATOMIC_INTEGERS(atomicExch, ((void)old, value))
KIT_SIM_ATOMIC(atomicExch, float, ((void)old, value))
KIT_SIM_ATOMIC_INTEGERS(atomicMin, old < value ? old : value)
KIT_SIM_ATOMIC(atomicMin, long long, old < value ? old : value)
KIT_SIM_ATOMIC_INTEGERS(atomicMax, old > value ? old : value)
KIT_SIM_ATOMIC(atomicMax, long long, old > value ? old : value)
KIT_SIM_ATOMIC_INTEGERS(atomicAnd, old& value)
KIT_SIM_ATOMIC_INTEGERS(atomicOr, old | value)
KIT_SIM_ATOMIC_INTEGERS(atomicXor, old ^ value)
KIT_SIM_ATOMIC(atomicInc, unsigned int, old >= value ? 0u : old + 1)
KIT_SIM_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
#undef KIT_SIM_ATOMIC_INTEGERS
#undef KIT_SIM_ATOMIC

#define KIT_SIM_ATOMIC_CAS(Type)                                                  \
  inline Type atomicCAS(Type* address, Type compare, Type value) {                \
    return kit::sim::atomic_update(                                               \
        address, [=](Type old) -> Type { return old == compare ? value : old; }); \
  }
KIT_SIM_ATOMIC_CAS(int)
KIT_SIM_ATOMIC_CAS(unsigned int)
KIT_SIM_ATOMIC_CAS(unsigned long long)
#undef KIT_SIM_ATOMIC_CAS
