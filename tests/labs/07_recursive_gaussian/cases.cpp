/// @file
/// Lab 07's grading: coefficients at work on a line, and the filter one-way, transposed, two-way
/// and in parts on images of telling sizes.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "evidence.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/recursive.hpp"
#include "kit/synthetic.hpp"
#include "mistakes.hpp"
#include "suite.hpp"
#include "verdict.hpp"

namespace kit::grader {
namespace {

constexpr double kPromised = 1e-5;  // what the contract asks of every filter on [0, 1]
constexpr int kTimedSize = 2048, kTimedLargeSize = 4096;  // pixels per side
constexpr int kCheckedColumns = 24;
// Neither all warps nor all of one size, and the smallest and the largest.
constexpr int kLinesPerBlock[] = {32, 4, 8, 128, 20, 64, 16};

/// What a filter is asked to do.
struct Problem {
  std::string what;
  Image<float> image;
  double sigma = 1;
  LineEnds ends = LineEnds::exact;
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// The cascade form's bound, and never more than what the contract promises.
double cascade_tolerance(double sigma) {
  return std::min(kPromised, cascade_error_bound(recursive_coefficients(sigma)));
}

/// The halves' error, and the central sums' in both directions: gamma_n of a sum of n products
/// whose weights add up to 1, none of which grows on its way through the filter.
double two_way_tolerance(double sigma, int radius) {
  return cascade_tolerance(sigma) + 2 * (2 * radius + 2) * 0x1p-24;
}

Call filter_call(const std::string& function, const Problem& problem, const nlohmann::json& more) {
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
Call two_way_call(const Problem& problem, int radius, const nlohmann::json& more) {
  Call call = filter_call("filter_two_way", problem, more);
  std::vector<float> weights;
  for (const double weight : gaussian_weights(problem.sigma, radius))
    weights.push_back(float(weight));
  call.inputs[0].push_back(to_tensor(weights));
  return call;
}

std::string name_of(const Problem& problem, const std::string& more) {
  return problem.what + ", " + std::to_string(problem.image.width()) + "x" +
         std::to_string(problem.image.height()) + ", sigma " + number(problem.sigma) + ", " + more;
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
      one.expected = oracle::filter_rows(to_double(problem.image), [&](const Line& line) {
        return oracle::recursive_line(line, recursive_coefficients(sigma), LineEnds::exact);
      });
      // S3's polynomials with digits that fit differ from the poles' by up to 6.4e-7 (on a step),
      // with the printed ones by 2.8e-6 at sigma = 2.4 and 3e-3 at 100; the answer is rounded once.
      one.tolerance = 1e-6;
      one.hypotheses = [=] { return coefficient_mistakes(problem.image, sigma); };
      list_.push_back(std::move(one));
    }
  }

  void one_way(const Problem& problem, const char* form = "cascade") {
    const int lines = lines_per_block();
    const char* scratch = list_.size() % 3 == 1 ? "local" : "global";
    Case one = base(problem, "one_way", "filter_one_way",
                    {{"form", form}, {"scratch", scratch}, {"lines_per_block", lines}},
                    std::string(form) + " form, w[] in " + scratch + " memory, " +
                        to_string(problem.ends) + " boundary, " + std::to_string(lines) +
                        " lines per block");
    if (std::string(form) == "direct")
      one.tolerance = direct_error_bound(recursive_coefficients(problem.sigma));
    list_.push_back(std::move(one));
  }

  void transposed(const Problem& problem, int lines = 0) {
    if (lines == 0) lines = lines_per_block();
    list_.push_back(base(problem, "transposed", "filter_transposed", {{"lines_per_block", lines}},
                         std::to_string(lines) + " lines per block"));
  }

  void two_way(const Problem& problem, const char* scratch, int radius = 0, int lines = 0) {
    if (lines == 0) lines = lines_per_block();
    if (radius == 0) radius = gaussian_radius(problem.sigma);
    const nlohmann::json params = {{"scratch", scratch}, {"lines_per_block", lines}};
    Case one = base(problem, "two_way", "filter_two_way", params,
                    "w[] in " + std::string(scratch) + " memory, radius " + std::to_string(radius) +
                        ", " + to_string(problem.ends) + " boundary, " + std::to_string(lines) +
                        " lines per block");
    one.call = two_way_call(problem, radius, params);
    one.expected = oracle::two_way_gaussian(problem.image, problem.sigma, radius, problem.ends);
    one.tolerance = two_way_tolerance(problem.sigma, radius);
    one.hypotheses = [=] {
      return two_way_mistakes(problem.image, problem.sigma, radius, problem.ends);
    };
    list_.push_back(std::move(one));
  }

  void parallel(const Problem& problem) {
    list_.push_back(
        base(problem, "challenge", "filter_parallel", nlohmann::json::object(), "parts"));
    list_.back().tolerance = kPromised;
  }

  std::vector<Case> take() { return std::move(list_); }
  double random_sigma() { return 3 + 80 * double(random_.uniform()); }

 private:
  int lines_per_block() { return kLinesPerBlock[list_.size() % std::size(kLinesPerBlock)]; }

  /// A case that asks for the one-way result.
  static Case base(const Problem& problem, const std::string& stage, const std::string& function,
                   const nlohmann::json& params, const std::string& more) {
    Case result;
    result.name = name_of(problem, more);
    if (stage == "challenge" || stage == "transposed") result.name += ", " + stage;
    result.stage = stage;
    result.call = filter_call(function, problem, params);
    if (stage != "coefficients" && stage != "two_way") {
      result.expected = oracle::recursive_gaussian(problem.image, problem.sigma, problem.ends);
    }
    result.tolerance = cascade_tolerance(problem.sigma);
    result.hypotheses = [=] {
      return one_way_mistakes(problem.image, problem.sigma, problem.ends);
    };
    return result;
  }

  Random random_;
  std::vector<Case> list_;
};

void add_one_way(Cases& cases) {
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
}

void add_transposed(Cases& cases) {
  cases.transposed(cases.noise(37, 21, 2));
  cases.transposed(cases.noise(50, 97, 30));
  cases.transposed(cases.noise(1, 1, 1));
  cases.transposed(cases.noise(1, 67, 1.5));
  cases.transposed(cases.noise(67, 1, 100));
  cases.transposed(cases.noise(64, 32, 0.5));
  cases.transposed(cases.noise(192, 160, 5), 32);  // the evidence rests on this one
}

void add_two_way(Cases& cases) {
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
  // The evidence rests on these two.
  cases.two_way(cases.noise(192, 160, 5), "global", 0, 16);
  cases.two_way(cases.noise(160, 192, 5), "local", 0, 32);
}

void add_parallel(Cases& cases) {
  cases.parallel(cases.noise(200, 150, 5));
  cases.parallel(cases.noise(150, 200, 30));
  cases.parallel(cases.noise(330, 70, 100));
  cases.parallel(cases.noise(64, 64, 0.5));
  for (const auto& [width, height] : {std::pair{1, 1}, {67, 1}, {1, 67}, {129, 63}, {65, 128}}) {
    cases.parallel(cases.noise(width, height, 2.5));
  }
  cases.parallel(cases.noise(1500, 3, 100));
  cases.parallel(cases.noise(3, 1500, 20));
  cases.parallel({"an impulse", impulse(141, 133, 70, 65), 9, LineEnds::exact});
  cases.parallel({"a constant", constant(133, 129, 0.75f), 50, LineEnds::exact});
  cases.parallel({"a scene", scene(256, 192, 1), 8, LineEnds::exact});
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  Cases list(seed);
  for (const double sigma : {5.0, 100.0, 30.0, 0.5, 1.0, 2.4, 2.5}) list.coefficients(sigma);
  list.coefficients(list.random_sigma());
  add_one_way(list);
  add_transposed(list);
  add_two_way(list);
  add_parallel(list);
  return list.take();
}

/// One plan: `call` makes the call for an image, `line` is what the filter does to a line.
TimingPlan plan_of(const std::string& what, const std::string& stage, int size, double sigma,
                   double tolerance, const oracle::LineFilter& line,
                   const std::function<Call(const Problem&)>& call) {
  TimingPlan plan;
  plan.name =
      what + ", sigma " + number(sigma) + ", " + std::to_string(size) + "x" + std::to_string(size);
  plan.stage = stage;
  plan.width = plan.height = size;
  plan.bytes = 2.0 * sizeof(float) * size * size;
  plan.call = [=](std::uint64_t seed) {
    Call timed = call({"noise", noise(size, size, seed), sigma, LineEnds::exact});
    timed.timed = true;
    return timed;
  };
  plan.verify = [=](const Call& asked, const Tensor& output, std::uint64_t choice) {
    Random random(choice);
    std::vector<int> columns{0, size - 1};
    while (columns.size() < kCheckedColumns) columns.push_back(random.integer(0, size - 1));
    const Image<double> expected =
        oracle::filter_picked_columns(to_float_image(asked.inputs.at(0).at(0)), columns, line);
    Image<float> got(expected.width(), expected.height());
    for (int y = 0; y < size; ++y) {
      for (int n = 0; n < got.width(); ++n)
        got.at(n, y) = output.as<float>()[std::size_t(y) * std::size_t(size) +
                                          std::size_t(columns[std::size_t(n)])];
    }
    const Comparison compared = compare(got, expected, tolerance);
    if (compared.within(tolerance)) return std::string();
    char text[160];
    std::snprintf(text, sizeof text, "pixel (%d, %d) is %.9g where %.9g is right (tolerance %.2g)",
                  columns[std::size_t(compared.worst_x)], compared.worst_y, compared.got,
                  compared.expected, tolerance);
    return std::string(text);
  };
  const auto output = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& asked, int threads) {
    output->resize(std::size_t(size) * std::size_t(size));
    baseline::recursive_gaussian(asked.inputs.at(0).at(0).as<float>(), output->data(), size, size,
                                 recursive_coefficients(sigma), threads);
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  constexpr double kSigma = 30;
  const int radius = gaussian_radius(kSigma);
  const auto line_of = [](double sigma) -> oracle::LineFilter {
    const RecursiveCoefficients c = recursive_coefficients(sigma);
    return [c](const Line& line) { return oracle::recursive_line(line, c, LineEnds::exact); };
  };
  const nlohmann::json one_way = {
      {"form", "cascade"}, {"scratch", "global"}, {"lines_per_block", 32}};
  const nlohmann::json two_way = {{"scratch", "global"}, {"lines_per_block", 32}};
  std::vector<TimingPlan> plans;
  plans.push_back(plan_of(
      "one-way", "one_way", kTimedSize, kSigma, cascade_tolerance(kSigma), line_of(kSigma),
      [=](const Problem& problem) { return filter_call("filter_one_way", problem, one_way); }));
  plans.push_back(
      plan_of("transposed", "transposed", kTimedSize, kSigma, cascade_tolerance(kSigma),
              line_of(kSigma), [](const Problem& problem) {
                return filter_call("filter_transposed", problem, {{"lines_per_block", 32}});
              }));
  plans.push_back(plan_of(
      "two-way", "two_way", kTimedSize, kSigma, two_way_tolerance(kSigma, radius),
      [=, c = recursive_coefficients(kSigma), weights = gaussian_weights(kSigma, radius)](
          const Line& line) { return oracle::two_way_line(line, c, weights, LineEnds::exact); },
      [=](const Problem& problem) { return two_way_call(problem, radius, two_way); }));
  for (const double sigma : {5.0, 30.0}) {
    plans.push_back(plan_of("parts", "challenge", kTimedLargeSize, sigma, kPromised, line_of(sigma),
                            [](const Problem& problem) {
                              return filter_call("filter_parallel", problem,
                                                 nlohmann::json::object());
                            }));
  }
  return plans;
}

double read_sigma(const std::string& text) {
  double sigma = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, sigma);
  if (read.ec != std::errc() || read.ptr != end) {
    throw InputError("option sigma: \"" + text + "\" is not a number; give pixels, e.g. 5");
  }
  recursive_coefficients(sigma);  // throws unless it is from 0.5 to 100
  return sigma;
}

PictureFilter picture(const RunOptions& options) {
  double sigma = 5;
  LineEnds ends = LineEnds::exact;
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "sigma") {
      sigma = read_sigma(text);
    } else if (name == "boundary") {
      ends = parse_line_ends(text);
    } else {
      throw InputError("unknown option \"" + name + "\" for this lab: it has sigma and boundary");
    }
  }
  PictureFilter result;
  result.description =
      "recursive Gaussian, sigma " + number(sigma) + ", " + to_string(ends) + " boundary";
  result.call = [=](const Image<float>& channel) {
    return filter_call("filter_one_way", {"picture", channel, sigma, ends},
                       {{"form", "cascade"}, {"scratch", "global"}, {"lines_per_block", 32}});
  };
  result.reference = [=](const Image<float>& channel) {
    return oracle::recursive_gaussian(channel, sigma, ends);
  };
  result.tolerance = cascade_tolerance(sigma);
  return result;
}

/// The cases that evidence rests on have at least this many pixels.
bool large(const CaseResult& result, const std::string& stage) {
  return result.stage == stage && result.width * result.height >= 192 * 160;
}

/// Sectors of 32 bytes per request of a warp. 32 neighbouring floats take 4, or 5 where they do not
/// start at a sector.
EvidenceResult check_coalesced(const std::vector<CaseResult>& results) {
  constexpr double kMostPerRequest = 5;
  const auto per_request = [&](const std::string& stage, const std::string& access) {
    const auto wanted = [&](const CaseResult& result) { return large(result, stage); };
    const double requests = total(results, wanted, "global_" + access + "_requests");
    return requests == 0 ? 0 : total(results, wanted, "global_" + access + "_sectors") / requests;
  };
  const double loads = per_request("transposed", "load"),
               stores = per_request("transposed", "store");
  if (loads == 0 || stores == 0) return nothing_seen();
  // Each pixel is read and written at least once.
  const auto wanted = [](const CaseResult& result) { return large(result, "transposed"); };
  double fewest = 0;
  for (const CaseResult& result : results)
    if (wanted(result)) fewest += result.width * double(result.height) * sizeof(float) / 32;
  if (total(results, wanted, "global_load_sectors") < fewest ||
      total(results, wanted, "global_store_sectors") < fewest)
    return forged_counts();
  EvidenceResult evidence;
  evidence.passed = loads <= kMostPerRequest && stores <= kMostPerRequest;
  evidence.measured = {{"load_sectors_per_request", loads}, {"store_sectors_per_request", stores}};
  char text[240];
  std::snprintf(text, sizeof text,
                "a warp's load touches %.1f sectors of 32 bytes, its store %.1f; at most %.0f%s",
                loads, stores, kMostPerRequest,
                evidence.passed ? ""
                                : ": a thread per row reads down a column of the image; filter the "
                                  "columns of the transposed image, and transpose through shared "
                                  "memory");
  evidence.message = text;
  return evidence;
}

/// Threads that read or wrote global memory, for each line of the two passes.
EvidenceResult check_threads(const std::vector<CaseResult>& results) {
  constexpr double kFewest = 2.99;
  const auto wanted = [](const CaseResult& result) { return large(result, "two_way"); };
  double lines = 0;
  for (const CaseResult& result : results)
    if (wanted(result)) lines += result.width + result.height;
  const double threads = total(results, wanted, "working_threads");
  if (lines == 0 || threads == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = threads >= kFewest * lines;
  evidence.measured = {{"threads_per_line", threads / lines}};
  char text[200];
  std::snprintf(text, sizeof text, "%.2f threads work on each line; three should%s",
                threads / lines,
                evidence.passed ? "" : ": one for each half and one for the central point");
  evidence.message = text;
  return evidence;
}

const bool registered = register_suite({"07_recursive_gaussian",
                                        cases,
                                        {{"bounds", "one_way", check_bounds},
                                         {"order", "two_way", check_order},
                                         {"coalesced", "transposed", check_coalesced},
                                         {"threads", "two_way", check_threads}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
