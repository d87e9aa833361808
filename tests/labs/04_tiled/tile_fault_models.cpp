/// @file
/// A block's tile with one thing wrong. The tile is built as the faulty block would build it, cell
/// by cell, and what nobody stored stays unknown: only then is it known which sums hold garbage.
#include "tile_fault_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "labs/convolution/reference/oracle.hpp"

namespace kit::grader {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kSomethingWrong = std::numeric_limits<double>::infinity();
constexpr std::size_t kMinKnown = 4;
constexpr std::size_t kMaxPixels = 100000;  // pixels

/// A pixel of a block's tile: (x, y) counts from the tile's first element, the halo's corner.
struct Element {
  int block_x, block_y;  // the block's first pixel
  int x, y;
};

class TileFaultModels {
 public:
  TileFaultModels(const Image<float>& image, const Filter& filter, Border border,
                  const BlockShape& block)
      : image_(image),
        filter_(filter),
        border_(border),
        block_(block),
        radius_(filter.radius()),
        pitch_(block.width + 2 * radius_),
        rows_(block.height + 2 * radius_),
        expected_(oracle::convolve(image, filter, border)) {}

  std::vector<Hypothesis> list() {
    // First those that say what every value would be.
    add_halos_from_the_wrong_place();
    add_wrong_pitches();
    add_wrong_reads();
    add_wrong_origins();
    add_short_filters();
    add_missing_parts();
    add_unset_border();
    add_threads_that_left();
    return std::move(list_);
  }

 private:
  /// The pixel at (x, y), which may lie outside the image.
  double pixel(int x, int y) const {
    if (border_ == Border::clamp) {
      x = std::clamp(x, 0, image_.width() - 1);
      y = std::clamp(y, 0, image_.height() - 1);
    } else if (x < 0 || y < 0 || x >= image_.width() || y >= image_.height()) {
      return 0;
    }
    return image_.at(x, y);
  }
  double right(const Element& at) const {
    return pixel(at.block_x + at.x - radius_, at.block_y + at.y - radius_);
  }
  bool in_centre_x(const Element& at) const {
    return at.x >= radius_ && at.x < radius_ + block_.width;
  }
  bool in_centre_y(const Element& at) const {
    return at.y >= radius_ && at.y < radius_ + block_.height;
  }

  /// The output if each thread finds value(element) where its window's elements should be.
  template <typename Value>
  Image<double> from_tiles(Value value) const {
    Image<double> output(image_.width(), image_.height());
    for (int y = 0; y < image_.height(); ++y) {
      for (int x = 0; x < image_.width(); ++x) {
        const int thread_x = x % block_.width, thread_y = y % block_.height;
        double sum = 0;
        for (int j = 0; j < filter_.width; ++j) {
          for (int i = 0; i < filter_.width; ++i) {
            sum += double(filter_.weights[std::size_t(j * filter_.width + i)]) *
                   value(Element{x - thread_x, y - thread_y, thread_x + i, thread_y + j});
          }
        }
        output.at(x, y) = sum;
      }
    }
    return output;
  }

  /// Kept if enough of it is known, and it does not say that all is right. What is only called
  /// wrong says something too.
  void add(const char* cause, const std::string& sentence, Image<double> output) {
    std::size_t known = 0, wrong = 0;
    bool differs = false;
    for (std::size_t n = 0; n < output.size(); ++n) {
      const double value = output.data()[n];
      known += std::isfinite(value) ? 1 : 0;
      wrong += std::isinf(value) ? 1 : 0;
      differs |= std::abs(value - expected_.data()[n]) > 1e-7;
    }
    const bool enough = wrong > 0 ? known >= kMinKnown : 8 * known >= output.size();
    if (differs && enough) list_.push_back({cause, sentence, std::move(output)});
  }

  /// Elements for which loaded() is false hold what happens to be there, or 0.
  template <typename Loaded>
  void add_unloaded(const std::string& what, Loaded loaded) {
    const std::string sentence = fmt::format(
        "{}: the tile has {} x {} = {} elements for {} threads, and all must be loaded before the "
        "barrier",
        what, pitch_, rows_, pitch_ * rows_, block_.width * block_.height);
    add("incomplete_tile", sentence, right_or(loaded));
    add("incomplete_tile", sentence,
        from_tiles([&](const Element& at) { return loaded(at) ? right(at) : 0.0; }));
  }
  /// The right sum where a window has only loaded elements, else any wrong value.
  template <typename Loaded>
  Image<double> right_or(Loaded loaded) const {
    Image<double> output =
        from_tiles([&](const Element& at) { return loaded(at) ? 0.0 : kUnknown; });
    for (std::size_t n = 0; n < output.size(); ++n) {
      double& value = output.data()[n];
      value = std::isnan(value) ? kSomethingWrong : expected_.data()[n];
    }
    return output;
  }

  void add_missing_parts() {
    const int threads = block_.width * block_.height;
    const auto number = [this](const Element& at) { return at.y * pitch_ + at.x; };
    add_unloaded("each thread loads one element of the tile",
                 [=](const Element& at) { return number(at) < threads; });
    add_unloaded("each thread loads one element of the tile",
                 [this](const Element& at) { return at.x < block_.width && at.y < block_.height; });
    add_unloaded("each thread loads the element of its own pixel, nobody the halo",
                 [this](const Element& at) { return in_centre_x(at) && in_centre_y(at); });
    const char* const sides = "the halo left and right of the block is not loaded";
    add_unloaded(sides, [this](const Element& at) { return in_centre_x(at); });
    add_unloaded(sides, [this](const Element& at) { return at.x < block_.width; });
    const char* const ends = "the halo above and below the block is not loaded";
    add_unloaded(ends, [this](const Element& at) { return in_centre_y(at); });
    add_unloaded(ends, [this](const Element& at) { return at.y < block_.height; });
    add_unloaded("the four corners of the halo are not loaded",
                 [this](const Element& at) { return in_centre_x(at) || in_centre_y(at); });
    add_unloaded("the last column of the tile is not loaded",
                 [this](const Element& at) { return at.x < pitch_ - 1; });
    add_unloaded("the last row of the tile is not loaded",
                 [this](const Element& at) { return at.y < rows_ - 1; });
    add_unloaded("the last element of the tile is not loaded",
                 [=, this](const Element& at) { return number(at) < pitch_ * rows_ - 1; });
    add_unloaded("each thread loads at most two elements of the tile",
                 [=](const Element& at) { return number(at) < 2 * threads; });
    add_unloaded("the loop over the tile ends one round too early", [=, this](const Element& at) {
      return number(at) < pitch_ * rows_ / threads * threads;
    });
  }

  /// Elements beyond the image, where nothing is to be loaded but something must stand.
  void add_unset_border() {
    const auto inside = [this](const Element& at) {
      const int x = at.block_x + at.x - radius_, y = at.block_y + at.y - radius_;
      return x >= 0 && y >= 0 && x < image_.width() && y < image_.height();
    };
    add("incomplete_tile",
        "elements of the tile that lie beyond the image are left as they are: store what the "
        "border puts there",
        right_or(inside));
  }

  /// Threads without a pixel that return before they have loaded their share.
  void add_threads_that_left() {
    const auto has_pixel = [this](const Element& at, int thread_x, int thread_y) {
      return at.block_x + thread_x < image_.width() && at.block_y + thread_y < image_.height();
    };
    const char* const left =
        "threads beyond the image return before they have loaded their share of the tile";
    add_unloaded(left, [=, this](const Element& at) {
      const int thread = (at.y * pitch_ + at.x) % (block_.width * block_.height);
      return has_pixel(at, thread % block_.width, thread / block_.width);
    });
    add_unloaded(left, [=, this](const Element& at) {
      return has_pixel(at, at.x % block_.width, at.y % block_.height);
    });
  }

  void add_halos_from_the_wrong_place() {
    add("wrong_halo",
        "the halo holds the nearest pixel of the block: clamp the coordinates to the image, not to "
        "the block",
        from_tiles([this](const Element& at) {
          return pixel(std::clamp(at.x - radius_, 0, block_.width - 1) + at.block_x,
                       std::clamp(at.y - radius_, 0, block_.height - 1) + at.block_y);
        }));
    add("wrong_halo",
        "the halo repeats the block's other side: element (x, y) of the tile is pixel (x - radius, "
        "y - radius) from the block's first",
        from_tiles([this](const Element& at) {
          return pixel(
              (at.x - radius_ + block_.width * filter_.width) % block_.width + at.block_x,
              (at.y - radius_ + block_.height * filter_.width) % block_.height + at.block_y);
        }));
  }

  /// Rows of the tile taken to be `wrong` elements long, in one of the two places that count them.
  void add_wrong_pitches() {
    const std::string sentence = fmt::format(
        "rows of the tile are {} elements long (block width + 2 radius), but not all of the code "
        "that loads and reads it counts so",
        pitch_);
    const auto element = [this](const Element& at, int number) {
      if (number < 0 || number >= pitch_ * rows_) return kUnknown;
      return right({at.block_x, at.block_y, number % pitch_, number / pitch_});
    };
    for (const int wrong : {pitch_ + 1, pitch_ - 1, block_.width, block_.width + radius_, rows_,
                            block_.width + filter_.width}) {
      if (wrong == pitch_ || wrong < 1) continue;
      add("wrong_pitch", sentence,
          from_tiles([&](const Element& at) { return element(at, at.y * wrong + at.x); }));
      // The loop's number taken apart with the wrong length.
      add("wrong_pitch", sentence, from_tiles([&](const Element& at) {
            const int number = at.y * pitch_ + at.x;
            return right({at.block_x, at.block_y, number % wrong, number / wrong});
          }));
      // Stored so; a longer row leaves holes.
      if (wrong > pitch_) {
        add("wrong_pitch", sentence, from_tiles([&](const Element& at) {
              const int number = at.y * pitch_ + at.x;
              const Element stored{at.block_x, at.block_y, number % wrong, number / wrong};
              return stored.x < pitch_ ? right(stored) : kUnknown;
            }));
      }
    }
    for (const int length : {pitch_, rows_}) {
      add("transposed", "the tile is read transposed: element (x, y) stands at y * pitch + x",
          from_tiles([&](const Element& at) { return element(at, at.x * length + at.y); }));
    }
  }

  /// Sums whose window begins elsewhere in the tile: the halo is counted twice, or taken away.
  void add_wrong_reads() {
    for (const int step : {radius_, -radius_}) {
      for (const auto& [x, y] : {std::pair{step, step}, std::pair{step, 0}, std::pair{0, step}}) {
        // A window that leaves its row goes on in the next one. Where none does, the tile may as
        // well hold the wrong pixels.
        bool leaves_row = false;
        Image<double> output = from_tiles([&, x = x, y = y](const Element& at) {
          leaves_row |= at.x + x < 0 || at.x + x >= pitch_;
          const int number = (at.y + y) * pitch_ + at.x + x;
          if (number < 0 || number >= pitch_ * rows_) return kUnknown;
          return right({at.block_x, at.block_y, number % pitch_, number / pitch_});
        });
        const std::string by = fmt::format("({}, {})", x, y);
        add("shifted",
            std::string("the tile is ") + (leaves_row ? "read " : "read or loaded ") + by +
                " elements away from the right place: tap (i, j) of thread (x, y) is element (x + "
                "i, y + j) of the tile, whose first element is the halo's corner",
            std::move(output));
      }
    }
  }

  void add_wrong_origins() {
    const int halo = 2 * radius_;
    for (const auto& side : {std::pair{1, 1}, std::pair{1, 0}, std::pair{0, 1}}) {
      const int x = side.first, y = side.second;
      add("shifted",
          "tiles lie side by side in the image: blocks are block.x by block.y pixels apart, and "
          "their tiles overlap by 2 radius",
          from_tiles([&](const Element& at) {
            return pixel(at.block_x + at.x - radius_ + x * halo * (at.block_x / block_.width),
                         at.block_y + at.y - radius_ + y * halo * (at.block_y / block_.height));
          }));
    }
    add("wrong_halo", "every block loads the tile of block (0, 0): add blockIdx * blockDim",
        from_tiles([this](const Element& at) { return pixel(at.x - radius_, at.y - radius_); }));
  }

  /// A filter of which only the first weights are copied; the others are still 0.
  void add_short_filters() {
    const int count = filter_.width * filter_.width;
    for (const int copied : {count / 4, filter_.width, filter_.width / 4, 1}) {
      Filter shortened = filter_;
      std::fill(shortened.weights.begin() + copied, shortened.weights.end(), 0.0f);
      add("wrong_filter",
          fmt::format(
              "only the first {} of {} weights reach constant memory: the copy wants bytes, "
              "sizeof(float) * filter_width * filter_width",
              copied, count),
          oracle::convolve(image_, shortened, border_));
    }
  }

  const Image<float>& image_;
  const Filter& filter_;
  const Border border_;
  const BlockShape block_;
  const int radius_, pitch_, rows_;
  const Image<double> expected_;
  std::vector<Hypothesis> list_;
};

}  // namespace

std::vector<Hypothesis> tile_fault_models(const Image<float>& image, const Filter& filter,
                                          Border border, const BlockShape& block) {
  if (image.size() > kMaxPixels) return {};
  return TileFaultModels(image, filter, border, block).list();
}

}  // namespace kit::grader
