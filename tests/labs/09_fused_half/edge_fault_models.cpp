/// @file
/// Mistakes in the steps one by one, and in the mean of rows.
#include "edge_fault_models.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "step_models.hpp"

namespace kit::grader::lab09 {

std::vector<Hypothesis> grey_fault_models(const ByteImage& colours) {
  const int width = colours.width(), height = colours.height();
  const auto weighed = [&](double red, double green, double blue, double add) {
    return each(width, height, [&](int x, int y) {
      return std::floor(
          (red * colours.at(x, y, 0) + green * colours.at(x, y, 1) + blue * colours.at(x, y, 2)) /
              256 +
          add);
    });
  };
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  const auto plane = [&](int x, int y, std::size_t c) {
    return double(
        colours.data()[c * pixels + std::size_t(y) * std::size_t(width) + std::size_t(x)]);
  };
  return {
      {"wrong_rounding", "the sum is cut off: + 128 before the division rounds it",
       weighed(77, 150, 29, 0)},
      {"wrong_layout", "red and blue are exchanged: a pixel's three bytes are R, G, B",
       weighed(29, 150, 77, 0.5)},
      {"wrong_layout",
       "the colours are read as three images one behind the other; R, G and B of a pixel stand "
       "side "
       "by side, at 3 * pixel",
       each(width, height,
            [&](int x, int y) {
              return std::floor(
                  (77 * plane(x, y, 0) + 150 * plane(x, y, 1) + 29 * plane(x, y, 2)) / 256 + 0.5);
            })},
      {"wrong_rounding",
       "each product is divided on its own, and cut off: add up first, then divide the sum once",
       each(width, height,
            [&](int x, int y) {
              return std::floor(77 * colours.at(x, y, 0) / 256.0) +
                     std::floor(150 * colours.at(x, y, 1) / 256.0) +
                     std::floor(29 * colours.at(x, y, 2) / 256.0);
            })},
      {"wrong_filter",
       "the weights are 0.299, 0.587 and 0.114; the contract's are 77, 150 and 29 over 256",
       weighed(256 * 0.299, 256 * 0.587, 256 * 0.114, 0.5)},
      {"wrong_filter", "the three colours count the same; their weights are 77, 150 and 29",
       weighed(256 / 3.0, 256 / 3.0, 256 / 3.0, 0)},
      {"wrong_formula", "only red is taken", weighed(256, 0, 0, 0)},
      {"wrong_formula", "only green is taken", weighed(0, 256, 0, 0)}};
}

std::vector<Hypothesis> blur_fault_models(const ByteImage& image) {
  const Exact grey = levels_of(image);
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, Exact output) {
    list.push_back({cause, sentence, std::move(output)});
  };
  add("wrong_border", "beyond the edge stands 0; the nearest pixel belongs there",
      blur_as(grey, kBinomial, kBinomial, or_zero));
  add("wrong_border", "the image is mirrored at its edge; the nearest pixel belongs there",
      blur_as(grey, kBinomial, kBinomial, mirrored));
  add("wrong_filter", "this is the mean of 25 pixels: the weights are 1 4 6 4 1, over 16",
      blur_as(grey, kMean, kMean));
  add("wrong_formula", "the image is blurred along rows only", blur_as(grey, kBinomial, kNone));
  add("wrong_formula", "the image is blurred down columns only", blur_as(grey, kNone, kBinomial));
  add("wrong_border",
      "the finished index is moved into the memory of the image: beyond the end of a row stands "
      "the "
      "row below or above. Move the column and the row each into the image",
      each(grey, [&](int x, int y) {
        double sum = 0;
        const int width = grey.width(), last = width * grey.height() - 1;
        for (int j = 0; j < 5; ++j)
          for (int i = 0; i < 5; ++i)
            sum += kBinomial[j] * kBinomial[i] *
                   grey.data()[std::clamp((y + j - 2) * width + x + i - 2, 0, last)];
        return sum;
      }));
  add("wrong_border",
      "the pixels beyond the edge are left out, and the sum is divided by the weights that remain; "
      "the nearest pixel belongs there, with its weight",
      each(grey, [&](int x, int y) {
        double sum = 0, weights = 0;
        for (int v = std::max(y - 2, 0); v <= std::min(y + 2, grey.height() - 1); ++v) {
          for (int u = std::max(x - 2, 0); u <= std::min(x + 2, grey.width() - 1); ++u) {
            const double weight = kBinomial[v - y + 2] * kBinomial[u - x + 2];
            sum += weight * grey.at(u, v);
            weights += weight;
          }
        }
        return sum / weights;
      }));
  add("shifted", "the window begins at the pixel itself: its first column is x - 2",
      blur_as(grey, kBinomial, kBinomial, nearest, 2));
  add("shifted", "the window begins one pixel too far right: its first column is x - 2",
      blur_as(grey, kBinomial, kBinomial, nearest, 1));
  add("shifted", "the window begins one pixel too far left: its first column is x - 2",
      blur_as(grey, kBinomial, kBinomial, nearest, -1));
  const Exact right = oracle::blur(grey);
  add("not_normalised",
      "the sum is not divided: the 25 weights add up to 256, so 1/256 is left out",
      each(right, [&](int x, int y) { return right.at(x, y) * 256; }));
  add("not_normalised", "the sum is divided by 16 once: each of both directions has 1/16",
      each(right, [&](int x, int y) { return right.at(x, y) * 16; }));
  add("wrong_rounding", "the sum is rounded to a whole number; floats keep its fraction",
      each(right, [&](int x, int y) { return std::nearbyint(right.at(x, y)); }));
  add("wrong_rounding", "the sum is cut off to a whole number; floats keep its fraction",
      each(right, [&](int x, int y) { return std::floor(right.at(x, y)); }));
  return list;
}

std::vector<Hypothesis> gradient_fault_models(const Exact& blurred) {
  const Exact right = oracle::sobel_gradient(blurred);
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, Exact output) {
    list.push_back({cause, sentence, std::move(output)});
  };
  add("wrong_variable", "gx and gy are exchanged: x holds the difference along the row",
      changed(right, [](double& gx, double& gy) { std::swap(gx, gy); }));
  add("wrong_sign", "both differences have the wrong sign: right minus left, below minus above",
      changed(right, [](double& gx, double& gy) { gx = -gx, gy = -gy; }));
  add("wrong_sign", "gx has the wrong sign: right minus left",
      changed(right, [](double& gx, double&) { gx = -gx; }));
  add("wrong_sign", "gy has the wrong sign: below minus above",
      changed(right, [](double&, double& gy) { gy = -gy; }));
  add("wrong_border", "beyond the edge stands 0; the nearest pixel belongs there",
      gradient_as(blurred, 2, or_zero));
  add("wrong_border", "the image is mirrored at its edge; the nearest pixel belongs there",
      gradient_as(blurred, 2, mirrored));
  add("wrong_filter", "the middle row and column count twice: the weights are 1 2 1",
      gradient_as(blurred, 1));
  add("scaled", "the sums are divided by 8: the contract's are not",
      changed(right, [](double& gx, double& gy) { gx /= 8, gy /= 8; }));
  add("wrong_formula", "the magnitudes |gx| and |gy| are stored: the differences keep their signs",
      changed(right, [](double& gx, double& gy) { gx = std::abs(gx), gy = std::abs(gy); }));
  add("wrong_formula", "the differences of two neighbours are taken, of one row only",
      gradient_as(blurred, 0));
  return list;
}

namespace {

/// What is strong after one more pass: each block of `width` times `height` threads spreads
/// strength in its tile until nothing changes there, from what its tile and the pixels around it
/// were before.
Exact after_pass(const Exact& states, const Exact& before, int width, int height) {
  Exact after = before;
  const auto strong_beside = [&](int x, int y) {
    for (int v = y - 1; v <= y + 1; ++v)
      for (int u = x - 1; u <= x + 1; ++u) {
        const bool same_tile =
            u >= 0 && v >= 0 && u / width == x / width && v / height == y / height;
        if (or_zero(same_tile ? after : before, u, v) != 0) return true;
      }
    return false;
  };
  std::vector<std::pair<int, int>> reached;  // whose neighbours may be next
  const auto look_at = [&](int x, int y) {
    if (after.at(x, y) != 0 || states.at(x, y) != 128 || !strong_beside(x, y)) return;
    after.at(x, y) = 255;
    reached.emplace_back(x, y);
  };
  for (int y = 0; y < states.height(); ++y)
    for (int x = 0; x < states.width(); ++x) look_at(x, y);
  while (!reached.empty()) {
    const auto [x, y] = reached.back();
    reached.pop_back();
    for (int v = std::max(y - 1, 0); v <= std::min(y + 1, states.height() - 1); ++v)
      for (int u = std::max(x - 1, 0); u <= std::min(x + 1, states.width() - 1); ++u) look_at(u, v);
  }
  return after;
}

/// The states after each number of passes that is too small, with tiles of the usual sizes.
void add_early_ends(const Exact& states, const Exact& strong, std::vector<Hypothesis>& list) {
  constexpr int kMostPasses = 64;
  const Exact edges = oracle::hysteresis(states);
  for (const auto& [width, height] : {std::pair{32, 32}, {32, 8}, {16, 16}, {32, 16}, {1, 1}}) {
    Exact now = strong;
    for (int pass = 1; pass <= kMostPasses; ++pass) {
      now = after_pass(states, now, width, height);
      if (std::ranges::equal(now.values(), edges.values())) break;
      list.push_back(
          {"wrong_formula",
           "the passes end too early: another pass would have made more pixels strong. How "
           "many it takes depends on the image, since a line may wind: as long as a pass "
           "changes any pixel, there has to be another",
           now});
    }
  }
}

}  // namespace

std::vector<Hypothesis> hysteresis_fault_models(const ByteImage& image) {
  const Exact states = levels_of(image);
  const auto is = [&](int x, int y, double state) { return or_zero(states, x, y) == state; };
  std::vector<Hypothesis> list;
  const auto add = [&](const char* sentence, const std::function<bool(int x, int y)>& edge) {
    list.push_back({"wrong_formula", sentence,
                    each(states, [&](int x, int y) -> double { return edge(x, y) ? 255 : 0; })});
  };
  add("weak pixels are left out, also where they are connected with strong ones",
      [&](int x, int y) { return is(x, y, 255); });
  add("all weak pixels are taken for edges, also those that are connected with no strong one",
      [&](int x, int y) { return is(x, y, 255) || is(x, y, 128); });
  list.push_back(
      {"wrong_formula",
       "weak pixels without a strong one in reach are left as they are, 128: they are no edge",
       [&] {
         const Exact edges = oracle::hysteresis(states);
         return each(states, [&](int x, int y) -> double {
           return edges.at(x, y) == 0 && is(x, y, 128) ? 128 : edges.at(x, y);
         });
       }()});
  add("only the weak pixels right beside a strong one become edges: what has become strong makes "
      "its "
      "own neighbours strong, until nothing changes",
      [&](int x, int y) {
        if (!is(x, y, 128)) return is(x, y, 255);
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            if (is(x + dx, y + dy, 255)) return true;
        return false;
      });
  const Exact strong =
      each(states, [&](int x, int y) -> double { return is(x, y, 255) ? 255 : 0; });
  // Strength that goes only by these steps.
  const auto spread = [&](const std::vector<oracle::Step>& steps) {
    const auto reaches = [](const Exact& edges, int x, int y, const oracle::Step& step) {
      return or_zero(edges, x + step.dx, y + step.dy) != 0;
    };
    Exact edges = strong;
    for (bool changed = true; changed;) {
      changed = false;
      for (int y = 0; y < edges.height(); ++y) {
        for (int x = 0; x < edges.width(); ++x) {
          if (edges.at(x, y) != 0 || !is(x, y, 128)) continue;
          if (std::none_of(steps.begin(), steps.end(),
                           [&](const auto& step) { return reaches(edges, x, y, step); }))
            continue;
          edges.at(x, y) = 255;
          changed = true;
        }
      }
    }
    return edges;
  };
  if (states.size() < 20'000) {
    constexpr int kTile = 32;  // the skeleton's
    const std::vector<oracle::Step> sides = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const std::vector<oracle::Step> corners = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    list.push_back({"wrong_formula",
                    "diagonal neighbours do not count: a pixel is connected with all 8 around it",
                    spread(sides)});
    list.push_back({"wrong_formula",
                    "only the four corners count: a pixel is connected with all 8 around it",
                    spread(corners)});
    list.push_back({"wrong_formula",
                    "the passes end too early: strength has come to the ends of the tiles of 32x32 "
                    "and not into the next ones. Where a pass has changed any pixel of any tile, "
                    "there has to be another",
                    after_pass(states, strong, kTile, kTile)});
    add_early_ends(states, strong, list);
  }
  return list;
}

std::vector<Hypothesis> row_mean_fault_models(const ByteImage& grey) {
  const Exact means = oracle::row_means(grey);
  // As 32 lanes add their pixels in half precision.
  Exact halves(1, grey.height());
  for (int y = 0; y < grey.height(); ++y) {
    double sum = 0;
    for (int lane = 0; lane < 32; ++lane) {
      double own = 0;
      for (int x = lane; x < grey.width(); x += 32)
        own = oracle::round_to_half(own + grey.at(x, y));
      sum += own;
    }
    halves.at(0, y) = sum / grey.width();
  }
  return {{"low_precision",
           "the pixels are added in half precision: its 11 bits hold no whole number above 2048 "
           "exactly, so that small pixels are rounded away; add them in float",
           std::move(halves)},
          {"not_normalised", "the sums are not divided by the width",
           each(1, grey.height(), [&](int, int y) { return means.at(0, y) * grey.width(); })}};
}

}  // namespace kit::grader::lab09
