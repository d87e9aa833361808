/// @file
/// A buffer between two guard zones, and what was written into them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grader/protocol/shape.hpp"

namespace kit::grader {

/// Guard values that changed on each side of one buffer. Distances are in values from the buffer's
/// edge: 1 is the value right outside.
struct GuardDamage {
  std::string buffer;  ///< as the contract calls it: "d_output"
  std::size_t before = 0, nearest_before = 0, furthest_before = 0;
  std::size_t after = 0, nearest_after = 0, furthest_after = 0;
};

/// Bytes, zeros at first. Few of them stand where the last ones of that number stood: a program
/// that knows an array by its address alone must not find it elsewhere in the next call by luck.
class BytesInPlace {
 public:
  explicit BytesInPlace(std::size_t count);
  ~BytesInPlace();
  BytesInPlace(BytesInPlace&&) = default;
  BytesInPlace& operator=(BytesInPlace&&) = default;
  std::byte* data() { return bytes_.data(); }
  const std::byte* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Host memory laid out as [guard | values | guard]. A device buffer is an upload of the whole
/// block and is checked after a download into it.
class GuardedBlock {
 public:
  /// Whether a block holds the values, or its guards alone: one of values that are on the device.
  enum class Values { here, elsewhere };

  /// The guards are filled with poison of `seed`; the values are zero. A guard holds some rows of
  /// `row_values` values, so that a thread block that overhangs the image ends in it; 0 stands for
  /// the shape's own rows.
  GuardedBlock(const Shape& shape, std::string name, std::uint64_t seed,
               Values values = Values::here, std::size_t row_values = 0);

  const Shape& shape() const { return shape_; }
  const std::string& name() const { return name_; }
  std::byte* values() { return bytes_.data() + guard_bytes_; }
  const std::byte* values() const { return bytes_.data() + guard_bytes_; }
  /// The whole block, and where its values begin.
  std::byte* block() { return bytes_.data(); }
  std::size_t block_bytes() const { return 2 * guard_bytes_ + shape_.bytes(); }
  std::size_t offset() const { return guard_bytes_; }
  bool holds_values() const { return values_ == Values::here; }
  /// The guard behind the values, as large as the one before them.
  std::byte* guard_behind() { return bytes_.data() + (bytes_.size() - guard_bytes_); }
  const std::byte* guard_behind() const { return bytes_.data() + (bytes_.size() - guard_bytes_); }

  /// Compares both guards with their pattern.
  std::optional<GuardDamage> damage() const;

 private:
  Shape shape_;
  std::string name_;
  std::uint64_t seed_;
  Values values_;
  std::size_t guard_bytes_;
  BytesInPlace bytes_;
};

}  // namespace kit::grader
