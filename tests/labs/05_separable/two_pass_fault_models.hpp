/// @file
/// The usual wrong ways to filter in two passes, computed on purpose: what the judge compares a
/// wrong output with. Each takes 2K products a pixel, so that wide filters can be diagnosed too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/convolution/fault_model.hpp"
#include "labs/convolution/reference/separable.hpp"
#include "labs/convolution/reference/two_pass.hpp"

namespace kit::grader::lab05 {

/// One pass as somebody may have written it.
struct Pass {
  std::vector<float> weights;
  Border border = Border::zero;
  int shift = 0;  ///< pixels that the window stands too far right, or too low
};

inline int nearest(int position, int length, Border border) {
  const int inside = std::clamp(position, 0, length - 1);
  return inside == position || border == Border::clamp ? inside : -1;
}

/// A pass along x, or down along y.
inline Image<double> run_pass(const Image<double>& image, const Pass& pass, bool down) {
  const int width = image.width(), height = image.height();
  const int taps = int(pass.weights.size()), first = pass.shift - taps / 2;
  Image<double> result(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      for (int n = 0; n < taps; ++n) {
        const int at = down ? nearest(y + n + first, height, pass.border)
                            : nearest(x + n + first, width, pass.border);
        if (at >= 0)
          sum += pass.weights[std::size_t(n)] * (down ? image.at(x, at) : image.at(at, y));
      }
      result.at(x, y) = sum;
    }
  }
  return result;
}

/// The mistakes in two passes on one image, the most telling first.
class TwoPassFaultModels {
 public:
  TwoPassFaultModels(const Image<float>& image, const SeparableFilter& filter, Border border)
      : image_(image),
        pixels_(to_double(image)),
        row_{filter.row, border},
        column_{filter.column, border},
        expected_(oracle::separable(image, filter, border)) {}

  std::vector<Hypothesis> list(bool bytes) {
    if (bytes) add_rounding();
    add_weights();
    add_missing_passes();
    add_borders();
    add_shifts();
    add_layouts();
    // What goes wrong in a square window can go wrong here; it costs K^2 for each, so small ones.
    if (row_.weights.size() <= 7) {
      const Filter square = outer_product(row_.weights, column_.weights);
      for (Hypothesis& one : convolution_fault_models(image_, square, row_.border))
        list_.push_back(std::move(one));
    }
    return drop_uninformative(std::move(list_), expected_);
  }

 private:
  void add(const char* cause, std::string sentence, Image<double> output) {
    list_.push_back({cause, std::move(sentence), std::move(output)});
  }
  void add(const char* cause, std::string sentence, const Pass& row, const Pass& column) {
    add(cause, std::move(sentence), run_pass(run_pass(pixels_, row, false), column, true));
  }
  static Pass with(Pass pass, std::vector<float> weights) {
    pass.weights = std::move(weights);
    return pass;
  }
  static Pass turned(Pass pass) {
    std::reverse(pass.weights.begin(), pass.weights.end());
    return pass;
  }
  /// The weights of one half on both sides.
  static Pass symmetric(const Pass& pass, bool of_first) {
    const Pass other = turned(pass);
    const std::size_t middle = pass.weights.size() / 2;
    Pass result = pass;
    for (std::size_t i = 0; i < pass.weights.size(); ++i)
      if ((i > middle) == of_first) result.weights[i] = other.weights[i];
    return result;
  }
  static Pass without(Pass pass, std::size_t tap) {
    pass.weights[tap] = 0;
    return pass;
  }

  void add_weights() {
    const char* const order =
        ": weight i belongs to the pixel at x + i - radius (in the second pass, y + j - radius)";
    add("flipped_filter", std::string("both vectors of weights are turned round") + order,
        turned(row_), turned(column_));
    add("flipped_filter", std::string("the row weights are turned round") + order, turned(row_),
        column_);
    add("flipped_filter", std::string("the column weights are turned round") + order, row_,
        turned(column_));
    add("transposed_filter",
        "the two vectors are exchanged: row_weights belong to the pass along x, column_weights to "
        "the pass along y",
        with(row_, column_.weights), with(column_, row_.weights));
    for (const bool first : {true, false}) {
      const std::string half =
          std::string("the ") + (first ? "first" : "second") +
          " half of the weights is used on both sides, as if all vectors were symmetric: each tap "
          "has a weight of its own";
      add("wrong_filter", half, symmetric(row_, first), symmetric(column_, first));
      add("wrong_filter", half + " (in the pass along the rows)", symmetric(row_, first), column_);
      add("wrong_filter", half + " (in the pass along the columns)", row_,
          symmetric(column_, first));
    }
    const char* const twice = " are used in both passes: each pass has a vector of its own";
    add("wrong_filter", std::string("the row weights") + twice, row_, with(column_, row_.weights));
    add("wrong_filter", std::string("the column weights") + twice, with(row_, column_.weights),
        column_);
    add("wrong_filter",
        "only the first quarter of the weights is used: a copy takes bytes, sizeof(float) * taps",
        first_quarter(row_), first_quarter(column_));
    const std::size_t last = row_.weights.size() - 1;
    for (const std::size_t tap : {last, std::size_t(0)}) {
      const std::string which = tap == 0 ? "the first weight" : "the last weight";
      const char* const ends = " is left out: a loop over the taps runs from 0 to taps - 1";
      add("wrong_filter", which + " of both vectors" + ends, without(row_, tap),
          without(column_, tap));
      add("wrong_filter", which + " of the row" + ends, without(row_, tap), column_);
      add("wrong_filter", which + " of the column" + ends, row_, without(column_, tap));
    }
  }

  /// What arrives of a vector if `taps` bytes are copied where taps floats are meant, and the rest
  /// is 0.
  static Pass first_quarter(Pass pass) {
    const auto end = pass.weights.begin() + std::ptrdiff_t(pass.weights.size() / sizeof(float));
    std::fill(end, pass.weights.end(), 0.0f);
    return pass;
  }

  void add_missing_passes() {
    add("wrong_filter",
        "only the pass along the rows reaches the result: the second pass must read what the first "
        "one wrote and filter it",
        run_pass(pixels_, row_, false));
    add("wrong_filter",
        "only the pass along the columns reaches the result: does the second pass read the "
        "intermediate image, or the input again?",
        run_pass(pixels_, column_, true));
    add("wrong_filter", "both passes go along the rows: the second one goes down the columns",
        run_pass(run_pass(pixels_, row_, false), column_, false));
    add("wrong_filter", "both passes go down the columns: the first one goes along the rows",
        run_pass(run_pass(pixels_, row_, true), column_, true));
    add("transposed_filter",
        "the row weights are used down the columns and the column weights along the rows",
        run_pass(run_pass(pixels_, row_, true), column_, false));
  }

  void add_borders() {
    const auto other = [](Pass pass) {
      pass.border = pass.border == Border::zero ? Border::clamp : Border::zero;
      return pass;
    };
    const std::string rule = row_.border == Border::zero
                                 ? ": beyond the edge belongs 0, where the nearest pixel was taken"
                                 : ": beyond the edge belongs the nearest pixel, where 0 was taken";
    add("wrong_border", "the border is wrong in both passes" + rule, other(row_), other(column_));
    add("wrong_border", "the border is wrong in the pass along the rows" + rule, other(row_),
        column_);
    add("wrong_border", "the border is wrong in the pass along the columns" + rule, row_,
        other(column_));
  }

  void add_shifts() {
    const int radius = int(row_.weights.size()) / 2;
    const auto moved = [](Pass pass, int by) {
      pass.shift = by;
      return pass;
    };
    for (const int by : {1, -1, radius, -radius}) {
      const std::string text =
          " starts " + std::to_string(std::abs(by)) + (by > 0 ? " too late" : " too early") +
          ": it begins at the pixel's own place less radius, with radius = taps / 2";
      add("shifted", "the window of both passes" + text, moved(row_, by), moved(column_, by));
      add("shifted", "the window along the rows" + text, moved(row_, by), column_);
      add("shifted", "the window along the columns" + text, row_, moved(column_, by));
    }
  }

  void add_layouts() {
    Image<double> output(image_.width(), image_.height(), 1, kAnything);
    for (int y = 0; y < image_.height(); ++y) {
      for (int x = 0; x < image_.width(); ++x) {
        output.data()[std::size_t(x) * std::size_t(image_.height()) + std::size_t(y)] =
            expected_.at(x, y);
      }
    }
    add("transposed", "the output is transposed: pixel (x, y) stands at index y * width + x",
        std::move(output));
  }

  Image<double> map(const Image<double>& image, const std::function<double(double)>& change) const {
    Image<double> result = image;
    for (double& value : result.values()) value = change(value);
    return result;
  }

  /// How a sum may become a grey level. The judge takes predictions as not yet rounded.
  void add_rounding() {
    const auto grey = [](double value) { return std::clamp(value, 0.0, 255.0); };
    add("wrong_rounding", "results are cut off where they must be rounded to the nearest integer",
        map(expected_, [=](double v) { return v >= 255 ? 255.0 : std::max(0.0, v - 0.5); }));
    add("wrong_rounding", "halves are rounded up: of two equally near levels the even one is right",
        map(expected_, [](double v) { return v - std::floor(v) == 0.5 ? v + 0.25 : v; }));
    const Image<double> between = run_pass(pixels_, row_, false);
    const char* const once = ": keep the intermediate image as float and round once, at the end";
    add("wrong_rounding", std::string("the first pass's results are rounded to grey levels") + once,
        run_pass(map(between, [=](double v) { return std::nearbyint(grey(v)); }), column_, true));
    add("wrong_rounding",
        "the first pass's results are limited to [0, 255], though negative weights of the second "
        "pass still need what is beyond: limit once, at the end",
        run_pass(map(between, grey), column_, true));
    const Image<double> cut = map(between, [=](double v) { return std::floor(grey(v)); });
    add("wrong_rounding", std::string("the first pass's results are cut off to grey levels") + once,
        run_pass(cut, column_, true));
    add("wrong_rounding",
        std::string("the results of both passes are cut off to grey levels") + once,
        map(run_pass(cut, column_, true),
            [=](double v) { return v >= 255 ? 255.0 : std::max(0.0, v - 0.5); }));
    const char* const limit =
        "results beyond 255 or below 0 start again at the other end: limit the value to [0, 255] "
        "before it becomes a byte";
    const auto wrapped = [](double v) { return v - 256 * std::floor(std::nearbyint(v) / 256); };
    add("wrong_rounding", limit, map(expected_, wrapped));
    add("wrong_rounding", limit, map(expected_, [](double v) {
          const double whole = std::trunc(v);
          return whole - 256 * std::floor(whole / 256);
        }));
    add("scaled", "grey levels are in [0, 255] here: the result is for pixels in [0, 1]",
        map(expected_, [](double v) { return v / 255; }));
  }

  const Image<float> image_;
  const Image<double> pixels_;
  const Pass row_, column_;
  const Image<double> expected_;
  std::vector<Hypothesis> list_;
};

}  // namespace kit::grader::lab05
