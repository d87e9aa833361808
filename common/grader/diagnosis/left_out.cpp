/// @file
/// What left pixels out, as far as their pattern tells: an index, a grid, a copy, a thread that
/// returned.
#include "grader/diagnosis/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/protocol/poison.hpp"

namespace kit::grader {
namespace {

/// True if the pixels that were written are those that a kernel reaches which takes x from
/// threadIdx.y and y from threadIdx.x, and all of them are right: of each block as many columns as
/// it has rows of threads (or, of tall blocks, as many rows as it has columns).
bool half_swapped(const Judgement& judgement, int block_width, int block_height) {
  // Of flat blocks a thread's own coordinate that was forgotten leaves the same pixels.
  if (block_width == block_height || std::min(block_width, block_height) < 2) return false;
  for (int y = 0; y < judgement.unwritten.height(); ++y)
    for (int x = 0; x < judgement.unwritten.width(); ++x) {
      const bool reached = block_width > block_height ? x % block_width < block_height
                                                      : y % block_height < block_width;
      const bool written = judgement.unwritten.at(x, y) == 0;
      if (written != reached || (written && judgement.wrong.at(x, y) != 0)) return false;
    }
  return true;
}

/// Says so if the first column or row with pixels left out is the first that a 16-bit integer
/// cannot count; empty if not.
std::string advice_for_narrow_index(const Mask& unwritten) {
  int column = unwritten.width(), row = unwritten.height();
  for (int y = 0; y < unwritten.height(); ++y)
    for (int x = 0; x < unwritten.width(); ++x)
      if (unwritten.at(x, y) != 0) column = std::min(column, x), row = std::min(row, y);
  for (const auto& [type, first] : {std::pair{"a short", 1 << 15}, std::pair{"16 bits", 1 << 16}})
    for (const auto& [what, number] : {std::pair{"column", column}, std::pair{"row", row}})
      if (number == first)
        return fmt::format(
            "The first {} left out is number {}, the first that {} cannot count: are all indices "
            "of type int?",
            what, number, type);
  return {};
}

/// Says so if the first part of the output is there and nothing else, and that part is as long as a
/// copy of as many bytes as there are values; empty if not.
std::string advice_for_size_in_values(const Observation& seen) {
  const Tensor& output = *seen.first.tensor;
  const std::size_t values = output.bytes.size() / size_of(output.shape.type);
  const std::size_t part = values / size_of(output.shape.type);
  if (part == values || part == 0) return {};
  for (std::size_t i = 0; i < values; ++i)
    if (unwritten(seen, i) != (i >= part)) return {};
  return fmt::format(
      "Only the first {} of {} values are there. Is the size of a copy counted in values? It "
      "counts bytes.",
      part, values);
}

/// True if just the pixels of the first `columns` columns (rows) are written.
bool first_ones_only(const Mask& unwritten, int columns, int rows) {
  for (int y = 0; y < unwritten.height(); ++y)
    for (int x = 0; x < unwritten.width(); ++x)
      if ((unwritten.at(x, y) != 0) == (x < columns && y < rows)) return false;
  return true;
}

/// Says so if the pixels that were written are those that a kernel reaches which leaves the block's
/// place out of x or y; empty if not.
std::string advice_for_block_left_out(const Mask& unwritten, int block_width, int block_height) {
  const int width = unwritten.width(), height = unwritten.height();
  const auto text = [](int number, const char* what, char axis) {
    return fmt::format(
        "Only the first {}{} written, as many as a block has threads there: is "
        "blockIdx.{} * blockDim.{} part of {}?",
        number == 1 ? "" : fmt::format("{} ", number),
        what + std::string(number == 1 ? " is" : "s are"), axis, axis, axis);
  };
  if (block_width < width && first_ones_only(unwritten, block_width, height))
    return text(block_width, "column", 'x');
  if (block_height < height && first_ones_only(unwritten, width, block_height))
    return text(block_height, "row", 'y');
  return {};
}

/// Says so if only pixels near the left or the top edge, or all round, were left out: a grid that
/// is too small leaves out others. Empty if not.
std::string advice_for_edges_left_out(const Mask& unwritten) {
  const int width = unwritten.width(), height = unwritten.height();
  constexpr int kNear = 8;  // pixels, of images that are larger
  if (width <= 2 * kNear || height <= 2 * kNear) return {};
  bool left_or_top = false;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (unwritten.at(x, y) == 0) continue;
      const bool near_end = x >= width - kNear || y >= height - kNear;
      if (x >= kNear && y >= kNear && !near_end) return {};
      left_or_top |= !near_end;
    }
  if (!left_or_top) return {};
  return "Only pixels near an edge are left out: a thread whose neighbour lies outside the image "
         "must store its pixel too, and not return before.";
}

}  // namespace

bool unwritten(const Observation& seen, std::size_t index) {
  const Tensor& first = *seen.first.tensor;
  const DType type = first.shape.type;
  if (!is_poison(first.bytes.data(), type, index, seen.first.poison_seed)) return false;
  if (type == DType::f32) return true;
  return seen.second.tensor != nullptr &&
         is_poison(seen.second.tensor->bytes.data(), type, index, seen.second.poison_seed);
}

std::string advice_for_unwritten(const Observation& seen, const Judgement& judgement) {
  std::string narrow = advice_for_narrow_index(judgement.unwritten);
  if (!narrow.empty()) return narrow;
  std::string in_values = advice_for_size_in_values(seen);
  if (!in_values.empty()) return in_values;
  if (std::string edges = advice_for_edges_left_out(judgement.unwritten); !edges.empty())
    return edges;
  const std::string usual =
      "Does the grid cover the whole image (round up), and is no bounds check too strict";
  const auto block = seen.spec->call.params.find("block");
  if (block == seen.spec->call.params.end() || block->size() != 2) return usual + "?";
  const int width = block->at(0), height = block->at(1);
  if (std::string left_out = advice_for_block_left_out(judgement.unwritten, width, height);
      !left_out.empty())
    return left_out;
  if (!half_swapped(judgement, width, height))
    return usual + ", and do all three parts of x end in .x, and of y in .y?";
  return fmt::format(
      "Blocks of {}x{} threads leave just these pixels out where x is taken from threadIdx.y and y "
      "from threadIdx.x: all three parts of x end in .x, and of y in .y.",
      width, height);
}

}  // namespace kit::grader
