/// @file
/// Wrong borders: the part of the mistakes that shows only near the edge of the image.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "fault_model.hpp"

namespace kit::grader {
namespace {

/// What stands for a pixel beyond an edge.
enum class Rule { zero, clamp, wrap, mirror_twice, mirror_once };

const char* name_of(Rule rule) {
  switch (rule) {
    case Rule::zero:
      return "zero";
    case Rule::clamp:
      return "the nearest pixel";
    case Rule::wrap:
      return "the other end of the image";
    case Rule::mirror_twice:
    case Rule::mirror_once:
      break;
  }
  return "the image mirrored";
}

/// The coordinate that is read for one of [0, size) or beyond; none if zero stands there.
std::optional<int> coordinate(int value, int size, Rule rule) {
  if (value >= 0 && value < size) return value;
  if (rule == Rule::zero) return std::nullopt;
  if (rule == Rule::clamp) return value < 0 ? 0 : size - 1;
  if (rule == Rule::wrap) return ((value % size) + size) % size;
  // Twice: the edge's pixel is repeated (b a | a b); once: it is not (c b | a b).
  const int edge = rule == Rule::mirror_twice ? 1 : 0;
  const int period = std::max(1, 2 * size - 2 + 2 * edge);
  const int phase = ((value % period) + period) % period;
  return phase < size ? phase : period - phase - edge;
}

}  // namespace

void FaultModels::add_borders() {
  const Border other = border_ == Border::zero ? Border::clamp : Border::zero;
  const Limits whole{0, width_, 0, height_};
  const char* const other_name = border_ == Border::zero ? "clamped (nearest pixel)" : "zero";
  const char* const own_name = border_ == Border::zero ? "zero" : "clamped (nearest pixel)";
  add("wrong_border",
      std::string("the border is ") + other_name + " where the call asks for " + own_name +
          ": both kinds are wanted, look at how the border argument is used",
      correlate_near_edge([&](int x, int y) { return read(x, y, other, whole); }));
  add_border_limits();

  const int radius = filter_.radius();
  const auto ring = [&](auto value) {
    return each(
        [&](int x, int y) { return near_edge(x, y, radius) ? value(x, y) : expected_.at(x, y); });
  };
  const char* const skipped =
      "pixels whose window crosses the edge are not filtered; they too are a sum, with the border "
      "rule for what lies outside";
  add("wrong_border", skipped, ring([](int, int) { return 0.0; }));
  add("wrong_border", skipped, ring([&](int x, int y) { return double(image_.at(x, y)); }));
  for (const Rule rule : {Rule::wrap, Rule::mirror_twice, Rule::mirror_once}) {
    const char* const sentence = rule == Rule::wrap
                                     ? "the image is repeated beyond its edge (wrapped around)"
                                     : "the image is mirrored at its edge";
    add("wrong_border", sentence, correlate_near_edge([&, rule](int x, int y) {
          return double(image_.at(*coordinate(x, width_, rule), *coordinate(y, height_, rule)));
        }));
  }
  const std::int64_t last = std::int64_t(width_) * height_ - 1;
  add("wrong_border",
      "the index of a neighbour is limited to the array, where its column and its row should be: "
      "left and right of the image stand pixels of the rows above and below",
      correlate_near_edge([&](int x, int y) {
        const bool outside = x < 0 || y < 0 || x >= width_ || y >= height_;
        const std::int64_t index = std::int64_t(y) * width_ + x;
        if (border_ == Border::zero && outside) return 0.0;
        return memory(std::clamp<std::int64_t>(index, 0, last));
      }));
  if (border_ == Border::clamp)
    add("wrong_border",
        "left of the image stands its last column, and above it its last row: a coordinate below 0 "
        "is a huge number where it is unsigned, and so too large in place of too small",
        correlate_near_edge([&](int x, int y) {
          const auto nearest = [](int at, int size) {
            return at < 0 || at >= size ? size - 1 : at;
          };
          return double(image_.at(nearest(x, width_), nearest(y, height_)));
        }));
  add_mixed_borders();
  add_weights_in_order();
  double total = 0;
  for (const Tap& tap : taps_) total += tap.weight;
  add("wrong_border",
      "near the edge the result is divided by the sum of the weights inside the image; a zero "
      "border "
      "counts as zeros, without a correction",
      ring([&](int x, int y) {
        double inside = 0, sum = 0;
        for (const Tap& tap : taps_) {
          const int sx = x + tap.dx, sy = y + tap.dy;
          if (sx < 0 || sy < 0 || sx >= width_ || sy >= height_) continue;
          inside += tap.weight;
          sum += tap.weight * double(image_.at(sx, sy));
        }
        return std::abs(inside) > 1e-3 ? sum * total / inside : kAnything;
      }));
}

/// A pointer that walks over the weights, and stays where a tap lies outside of the image.
void FaultModels::add_weights_in_order() {
  const int radius = filter_.radius();
  add("wrong_filter",
      "a tap outside of the image does not use up its weight, so that the taps behind it have the "
      "weights of others: weight (i, j) belongs to (x + i - radius, y + j - radius), whatever lies "
      "outside",
      each([&](int x, int y) {
        if (!near_edge(x, y, radius)) return expected_.at(x, y);
        double sum = 0;
        std::size_t next = 0;
        for (const Tap& tap : taps_) {
          const int sx = x + tap.dx, sy = y + tap.dy;
          if (sx < 0 || sy < 0 || sx >= width_ || sy >= height_) continue;
          sum += taps_[next++].weight * double(image_.at(sx, sy));
        }
        return sum;
      }));
}

/// Borders that are right on some sides and follow another rule on the others.
void FaultModels::add_mixed_borders() {
  const Rule own = border_ == Border::zero ? Rule::zero : Rule::clamp;
  struct Sides {
    const char* name;
    bool left, right, top, bottom;
  };
  for (const Rule other :
       {Rule::zero, Rule::clamp, Rule::wrap, Rule::mirror_twice, Rule::mirror_once}) {
    if (other == own) continue;
    add("wrong_border",
        std::string("in the corners, beyond two edges of the image at once, stands ") +
            name_of(other) + " where the call asks for " + name_of(own) +
            "; beyond one edge the border is right",
        correlate_near_edge([&](int x, int y) {
          const bool corner = (x < 0 || x >= width_) && (y < 0 || y >= height_);
          const auto column = coordinate(x, width_, corner ? other : own);
          const auto row = coordinate(y, height_, corner ? other : own);
          return column && row ? double(image_.at(*column, *row)) : 0.0;
        }));
  }
  const Sides all[] = {{"left and right of the image", true, true, false, false},
                       {"above and below the image", false, false, true, true},
                       {"left of the image", true, false, false, false},
                       {"right of the image", false, true, false, false},
                       {"above the image", false, false, true, false},
                       {"below the image", false, false, false, true}};
  for (const Rule other :
       {Rule::zero, Rule::clamp, Rule::wrap, Rule::mirror_twice, Rule::mirror_once}) {
    if (other == own) continue;
    for (const Sides& sides : all) {
      add("wrong_border",
          std::string(sides.name) + " stands " + name_of(other) + " where the call asks for " +
              name_of(own) + "; on the other sides the border is right",
          correlate_near_edge([&](int x, int y) {
            const auto column =
                coordinate(x, width_, (x < 0 ? sides.left : sides.right) ? other : own);
            const auto row =
                coordinate(y, height_, (y < 0 ? sides.top : sides.bottom) ? other : own);
            return column && row ? double(image_.at(*column, *row)) : 0.0;
          }));
    }
  }
}

/// Border code that is right but for where it thinks the image begins or ends.
void FaultModels::add_border_limits() {
  const Limits whole{0, width_, 0, height_};
  const auto limited = [&](Limits limits) {
    return correlate_near_edge([&, limits](int x, int y) { return read(x, y, border_, limits); });
  };
  const Limits none{-kUnlimited, kUnlimited, -kUnlimited, kUnlimited};
  const char* const absent =
      "nothing is done about the border: the window reads past the row into its neighbour in "
      "memory, "
      "and outside the buffer";
  add("wrong_border", absent, limited(none));
  add("wrong_border",
      "columns outside the image are not caught: the window reads into the "
      "neighbouring row in memory",
      limited({none.left, none.right, 0, height_}));
  add("wrong_border", "rows outside the image are not caught: the window reads outside the buffer",
      limited({0, width_, none.top, none.bottom}));

  using Edge = int Limits::*;
  struct Side {
    const char* name;
    Edge edge;
    int outward;
  };
  const Side sides[] = {{"left", &Limits::left, -1},
                        {"right", &Limits::right, 1},
                        {"top", &Limits::top, -1},
                        {"bottom", &Limits::bottom, 1}};
  for (const Side& side : sides) {
    const std::string at = std::string("at the image's ") + side.name + " edge ";
    Limits limits = whole;
    limits.*side.edge -= side.outward;
    add("wrong_border",
        at + "the border begins one pixel too early: columns go from 0 to width - 1, "
             "rows from 0 to height - 1",
        limited(limits));
    limits = whole;
    limits.*side.edge += side.outward;
    add("wrong_border",
        at + "the border begins one pixel too late: columns go from 0 to width - 1, "
             "rows from 0 to height - 1",
        limited(limits));
    limits = whole;
    limits.*side.edge += side.outward * kUnlimited;
    add("wrong_border", at + "nothing is done about the border", limited(limits));
  }
  const char* const both =
      "the border begins one pixel too early or too late on two sides: columns go "
      "from 0 to width - 1, rows from 0 to height - 1";
  for (const int step : {1, -1}) {
    add("wrong_border", both, limited({step, width_, step, height_}));
    add("wrong_border", both, limited({0, width_ + step, 0, height_ + step}));
  }

  const auto everywhere = [&](Limits limits) {
    return correlate(taps_, [&, limits](int x, int y) { return read(x, y, border_, limits); });
  };
  const char* const exchanged =
      "width and height are exchanged in the border's test: x goes with "
      "width, y with height";
  add("wrong_border", exchanged, everywhere({0, height_, 0, width_}));
  add("wrong_border", exchanged, everywhere({0, height_, 0, height_}));
  add("wrong_border", exchanged, everywhere({0, width_, 0, width_}));

  if (border_ != Border::clamp) return;
  const char* const stuck =
      "every read is moved to one edge of the image: clamping keeps the larger of x and 0, and of "
      "that the smaller of it and width - 1; likewise y";
  const int right = width_ - 1, bottom = height_ - 1;
  for (const Limits& limits :
       {Limits{right, width_, 0, height_}, Limits{0, width_, bottom, height_},
        Limits{right, width_, bottom, height_}, Limits{0, 1, 0, height_}, Limits{0, width_, 0, 1},
        Limits{0, 1, 0, 1}}) {
    add("wrong_border", stuck, everywhere(limits));
  }
}

}  // namespace kit::grader
