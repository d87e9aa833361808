/// Atomic functions of device code. Blocks run on several host threads, so these are the host's own
/// atomics; the observer is told of each, since no instrumentation sees them.
#include "kit_sim/atomics.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "block_runner.hpp"
#include "kit_sim/half_arithmetic.h"

namespace kit::sim {
namespace {

constexpr unsigned kAtomicsPerTurn = 64;

template <typename T>
T updated(AtomicOp op, T old, T value, T compare) {
  switch (op) {
    case AtomicOp::add:
      return T(old + value);
    case AtomicOp::exchange:
    case AtomicOp::store:
      return value;
    case AtomicOp::min:
      return std::min(old, value);
    case AtomicOp::max:
      return std::max(old, value);
    case AtomicOp::swap_if_equal:
      return old == compare ? value : old;
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case AtomicOp::bit_and:
        return T(old & value);
      case AtomicOp::bit_or:
        return T(old | value);
      case AtomicOp::bit_xor:
        return T(old ^ value);
      case AtomicOp::increment:
        return old >= value ? T(0) : T(old + 1);
      case AtomicOp::decrement:
        return old == 0 || old > value ? value : T(old - 1);
      default:
        break;
    }
  }
  return old;
}

/// Replaces the word at `address` by what `next` makes of it; returns the old one.
template <typename Word, typename Next>
std::uint64_t replace(void* address, const Next& next, bool& changed) {
  auto* word = static_cast<Word*>(address);
  Word old_word = __atomic_load_n(word, __ATOMIC_SEQ_CST), new_word;
  do {
    new_word = next(old_word);
  } while (!__atomic_compare_exchange_n(word, &old_word, new_word, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
  changed = old_word != new_word;
  return old_word;
}

template <typename T>
std::uint64_t update(AtomicOp op, void* address, std::uint64_t value_bits,
                     std::uint64_t compare_bits, bool& changed) {
  using Word = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  const T value = std::bit_cast<T>(Word(value_bits)),
          compare = std::bit_cast<T>(Word(compare_bits));
  return replace<Word>(
      address,
      [&](Word old) {
        return std::bit_cast<Word>(updated(op, std::bit_cast<T>(old), value, compare));
      },
      changed);
}

// Halves are only added, as in CUDA.
std::uint64_t add_half(void* address, std::uint64_t value, bool& changed) {
  return replace<HalfBits>(
      address, [&](HalfBits old) { return half_add(old, HalfBits(value)); }, changed);
}
std::uint64_t add_pair(void* address, std::uint64_t value, bool& changed) {
  return replace<std::uint32_t>(
      address,
      [&](std::uint32_t old) {
        const std::uint32_t low = half_add(HalfBits(old), HalfBits(value));
        return low | (std::uint32_t(half_add(HalfBits(old >> 16), HalfBits(value >> 16))) << 16);
      },
      changed);
}

std::uint64_t dispatch(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                       std::uint64_t compare, bool& changed) {
  switch (type) {
    case AtomicType::i32:
      return update<std::int32_t>(op, address, value, compare, changed);
    case AtomicType::u32:
      return update<std::uint32_t>(op, address, value, compare, changed);
    case AtomicType::i64:
      return update<std::int64_t>(op, address, value, compare, changed);
    case AtomicType::u64:
      return update<std::uint64_t>(op, address, value, compare, changed);
    case AtomicType::f32:
      return update<float>(op, address, value, compare, changed);
    case AtomicType::f64:
      return update<double>(op, address, value, compare, changed);
    case AtomicType::f16:
      return add_half(address, value, changed);
    case AtomicType::f16x2:
      return add_pair(address, value, changed);
    case AtomicType::i8:
      return update<std::int8_t>(op, address, value, compare, changed);
    case AtomicType::u8:
      return update<std::uint8_t>(op, address, value, compare, changed);
    case AtomicType::i16:
      return update<std::int16_t>(op, address, value, compare, changed);
    case AtomicType::u16:
      return update<std::uint16_t>(op, address, value, compare, changed);
  }
  return 0;
}

unsigned bytes_of(AtomicType type) {
  switch (type) {
    case AtomicType::i64:
    case AtomicType::u64:
    case AtomicType::f64:
      return 8;
    case AtomicType::f16:
    case AtomicType::i16:
    case AtomicType::u16:
      return 2;
    case AtomicType::i8:
    case AtomicType::u8:
      return 1;
    default:
      return 4;
  }
}

/// Where student code called from: the address behind the call, and its caller's frame.
struct CallSite {
  void* return_address;
  void* frame;
};

std::uint64_t perform(AtomicOp op, AtomicType type, void* address, unsigned bytes,
                      std::uint64_t value, std::uint64_t compare, AtomicScope scope,
                      const CallSite& site) {
  BlockRunner* runner = BlockRunner::active();
  if (runner != nullptr && runner->block_observer() != nullptr)
    runner->block_observer()->atomic(address, bytes,
                                     {op == AtomicOp::swap_if_equal, scope == AtomicScope::block,
                                      op == AtomicOp::store || op == AtomicOp::exchange},
                                     program_counter(site.return_address), site.frame);
  if (bytes != bytes_of(type))
    return 0;  // not from the templates: it would write more than was checked
  bool changed = false;
  const std::uint64_t old = dispatch(op, type, address, value, compare, changed);
  if (runner != nullptr && runner->block_observer() != nullptr)
    runner->block_observer()->atomic_done();
  if (runner != nullptr) runner->polled(changed);
  // Now and then the block's other threads get a turn, so that one that polls with atomics cannot
  // starve the one it waits for.
  if (runner != nullptr && ++runner->atomics_since_yield >= kAtomicsPerTurn) runner->yield();
  return old;
}

}  // namespace

std::uint64_t atomic_1(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                       std::uint64_t compare, AtomicScope scope) {
  return perform(op, type, address, 1, value, compare, scope,
                 {__builtin_return_address(0), __builtin_dwarf_cfa()});
}

std::uint64_t atomic_2(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                       std::uint64_t compare, AtomicScope scope) {
  return perform(op, type, address, 2, value, compare, scope,
                 {__builtin_return_address(0), __builtin_dwarf_cfa()});
}

std::uint64_t atomic_4(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                       std::uint64_t compare, AtomicScope scope) {
  return perform(op, type, address, 4, value, compare, scope,
                 {__builtin_return_address(0), __builtin_dwarf_cfa()});
}

std::uint64_t atomic_8(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                       std::uint64_t compare, AtomicScope scope) {
  return perform(op, type, address, 8, value, compare, scope,
                 {__builtin_return_address(0), __builtin_dwarf_cfa()});
}

}  // namespace kit::sim
