/// @file
/// Poison is a function of seed and index, so that any value can be checked without a copy of the
/// pattern. The mixing of bits is splitmix64 (Steele, Lea, Flood 2014).
#include "grader/protocol/poison.hpp"

namespace kit::grader {

namespace {

// Inline, for the loops below: they fill and compare megabytes in a grading.
inline std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ull;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

inline std::uint32_t value_of(DType type, std::uint64_t seed, std::size_t index) {
  const std::uint64_t bits = mixed(seed ^ (0xd1342543de82ef95ull * (index + 1)));
  if (type == DType::u8) return static_cast<std::uint32_t>(bits & 0xff);
  if (type != DType::f32) return static_cast<std::uint32_t>(bits);
  // A signalling NaN: any arithmetic on it gives other bits, so that a value computed from poison
  // is not taken for one that was never written. The lowest bit keeps it from being an infinity.
  return static_cast<std::uint32_t>(bits & 0x803fffffu) | 0x7f800001u;
}

/// Calls `work` with a value of the type's size.
template <typename Work>
auto with_size(DType type, Work work) {
  return size_of(type) == 1 ? work(std::uint8_t{}) : work(std::uint32_t{});
}

}  // namespace

std::uint64_t mix_bits(std::uint64_t value) {
  return mixed(value);
}

std::uint32_t poison_value(DType type, std::uint64_t seed, std::size_t index) {
  return value_of(type, seed, index);
}

void fill_poison(void* memory, DType type, std::size_t count, std::uint64_t seed) {
  with_size(type, [&](auto size) {
    auto* values = static_cast<decltype(size)*>(memory);
    for (std::size_t i = 0; i < count; ++i)
      values[i] = static_cast<decltype(size)>(value_of(type, seed, i));
  });
}

bool is_poison(const void* memory, DType type, std::size_t index, std::uint64_t seed) {
  return with_size(type, [&](auto size) {
    return static_cast<const decltype(size)*>(memory)[index] ==
           static_cast<decltype(size)>(value_of(type, seed, index));
  });
}

bool all_poison(const void* memory, DType type, std::size_t count, std::uint64_t seed) {
  return with_size(type, [&](auto size) {
    const auto* values = static_cast<const decltype(size)*>(memory);
    // Without a branch, so that the compiler vectorises it: guards are large and seldom damaged.
    unsigned differences = 0;
    for (std::size_t i = 0; i < count; ++i)
      differences |= values[i] ^ static_cast<decltype(size)>(value_of(type, seed, i));
    return differences == 0;
  });
}

}  // namespace kit::grader
