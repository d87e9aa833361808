/// @file
/// cuda::atomic and cuda::atomic_ref: objects of 1, 2, 4 or 8 bytes whose operations are those of
/// CUDA's atomic functions, with an order and a scope.
///
/// An operation that releases is one behind a fence for the threads of its scope; each acquires, as
/// those of CUDA's atomic functions do here: what the observer knows of order is what fences and
/// atomic operations make. Loads and stores are atomic operations here, and count as such.
#pragma once

#include <type_traits>

#include "atomics.h"

KIT_SIM_HOST_DEVICE

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

namespace std {
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
}  // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

__forceinline__ void atomic_thread_fence(memory_order order,
                                         thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed) return;
  if (scope == thread_scope_block || scope == thread_scope_thread)
    kit::sim::block_fence();
  else
    kit::sim::fence();
}

}  // namespace cuda

namespace kit::sim {

template <typename T>
constexpr AtomicType atomic_type_of() {
  constexpr bool is_signed = ::std::is_signed_v<T>;
  if (::std::is_same_v<T, float>) return AtomicType::f32;
  if (::std::is_same_v<T, double>) return AtomicType::f64;
  switch (sizeof(T)) {
    case 1:
      return is_signed ? AtomicType::i8 : AtomicType::u8;
    case 2:
      return is_signed ? AtomicType::i16 : AtomicType::u16;
    case 4:
      return is_signed ? AtomicType::i32 : AtomicType::u32;
    default:
      return is_signed ? AtomicType::i64 : AtomicType::u64;
  }
}
/// The same as bits, of any type of that size.
template <typename T>
constexpr AtomicType atomic_bits_of() {
  return sizeof(T) == 1   ? AtomicType::u8
         : sizeof(T) == 2 ? AtomicType::u16
         : sizeof(T) == 4 ? AtomicType::u32
                          : AtomicType::u64;
}

/// What an atomic object and a reference to one have in common; `Self` has address().
template <typename Self, typename T, cuda::thread_scope Scope>
class AtomicOperations {
  static_assert(::std::is_trivially_copyable_v<T> && (sizeof(T) & (sizeof(T) - 1)) == 0 &&
                    sizeof(T) <= 8,
                "the simulator has atomic objects of 1, 2, 4 and 8 bytes");
  using Order = cuda::memory_order;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  constexpr bool is_lock_free() const { return true; }

  __forceinline__ T load(Order order = Order::seq_cst) const {
    return run(AtomicOp::bit_or, atomic_bits_of<T>(), __builtin_bit_cast(T, Bits(0)), T{}, order,
               false);
  }
  __forceinline__ void store(T value, Order order = Order::seq_cst) const {
    run(AtomicOp::store, atomic_bits_of<T>(), value, T{}, order, true);
  }
  __forceinline__ T exchange(T value, Order order = Order::seq_cst) const {
    return run(AtomicOp::exchange, atomic_bits_of<T>(), value, T{}, order, true);
  }
  __forceinline__ operator T() const { return load(); }

  __forceinline__ bool compare_exchange_strong(T& expected, T wanted,
                                               Order order = Order::seq_cst) const {
    const T old = run(AtomicOp::swap_if_equal, atomic_bits_of<T>(), wanted, expected, order, true);
    const bool equal = __builtin_bit_cast(Bits, old) == __builtin_bit_cast(Bits, expected);
    if (!equal) expected = old;
    return equal;
  }
  __forceinline__ bool compare_exchange_strong(T& expected, T wanted, Order success, Order) const {
    return compare_exchange_strong(expected, wanted, success);
  }
  __forceinline__ bool compare_exchange_weak(T& expected, T wanted,
                                             Order order = Order::seq_cst) const {
    return compare_exchange_strong(expected, wanted, order);
  }
  __forceinline__ bool compare_exchange_weak(T& expected, T wanted, Order success, Order) const {
    return compare_exchange_strong(expected, wanted, success);
  }

#define KIT_SIM_FETCH(name, op)                                             \
  __forceinline__ T name(T value, Order order = Order::seq_cst)             \
      const requires ::std::is_arithmetic_v<T> {                            \
    return run(AtomicOp::op, atomic_type_of<T>(), value, T{}, order, true); \
  }
  KIT_SIM_FETCH(fetch_add, add)
  KIT_SIM_FETCH(fetch_min, min)
  KIT_SIM_FETCH(fetch_max, max)
  KIT_SIM_FETCH(fetch_and, bit_and)
  KIT_SIM_FETCH(fetch_or, bit_or)
  KIT_SIM_FETCH(fetch_xor, bit_xor)
#undef KIT_SIM_FETCH
  __forceinline__ T
  fetch_sub(T value, Order order = Order::seq_cst) const requires ::std::is_arithmetic_v<T> {
    if constexpr (::std::is_integral_v<T>)
      return fetch_add(T(Bits(0) - Bits(value)), order);
    else
      return fetch_add(-value, order);
  }

  __forceinline__ T operator+=(T value) const {
    return T(fetch_add(value) + value);
  }
  __forceinline__ T operator-=(T value) const {
    return T(fetch_sub(value) - value);
  }
  __forceinline__ T operator&=(T value) const {
    return T(fetch_and(value) & value);
  }
  __forceinline__ T operator|=(T value) const {
    return T(fetch_or(value) | value);
  }
  __forceinline__ T operator^=(T value) const {
    return T(fetch_xor(value) ^ value);
  }
  __forceinline__ T operator++() const {
    return T(fetch_add(T(1)) + T(1));
  }
  __forceinline__ T operator--() const {
    return T(fetch_sub(T(1)) - T(1));
  }
  __forceinline__ T operator++(int) const {
    return fetch_add(T(1));
  }
  __forceinline__ T operator--(int) const {
    return fetch_sub(T(1));
  }

  /// Until the value is another one.
  __forceinline__ void wait(T old, Order order = Order::seq_cst) const {
    while (__builtin_bit_cast(Bits, load(order)) == __builtin_bit_cast(Bits, old)) yield_thread();
  }
  __forceinline__ void notify_one() const {}
  __forceinline__ void notify_all() const {}

 private:
  using Bits = ::std::conditional_t<
      sizeof(T) == 1, unsigned char,
      ::std::conditional_t<sizeof(T) == 2, unsigned short,
                           ::std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>>;

  __forceinline__ T run(AtomicOp op, AtomicType type, T value, T compare, Order order,
                        bool writes) const {
    constexpr bool block = Scope == cuda::thread_scope_block || Scope == cuda::thread_scope_thread;
    const bool releases =
        order == Order::seq_cst || order == Order::acq_rel || order == Order::release;
    if (writes && releases) cuda::atomic_thread_fence(order, Scope);
    compiler_fence();
    T* const address = static_cast<const Self*>(this)->address();
    const T old =
        atomic(op, type, address, value, compare, block ? AtomicScope::block : AtomicScope::device);
    compiler_fence();
    return old;
  }
};

}  // namespace kit::sim

namespace cuda {

template <typename T, thread_scope Scope = thread_scope_system>
class atomic : public kit::sim::AtomicOperations<atomic<T, Scope>, T, Scope> {
 public:
  atomic() = default;
  constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  __forceinline__ T operator=(T value) {
    this->store(value);
    return value;
  }

 private:
  friend class kit::sim::AtomicOperations<atomic, T, Scope>;
  __forceinline__ T* address() const { return const_cast<T*>(&value_); }
  alignas(sizeof(T)) T value_;
};

template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref : public kit::sim::AtomicOperations<atomic_ref<T, Scope>, T, Scope> {
 public:
  static constexpr decltype(sizeof 0) required_alignment = sizeof(T);
  __forceinline__ explicit atomic_ref(T& value) : address_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  __forceinline__ T operator=(T value) const {
    this->store(value);
    return value;
  }

 private:
  friend class kit::sim::AtomicOperations<atomic_ref, T, Scope>;
  __forceinline__ T* address() const { return address_; }
  T* address_;
};

template <thread_scope Scope = thread_scope_system>
class atomic_flag {
 public:
  atomic_flag() = default;
  constexpr atomic_flag(bool set) : value_(set) {}
  __forceinline__ bool test_and_set(memory_order order = memory_order_seq_cst) {
    return value_.exchange(1, order) != 0;
  }
  __forceinline__ void clear(memory_order order = memory_order_seq_cst) { value_.store(0, order); }
  __forceinline__ bool test(memory_order order = memory_order_seq_cst) const {
    return value_.load(order) != 0;
  }

 private:
  atomic<int, Scope> value_;
};

namespace std {
template <typename T>
using atomic = cuda::atomic<T, thread_scope_system>;
template <typename T>
using atomic_ref = cuda::atomic_ref<T, thread_scope_system>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
__forceinline__ void atomic_thread_fence(memory_order order) {
  cuda::atomic_thread_fence(order, thread_scope_system);
}
}  // namespace std

}  // namespace cuda

KIT_SIM_END_HOST_DEVICE
