/// @file
/// A plain float32 convolution whose pieces can be replaced, and wrong programs made from it: one
/// mistake each, written apart from the judge's hypotheses.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kit/border.hpp"
#include "kit/filters.hpp"
#include "kit/image.hpp"

namespace wrong_convolutions {

using kit::Border;
using kit::Filter;
using kit::Image;

/// The pieces of a float32 convolution, each of which a wrong program may replace.
struct Program {
  std::function<float(const Image<float>&, int x, int y, Border)> read =
      [](const Image<float>& image, int x, int y, Border border) {
        const int width = image.width(), height = image.height();
        if (border == Border::clamp) {
          return image.at(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
        }
        return x < 0 || y < 0 || x >= width || y >= height ? 0.0f : image.at(x, y);
      };
  std::function<int(int i, int j, int filter_width)> weight_index = [](int i, int j, int width) {
    return j * width + i;
  };
  int first = 0, missing = 0;  // the loops over the filter run from `first` to width - missing
  int shift_x = 0, shift_y = 0;
  std::function<float(float sum, float pixel)> finish = [](float sum, float) { return sum; };
  std::function<std::size_t(int x, int y, int width, int height)> store_index =
      [](int x, int y, int width, int) { return std::size_t(y * width + x); };

  Image<float> operator()(const Image<float>& image, const Filter& filter, Border border) const {
    const int width = image.width(), height = image.height(), radius = filter.radius();
    Image<float> output(width, height, 1, std::numeric_limits<float>::quiet_NaN());
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int j = first; j < filter.width - missing; ++j) {
          for (int i = first; i < filter.width - missing; ++i) {
            sum += filter.weights[std::size_t(weight_index(i, j, filter.width))] *
                   read(image, x + i - radius + shift_x, y + j - radius + shift_y, border);
          }
        }
        const std::size_t at = store_index(x, y, width, height);
        if (at < output.size()) output.data()[at] = finish(sum, image.at(x, y));
      }
    }
    return output;
  }
};

/// What stands in memory at an index, NaN outside the image.
inline float from_memory(const Image<float>& image, int index) {
  return index < 0 || index >= int(image.size()) ? std::numeric_limits<float>::quiet_NaN()
                                                 : image.data()[index];
}

/// One mistake and the cause the judge must name.
struct Wrong {
  std::string name, cause;
  Program program;
};

inline Wrong wrong(const std::string& name, const std::string& cause,
                   const std::function<void(Program&)>& change) {
  Wrong result{name, cause, {}};
  change(result.program);
  return result;
}

inline std::vector<Wrong> wrong_programs() {
  const auto right_read = Program().read;
  return {
      wrong("all zeros", "all_zeros",
            [](Program& p) { p.finish = [](float, float) { return 0.0f; }; }),
      wrong("copy", "copied_input",
            [](Program& p) { p.finish = [](float, float in) { return in; }; }),
      wrong("flipped", "flipped_filter",
            [](Program& p) {
              p.weight_index = [](int i, int j, int n) { return n * n - 1 - j * n - i; };
            }),
      wrong("mirrored in x", "flipped_filter",
            [](Program& p) {
              p.weight_index = [](int i, int j, int n) { return j * n + n - 1 - i; };
            }),
      wrong("mirrored in y", "flipped_filter",
            [](Program& p) {
              p.weight_index = [](int i, int j, int n) { return (n - 1 - j) * n + i; };
            }),
      wrong("transposed filter", "transposed_filter",
            [](Program& p) { p.weight_index = [](int i, int j, int n) { return i * n + j; }; }),
      wrong("output transposed", "transposed",
            [](Program& p) {
              p.store_index = [](int x, int y, int, int h) { return std::size_t(x * h + y); };
            }),
      wrong("input transposed", "transposed",
            [](Program& p) {
              p.read = [](const Image<float>& in, int x, int y, Border border) {
                const int w = in.width(), h = in.height();
                if (border == Border::clamp)
                  x = std::clamp(x, 0, w - 1), y = std::clamp(y, 0, h - 1);
                return x < 0 || y < 0 || x >= w || y >= h ? 0.0f : from_memory(in, x * h + y);
              };
            }),
      wrong("radius one too large", "shifted", [](Program& p) { p.shift_x = p.shift_y = -1; }),
      wrong("radius one too small", "shifted", [](Program& p) { p.shift_x = p.shift_y = 1; }),
      wrong("one to the left", "shifted", [](Program& p) { p.shift_x = -1; }),
      wrong("one to the right", "shifted", [](Program& p) { p.shift_x = 1; }),
      wrong("one up", "shifted", [](Program& p) { p.shift_y = -1; }),
      wrong("one down", "shifted", [](Program& p) { p.shift_y = 1; }),
      wrong("left and down", "shifted", [](Program& p) { p.shift_x = -1, p.shift_y = 1; }),
      wrong("right and up", "shifted", [](Program& p) { p.shift_x = 1, p.shift_y = -1; }),
      wrong("load one too far", "shifted",
            [](Program& p) {
              p.read = [](const Image<float>& in, int x, int y, Border border) {
                const int w = in.width(), h = in.height();
                if (border == Border::clamp)
                  x = std::clamp(x, 0, w - 1), y = std::clamp(y, 0, h - 1);
                return x < 0 || y < 0 || x >= w || y >= h ? 0.0f : from_memory(in, y * w + x + 1);
              };
            }),
      wrong("last row and column left out", "wrong_filter", [](Program& p) { p.missing = 1; }),
      wrong("first row and column left out", "wrong_filter", [](Program& p) { p.first = 1; }),
      wrong("outer ring left out", "wrong_filter", [](Program& p) { p.first = p.missing = 1; }),
      wrong("first row for all", "wrong_filter",
            [](Program& p) { p.weight_index = [](int i, int, int) { return i; }; }),
      wrong(
          "rows of the filter too short", "wrong_filter",
          [](Program& p) { p.weight_index = [](int i, int j, int n) { return j * (n - 1) + i; }; }),
      wrong(
          "radius as the filter's stride", "wrong_filter",
          [](Program& p) { p.weight_index = [](int i, int j, int n) { return j * (n / 2) + i; }; }),
      wrong("sum starts from the input", "wrong_filter",
            [](Program& p) { p.finish = [](float sum, float in) { return sum + in; }; }),
      wrong("wrong sign", "scaled",
            [](Program& p) { p.finish = [](float s, float) { return -s; }; }),
      wrong("divided by 255", "scaled",
            [](Program& p) { p.finish = [](float s, float) { return s / 255; }; }),
      wrong(
          "limited to [0, 1]", "scaled",
          [](Program& p) { p.finish = [](float s, float) { return std::clamp(s, 0.0f, 1.0f); }; }),
      wrong("sign lost", "scaled",
            [](Program& p) { p.finish = [](float s, float) { return std::abs(s); }; }),
      wrong("always zero", "wrong_border",
            [=](Program& p) {
              p.read = [=](const Image<float>& in, int x, int y, Border) {
                return right_read(in, x, y, Border::zero);
              };
            }),
      wrong("always clamp", "wrong_border",
            [=](Program& p) {
              p.read = [=](const Image<float>& in, int x, int y, Border) {
                return right_read(in, x, y, Border::clamp);
              };
            }),
      wrong("the two borders exchanged", "wrong_border",
            [=](Program& p) {
              p.read = [=](const Image<float>& in, int x, int y, Border border) {
                return right_read(in, x, y, border == Border::zero ? Border::clamp : Border::zero);
              };
            }),
      wrong("no border", "wrong_border",
            [](Program& p) {
              p.read = [](const Image<float>& in, int x, int y, Border) {
                return from_memory(in, y * in.width() + x);
              };
            }),
      wrong("no border in x", "wrong_border",
            [](Program& p) {
              p.read = [](const Image<float>& in, int x, int y, Border border) {
                if (border == Border::clamp) y = std::clamp(y, 0, in.height() - 1);
                return y < 0 || y >= in.height() ? 0.0f : from_memory(in, y * in.width() + x);
              };
            }),
      wrong("first column taken for outside", "wrong_border",
            [=](Program& p) {
              p.read = [=](const Image<float>& in, int x, int y, Border border) {
                if (border == Border::zero) return x <= 0 ? 0.0f : right_read(in, x, y, border);
                return right_read(in, std::max(x, 1), y, border);
              };
            }),
      wrong("one column too many", "wrong_border",
            [=](Program& p) {
              p.read = [=](const Image<float>& in, int x, int y, Border border) {
                if (border == Border::clamp) y = std::clamp(y, 0, in.height() - 1);
                if (border == Border::clamp) x = std::clamp(x, 0, in.width());
                if (x < 0 || y < 0 || x > in.width() || y >= in.height()) return 0.0f;
                return from_memory(in, y * in.width() + x);
              };
            }),
      wrong("width and height exchanged in the border's test", "wrong_border",
            [](Program& p) {
              p.read = [](const Image<float>& in, int x, int y, Border border) {
                const int w = in.height(), h = in.width();
                if (border == Border::clamp)
                  x = std::clamp(x, 0, w - 1), y = std::clamp(y, 0, h - 1);
                if (x < 0 || y < 0 || x >= w || y >= h) return 0.0f;
                return from_memory(in, y * in.width() + x);
              };
            }),
      wrong("every column the last when clamped", "wrong_border",
            [=](Program& p) {
              p.read = [=](const Image<float>& in, int x, int y, Border border) {
                const bool clamp = border == Border::clamp;
                return right_read(in, clamp ? std::max(std::min(x, 0), in.width() - 1) : x, y,
                                  border);
              };
            }),
      wrong("wrapped around", "wrong_border",
            [](Program& p) {
              p.read = [](const Image<float>& in, int x, int y, Border) {
                const int w = in.width(), h = in.height();
                return in.at((x % w + w) % w, (y % h + h) % h);
              };
            }),
  };
}

}  // namespace wrong_convolutions
