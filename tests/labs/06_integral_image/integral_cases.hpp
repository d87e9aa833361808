/// @file
/// What lab 06's cases are made of: byte images, tables as tensors, and the usual mistakes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "grader/lab/suite.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/image.hpp"

namespace kit::grader {

using ByteImage = Image<std::uint8_t>;
/// Sums modulo 2^32, one plane per channel, one under the other: width x (height * channels).
using SumPlanes = Image<std::uint32_t>;

/// Independent grey levels in [lowest, 255].
ByteImage noise_bytes(int width, int height, int channels, std::uint64_t seed, int lowest = 0);

/// Which sums a table holds.
/// The most rows that the contract allows.
inline constexpr int kTallest = 65535;

enum class Scan { rows, table };

/// Exact sums of an image, modulo 2^32.
SumPlanes exact_sums(const ByteImage& image, Scan scan);
/// Sums down the columns of each of `planes` planes, modulo 2^32.
SumPlanes column_sums(const SumPlanes& values, int planes);

/// The same of 64-bit values, modulo 2^64: pairs of 32-bit numbers, the lower half first.
SumPlanes column_sums_of_pairs(const SumPlanes& values, int planes);

Tensor to_tensor(const SumPlanes& sums);
SumPlanes to_sum_planes(const Tensor& tensor);
/// The same values in double precision.
template <typename T>
Image<double> in_double(const Image<T>& image) {
  Image<double> result(image.width(), image.height(), image.channels());
  std::copy(image.values().begin(), image.values().end(), result.data());
  return result;
}
/// 64-bit sums of an image as pairs of 32-bit numbers, the lower half first.
SumPlanes exact_sums_in_pairs(const ByteImage& image);

/// How the four sums at a window's corners become one: D below on the right, B above on the right,
/// C below on the left, A above on the left.
enum class CornerOrder { as_asked, b_and_c_together, c_first };  ///< ((D-B)-C)+A, (D+A)-(B+C), ...

/// The box filter by a float32 table as lab06::box_by_float_table() defines it, operation by
/// operation.
ByteImage box_by_float_table(const ByteImage& image, int radius,
                             CornerOrder order = CornerOrder::as_asked);
/// FaultModels in it.
std::vector<Hypothesis> float_table_fault_models(const ByteImage& image, int radius);
/// FaultModels in count_differences().
std::vector<Hypothesis> difference_fault_models(const ByteImage& first, const ByteImage& second);

/// FaultModels in a box filter of `radius`.
std::vector<Hypothesis> box_fault_models(const ByteImage& image, int radius);
/// The same and those of windows that slide over the image.
std::vector<Hypothesis> sliding_fault_models(const ByteImage& image, int radius);
/// FaultModels in the sums of an image along its rows, or in its whole table.
std::vector<Hypothesis> sum_fault_models(const ByteImage& image, Scan scan);
/// The same of a table, and those of one that is made tile by tile.
std::vector<Hypothesis> tile_fault_models(const ByteImage& image);
/// FaultModels in sums down the columns.
std::vector<Hypothesis> column_fault_models(const SumPlanes& values, int planes);
/// Of columns_by_blocks() for 64-bit values, two numbers each.
std::vector<Hypothesis> wide_column_fault_models(const SumPlanes& values, int planes);
/// Of needs_64_bits(). `questions`: width, height and radius of each.
std::vector<Hypothesis> limit_fault_models(const std::vector<int>& questions);
/// Of a box filter that looks up the rows from `skip` on of a table modulo 2^32.
std::vector<Hypothesis> band_fault_models(const SumPlanes& table, int radius, int skip);

}  // namespace kit::grader
