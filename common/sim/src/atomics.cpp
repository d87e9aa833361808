/// Atomic functions of device code. Blocks run on several host threads, so these are the host's own
/// atomics; the observer is told of each, since no instrumentation sees them.
#include "kit_sim/atomics.h"

#include <algorithm>
#include <type_traits>

#include "block_runner.hpp"

namespace kit::sim {
namespace {

constexpr unsigned kAtomicsPerTurn = 64;

template <typename T>
T updated(AtomicOp op, T old, T value, T compare) {
  switch (op) {
    case AtomicOp::add:
      return old + value;
    case AtomicOp::exchange:
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
        return old & value;
      case AtomicOp::bit_or:
        return old | value;
      case AtomicOp::bit_xor:
        return old ^ value;
      case AtomicOp::increment:
        return old >= value ? 0 : old + 1;
      case AtomicOp::decrement:
        return old == 0 || old > value ? value : old - 1;
      default:
        break;
    }
  }
  return old;
}

template <typename T>
std::uint64_t update(AtomicOp op, void* address, std::uint64_t value_bits,
                     std::uint64_t compare_bits) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  auto* word = static_cast<Word*>(address);
  T value, compare;
  std::memcpy(&value, &value_bits, sizeof(T));
  std::memcpy(&compare, &compare_bits, sizeof(T));
  Word old_word = __atomic_load_n(word, __ATOMIC_SEQ_CST), new_word;
  do {
    T old;
    std::memcpy(&old, &old_word, sizeof(T));
    const T wanted = updated(op, old, value, compare);
    std::memcpy(&new_word, &wanted, sizeof(T));
  } while (!__atomic_compare_exchange_n(word, &old_word, new_word, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
  return old_word;
}

std::uint64_t dispatch(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                       std::uint64_t compare) {
  switch (type) {
    case AtomicType::i32:
      return update<std::int32_t>(op, address, value, compare);
    case AtomicType::u32:
      return update<std::uint32_t>(op, address, value, compare);
    case AtomicType::i64:
      return update<std::int64_t>(op, address, value, compare);
    case AtomicType::u64:
      return update<std::uint64_t>(op, address, value, compare);
    case AtomicType::f32:
      return update<float>(op, address, value, compare);
    case AtomicType::f64:
      return update<double>(op, address, value, compare);
  }
  return 0;
}

}  // namespace

std::uint64_t atomic(AtomicOp op, AtomicType type, void* address, std::uint64_t value,
                     std::uint64_t compare) {
  BlockRunner* runner = BlockRunner::active();
  if (runner != nullptr && runner->block_observer() != nullptr) {
    const bool wide = type == AtomicType::i64 || type == AtomicType::u64 || type == AtomicType::f64;
    runner->block_observer()->atomic(
        address, wide ? 8 : 4, program_counter(__builtin_return_address(0)), __builtin_dwarf_cfa());
  }
  const std::uint64_t old = dispatch(op, type, address, value, compare);
  // Now and then the block's other threads get a turn, so that one that polls with atomics cannot
  // starve the one it waits for.
  if (runner != nullptr && ++runner->atomics_since_yield >= kAtomicsPerTurn) runner->yield();
  return old;
}

}  // namespace kit::sim
