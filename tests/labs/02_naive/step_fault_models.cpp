/// @file
/// Each model is one line of a small kernel, written wrongly. What is read by a wrong index comes
/// from where that index leads in memory, which may be another row.
#include "step_fault_models.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "labs/02_naive/reference/first_steps.hpp"

namespace kit::grader {
namespace {

constexpr double kAnything = std::numeric_limits<double>::quiet_NaN();

/// A list of mistakes in outputs of one size.
class Mistakes {
 public:
  Mistakes(int width, int height) : width_(width), height_(height) {}

  void add(const char* cause, std::string sentence, Image<double> output) {
    list_.push_back({cause, std::move(sentence), std::move(output)});
  }
  /// A mistake whose output is value(x, y) at each pixel.
  template <typename Value>
  void add_each(const char* cause, std::string sentence, Value value) {
    Image<double> output(width_, height_);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) output.at(x, y) = value(x, y);
    }
    add(cause, std::move(sentence), std::move(output));
  }
  /// Right values at index x * height + y.
  void add_transposed_store(const Image<double>& expected) {
    Image<double> output(width_, height_);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        output.data()[std::int64_t(x) * height_ + y] = expected.at(x, y);
      }
    }
    add("transposed",
        "the output is transposed: pixel (x, y) stands at index y * width + x, look at the index "
        "of the store",
        std::move(output));
  }
  std::vector<Hypothesis> take() {
    constexpr int kMinValues = 16;
    if (std::int64_t(width_) * height_ < kMinValues) return {};
    return std::move(list_);
  }

 private:
  const int width_, height_;
  std::vector<Hypothesis> list_;
};

/// The input as memory: what stands at an index, inside the row or not.
class Memory {
 public:
  explicit Memory(const Image<float>& input) : input_(input) {}
  double at(std::int64_t index) const {
    const bool inside = index >= 0 && index < std::int64_t(input_.size());
    return inside ? double(input_.data()[index]) : kAnything;
  }
  /// Where pixel (x, y) stands.
  std::int64_t index(int x, int y) const { return std::int64_t(y) * input_.width() + x; }

 private:
  const Image<float>& input_;
};

/// The pixel is loaded by a wrong index; value(pixel) is what is stored.
template <typename Value>
void add_wrong_loads(Mistakes& mistakes, const Image<float>& input, Value value) {
  const Memory memory(input);
  const std::int64_t width = input.width(), height = input.height();
  const auto loads = [&](const char* cause, const std::string& sentence, std::int64_t x_stride,
                         std::int64_t y_stride, std::int64_t offset) {
    mistakes.add_each(cause, sentence, [&](int x, int y) {
      return value(memory.at(x * x_stride + y * y_stride + offset));
    });
  };
  const char* const exchanged =
      "the input is read transposed: pixel (x, y) stands at index y * width + x, look at the index "
      "of the load";
  loads("transposed", exchanged, height, 1, 0);
  loads("transposed", exchanged, width, 1, 0);
  loads("transposed",
        "rows of the input are taken to be height long: pixel (x, y) stands at index y * width + x",
        1, height, 0);
  const std::string index = ": look at the index of the load, pixel (x, y) is y * width + x";
  loads("shifted", "every pixel is loaded one too far to the right" + index, 1, width, 1);
  loads("shifted", "every pixel is loaded one too far to the left" + index, 1, width, -1);
  loads("shifted", "every pixel is loaded one row too low" + index, 1, width, width);
  loads("shifted", "every pixel is loaded one row too high" + index, 1, width, -width);
}

/// Rules for what lies outside, other than one_tap's.
void add_wrong_outside(Mistakes& mistakes, const Image<float>& input, int dx, int dy,
                       double weight) {
  const Memory memory(input);
  const int width = input.width(), height = input.height();
  const auto clamped = [](int value, int size) { return std::clamp(value, 0, size - 1); };
  const auto wrapped = [](int value, int size) { return ((value % size) + size) % size; };
  const auto reads = [&](const std::string& sentence, auto read) {
    mistakes.add_each("wrong_border", sentence,
                      [&](int x, int y) { return weight * read(x + dx, y + dy); });
  };
  reads(
      "outside the image stands the nearest pixel, where 0 is asked for: only a neighbour inside "
      "counts",
      [&](int x, int y) { return double(input.at(clamped(x, width), clamped(y, height))); });
  reads("the image is repeated beyond its edge (wrapped around), where 0 is asked for",
        [&](int x, int y) { return double(input.at(wrapped(x, width), wrapped(y, height))); });

  /// Taken for the inside: columns [left, right), rows [top, bottom).
  struct Limits {
    int left, right, top, bottom;
  };
  const auto limited = [&](const std::string& sentence, const Limits& limits) {
    reads(sentence, [&, limits](int x, int y) {
      const bool inside =
          x >= limits.left && x < limits.right && y >= limits.top && y < limits.bottom;
      return inside ? memory.at(memory.index(x, y)) : 0.0;
    });
  };
  constexpr int kLow = std::numeric_limits<int>::min(), kHigh = std::numeric_limits<int>::max();
  limited(
      "nothing is done about a neighbour outside: its index leads to a pixel of another row, or "
      "out of the buffer; ask whether (x + dx, y + dy) is inside, not only (x, y)",
      {kLow, kHigh, kLow, kHigh});
  limited(
      "columns outside the image are not caught: x + dx of such a neighbour leads into the row "
      "above or below",
      {kLow, kHigh, 0, height});
  limited(
      "rows outside the image are not caught: y + dy of such a neighbour leads out of the "
      "buffer",
      {0, width, kLow, kHigh});
  const std::string edges = "columns go from 0 to width - 1, rows from 0 to height - 1";
  using Edge = int Limits::*;
  const auto side = [&](Edge edge, int outward, int far, const std::string& last) {
    const Limits whole{0, width, 0, height};
    Limits limits = whole;
    limits.*edge = far;
    limited("beyond the image's " + last + " the neighbour is read, where 0 is asked for", limits);
    limits.*edge = whole.*edge + outward;
    limited("one more beyond the image's " + last + " is taken for the inside: " + edges, limits);
    limits.*edge = whole.*edge - outward;
    limited("the image's " + last + " is taken for the outside: " + edges, limits);
  };
  side(&Limits::left, -1, kLow, "first column");
  side(&Limits::right, 1, kHigh, "last column");
  side(&Limits::top, -1, kLow, "first row");
  side(&Limits::bottom, 1, kHigh, "last row");
  const std::string exchanged =
      "width and height are exchanged in the test for the inside: x goes with width, y with height";
  limited(exchanged, {0, height, 0, width});
  limited(exchanged, {0, height, 0, height});
  limited(exchanged, {0, width, 0, width});
}

}  // namespace

std::vector<Hypothesis> write_x_fault_models(int width, int height, const BlockShape& block) {
  Mistakes mistakes(width, height);
  const auto block_of = [&](int x) { return x / block.width; };
  mistakes.add_each("transposed",
                    "every pixel holds its row y, where its column x is asked for: all three parts "
                    "of x end in .x, and of y in .y",
                    [](int, int y) { return double(y); });
  mistakes.add_transposed_store(oracle::columns(width, height));
  mistakes.add_each("wrong_formula",
                    "every pixel holds its column within the block: threadIdx.x begins with 0 in "
                    "each block, so add where the block begins, blockIdx.x * blockDim.x",
                    [&](int x, int) { return double(x % block.width); });
  mistakes.add_each("wrong_formula",
                    "every pixel holds the number of its block: a block is blockDim.x columns "
                    "wide, and threadIdx.x is the column within it",
                    [&](int x, int) { return double(block_of(x)); });
  mistakes.add_each("wrong_formula",
                    "every pixel holds the first column of its block: add threadIdx.x, the column "
                    "within it",
                    [&](int x, int) { return double(block_of(x) * block.width); });
  mistakes.add_each("wrong_formula",
                    "every pixel holds its index, where its column x is asked for: y * width + x "
                    "says where to store, x what",
                    [&](int x, int y) { return double(std::int64_t(y) * width + x); });
  mistakes.add_each("wrong_formula", "every value is 1 too large: columns are counted from 0",
                    [](int x, int) { return double(x + 1); });
  return mistakes.take();
}

std::vector<Hypothesis> gain_and_offset_fault_models(const Image<float>& input, float gain,
                                                     float offset) {
  const int width = input.width(), height = input.height();
  const double g = gain, o = offset;
  Mistakes mistakes(width, height);
  const auto formula = [&](const char* cause, const std::string& sentence, auto value) {
    mistakes.add_each(cause, sentence + ": gain * input + offset is asked for",
                      [&](int x, int y) { return value(double(input.at(x, y))); });
  };
  formula("copied_input", "the output is the input itself", [](double v) { return v; });
  formula("wrong_formula", "the offset is left out", [=](double v) { return g * v; });
  formula("wrong_formula", "the gain is left out", [=](double v) { return v + o; });
  formula("wrong_formula", "the offset is added before the gain is applied",
          [=](double v) { return g * (v + o); });
  formula("wrong_formula", "gain and offset are exchanged", [=](double v) { return o * v + g; });
  formula("wrong_formula", "the offset is subtracted", [=](double v) { return g * v - o; });
  formula("wrong_formula", "the result is limited to [0, 1], and is not wanted so",
          [=](double v) { return std::clamp(g * v + o, 0.0, 1.0); });
  mistakes.add_transposed_store(oracle::gain_and_offset(input, gain, offset));
  add_wrong_loads(mistakes, input, [=](double v) { return g * v + o; });
  return mistakes.take();
}

std::vector<Hypothesis> one_tap_fault_models(const Image<float>& input, int dx, int dy,
                                             float weight) {
  const int width = input.width(), height = input.height();
  const double w = weight;
  const Memory memory(input);
  Mistakes mistakes(width, height);
  const auto neighbour = [&](const char* cause, const std::string& sentence, int x, int y,
                             double factor) {
    Image<double> output = oracle::one_tap(input, x, y, 1);
    for (double& value : output.values()) value *= factor;
    mistakes.add(cause, sentence, std::move(output));
  };
  neighbour("shifted",
            "every neighbour is fetched from the other side, (x - dx, y - dy): the neighbour is "
            "at (x + dx, y + dy)",
            -dx, -dy, w);
  neighbour("shifted", "dx has the wrong sign: the neighbour is at (x + dx, y + dy)", -dx, dy, w);
  neighbour("shifted", "dy has the wrong sign: the neighbour is at (x + dx, y + dy)", dx, -dy, w);
  neighbour("shifted", "the pixel itself is weighed, not its neighbour at (x + dx, y + dy)", 0, 0,
            w);
  neighbour("shifted", "dy is left out: the neighbour is at (x + dx, y + dy)", dx, 0, w);
  neighbour("shifted", "dx is left out: the neighbour is at (x + dx, y + dy)", 0, dy, w);
  neighbour("transposed", "dx and dy are exchanged: x goes with dx, y with dy", dy, dx, w);
  neighbour("wrong_formula", "the weight is left out: weight * neighbour is asked for", dx, dy, 1);
  // The right test for the inside, then a wrong load.
  const auto loaded = [&](const char* cause, const std::string& sentence, auto index) {
    mistakes.add_each(cause, sentence, [&](int x, int y) {
      const int from_x = x + dx, from_y = y + dy;
      const bool inside = from_x >= 0 && from_y >= 0 && from_x < width && from_y < height;
      return inside ? w * memory.at(index(x, y)) : 0.0;
    });
  };
  loaded("shifted",
         "dy is added to the index as it is, but one row further is width pixels further: the "
         "neighbour stands at (y + dy) * width + (x + dx)",
         [&](int x, int y) { return memory.index(x, y) + dx + dy; });
  loaded("shifted", "the test is of the neighbour, but the pixel itself is read",
         [&](int x, int y) { return memory.index(x, y); });
  loaded("transposed",
         "the neighbour is read transposed: (x, y) stands at index y * width + x, look at the "
         "index of the load",
         [&](int x, int y) { return std::int64_t(x + dx) * width + y + dy; });
  loaded("transposed",
         "the neighbour is read transposed: (x, y) stands at index y * width + x, look at the "
         "index of the load",
         [&](int x, int y) { return std::int64_t(x + dx) * height + y + dy; });
  loaded("transposed", "rows are taken to be height long: (x, y) stands at index y * width + x",
         [&](int x, int y) { return std::int64_t(y + dy) * height + x + dx; });
  mistakes.add_transposed_store(oracle::one_tap(input, dx, dy, weight));
  add_wrong_outside(mistakes, input, dx, dy, w);
  return mistakes.take();
}

std::vector<Hypothesis> mirror_fault_models(const Image<float>& input) {
  const int width = input.width(), height = input.height();
  const Memory memory(input);
  Mistakes mistakes(width, height);
  // The bug itself, and its twin.
  const auto by_number = [&](const std::string& sentence, int x_divisor, int y_divisor) {
    mistakes.add_each("transposed", sentence, [&, x_divisor, y_divisor](int x, int y) {
      const std::int64_t pixel = memory.index(x, y);
      return memory.at(pixel / y_divisor * width + width - 1 - pixel % x_divisor);
    });
  };
  by_number(
      "the row that is read is wrong, except in square images: pixel number n of the image stands "
      "in row n / width, since a row has width pixels",
      width, height);
  by_number(
      "the column that is read is wrong, except in square images: pixel number n of the image "
      "stands in column n % width",
      height, width);
  by_number(
      "width and height are exchanged: pixel number n of the image stands in column n % width of "
      "row n / width",
      height, height);
  mistakes.add("copied_input", "the output is the input: nothing is mirrored", to_double(input));
  mistakes.add_each("wrong_formula",
                    "the image is mirrored top to bottom, where left to right is asked for",
                    [&](int x, int y) { return double(input.at(x, height - 1 - y)); });
  mistakes.add_each("shifted",
                    "every pixel is read one too far to the right: opposite of column x stands "
                    "column width - 1 - x",
                    [&](int x, int y) { return memory.at(memory.index(width - x, y)); });
  return mistakes.take();
}

}  // namespace kit::grader
