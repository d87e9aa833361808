/// @file
/// Lab 07's cases: what each filter is asked, and how far it may be off.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "fault_models.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"
#include "part_models.hpp"
#include "two_way_models.hpp"

namespace kit::grader {

inline constexpr double kPromised = 1e-5;       // what the contract asks of every filter on [0, 1]
inline constexpr int kMostLinesPerBlock = 128;  // of the contract
inline constexpr int kLongestLocalLine = 2048;  // of the contract: pixels
// Neither all warps nor all of one size, and the smallest and the largest.
inline constexpr int kLinesPerBlock[] = {32, 4, 8, 128, 20, 64, 16};

/// What a filter is asked to do.
struct Problem {
  std::string what;
  Image<float> image;
  double sigma = 1;
  LineEnds ends = LineEnds::exact;
};

/// The cascade form's bound, and never more than what the contract promises.
inline double cascade_tolerance(double sigma) {
  return std::min(kPromised, cascade_error_bound(recursive_coefficients(sigma)));
}

/// The halves' error, and the central sums' in both directions: gamma_n of a sum of n products
/// whose weights add up to 1, none of which grows on its way through the filter.
inline double two_way_tolerance(double sigma, int radius) {
  return cascade_tolerance(sigma) + 2 * (2 * radius + 2) * 0x1p-24;
}

inline Call filter_call(const std::string& function, const Problem& problem,
                        const nlohmann::json& more) {
  Call call;
  call.function = function;
  call.params = more;
  call.params["sigma"] = problem.sigma;
  call.params["boundary"] = to_string(problem.ends);
  call.inputs.push_back({to_tensor(problem.image)});
  call.outputs.push_back({DType::f32, problem.image.width(), problem.image.height(), 1});
  return call;
}

/// The call of the two-way filter has the central point's weights too.
inline Call two_way_call(const Problem& problem, int radius, const nlohmann::json& more) {
  Call call = filter_call("filter_two_way", problem, more);
  std::vector<float> weights;
  for (const double weight : gaussian_weights(problem.sigma, radius))
    weights.push_back(float(weight));
  call.inputs[0].push_back(to_tensor(weights));
  return call;
}

/// A single row or column filtered as one line. Across it lie lines of one pixel, which every
/// filter leaves as they are: their borders repeat that pixel.
inline Image<double> filtered_line(const Image<float>& image, const oracle::LineFilter& filter) {
  Image<double> line(int(image.size()), 1);
  std::copy(image.values().begin(), image.values().end(), line.values().begin());
  line = oracle::filter_rows(line, filter);
  Image<double> result(image.width(), image.height());
  std::copy(line.values().begin(), line.values().end(), result.values().begin());
  return result;
}

inline bool is_line(const Image<float>& image) {
  return image.width() == 1 || image.height() == 1;
}

inline std::string name_of(const Problem& problem, const std::string& more) {
  return fmt::format("{}, {}x{}, sigma {:g}, {}", problem.what, problem.image.width(),
                     problem.image.height(), problem.sigma, more);
}

/// A rung of the challenge, and its function.
struct Rung {
  const char *stage, *function;
};
inline constexpr Rung kRungs[] = {{"in_parts", "filter_in_parts"},
                                  {"both_ways", "filter_both_ways"},
                                  {"challenge", "filter_parallel"}};

inline bool is_rung(const std::string& stage) {
  return std::any_of(std::begin(kRungs), std::end(kRungs),
                     [&](const Rung& rung) { return stage == rung.stage; });
}

/// Makes the cases of one stage one after another.
class Cases {
 public:
  explicit Cases(std::uint64_t seed) : random_(seed) {}

  Problem noise(int width, int height, double sigma, LineEnds ends = LineEnds::exact) {
    return {"noise", kit::noise(width, height, random_.next()), sigma, ends};
  }

  void coefficients(double sigma) {
    for (const char* form : {"cascade", "direct"}) {
      const Problem problem = noise(257, 1, sigma);
      Case one = base(problem, "coefficients", "filter_line", {{"form", form}}, form);
      one.expect_linear([c = recursive_coefficients(sigma)](const Tensor& input) {
        return oracle::filter_rows(to_double_image(input), [&](const Line& line) {
          return oracle::recursive_line(line, c, LineEnds::exact);
        });
      });
      // S3's polynomials with digits that fit differ from the poles' by up to 6.4e-7 (on a step),
      // with the printed ones by 2.8e-6 at sigma = 2.4 and 3e-3 at 100; the answer is rounded once.
      one.tolerance = 1e-6;
      one.by_kernels = false;
      one.hypotheses = [=] { return coefficient_fault_models(problem.image, sigma); };
      list_.push_back(std::move(one));
    }
  }

  void one_way(const Problem& problem, const char* form = "cascade") {
    one_way(problem, form, list_.size() % 3 == 1 ? "local" : "global", lines_per_block());
  }

  void one_way(const Problem& problem, const char* form, const char* scratch, int lines) {
    Case one = base(problem, "one_way", "filter_one_way",
                    {{"form", form}, {"scratch", scratch}, {"lines_per_block", lines}},
                    fmt::format("{} form, w[] in {} memory, {} boundary, {} lines per block", form,
                                scratch, to_string(problem.ends), lines));
    const bool direct = std::string(form) == "direct";
    if (direct) one.tolerance = direct_error_bound(recursive_coefficients(problem.sigma));
    one.hypotheses = [=] { return line_fault_models(problem, direct); };
    list_.push_back(std::move(one));
  }

  void transposed(const Problem& problem, int lines = 0) {
    if (lines == 0) lines = lines_per_block();
    list_.push_back(base(problem, "transposed", "filter_transposed", {{"lines_per_block", lines}},
                         fmt::format("{} lines per block", lines)));
  }

  void two_way(const Problem& problem, const char* scratch, int radius = 0, int lines = 0) {
    if (lines == 0) lines = lines_per_block();
    if (radius == 0) radius = gaussian_radius(problem.sigma);
    const nlohmann::json params = {{"scratch", scratch}, {"lines_per_block", lines}};
    Case one = base(problem, "two_way", "filter_two_way", params,
                    fmt::format("w[] in {} memory, radius {}, {} boundary, {} lines per block",
                                scratch, radius, to_string(problem.ends), lines));
    one.call = two_way_call(problem, radius, params);
    const auto whole_line = [c = recursive_coefficients(problem.sigma),
                             weights = gaussian_weights(problem.sigma, radius),
                             ends = problem.ends](const Line& line) {
      return oracle::two_way_line(line, c, weights, ends);
    };
    one.expect_linear([=, sigma = problem.sigma, ends = problem.ends](const Tensor& input) {
      const Image<float> image = to_float_image(input);
      return is_line(image) ? filtered_line(image, whole_line)
                            : oracle::two_way_gaussian(image, sigma, radius, ends);
    });
    one.tolerance = two_way_tolerance(problem.sigma, radius);
    one.hypotheses = [=] {
      return two_way_fault_models(problem.image, problem.sigma, radius, problem.ends);
    };
    list_.push_back(std::move(one));
  }

  /// A rung of the challenge.
  void parts(const Rung& rung, const Problem& problem) {
    list_.push_back(base(problem, rung.stage, rung.function, nlohmann::json::object(), "parts"));
    list_.back().tolerance = kPromised;
    list_.back().hypotheses = [=] {
      std::vector<Hypothesis> list = line_fault_models(problem, false);
      for (Hypothesis& one : part_fault_models(problem.image, problem.sigma))
        list.push_back(std::move(one));
      return list;
    };
  }

  std::vector<Case> take() { return std::move(list_); }
  int random_integer(int least, int most) { return random_.integer(least, most); }
  double random_sigma() { return 3 + 80 * double(random_.uniform()); }

 private:
  int lines_per_block() { return kLinesPerBlock[list_.size() % std::size(kLinesPerBlock)]; }

  /// A case that asks for the one-way result.
  static Case base(const Problem& problem, const std::string& stage, const std::string& function,
                   const nlohmann::json& params, const std::string& more) {
    Case result;
    result.name = name_of(problem, more);
    if (is_rung(stage) || stage == "transposed") result.name += ", " + stage;
    result.stage = stage;
    result.call = filter_call(function, problem, params);
    if (stage != "coefficients" && stage != "two_way") {
      const auto whole_line = [c = recursive_coefficients(problem.sigma),
                               ends = problem.ends](const Line& line) {
        return oracle::recursive_line(line, c, ends);
      };
      result.expect_linear([=, sigma = problem.sigma, ends = problem.ends](const Tensor& input) {
        const Image<float> image = to_float_image(input);
        return is_line(image) ? filtered_line(image, whole_line)
                              : oracle::recursive_gaussian(image, sigma, ends);
      });
    }
    result.tolerance = cascade_tolerance(problem.sigma);
    result.hypotheses = [=] { return line_fault_models(problem, false); };
    return result;
  }

  static std::vector<Hypothesis> line_fault_models(const Problem& problem, bool direct) {
    std::vector<Hypothesis> list = one_way_fault_models(problem.image, problem.sigma, problem.ends);
    for (Hypothesis& one : term_fault_models(problem.image, problem.sigma, problem.ends, direct))
      list.push_back(std::move(one));
    return list;
  }

  Random random_;
  std::vector<Case> list_;
};

/// Threads of a large block that is seldom a whole number of warps.
inline int many_lines(Cases& cases) {
  return cases.random_integer(65, kMostLinesPerBlock - 1);
}

inline void add_one_way(Cases& cases) {
  const LineEnds duplicate = LineEnds::duplicate;
  cases.one_way(cases.noise(37, 21, 2));
  cases.one_way(cases.noise(21, 37, 3));
  cases.one_way(cases.noise(37, 21, 3, duplicate));
  cases.one_way(cases.noise(65, 50, 30));
  cases.one_way(cases.noise(50, 65, 100));
  cases.one_way(cases.noise(140, 33, 0.5));
  cases.one_way(cases.noise(50, 65, 12, duplicate));
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 3}, {67, 1}, {1, 67}}) {
    cases.one_way(cases.noise(width, height, 1.5));
    cases.one_way(cases.noise(width, height, 1.5, duplicate));
  }
  cases.one_way({"an impulse", impulse(41, 33, 20, 15), 2.5, LineEnds::exact});
  cases.one_way({"a constant", constant(33, 29, 0.75f), 7, LineEnds::exact});
  cases.one_way({"a gradient", gradient(41, 38), 4, LineEnds::exact});
  cases.one_way({"a scene", scene(96, 72, 1), 5, LineEnds::exact});
  for (const double sigma : {0.7, 2.0, 5.0}) cases.one_way(cases.noise(45, 26, sigma), "direct");
  cases.one_way(cases.noise(26, 45, 2, duplicate), "direct");
  // More lines than a block of the largest size has, along either side.
  cases.one_way(cases.noise(9, 150, 2), "cascade", "global", kMostLinesPerBlock);
  cases.one_way(cases.noise(150, 9, 2), "direct", "local", many_lines(cases));
  // The longest lines that fit into a thread's own array, and nearly so.
  const int long_line = cases.random_integer(kLongestLocalLine / 2 + 1, kLongestLocalLine - 1);
  cases.one_way(cases.noise(kLongestLocalLine, 1, 3), "cascade", "local", 32);
  cases.one_way(cases.noise(1, kLongestLocalLine, 3, duplicate), "direct", "local", 32);
  cases.one_way(cases.noise(2, long_line, 20), "cascade", "local", 4);
  for (const auto& [width, height, block] : kThinImages)
    cases.one_way(cases.noise(width, height, 3), "cascade", "global", kMostLinesPerBlock);
}

inline void add_transposed(Cases& cases) {
  cases.transposed(cases.noise(37, 21, 2));
  cases.transposed(cases.noise(50, 97, 30));
  cases.transposed(cases.noise(1, 1, 1));
  cases.transposed(cases.noise(1, 67, 1.5));
  cases.transposed(cases.noise(67, 1, 100));
  cases.transposed(cases.noise(64, 32, 0.5));
  cases.transposed(cases.noise(9, 150, 2), kMostLinesPerBlock);
  cases.transposed(cases.noise(150, 9, 2), many_lines(cases));
  cases.transposed(cases.noise(192, 160, 5), 32);  // the evidence rests on this one
}

inline void add_two_way(Cases& cases) {
  const LineEnds duplicate = LineEnds::duplicate;
  cases.two_way(cases.noise(37, 21, 2), "global");
  cases.two_way(cases.noise(37, 22, 2), "local");
  cases.two_way(cases.noise(22, 37, 3, duplicate), "global");
  cases.two_way(cases.noise(64, 48, 5), "local");
  cases.two_way(cases.noise(50, 65, 30), "global");
  cases.two_way(cases.noise(65, 50, 100), "local");
  cases.two_way(cases.noise(41, 29, 4, duplicate), "local", 5);
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 2}, {3, 2}, {4, 7}, {67, 1}, {1, 67}}) {
    cases.two_way(cases.noise(width, height, 1.5), "global");
    cases.two_way(cases.noise(width, height, 1.5, duplicate), "local");
  }
  cases.two_way({"an impulse", impulse(41, 33, 20, 15), 2.5, LineEnds::exact}, "global");
  cases.two_way({"a gradient", gradient(41, 38), 4, LineEnds::exact}, "local");
  cases.two_way(cases.noise(9, 150, 2), "global", 0, kMostLinesPerBlock);
  cases.two_way(cases.noise(150, 9, 2), "local", 0, many_lines(cases));
  cases.two_way(cases.noise(40, 31, 3), "global", 1);
  cases.two_way(cases.noise(kLongestLocalLine, 1, 3), "local");
  cases.two_way(cases.noise(2, kLongestLocalLine - 1, 3, duplicate), "local");
  cases.two_way(cases.noise(kThinLength, 1, 3), "global", 0, kMostLinesPerBlock);
  // The evidence rests on these two.
  cases.two_way(cases.noise(192, 160, 5), "global", 0, 16);
  cases.two_way(cases.noise(160, 192, 5), "local", 0, 32);
}

inline void add_parts(Cases& cases, const Rung& rung) {
  const auto add = [&](const Problem& problem) { cases.parts(rung, problem); };
  add(cases.noise(200, 150, 5));
  add(cases.noise(150, 200, 30));
  add(cases.noise(330, 70, 100));
  add(cases.noise(64, 64, 0.5));
  for (const auto& [width, height] : {std::pair{1, 1}, {67, 1}, {1, 67}, {129, 63}, {65, 128}}) {
    add(cases.noise(width, height, 2.5));
  }
  add(cases.noise(1500, 3, 100));
  // Lines so long that a scan over their parts takes several rounds. Observed: none may overwrite
  // what other threads still read of the one before.
  add(cases.noise(1, 12288 + cases.random_integer(1, 64), 20));
  add(cases.noise(12288 + cases.random_integer(1, 64), 1, 20));
  add({"an impulse", impulse(141, 133, 70, 65), 9, LineEnds::exact});
  add({"a constant", constant(133, 129, 0.75f), 50, LineEnds::exact});
  add({"a scene", scene(256, 192, 1), 8, LineEnds::exact});  // the evidence rests on this one
}

}  // namespace kit::grader
