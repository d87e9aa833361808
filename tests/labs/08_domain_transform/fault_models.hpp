/// @file
/// The usual wrong edge-aware filters, computed on purpose, so that a wrong output can be named.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::grader::lab08 {

using Samples = std::vector<double>;

/// One recursion along a line, right or wrong.
struct Recipe {
  double sigma = 1;
  oracle::Poles poles = oracle::gaussian_poles();
  double causal = 1, anticausal = 1;  ///< factor of each direction's h
  bool imaginary = true;              ///< the constants keep their imaginary parts
  bool powers = true;                 ///< b^delta, not b
  bool warm = true;                   ///< starts as if the line had always had its first colour
  bool spacing_behind = false;        ///< the anticausal step uses the spacing of the wrong pixel
  bool quotient = true;               ///< v is divided by delta
};

/// The h-form as the recipe has it.
inline Samples filter_line(const Samples& samples, const Samples& spacing, const Recipe& recipe) {
  const oracle::EdgeAwareLine filter(recipe.sigma, recipe.poles);
  Samples result = samples;
  const std::size_t length = samples.size();
  for (int i = 0; i < 2; ++i) {
    const auto& pole = filter.pole(i);
    const auto kept = [&](std::complex<double> value) {
      return recipe.imaginary ? value : std::complex<double>(value.real(), 0);
    };
    const auto step = [&](std::complex<double> h, double delta, double difference) {
      const std::complex<double> w = std::exp(-kept(pole.rate) * (recipe.powers ? delta : 1.0));
      const double divisor = recipe.quotient && recipe.powers ? delta : 1.0;
      return w * h + kept(pole.gain) * (w - 1.0) / divisor * difference;
    };
    // A state of g = 0 is an h of minus what a constant line has.
    std::complex<double> h = recipe.warm ? 0.0 : -pole.a * samples[0] / (1.0 - pole.b);
    result[0] += recipe.causal * h.real();
    for (std::size_t k = 1; k < length; ++k) {
      h = step(h, spacing[k], samples[k] - samples[k - 1]);
      result[k] += recipe.causal * h.real();
    }
    h = recipe.warm ? 0.0 : -pole.a * pole.b * samples[length - 1] / (1.0 - pole.b);
    result[length - 1] += recipe.anticausal * h.real();
    for (std::size_t k = length - 1; k > 0; --k) {
      h = step(h, spacing[recipe.spacing_behind ? k - 1 : k], samples[k - 1] - samples[k]);
      result[k - 1] += recipe.anticausal * h.real();
    }
  }
  return result;
}

/// Every row or column of every channel.
inline Image<double> filter_all(const Image<double>& image, const Image<double>& spacing, bool rows,
                                const Recipe& recipe) {
  Image<double> result = image;
  const int count = rows ? image.height() : image.width();
  const int length = rows ? image.width() : image.height();
  for (int line = 0; line < count; ++line) {
    const auto x = [&](int k) { return rows ? k : line; };
    const auto y = [&](int k) { return rows ? line : k; };
    Samples distances, samples(static_cast<std::size_t>(length));
    for (int k = 0; k < length; ++k) distances.push_back(spacing.at(x(k), y(k)));
    for (int c = 0; c < image.channels(); ++c) {
      for (int k = 0; k < length; ++k) samples[std::size_t(k)] = image.at(x(k), y(k), c);
      const Samples filtered = filter_line(samples, distances, recipe);
      for (int k = 0; k < length; ++k) result.at(x(k), y(k), c) = filtered[std::size_t(k)];
    }
  }
  return result;
}

/// A mistake in the recursion along one line.
struct NamedRecipe {
  std::string cause, sentence;
  std::function<void(Recipe&)> change;
};

inline const std::vector<NamedRecipe>& line_fault_models() {
  static const std::vector<NamedRecipe> list = {
      {"wrong_filter",
       "alpha_1 has the sign that S0's appendix prints; with it the filter is no Gaussian (+10.7 % "
       "at its peak). The imaginary part is -0.2598.",
       [](Recipe& r) { r.poles.alpha[1] = std::conj(r.poles.alpha[1]); }},
      {"wrong_formula",
       "The constants have lost their imaginary parts; only the sum that is stored takes the real "
       "part.",
       [](Recipe& r) { r.imaginary = false; }},
      {"wrong_formula", "The causal part alone: where is what comes from the right (below)?",
       [](Recipe& r) { r.anticausal = 0; }},
      {"wrong_formula", "The anticausal part alone: where is what comes from the left (above)?",
       [](Recipe& r) { r.causal = 0; }},
      {"wrong_formula",
       "The anticausal part has the wrong sign: its v is -V, the difference taken on the way.",
       [](Recipe& r) { r.anticausal = -1; }},
      {"wrong_formula",
       "Every step decays by b, not by b^delta: the spacing does not count, so edges blur.",
       [](Recipe& r) { r.powers = false; }},
      {"wrong_formula",
       "v is not divided by the spacing: (b^delta - 1) / delta times the difference.",
       [](Recipe& r) { r.quotient = false; }},
      {"wrong_formula",
       "The recursion starts with g = 0, as if the line were black before its first pixel. It is "
       "as if it went on with that pixel: g = a f / (1 - b), or h = 0.",
       [](Recipe& r) { r.warm = false; }},
      {"wrong_formula",
       "The anticausal step from pixel k to k - 1 uses the spacing of the wrong pixel: the "
       "distance "
       "between the two stands at pixel k, the later one.",
       [](Recipe& r) { r.spacing_behind = true; }},
      {"wrong_filter",
       "This is the filter of half the sigma: the widths have gone wrong on the way.",
       [](Recipe& r) { r.sigma *= 0.5; }},
      {"wrong_filter",
       "This is the filter of twice the sigma: the widths have gone wrong on the way.",
       [](Recipe& r) { r.sigma *= 2; }},
  };
  return list;
}

inline Image<double> transposed(const Image<double>& image) {
  Image<double> result(image.width(), image.height(), image.channels());
  // By index: where the sizes differ the picture is torn, as a student's would be.
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      for (int c = 0; c < image.channels(); ++c) {
        const int n = x * image.height() + y;
        result.at(n % image.width(), n / image.width(), c) = image.at(x, y, c);
      }
    }
  }
  return result;
}

/// FaultModels of one pass over rows or columns.
inline std::vector<Hypothesis> pass_fault_models(const Image<double>& image,
                                                 const Image<double>& spacing, bool rows,
                                                 double sigma) {
  std::vector<Hypothesis> list;
  for (const NamedRecipe& model : line_fault_models()) {
    Recipe recipe;
    recipe.sigma = sigma;
    model.change(recipe);
    list.push_back({model.cause, model.sentence, filter_all(image, spacing, rows, recipe)});
  }
  Recipe right;
  right.sigma = sigma;
  list.push_back({"transposed",
                  std::string("The ") + (rows ? "columns" : "rows") + " were filtered, not the " +
                      (rows ? "rows" : "columns") + ": pixel_step and line_step are exchanged.",
                  filter_all(image, spacing, !rows, right)});
  return list;
}

/// The whole filter, right or wrong.
struct Whole {
  double sigma_s = 50, sigma_r = 50;
  int iterations = 2;
  bool rows = true, columns = true, columns_first = false, rederived = false;
  double column_factor = 1;          ///< of sigma
  std::function<double(int)> sigma;  ///< of an iteration, from 1
  std::function<void(Recipe&)> change = [](Recipe&) {};
};

inline Image<double> filter_whole(const Image<std::uint8_t>& image, const Whole& whole) {
  Image<double> result(image.width(), image.height(), image.channels());
  for (std::size_t n = 0; n < image.size(); ++n) result.data()[n] = image.data()[n] / 255.0;
  Image<std::uint8_t> guide = image;
  for (int iteration = 1; iteration <= whole.iterations; ++iteration) {
    Recipe recipe;
    recipe.sigma = whole.sigma
                       ? whole.sigma(iteration)
                       : oracle::sigma_of_iteration(whole.sigma_s, iteration, whole.iterations);
    whole.change(recipe);
    for (const bool rows : {!whole.columns_first, whole.columns_first}) {
      if (!(rows ? whole.rows : whole.columns)) continue;
      const Image<double> spacing =
          rows ? oracle::row_spacing(guide, whole.sigma_s, whole.sigma_r)
               : oracle::column_spacing(guide, whole.sigma_s, whole.sigma_r);
      Recipe one = recipe;
      if (!rows) one.sigma *= whole.column_factor;
      result = filter_all(result, spacing, rows, one);
    }
    if (!whole.rederived) continue;
    for (std::size_t n = 0; n < guide.size(); ++n) {
      guide.data()[n] = std::uint8_t(std::clamp(result.data()[n] * 255 + 0.5, 0.0, 255.0));
    }
  }
  return result;
}

/// FaultModels of the exact filter of an image of one or three channels.
inline std::vector<Hypothesis> whole_fault_models(const Image<std::uint8_t>& image,
                                                  const oracle::EdgeAware& numbers) {
  Whole right;
  right.sigma_s = numbers.sigma_s;
  right.sigma_r = numbers.sigma_r;
  right.iterations = numbers.iterations;
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, auto change) {
    Whole whole = right;
    change(whole);
    list.push_back({cause, sentence, filter_whole(image, whole)});
  };
  const double s = numbers.sigma_s;
  const int n = numbers.iterations;
  if (n > 1) {
    add("wrong_formula", "Every iteration has sigma_s; each has a sigma of its own, which halves.",
        [=](Whole& w) { w.sigma = [=](int) { return s; }; });
    add("wrong_formula",
        "The iterations have each other's sigmas: the first one is the widest, 2^(iterations - "
        "iteration) with iterations counted from 1.",
        [=](Whole& w) {
          w.sigma = [=](int i) { return oracle::sigma_of_iteration(s, n + 1 - i, n); };
        });
    add("wrong_formula",
        "The guide was derived again from a filtered image: spacings come from the original image "
        "in every iteration.",
        [](Whole& w) { w.rederived = true; });
  }
  add("wrong_formula",
      "The sigmas are twice what they should be: 2^(iterations - iteration) with iterations "
      "counted "
      "from 1.",
      [=](Whole& w) { w.sigma = [=](int i) { return 2 * oracle::sigma_of_iteration(s, i, n); }; });
  add("wrong_formula", "The rows were filtered, the columns not.",
      [](Whole& w) { w.columns = false; });
  add("wrong_formula", "The columns were filtered, the rows not.",
      [](Whole& w) { w.rows = false; });
  add("wrong_formula", "The columns have half the sigma of the rows: both have the iteration's.",
      [](Whole& w) { w.column_factor = 0.5; });
  add("wrong_formula", "The columns were filtered before the rows: rows come first.",
      [](Whole& w) { w.columns_first = true; });
  add("wrong_formula", "sigma_s and sigma_r are exchanged in the domain transform.", [](Whole& w) {
    w.sigma = [s = w.sigma_s, n = w.iterations](int i) {
      return oracle::sigma_of_iteration(s, i, n);
    };
    std::swap(w.sigma_s, w.sigma_r);
  });
  for (const NamedRecipe& model : line_fault_models()) {
    add(model.cause.c_str(), model.sentence.c_str(), [&](Whole& w) { w.change = model.change; });
  }
  return list;
}

/// FaultModels of a spacing; `dx` is 1 for that of rows, `dy` for that of columns.
inline std::vector<Hypothesis> spacing_fault_models(const Image<std::uint8_t>& image,
                                                    double sigma_s, double sigma_r, int dx,
                                                    int dy) {
  std::vector<Hypothesis> list;
  // `sum(differences)` and the ratio give the spacing; towards the next pixel if `ahead`.
  const auto add = [&](const char* sentence, double ratio, int x_step, int y_step, auto combine) {
    Image<double> output(image.width(), image.height(), 1, 1.0);
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const int x0 = x - x_step, y0 = y - y_step;
        if (x0 < 0 || y0 < 0 || x0 >= image.width() || y0 >= image.height()) continue;
        Samples differences;
        for (int c = 0; c < image.channels(); ++c) {
          differences.push_back(double(image.at(x, y, c)) - double(image.at(x0, y0, c)));
        }
        output.at(x, y) = combine(ratio, differences);
      }
    }
    list.push_back({"wrong_formula", sentence, std::move(output)});
  };
  const auto right = [](double ratio, const Samples& differences) {
    double sum = 0;
    for (const double difference : differences) sum += difference * difference;
    return std::sqrt(1 + ratio * ratio * sum);
  };
  const double ratio = sigma_s / sigma_r;
  add("sigma_s and sigma_r are exchanged: the factor is (sigma_s / sigma_r)^2.", 1 / ratio, dx, dy,
      right);
  add("The factor is sigma_s / sigma_r, not its square.", std::sqrt(ratio), dx, dy, right);
  add("Only the first channel counts: the sum goes over all three.", ratio, dx, dy,
      [&](double r, const Samples& differences) { return right(r, {differences[0]}); });
  add("The sum of the absolute differences is another metric; S0 takes the root of 1 plus the sum "
      "of squares.",
      ratio, dx, dy, [](double r, const Samples& differences) {
        double sum = 0;
        for (const double difference : differences) sum += std::abs(difference);
        return 1 + r * sum;
      });
  add("The root is missing.", ratio, dx, dy, [&](double r, const Samples& differences) {
    const double root = right(r, differences);
    return root * root;
  });
  add("The distance to the next pixel stands where that to the one before belongs.", ratio, -dx,
      -dy, right);
  add("The spacings of rows and columns are exchanged.", ratio, dy, dx, right);
  return list;
}

}  // namespace kit::grader::lab08
