/// @file
/// Atomic functions on global and shared memory: sequentially consistent, which is stronger than
/// CUDA's relaxed ones. All scopes do the same here; the observed build knows `_block` for what it
/// is.
#pragma once

#include "builtins.h"

KIT_SIM_DEVICE

namespace kit::sim {

enum class AtomicOp {
  add,
  exchange,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  increment,
  decrement,
  swap_if_equal,
  store
};
enum class AtomicType { i32, u32, i64, u64, f32, f64, f16, f16x2, i8, u8, i16, u16 };
/// For whom the operation is one: the threads of the block, or of the whole device.
enum class AtomicScope { device, block };

/// One atomic operation on the value of 1, 2, 4 or 8 bytes at `address`; bits of the operands and
/// of the old value returned are in the low bytes. `compare` matters to swap_if_equal only. Four
/// functions, so that what checks a call's arguments knows how many bytes it writes.
__UINT64_TYPE__ atomic_1(AtomicOp op, AtomicType type, void* address, __UINT64_TYPE__ value,
                         __UINT64_TYPE__ compare, AtomicScope scope);
__UINT64_TYPE__ atomic_2(AtomicOp op, AtomicType type, void* address, __UINT64_TYPE__ value,
                         __UINT64_TYPE__ compare, AtomicScope scope);
__UINT64_TYPE__ atomic_4(AtomicOp op, AtomicType type, void* address, __UINT64_TYPE__ value,
                         __UINT64_TYPE__ compare, AtomicScope scope);
__UINT64_TYPE__ atomic_8(AtomicOp op, AtomicType type, void* address, __UINT64_TYPE__ value,
                         __UINT64_TYPE__ compare, AtomicScope scope);

template <typename T>
__attribute__((always_inline)) inline T atomic(AtomicOp op, AtomicType type, T* address, T value,
                                               T compare = T{},
                                               AtomicScope scope = AtomicScope::device) {
  __UINT64_TYPE__ value_bits = 0, compare_bits = 0;
  __builtin_memcpy(&value_bits, &value, sizeof(T));
  __builtin_memcpy(&compare_bits, &compare, sizeof(T));
  __UINT64_TYPE__ old_bits;
  if constexpr (sizeof(T) == 1)
    old_bits = atomic_1(op, type, address, value_bits, compare_bits, scope);
  else if constexpr (sizeof(T) == 2)
    old_bits = atomic_2(op, type, address, value_bits, compare_bits, scope);
  else if constexpr (sizeof(T) == 4)
    old_bits = atomic_4(op, type, address, value_bits, compare_bits, scope);
  else
    old_bits = atomic_8(op, type, address, value_bits, compare_bits, scope);
  T old;
  __builtin_memcpy(static_cast<void*>(&old), &old_bits, sizeof(T));
  return old;
}

}  // namespace kit::sim

// CUDA has each function for a fixed list of types; an argument of another type must convert to it.
#define KIT_SIM_ATOMIC(name, Type, kind, op)                                                     \
  __attribute__((always_inline)) inline Type name(Type* address, Type value) {                   \
    return kit::sim::atomic(kit::sim::AtomicOp::op, kit::sim::AtomicType::kind, address, value); \
  }                                                                                              \
  __attribute__((always_inline)) inline Type name##_block(Type* address, Type value) {           \
    return kit::sim::atomic(kit::sim::AtomicOp::op, kit::sim::AtomicType::kind, address, value,  \
                            value, kit::sim::AtomicScope::block);                                \
  }                                                                                              \
  __attribute__((always_inline)) inline Type name##_system(Type* address, Type value) {          \
    return name(address, value);                                                                 \
  }

#define KIT_SIM_ATOMIC_INTEGERS(name, op)     \
  KIT_SIM_ATOMIC(name, int, i32, op)          \
  KIT_SIM_ATOMIC(name, unsigned int, u32, op) \
  KIT_SIM_ATOMIC(name, unsigned long long, u64, op)

KIT_SIM_ATOMIC_INTEGERS(atomicAdd, add)
KIT_SIM_ATOMIC(atomicAdd, float, f32, add)
KIT_SIM_ATOMIC(atomicAdd, double, f64, add)
KIT_SIM_ATOMIC_INTEGERS(atomicExch, exchange)
KIT_SIM_ATOMIC(atomicExch, float, f32, exchange)
KIT_SIM_ATOMIC_INTEGERS(atomicMin, min)
KIT_SIM_ATOMIC(atomicMin, long long, i64, min)
KIT_SIM_ATOMIC_INTEGERS(atomicMax, max)
KIT_SIM_ATOMIC(atomicMax, long long, i64, max)
KIT_SIM_ATOMIC_INTEGERS(atomicAnd, bit_and)
KIT_SIM_ATOMIC_INTEGERS(atomicOr, bit_or)
KIT_SIM_ATOMIC_INTEGERS(atomicXor, bit_xor)
KIT_SIM_ATOMIC(atomicInc, unsigned int, u32, increment)
KIT_SIM_ATOMIC(atomicDec, unsigned int, u32, decrement)
#undef KIT_SIM_ATOMIC_INTEGERS
#undef KIT_SIM_ATOMIC

__attribute__((always_inline)) inline int atomicSub(int* address, int value) {
  return int(atomicAdd(reinterpret_cast<unsigned int*>(address), 0u - unsigned(value)));
}
__attribute__((always_inline)) inline unsigned int atomicSub(unsigned int* address,
                                                             unsigned int value) {
  return atomicAdd(address, 0u - value);
}

#define KIT_SIM_ATOMIC_CAS(Type, kind)                                                            \
  __attribute__((always_inline)) inline Type atomicCAS(Type* address, Type compare, Type value) { \
    return kit::sim::atomic(kit::sim::AtomicOp::swap_if_equal, kit::sim::AtomicType::kind,        \
                            address, value, compare);                                             \
  }                                                                                               \
  __attribute__((always_inline)) inline Type atomicCAS_block(Type* address, Type compare,         \
                                                             Type value) {                        \
    return kit::sim::atomic(kit::sim::AtomicOp::swap_if_equal, kit::sim::AtomicType::kind,        \
                            address, value, compare, kit::sim::AtomicScope::block);               \
  }                                                                                               \
  __attribute__((always_inline)) inline Type atomicCAS_system(Type* address, Type compare,        \
                                                              Type value) {                       \
    return atomicCAS(address, compare, value);                                                    \
  }
KIT_SIM_ATOMIC_CAS(int, i32)
KIT_SIM_ATOMIC_CAS(unsigned int, u32)
KIT_SIM_ATOMIC_CAS(unsigned long long, u64)
#undef KIT_SIM_ATOMIC_CAS

KIT_SIM_END
