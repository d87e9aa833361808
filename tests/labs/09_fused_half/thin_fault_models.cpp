/// @file
/// Mistakes in thinning, alone and in one pass with the steps before it.
#include <cmath>
#include <functional>
#include <vector>

#include "edge_fault_models.hpp"
#include "step_models.hpp"
#include "wrong_blurs.hpp"

namespace kit::grader::lab09 {
namespace {

double sum_norm(double gx, double gy) {
  return std::abs(gx) + std::abs(gy);
}

/// How a thinning may differ from the contract's.
struct Thinning {
  std::function<double(double gx, double gy)> norm = sum_norm;
  std::function<oracle::Step(double gx, double gy)> direction = oracle::direction;
  Read beyond = or_zero;
  bool equal_before = false, equal_behind = true;  ///< an equal neighbour may stand there
  bool crests_only = true;
  bool low_itself = true, high_itself = true;  ///< a magnitude equal to the threshold reaches it
};

Exact thin_as(const Exact& gradient, double low, double high, const Thinning& how) {
  const Exact m = norm_of(gradient, how.norm);
  return each(m, [&](int x, int y) -> double {
    const double here = m.at(x, y);
    const oracle::Step d = how.direction(gradient.at(x, y, 0), gradient.at(x, y, 1));
    const double before = how.beyond(m, x - d.dx, y - d.dy),
                 behind = how.beyond(m, x + d.dx, y + d.dy);
    const bool kept = !how.crests_only || ((how.equal_before ? here >= before : here > before) &&
                                           (how.equal_behind ? here >= behind : here > behind));
    if (!kept || !(how.low_itself ? here >= low : here > low)) return 0;
    return (how.high_itself ? here >= high : here > high) ? 255 : 128;
  });
}

/// The mistakes in thinning, of gradients that are right.
void add_thinning(std::vector<Hypothesis>& list, const Exact& gradient, double low, double high) {
  const auto add = [&](const char* cause, const char* sentence, const Thinning& how) {
    list.push_back({cause, sentence, thin_as(gradient, low, high, how)});
  };
  Thinning how;
  how.direction = [](double gx, double gy) {
    const oracle::Step d = oracle::direction(gx, gy);
    return d.dx != 0 && d.dy != 0 ? oracle::Step{d.dx, -d.dy} : d;
  };
  add("wrong_formula",
      "the two diagonals are exchanged: with y downwards, gx and gy of the same sign mean that the "
      "image changes along (1, 1)",
      how);
  how.direction = [](double gx, double gy) {
    const oracle::Step d = oracle::direction(gx, gy);
    return oracle::Step{-d.dy, d.dx};
  };
  add("wrong_formula",
      "a pixel is compared with its neighbours along the edge: d is the direction of the gradient, "
      "which crosses the edge",
      how);
  how.direction = [](double gx, double gy) {
    return std::abs(gy) > std::abs(gx) ? oracle::Step{0, 1} : oracle::Step{1, 0};
  };
  add("wrong_formula",
      "only neighbours in a row or in a column are compared, never the diagonal ones", how);
  how.direction = [](double gx, double gy) {
    const oracle::Step d = oracle::direction(gx, gy);
    return oracle::Step{-d.dx, -d.dy};
  };
  add("wrong_formula",
      "the neighbours before and behind are exchanged: a pixel must be larger than that at "
      "(x, y) - d, and not smaller than that at (x, y) + d",
      how);
  how.direction = [](double gx, double gy) {
    if (128 * gy <= 53 * gx) return oracle::Step{1, 0};
    if (53 * gy >= 128 * gx) return oracle::Step{0, 1};
    return oracle::Step{1, (gx > 0) == (gy > 0) ? 1 : -1};
  };
  add("wrong_formula",
      "the direction is found from gx and gy with their signs, not from |gx| and |gy|", how);
  how.direction = [](double gx, double gy) {
    if (gy == 0) return oracle::Step{1, 0};
    if (gx == 0) return oracle::Step{0, 1};
    return oracle::Step{1, (gx > 0) == (gy > 0) ? 1 : -1};
  };
  add("integer_type",
      "53 / 128 is a quotient of whole numbers, which is 0: only gy = 0 counts as (1, 0), and only "
      "gx = 0 as (0, 1)",
      how);
  how.direction = [](double gx, double gy) {
    const oracle::Step d = oracle::direction(gx, gy);
    return d.dy < 0 ? oracle::Step{-d.dx, -d.dy} : d;
  };
  add("wrong_formula",
      "on the diagonal d = (1, -1) the pixel before, (x, y) - d, is below on the left, and the one "
      "behind above on the right",
      how);
  how = {};
  how.equal_behind = false;
  add("wrong_formula",
      "a crest of two equal pixels is lost: the pixel behind, at (x, y) + d, may be as large", how);
  how = {};
  how.equal_before = true;
  add("wrong_formula",
      "both pixels of a crest of two equal ones are kept: the pixel before, at (x, y) - d, must be "
      "smaller",
      how);
  how.equal_behind = false;
  how.equal_before = true;
  add("wrong_formula",
      "of two equal pixels the wrong one is kept: `>` belongs to the pixel before, at (x, y) - d, "
      "and `>=` to the one behind",
      how);
  how = {};
  how.crests_only = false;
  add("wrong_formula",
      "no pixel is dropped for its neighbours: only crests of the magnitude are kept", how);
  how = {};
  how.norm = [](double gx, double gy) { return std::hypot(gx, gy); };
  add("wrong_formula", "the magnitude is |gx| + |gy|, not the root of the sum of squares", how);
  how.norm = [](double gx, double gy) { return std::max(std::abs(gx), std::abs(gy)); };
  add("wrong_formula", "the magnitude is |gx| + |gy|, not the larger of both", how);
  how.norm = [](double gx, double gy) { return std::abs(gx + gy); };
  add("wrong_formula", "the magnitude is |gx| + |gy|, not |gx + gy|", how);
  how = {};
  how.beyond = nearest;
  add("wrong_border",
      "beyond the edge of the magnitudes stands 0, not the nearest magnitude: a pixel at the edge "
      "may be a crest",
      how);
  how = {};
  how.low_itself = false;
  add("wrong_bound", "a magnitude equal to `low` is weak: the comparison is >=", how);
  how = {};
  how.high_itself = false;
  add("wrong_bound", "a magnitude equal to `high` is strong: the comparison is >=", how);
  list.push_back(
      {"wrong_variable", "the two thresholds are exchanged", thin_as(gradient, high, low, {})});
  const Exact right = oracle::thin(gradient, low, high);
  list.push_back({"wrong_formula", "strong pixels are kStrong, 255, and weak ones kWeak, 128",
                  each(right, [&](int x, int y) -> double {
                    return right.at(x, y) == 255 ? 128 : right.at(x, y) == 128 ? 255 : 0;
                  })});
  list.push_back(
      {"wrong_formula", "weak pixels are left out: they have a state of their own, 128",
       each(right, [&](int x, int y) -> double { return right.at(x, y) == 255 ? 255 : 0; })});
}

}  // namespace

std::vector<Hypothesis> thin_fault_models(const Exact& gradient, double low, double high) {
  std::vector<Hypothesis> list;
  add_thinning(list, gradient, low, high);
  return list;
}

std::vector<Hypothesis> one_pass_fault_models(const ByteImage& image, double low, double high) {
  const Exact grey = levels_of(image);
  std::vector<Hypothesis> list;
  add_thinning(list, oracle::sobel_gradient(oracle::blur(grey)), low, high);
  for (const WrongBlur& wrong : wrong_blurs(grey))
    list.push_back({wrong.cause, wrong.sentence,
                    oracle::thin(gradient_as(wrong.blurred, 2, wrong.read), low, high)});
  return list;
}

}  // namespace kit::grader::lab09
