#include "poison.hpp"

#include <cstring>

namespace kit::grader {

std::uint64_t mix_bits(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ull;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

std::uint32_t poison_value(DType type, std::uint64_t seed, std::size_t index) {
  const std::uint64_t bits = mix_bits(seed ^ (0xd1342543de82ef95ull * (index + 1)));
  if (type == DType::u8) return static_cast<std::uint32_t>(bits & 0xff);
  if (type != DType::f32) return static_cast<std::uint32_t>(bits);
  // A signalling NaN: any arithmetic on it gives other bits, so that a value computed from poison
  // is not taken for one that was never written. The lowest bit keeps it from being an infinity.
  return static_cast<std::uint32_t>(bits & 0x803fffffu) | 0x7f800001u;
}

void fill_poison(void* memory, DType type, std::size_t count, std::uint64_t seed) {
  auto* bytes = static_cast<unsigned char*>(memory);
  const std::size_t size = size_of(type);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t value = poison_value(type, seed, i);
    std::memcpy(bytes + i * size, &value, size);  // little-endian: the low bytes come first
  }
}

bool is_poison(const void* memory, DType type, std::size_t index, std::uint64_t seed) {
  const std::size_t size = size_of(type);
  const std::uint32_t value = poison_value(type, seed, index);
  return std::memcmp(static_cast<const unsigned char*>(memory) + index * size, &value, size) == 0;
}

}  // namespace kit::grader
