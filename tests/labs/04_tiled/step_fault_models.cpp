/// @file
/// Each mistake is a function that gives the value of one element or pixel; what it would read
/// where nothing is known is a NaN, and what nobody has stored an infinity (see Hypothesis).
#include "step_fault_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "labs/04_tiled/reference/tile_steps.hpp"

namespace kit::grader::lab04 {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kSomethingWrong = std::numeric_limits<double>::infinity();

double nearest(const Image<float>& image, int x, int y) {
  return image.at(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1));
}

bool inside(const Image<float>& image, int x, int y) {
  return x >= 0 && y >= 0 && x < image.width() && y < image.height();
}

/// The hypotheses that say something: not all is right, and enough of it is known.
class HypothesisList {
 public:
  explicit HypothesisList(Image<double> expected) : expected_(std::move(expected)) {}

  /// value(x, y) is what stands at (x, y) of the output.
  template <typename Value>
  void add(const char* cause, const std::string& sentence, Value value) {
    Image<double> output(expected_.width(), expected_.height());
    std::size_t known = 0;
    bool differs = false;
    for (int y = 0; y < output.height(); ++y) {
      for (int x = 0; x < output.width(); ++x) {
        output.at(x, y) = value(x, y);
        known += std::isnan(output.at(x, y)) ? 0 : 1;
        differs |= !std::isnan(output.at(x, y)) &&
                   !(std::abs(output.at(x, y) - expected_.at(x, y)) <= 1e-7);
      }
    }
    if (differs && 4 * known >= output.size()) {
      list_.push_back({cause, sentence, std::move(output)});
    }
  }

  double expected(int x, int y) const { return expected_.at(x, y); }
  std::vector<Hypothesis> take() { return std::move(list_); }

 private:
  Image<double> expected_;
  std::vector<Hypothesis> list_;
};

/// Programs that fill a block's tile otherwise than they should.
class FillModels {
 public:
  FillModels(const Image<float>& image, int radius, const BlockShape& block)
      : image_(image),
        block_(block),
        radius_(radius),
        pitch_(block.width + 2 * radius),
        rows_(block.height + 2 * radius),
        list_(oracle::tiles_side_by_side(image, radius, block.width, block.height)) {}

  std::vector<Hypothesis> list() {
    add_wrong_pixels();
    add_wrong_lengths();
    add_missing_parts();
    return list_.take();
  }

 private:
  /// Element (x, y) of the tile of the block whose first pixel is (block_x, block_y).
  struct Element {
    int block_x, block_y, x, y;
  };

  template <typename Value>
  void add(const char* cause, const std::string& sentence, Value value) {
    list_.add(cause, sentence, [&](int x, int y) {
      const int i = x / pitch_, j = y / rows_;
      return value(Element{i * block_.width, j * block_.height, x % pitch_, y % rows_});
    });
  }
  double right(const Element& at) const {
    return nearest(image_, at.block_x + at.x - radius_, at.block_y + at.y - radius_);
  }
  int number(const Element& at) const { return at.y * pitch_ + at.x; }

  void add_wrong_pixels() {
    add("wrong_border",
        "what lies beyond the edge of the image is 0 in the tile: there the nearest pixel of the "
        "image belongs",
        [this](const Element& at) {
          const int x = at.block_x + at.x - radius_, y = at.block_y + at.y - radius_;
          return inside(image_, x, y) ? double(image_.at(x, y)) : 0;
        });
    for (const auto& [x, y] : {std::pair{1, 1}, std::pair{1, 0}, std::pair{0, 1}}) {
      for (const int radii : {1, -1}) {
        const int step = radii * radius_;
        add("shifted",
            fmt::format("the tile holds the pixels ({}, {}) further: its first element is the "
                        "halo's corner, the pixel (block_x - radius, block_y - radius)",
                        x * step, y * step),
            [&, x = x * step, y = y * step](const Element& at) {
              return nearest(image_, at.block_x + at.x - radius_ + x,
                             at.block_y + at.y - radius_ + y);
            });
      }
    }
    add("wrong_halo",
        "the halo holds the nearest pixel of the block: only at the edge of the image is another "
        "pixel taken than the element's own",
        [this](const Element& at) {
          return nearest(image_, at.block_x + std::clamp(at.x - radius_, 0, block_.width - 1),
                         at.block_y + std::clamp(at.y - radius_, 0, block_.height - 1));
        });
    add("wrong_halo", "every block loads the tile of block (0, 0): add block_x and block_y",
        [this](const Element& at) { return nearest(image_, at.x - radius_, at.y - radius_); });
    add("wrong_halo",
        "tiles lie side by side in the input: blocks are block.x by block.y pixels apart, and "
        "their tiles overlap by 2 radius",
        [this](const Element& at) {
          return nearest(image_, at.block_x / block_.width * pitch_ + at.x - radius_,
                         at.block_y / block_.height * rows_ + at.y - radius_);
        });
  }

  void add_wrong_lengths() {
    const std::string sentence = fmt::format(
        "element n stands in row n / pitch and column n % pitch of the tile, with rows of {} "
        "elements (block width + 2 radius); other lengths were taken",
        pitch_);
    for (const int wrong : {block_.width, rows_, block_.width + radius_, pitch_ + 1, pitch_ - 1}) {
      if (wrong == pitch_ || wrong < 1) continue;
      add("wrong_pitch", sentence, [&](const Element& at) {
        return right({at.block_x, at.block_y, number(at) % wrong, number(at) / wrong});
      });
    }
    for (const int length : {pitch_, rows_}) {
      add("transposed",
          "rows and columns of the tile are exchanged: n / pitch is the row of element n, and n % "
          "pitch its column",
          [&](const Element& at) {
            return right({at.block_x, at.block_y, number(at) / length, number(at) % length});
          });
    }
  }

  template <typename Stored>
  void add_unstored(const char* what, Stored stored) {
    const std::string sentence = fmt::format(
        "{}: the tile has {} x {} = {} elements for {} threads, so that a thread takes "
        "every {}th of them",
        what, pitch_, rows_, pitch_ * rows_, block_.width * block_.height,
        block_.width * block_.height);
    add("incomplete_tile", sentence,
        [&](const Element& at) { return stored(at) ? right(at) : kSomethingWrong; });
    add("incomplete_tile", sentence,
        [&](const Element& at) { return stored(at) ? right(at) : 0.0; });
  }

  void add_missing_parts() {
    const int threads = block_.width * block_.height;
    add_unstored("each thread stores one element of the tile",
                 [&](const Element& at) { return number(at) < threads; });
    add_unstored("each thread stores the element of its own pixel, nobody the halo",
                 [this](const Element& at) {
                   return at.x >= radius_ && at.x < radius_ + block_.width && at.y >= radius_ &&
                          at.y < radius_ + block_.height;
                 });
    add_unstored("each thread stores at most two elements of the tile",
                 [&](const Element& at) { return number(at) < 2 * threads; });
    add_unstored("the last element of the tile is not stored",
                 [this](const Element& at) { return number(at) < pitch_ * rows_ - 1; });
    add_unstored("the last row of the tile is not stored",
                 [this](const Element& at) { return at.y < rows_ - 1; });
    add_unstored("the loop over the tile ends one round too early", [&](const Element& at) {
      return number(at) < pitch_ * rows_ / threads * threads;
    });
    add("incomplete_tile",
        "elements of the tile that lie beyond the image are left as they are: store the nearest "
        "pixel of the image there",
        [this](const Element& at) {
          const int x = at.block_x + at.x - radius_, y = at.block_y + at.y - radius_;
          return inside(image_, x, y) ? right(at) : kSomethingWrong;
        });
  }

  const Image<float>& image_;
  const BlockShape block_;
  const int radius_, pitch_, rows_;
  HypothesisList list_;
};

}  // namespace

std::vector<Hypothesis> fill_fault_models(const Image<float>& image, int radius,
                                          const BlockShape& block) {
  return FillModels(image, radius, block).list();
}

std::vector<Hypothesis> turn_fault_models(const Image<float>& image, const BlockShape& block) {
  HypothesisList list(oracle::turned_pieces(image, block.width));
  const int width = image.width(), last = block.width - 1;
  // What the thread beyond the image, or within it, at (x, y) has stored.
  const auto stored = [&](int x, int y) {
    return inside(image, x, y) ? double(image.at(x, y)) : 0.0;
  };
  const auto mirrored = [&](int x) {
    return x / block.width * block.width + last - x % block.width;
  };
  list.add("wrong_border",
           "threads to the right of the image have stored its nearest pixel: 0 belongs there",
           [&](int x, int y) { return nearest(image, mirrored(x), y); });
  list.add("wrong_border",
           "threads to the right of the image have stored what follows the row in memory, the next "
           "row: 0 belongs there",
           [&](int x, int y) {
             const auto index = std::size_t(y) * std::size_t(width) + std::size_t(mirrored(x));
             return index < image.size() ? double(image.data()[index]) : kUnknown;
           });
  list.add("wrong_formula",
           "the last block of a row turns only its pixels inside the image around: the places of "
           "the threads beyond it count too",
           [&](int x, int y) {
             const int left = x / block.width * block.width;
             return stored(left + std::min(left + block.width, width) - 1 - x, y);
           });
  list.add("wrong_formula", "whole rows of the image are turned around: each block turns its own",
           [&](int x, int y) { return stored(width - 1 - x, y); });
  const auto other_row = [&](int y) {
    return y / block.height * block.height + block.height - 1 - y % block.height;
  };
  list.add("wrong_formula",
           "the columns of each block are turned around: the thread at the other end of the same "
           "row of threads has the number first + blockDim.x - 1 - threadIdx.x",
           [&](int x, int y) { return stored(x, other_row(y)); });
  list.add("wrong_formula",
           "the block is turned around in both directions: the thread at the other end of the same "
           "row of threads has the number first + blockDim.x - 1 - threadIdx.x",
           [&](int x, int y) { return stored(mirrored(x), other_row(y)); });
  // One element further is the first of the next row of threads, at the end of the row.
  list.add("shifted",
           "each thread reads one element too far: the last of blockDim.x threads has the number "
           "first + blockDim.x - 1",
           [&](int x, int y) {
             if (x % block.width > 0) return stored(mirrored(x) + 1, y);
             const bool another = y % block.height + 1 < block.height;
             return another ? stored(x, y + 1) : kUnknown;
           });
  list.add("shifted",
           "each thread reads one element too early: thread 0 takes the value of thread "
           "blockDim.x - 1",
           [&](int x, int y) {
             if (x % block.width < last) return stored(mirrored(x) - 1, y);
             return y % block.height > 0 ? stored(x, y - 1) : kUnknown;
           });
  list.add(
      "incomplete_tile",
      "threads beyond the image have stored nothing when others read their values: all "
      "threads of the block store before the barrier, those beyond the image a 0",
      [&](int x, int y) { return mirrored(x) < width ? list.expected(x, y) : kSomethingWrong; });
  return list.take();
}

std::vector<Hypothesis> mean_fault_models(const Image<float>& image, const BlockShape& block) {
  HypothesisList list(oracle::mean_of_three(image));
  const int pitch = block.width + 2, elements = pitch * block.height;
  // Element n of the tile of the block at (block_x, block_y), in one row of memory after the other.
  const auto element = [&](int block_x, int block_y, int n) {
    if (n < 0 || n >= elements) return kUnknown;
    return nearest(image, block_x + n % pitch - 1, block_y + n / pitch);
  };
  // The sum over the elements at(thread_x, thread_y, i).
  const auto sum = [&](int x, int y, int count, auto at) {
    const int thread_x = x % block.width, thread_y = y % block.height;
    double total = 0;
    for (int i = 0; i < count; ++i)
      total += element(x - thread_x, y - thread_y, at(thread_x, thread_y, i));
    return total;
  };
  const auto usual = [&](int x, int y, int i) { return y * pitch + x + i; };
  list.add("not_normalised", "the sum of the three elements is not divided by 3",
           [&](int x, int y) { return sum(x, y, 3, usual); });
  for (const int step : {1, -1}) {
    list.add("shifted",
             fmt::format("the window begins one element too {}: that of thread x is elements x, x "
                         "+ 1 and x + 2 of the row, since element 0 is the halo",
                         step > 0 ? "far to the right" : "far to the left"),
             [&](int x, int y) {
               return sum(x, y, 3, [&](int u, int v, int i) { return usual(u, v, i) + step; }) / 3;
             });
  }
  for (const double divisor : {2.0, 3.0}) {
    for (const int begin : {0, 1}) {
      list.add("wrong_formula", "only two elements are summed: the window has three, i = 0, 1, 2",
               [&](int x, int y) {
                 return sum(x, y, 2, [&](int u, int v, int i) { return usual(u, v, i + begin); }) /
                        divisor;
               });
    }
  }
  list.add("wrong_formula", "four elements are summed: the window has three, i = 0, 1, 2",
           [&](int x, int y) { return sum(x, y, 4, usual) / 3; });
  list.add("copied_input", "the element of the thread's own pixel is stored, no mean",
           [&](int x, int y) { return nearest(image, x, y); });
  list.add("wrong_formula",
           "every thread takes the first three elements of its row: thread x begins at element x",
           [&](int x, int y) {
             return sum(x, y, 3, [&](int, int v, int i) { return v * pitch + i; }) / 3;
           });
  list.add("wrong_halo", "every row of threads sums from the tile's first row", [&](int x, int y) {
    return sum(x, y, 3, [&](int u, int, int i) { return u + i; }) / 3;
  });
  for (const int wrong : {block.width, block.width + 1, pitch + 1}) {
    list.add("wrong_pitch",
             fmt::format("rows of the tile are {} elements long (blockDim.x + 2), but the sum "
                         "counts otherwise",
                         pitch),
             [&](int x, int y) {
               return sum(x, y, 3, [&](int u, int v, int i) { return v * wrong + u + i; }) / 3;
             });
  }
  list.add("transposed",
           "the window goes down a column of the tile: the three elements stand in one "
           "row, side by side",
           [&](int x, int y) {
             return sum(x, y, 3, [&](int u, int v, int i) { return (v + i) * pitch + u + 1; }) / 3;
           });
  return list.take();
}

}  // namespace kit::grader::lab04
