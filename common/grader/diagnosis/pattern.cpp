/// @file
/// Causes told from the pattern of the errors alone, for mistakes that no hypothesis foresaw. They
/// are tried from the narrow to the wide: a pattern that few mistakes leave comes before one that
/// many leave.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "grader/diagnosis/diagnosis.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// Output and reference side by side, in double precision.
struct Pair {
  Image<double> got;
  const Image<double>& expected;
  double tolerance;
  int width() const { return got.width(); }
  int height() const { return got.height(); }
  bool close(double value, double reference) const {
    return is_finite(value) && std::abs(value - reference) <= tolerance;
  }
};

bool all_zeros(const Pair& pair) {
  return std::all_of(pair.got.values().begin(), pair.got.values().end(),
                     [](double value) { return value == 0; });
}

bool copied_input(const Observation& seen) {
  if (seen.spec->call.inputs.empty() || seen.spec->call.inputs[0].empty()) return false;
  const Tensor &input = seen.spec->call.inputs[0][0], &output = *seen.first.tensor;
  return input.shape == output.shape && input.bytes == output.bytes;
}

/// The number of values that a variable has led to which was never given one: the simulator's
/// compiler fills such with bytes 0xfe (common/tools/compile), a float that swallows all that is
/// added to it and an integer to which all is added.
std::size_t unset_variables(const Pair& pair, DType type) {
  constexpr auto kFloat = std::bit_cast<float>(0xfefefefeu);
  constexpr double kSigned = std::bit_cast<int>(0xfefefefeu), kWraps = 0x1p32;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pair.got.size(); ++i) {
    const double got = pair.got.data()[i], error = got - pair.expected.data()[i];
    if (type == DType::f32) {
      count += got == double{kFloat};
    } else if (type == DType::i32 || type == DType::u32) {
      count += error == kSigned || error == kSigned + kWraps;
    }
  }
  return count;
}

/// The filter's radius if the call says so, else a guess that leaves most of the image inside.
int radius_of(const Observation& seen, const Pair& pair) {
  const auto found = seen.spec->call.params.find("filter_width");
  if (found != seen.spec->call.params.end() && found->is_number_integer())
    return std::max(0, found->get<int>() / 2);
  return std::max(1, std::min(pair.width(), pair.height()) / 8);
}

/// True if the output is the reference moved by (dx, dy): got(x, y) = expected(x + dx, y + dy)
/// wherever both lie at least `margin` inside.
bool shifted_by(const Pair& pair, int dx, int dy, int margin) {
  int compared = 0;
  for (int y = margin; y < pair.height() - margin; ++y)
    for (int x = margin; x < pair.width() - margin; ++x) {
      const int from_x = x + dx, from_y = y + dy;
      if (from_x < margin || from_x >= pair.width() - margin || from_y < margin ||
          from_y >= pair.height() - margin)
        continue;
      for (int c = 0; c < pair.got.channels(); ++c)
        if (!pair.close(pair.got.at(x, y, c), pair.expected.at(from_x, from_y, c))) return false;
      ++compared;
    }
  // Fewer pixels may agree by chance.
  return compared >= 16;
}

Diagnosis find_shift(const Pair& pair, int radius) {
  constexpr int kMaxShift = 3;
  // The smallest shift first: a periodic image fits several.
  for (int distance = 1; distance <= kMaxShift; ++distance)
    for (int dy = -distance; dy <= distance; ++dy)
      for (int dx = -distance; dx <= distance; ++dx)
        if (std::max(std::abs(dx), std::abs(dy)) == distance && shifted_by(pair, dx, dy, radius))
          return {"shifted",
                  fmt::format("Every pixel holds the result of the pixel at x{:+}, y{:+}. Look for "
                              "an index that is off by {}.",
                              dx, dy, distance)};
  return {};
}

/// The output read with x and y exchanged: stored at x * height + y instead of y * width + x, or a
/// square image turned over its diagonal.
bool transposed(const Pair& pair) {
  for (int y = 0; y < pair.height(); ++y)
    for (int x = 0; x < pair.width(); ++x)
      for (int c = 0; c < pair.got.channels(); ++c) {
        const std::size_t index = (std::size_t(x) * std::size_t(pair.height()) + std::size_t(y)) *
                                      std::size_t(pair.got.channels()) +
                                  std::size_t(c);
        if (!pair.close(pair.got.data()[index], pair.expected.at(x, y, c))) return false;
      }
  return true;
}

/// True if value `i` of the output is value from(i) of the reference, for all of them.
template <typename From>
bool rearranged(const Pair& pair, From from) {
  for (std::size_t i = 0; i < pair.got.size(); ++i)
    if (!pair.close(pair.got.data()[i], pair.expected.data()[from(i)])) return false;
  return true;
}

/// Channels in planes where they belong side by side, or the other way round, or in the other
/// order. The output has one channel where those of the input belong in planes.
Diagnosis find_layout(const Observation& seen, const Pair& pair) {
  const auto beside = static_cast<std::size_t>(pair.got.channels());
  const std::size_t pixels = pair.got.size() / beside;
  if (beside > 1 &&
      rearranged(pair, [&](std::size_t i) { return i % pixels * beside + i / pixels; }))
    return {"wrong_layout",
            "The channels lie in planes, one after the other; they belong side by side: channel c "
            "of the pixel at (x, y) at (y * width + x) * channels + c."};
  if (beside > 1 && rearranged(pair, [&](std::size_t i) {
        return i / beside * beside + (beside - 1 - i % beside);
      }))
    return {"wrong_layout", "The channels are in the opposite order."};
  const auto& inputs = seen.spec->call.inputs;
  if (beside > 1 || inputs.empty() || inputs[0].empty()) return {};
  const auto planes = static_cast<std::size_t>(inputs[0][0].shape.channels);
  const std::size_t plane = pair.got.size() / planes;
  if (planes > 1 && plane * planes == pair.got.size() &&
      rearranged(pair, [&](std::size_t i) { return i % planes * plane + i / planes; }))
    return {"wrong_layout",
            "The channels lie side by side; they belong in planes, one after the other: channel c "
            "of the pixel at (x, y) at (c * height + y) * width + x."};
  return {};
}

/// Least-squares factor between output and reference if it explains the output, else 0.
double common_factor(const Pair& pair) {
  double product = 0, square = 0;
  for (std::size_t i = 0; i < pair.got.size(); ++i) {
    if (!is_finite(pair.got.data()[i])) return 0;
    product += pair.got.data()[i] * pair.expected.data()[i];
    square += pair.expected.data()[i] * pair.expected.data()[i];
  }
  if (square == 0) return 0;
  const double factor = product / square;
  const double bound = 2 * pair.tolerance * std::max(1.0, std::abs(factor));
  for (std::size_t i = 0; i < pair.got.size(); ++i)
    if (std::abs(pair.got.data()[i] - factor * pair.expected.data()[i]) > bound) return 0;
  return factor;
}

Diagnosis find_border(const Pair& pair, const Judgement& judgement, int radius) {
  const int depth = ring_depth(judgement.wrong);
  if (depth > radius || pair.width() <= 2 * radius || pair.height() <= 2 * radius) return {};
  const char* const advice = judgement.comparison.non_finite > 0
                                 ? "they were computed from memory outside the image."
                                 : "look at what is read for neighbours outside the image.";
  return {"wrong_border", fmt::format("Only pixels near {} are wrong, within {} of the edge: {}",
                                      describe_edges(judgement.wrong, depth), depth, advice)};
}

/// How alike the errors of neighbouring values are, along rows or columns: near 0 for rounding,
/// which knows nothing of its neighbour, near 1 for a formula that is slightly another one.
double likeness_of_neighbours(const Pair& pair) {
  const Image<double>& got = pair.got;
  const auto error = [&](int x, int y, int c) {
    return got.at(x, y, c) - pair.expected.at(x, y, c);
  };
  double mean = 0;
  for (std::size_t n = 0; n < got.size(); ++n) mean += got.data()[n] - pair.expected.data()[n];
  mean /= double(got.size());
  const auto along = [&](int dx, int dy) {
    double product = 0, square = 0;
    for (int y = 0; y + dy < got.height(); ++y)
      for (int x = 0; x + dx < got.width(); ++x)
        for (int c = 0; c < got.channels(); ++c) {
          const double here = error(x, y, c) - mean;
          product += here * (error(x + dx, y + dy, c) - mean);
          square += here * here;
        }
    return square > 0 ? product / square : 0;
  };
  return std::max(along(1, 0), along(0, 1));
}

/// Many small errors: rounding, and not a mistake in the formula. Half precision has errors of
/// about 2^-11 of the values; a wrong index or factor shows in larger ones. Beyond a few tolerances
/// they must look like rounding too.
Diagnosis find_low_precision(const Pair& pair, const Judgement& judgement) {
  constexpr double kSmall = 0x1p-9, kMany = 0.1, kFew = 4, kAlike = 0.8;
  double largest = 0;
  for (const double value : pair.expected.values()) largest = std::max(largest, std::abs(value));
  const auto pixels = static_cast<double>(judgement.wrong.size());
  if (judgement.comparison.non_finite > 0 ||
      !(judgement.comparison.max_abs_error <= kSmall * largest) ||
      static_cast<double>(count(judgement.wrong)) < kMany * pixels)
    return {};
  if (judgement.comparison.max_abs_error > kFew * pair.tolerance &&
      likeness_of_neighbours(pair) > kAlike)
    return {};
  return {"low_precision",
          fmt::format("Nearly right, but the errors are up to {:.4g} times the tolerance: is "
                      "something rounded to fewer digits than float32 has?",
                      judgement.comparison.max_abs_error / pair.tolerance)};
}

/// Right values at wrong places: most of the wrong ones are the reference's of another pixel, in an
/// image in which hardly a value comes twice. The others may be those of pixels beyond its edge.
Diagnosis find_misplaced(const Pair& pair, const Judgement& judgement) {
  constexpr double kSingle = 0.95, kFound = 0.5, kNear = 2e-6;
  constexpr std::size_t kFewest = 16;
  if (pair.expected.channels() != 1 || judgement.comparison.non_finite > 0) return {};
  std::vector<std::pair<double, std::size_t>> places(pair.expected.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = {pair.expected.data()[i], i};
  // Nearer than a tolerance, which may be wide for the distances of so many values.
  double near = 0;
  for (const double value : pair.expected.values()) near = std::max(near, std::abs(value));
  near = std::min(pair.tolerance, kNear * near);
  std::sort(places.begin(), places.end());
  std::size_t twice = 0;
  for (std::size_t i = 1; i < places.size(); ++i)
    twice += places[i].first - places[i - 1].first <= 2 * near ? 1 : 0;
  if (double(twice) > (1 - kSingle) * double(places.size())) return {};
  std::size_t wrong = 0, found = 0, first = 0, belongs = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double got = pair.got.data()[i];
    if (pair.close(got, pair.expected.data()[i])) continue;
    ++wrong;
    const auto place =
        std::lower_bound(places.begin(), places.end(), std::pair(got - near, std::size_t(0)));
    if (place == places.end() || place->first > got + near) continue;
    if (found++ == 0) {
      first = i;
      belongs = place->second;
    }
  }
  if (wrong < kFewest || double(found) < kFound * double(wrong)) return {};
  const auto width = std::size_t(pair.width());
  return {"misplaced",
          fmt::format("The values are right, but stand at other places: at x={}, y={} stands what "
                      "belongs at x={}, y={}. Look at the index of the store, and at which pixel a "
                      "thread computes.",
                      first % width, first / width, belongs % width, belongs / width)};
}

/// Right values that stand one block of threads after another, where the call says which blocks.
Diagnosis find_block_order(const Observation& seen, const Pair& pair) {
  const auto found = seen.spec->call.params.find("block");
  if (found == seen.spec->call.params.end() || !found->is_array() || found->size() < 2) return {};
  const int across = (*found)[0].get<int>(), down = (*found)[1].get<int>();
  if (across < 1 || down < 1 || pair.expected.channels() != 1) return {};
  const int blocks = (pair.width() + across - 1) / across;
  std::size_t wrong = 0;
  for (int y = 0; y < pair.height(); ++y)
    for (int x = 0; x < pair.width(); ++x) {
      const std::int64_t block = std::int64_t(y / down) * blocks + x / across;
      const std::int64_t place = block * across * down + y % down * across + x % across;
      if (place >= std::int64_t(pair.got.size())) continue;
      if (!pair.close(pair.got.data()[place], pair.expected.at(x, y))) return {};
      wrong += pair.close(pair.got.at(x, y), pair.expected.at(x, y)) ? 0 : 1;
    }
  if (wrong == 0) return {};
  return {"misplaced",
          "The values are right, but stand one block of threads after the other. In memory a row "
          "goes through the whole image: pixel (x, y) stands at index y * width + x."};
}

/// True if there are wrong pixels in all four quarters of the image.
bool wrong_all_over(const Judgement& judgement) {
  const int width = judgement.wrong.width(), height = judgement.wrong.height();
  bool quarter[2][2] = {};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (judgement.wrong.at(x, y) != 0)
        quarter[2 * y >= height ? 1 : 0][2 * x >= width ? 1 : 0] = true;
  return quarter[0][0] && quarter[0][1] && quarter[1][0] && quarter[1][1];
}

/// Grey levels that are all off by one, anywhere in the image.
Diagnosis find_rounding(const Judgement& judgement, const Pair& pair) {
  if (judgement.comparison.max_abs_error > 1 || !wrong_all_over(judgement)) return {};
  bool below = true;
  for (std::size_t i = 0; i < pair.got.size(); ++i)
    below &= pair.got.data()[i] <= pair.expected.data()[i] + pair.tolerance;
  return {
      "wrong_rounding",
      below ? "All wrong values are one level too small: is a value cut off that should be rounded?"
            : "All wrong values are one level off: look at how the result is rounded, and at "
              "what happens to halves."};
}

/// Patterns that several mistakes may leave, from the narrow to the wide; empty if there is none.
Diagnosis find_pattern(const Observation& seen, const Judgement& judgement, const Pair& pair) {
  if (seen.first.tensor->shape.type == DType::f32 && pair.tolerance > 0)
    if (Diagnosis rounding = find_low_precision(pair, judgement); !rounding.cause.empty())
      return rounding;
  if (seen.first.tensor->shape.type == DType::u8)
    if (Diagnosis rounding = find_rounding(judgement, pair); !rounding.cause.empty())
      return rounding;
  const int radius = radius_of(seen, pair);
  if (Diagnosis border = find_border(pair, judgement, radius); !border.cause.empty()) return border;
  if (only_last_columns_or_rows(judgement.wrong))
    return {"wrong_edge_blocks",
            fmt::format("Only {} are wrong: look at blocks that only partly lie in the image.",
                        describe_region(judgement.wrong))};
  if (Diagnosis shift = find_shift(pair, radius); !shift.cause.empty()) return shift;
  if (pair.width() > 1 && pair.height() > 1 && transposed(pair))
    return {"transposed", "x and y are exchanged: the pixel at (x, y) belongs at y * width + x."};
  if (Diagnosis layout = find_layout(seen, pair); !layout.cause.empty()) return layout;
  if (Diagnosis order = find_block_order(seen, pair); !order.cause.empty()) return order;
  if (Diagnosis misplaced = find_misplaced(pair, judgement); !misplaced.cause.empty())
    return misplaced;
  if (const double factor = common_factor(pair); factor != 0)
    return {"scaled", fmt::format("Every value is {:.4g} times what it should be. Look for a "
                                  "missing, doubled or wrong factor.",
                                  factor)};
  return {};
}

}  // namespace

Diagnosis diagnose_unknown(const Judgement& judgement) {
  return {"unknown", fmt::format("Wrong: {}.{}", describe_region(judgement.wrong), kByHand), true};
}

Diagnosis diagnose_pattern(const Observation& seen, const Judgement& judgement) {
  const Pair pair{to_double_image(*seen.first.tensor), seen.spec->expected, slack(*seen.spec)};
  if (all_zeros(pair))
    return {
        "all_zeros",
        "Every output value is 0. Is the sum stored, and is none of its factors always 0, such as "
        "a quotient of integers or weights that never came?",
        false, true};
  if (copied_input(seen))
    return {"copied_input", "The output is a copy of the input.", false, true};
  if (const std::size_t unset = unset_variables(pair, seen.first.tensor->shape.type); unset > 0)
    return {"unset_variable",
            fmt::format("{} of {} values {} from a variable that was never given a value: begin "
                        "sums with 0, and set arrays of your own before you read them.",
                        unset, pair.got.size(), unset == 1 ? "comes" : "come")};
  if (Diagnosis pattern = find_pattern(seen, judgement, pair); !pattern.cause.empty()) {
    pattern.by_pattern = true;
    return pattern;
  }
  if (judgement.comparison.non_finite > 0)
    return {
        "not_finite",
        fmt::format("NaN or infinite values: {}. They come from memory that was never "
                    "written, from outside a buffer, from a division by zero, or from a value that "
                    "its type cannot hold (a half ends at 65504).",
                    judgement.comparison.non_finite),
        true};
  return diagnose_unknown(judgement);
}

}  // namespace kit::grader
