/// @file
/// Guard zones hold pseudo-random poison and not one constant, so that no constant that a student
/// stores by chance passes for it.
#include "grader/protocol/guard.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "grader/protocol/poison.hpp"

namespace kit::grader {
namespace {

constexpr std::size_t kMinGuardBytes = 4096;
constexpr std::size_t kMaxGuardBytes = 1u << 20;
constexpr std::size_t kGuardRows = 64;   // a block's overhang below the image lands inside
constexpr std::size_t kAlignment = 256;  // as cudaMalloc aligns

/// Bytes of one guard zone: rows of so many values, within the two limits. Where the rows are not
/// the shape's, at least as many bytes as the buffer has: a pitch twice too long ends there.
std::size_t guard_size(const Shape& shape, std::size_t row_values) {
  const std::size_t own_row = std::size_t(shape.width) * std::size_t(shape.channels);
  const std::size_t rows = kGuardRows * (row_values == 0 ? own_row : row_values);
  const std::size_t most = row_values == 0 ? rows : std::max(rows, shape.values());
  const std::size_t wanted = std::clamp(most * size_of(shape.type), kMinGuardBytes, kMaxGuardBytes);
  return (wanted + kAlignment - 1) / kAlignment * kAlignment;
}

constexpr std::size_t kFewBytes = 1u << 18;
constexpr std::size_t kMostSpare = 64;  // arrays; the oldest gives way

std::deque<std::vector<std::byte>>& spare_bytes() {
  static std::deque<std::vector<std::byte>> spare;
  return spare;
}

}  // namespace

BytesInPlace::BytesInPlace(std::size_t count) {
  auto& spare = spare_bytes();
  // The oldest: of two inputs of one size, which end in their order, each gets its own place again.
  const auto oldest = std::find_if(spare.begin(), spare.end(),
                                   [&](const auto& one) { return one.size() == count; });
  if (oldest != spare.end()) {
    bytes_ = std::move(*oldest);
    spare.erase(oldest);
  }
  bytes_.assign(count, std::byte{0});
}

BytesInPlace::~BytesInPlace() {
  if (bytes_.empty() || bytes_.size() > kFewBytes) return;
  auto& spare = spare_bytes();
  if (spare.size() == kMostSpare) spare.pop_front();
  spare.push_back(std::move(bytes_));
}

GuardedBlock::GuardedBlock(const Shape& shape, std::string name, std::uint64_t seed, Values values,
                           std::size_t row_values)
    : shape_(shape),
      name_(std::move(name)),
      seed_(mix_bits(seed)),
      values_(values),
      guard_bytes_(guard_size(shape, row_values)),
      bytes_(2 * guard_bytes_ + (values == Values::here ? shape.bytes() : 0)) {
  const std::size_t count = guard_bytes_ / size_of(shape_.type);
  fill_poison(bytes_.data(), shape_.type, count, seed_);
  fill_poison(guard_behind(), shape_.type, count, seed_ + 1);
}

std::optional<GuardDamage> GuardedBlock::damage() const {
  const std::size_t count = guard_bytes_ / size_of(shape_.type);
  const std::byte* after = guard_behind();
  if (all_poison(bytes_.data(), shape_.type, count, seed_) &&
      all_poison(after, shape_.type, count, seed_ + 1))
    return std::nullopt;
  GuardDamage damage;
  damage.buffer = name_;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_poison(bytes_.data(), shape_.type, i, seed_)) {
      ++damage.before;
      damage.nearest_before = count - i;  // the last one seen is the nearest
      damage.furthest_before = std::max(damage.furthest_before, count - i);
    }
    if (!is_poison(after, shape_.type, i, seed_ + 1)) {
      ++damage.after;
      if (damage.nearest_after == 0) damage.nearest_after = i + 1;
      damage.furthest_after = i + 1;
    }
  }
  return damage;
}

}  // namespace kit::grader
