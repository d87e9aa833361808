/// @file
/// Lab 08's cases for Algorithm B: the states with which sections start.
#pragma once

#include <fmt/format.h>

#include <complex>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "labs/08_domain_transform/line_model.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"
#include "limits.hpp"
#include "problems.hpp"

namespace kit::grader::lab08 {

/// The states at the ends of all sections as the contract lays them out;
/// `start(samples, spacing)(section, causal, pole)` of one line.
template <typename Start>
Image<double> states_of(const Pass& pass, int sections, Start start) {
  Image<double> result(pass.lines(), 2 * sections, 12);
  for (int line = 0; line < pass.lines(); ++line) {
    const Samples spacing = pass.line(pass.spacing, line, 0);
    const auto of_line = start(spacing);
    for (int c = 0; c < 3; ++c) {
      const Samples samples = pass.line(pass.image, line, c);
      for (int row = 0; row < 2 * sections; ++row) {
        for (int i = 0; i < 2; ++i) {
          const std::complex<double> h = of_line(samples, row % sections, row < sections, i);
          result.at(line, row, 6 * i + 2 * c) = h.real();
          result.at(line, row, 6 * i + 2 * c + 1) = h.imag();
        }
      }
    }
  }
  return result;
}

/// The right ones.
inline Image<double> starts_of(const Pass& pass, const oracle::Sections& sections) {
  const oracle::EdgeAwareLine filter(pass.sigma);
  return states_of(pass, sections.count, [&](const Samples& spacing) {
    return [&](const Samples& samples, int n, bool causal, int i) {
      return filter.start(samples, spacing, sections, n, causal, i);
    };
  });
}

/// Those of a walk with other terms.
inline Image<double> starts_of(const Pass& pass, const LineTerms& terms) {
  return states_of(pass, terms.sections, [&](const Samples& spacing) {
    return [model = LineModel(spacing, terms)](const Samples& samples, int n, bool causal, int i) {
      return model.start_of(samples, n, causal, i);
    };
  });
}

inline std::vector<Hypothesis> start_fault_models(const Pass& pass, const oracle::Sections& right) {
  std::vector<Hypothesis> list;
  const auto add_as = [&](const char* cause, const std::string& sentence, auto change) {
    LineTerms terms;
    terms.sigma = pass.sigma;
    terms.sections = right.count;
    terms.walk.reach = right.reach;
    terms.walk.from = right.printed ? WalkTerms::From::printed : WalkTerms::From::sample;
    change(terms.walk, terms);
    list.push_back({cause, sentence, starts_of(pass, terms)});
  };
  const auto add = [&](const std::string& sentence, auto change) {
    add_as("wrong_formula", sentence, [&](WalkTerms& walk, LineTerms&) { change(walk); });
  };
  using From = WalkTerms::From;
  add("The start value is the other of the two: Start::sample is f[-L], Start::printed f[-L + 1].",
      [&](WalkTerms& t) { t.from = right.printed ? From::sample : From::printed; });
  add("The walk begins with g = 0, as if the line were black; it begins as if the line went on "
      "with "
      "the sample that `start` says, which for Start::sample is h = 0.",
      [](WalkTerms& t) { t.from = From::zero; });
  add("The walk begins with g = 0, as if the line were black, unless it begins at the line's end.",
      [](WalkTerms& t) { t.from = From::zero_before_inner; });
  if (right.printed) {
    add("Start::printed is followed at the line's end too: from the line's first (last) pixel the "
        "walk starts with zeros, which is exact.",
        [](WalkTerms& t) { t.from = From::printed_at_end; });
    add("Start::printed is followed where nothing is walked and at the line's end too: there the "
        "state is zeros.",
        [](WalkTerms& t) { t.from = From::printed_without_walk; });
  }
  add("The starts are zeros: the walk back did not happen.", [](WalkTerms& t) { t.reach = 0; });
  add("The walk always begins at the line's end; it begins L pixels away, the smallest number that "
      "is at least `reach`.",
      [](WalkTerms& t) { t.reach = std::numeric_limits<double>::infinity(); });
  add("The walk back goes half as far as it should.", [](WalkTerms& t) { t.reach /= 2; });
  add("The walk back goes twice as far as it should.", [](WalkTerms& t) { t.reach *= 2; });
  add("The walk counts pixels up to `reach`: distances are those of the transformed domain, the "
      "spacings.",
      [](WalkTerms& t) { t.counts_pixels = true; });
  for (const int more : {1, -1})
    add(fmt::format(
            "The walk begins one pixel too {}: L is the smallest number whose distance is at "
            "least `reach`.",
            more > 0 ? "far away" : "near"),
        [=](WalkTerms& t) { t.more = more; });
  const std::string later = ": the distance of two neighbours stands at the later pixel of the two";
  for (const int offset : {1, -1}) {
    const std::string wrong = offset > 0 ? "next" : "previous";
    add("The walk's steps have the spacing of the " + wrong + " pixel" + later + ".",
        [=](WalkTerms& t) { t.step_spacing = offset; });
    add("What is added up to `reach` is the spacing of the " + wrong + " pixel" + later + ".",
        [=](WalkTerms& t) { t.way_spacing = offset; });
    add("All spacings are those of the " + wrong + " pixel" + later + ".",
        [=](WalkTerms& t) { t.way_spacing = t.step_spacing = offset; });
  }
  // The anticausal walk with the places of the causal one.
  const std::string came_from =
      ": it stands at the later pixel, on this way the one that a step comes from.";
  add("The anticausal walk's steps have the wrong pixel's spacing" + came_from,
      [](WalkTerms& t) { t.anticausal_step_spacing = -1; });
  add("What is added up to `reach` on the anticausal way is the wrong pixel's spacing" + came_from,
      [](WalkTerms& t) { t.anticausal_way_spacing = -1; });
  add("On the anticausal way all spacings are those of the wrong pixel" + came_from,
      [](WalkTerms& t) { t.anticausal_way_spacing = t.anticausal_step_spacing = -1; });
  add("The causal walk ends one pixel before the section's first pixel.",
      [](WalkTerms& t) { t.causal_goal = -1; });
  add("The anticausal walk ends one pixel behind the section: it ends at the section's last pixel.",
      [](WalkTerms& t) { t.anticausal_goal = 1; });
  add("The anticausal walk ends one pixel before the section's last pixel.",
      [](WalkTerms& t) { t.anticausal_goal = -1; });
  add("The anticausal walk ends at the section's first pixel: it is mirrored, and ends at the "
      "last.",
      [](WalkTerms& t) { t.mirrored_goal = false; });
  add("The last step of the walk is left out, that to the section's first (last) pixel.",
      [](WalkTerms& t) { t.ends_before_goal = true; });
  add("The anticausal differences have the wrong sign: the pixel that the step goes to less the "
      "one "
      "that it comes from.",
      [](WalkTerms& t) { t.rising_anticausal = true; });
  const auto line = [&](const char* sentence, auto change) {
    add_as("wrong_formula", sentence, [&](WalkTerms&, LineTerms& terms) { change(terms); });
  };
  line("Every step of the walk decays by b, not by b^delta.",
       [](LineTerms& t) { t.powers = false; });
  line("v is not divided by the spacing.", [](LineTerms& t) { t.quotient = false; });
  const auto exchanged = [&](const char* sentence, auto place) {
    const Image<double> starts = starts_of(pass, right);
    Image<double> moved = starts;
    for (int row = 0; row < starts.height(); ++row)
      for (int at = 0; at < starts.width(); ++at)
        for (int c = 0; c < starts.channels(); ++c) {
          const auto [from_row, from_channel] = place(row, c);
          moved.at(at, row, c) = starts.at(at, from_row, from_channel);
        }
    list.push_back({"wrong_formula", sentence, std::move(moved)});
  };
  const int count = right.count;
  exchanged("The starts of the two directions stand in each other's places.",
            [=](int row, int c) { return std::pair((row + count) % (2 * count), c); });
  exchanged("The states of the two poles stand in each other's places.",
            [](int row, int c) { return std::pair(row, (c + 6) % 12); });
  return list;
}

inline Case boundary_case(const Pass& pass, const oracle::Sections& sections, double kappa) {
  Case one;
  one.name = fmt::format("{}, kappa {:g}, {} blocks, {} start", pass.name(), kappa, sections.count,
                         sections.printed ? "printed" : "sample");
  one.stage = "algorithm_b";
  one.call = pass.call("boundary_starts");
  one.call.params.update({{"blocks_per_stripe", sections.count},
                          {"reach", sections.reach},
                          {"printed", sections.printed}});
  one.call.inputs[0].push_back(constants(pass.sigma));
  one.call.outputs = {{DType::f32, pass.lines(), 2 * sections.count, 12}};
  one.expect_linear([=](const Tensor& input) { return starts_of(pass.of(input), sections); });
  one.tolerance = kTolerance;
  one.hypotheses = [=] { return start_fault_models(pass, sections); };
  return one;
}

/// Lines whose last section is one pixel, and lines of one pixel: with L = 0 there is no f[-L + 1]
/// after that pixel, with L = 1 it is that pixel.
inline void add_one_pixel_sections(std::vector<Case>& list, std::uint64_t seed) {
  struct Shape {
    int width, height;
    bool rows;
    int blocks;
    double kappa;
    bool printed;
  };
  const Shape shapes[] = {{7, 1, true, 3, 0, true},     {1, 10, false, 4, 0, true},
                          {1, 7, false, 3, 0.01, true}, {10, 1, true, 4, 0.01, false},
                          {1, 5, true, 2, 0, true},     {5, 1, false, 3, 0.01, true}};
  for (const Shape& shape : shapes) {
    const Pass pass{"a picture", to_float(picture_of(shape.width, shape.height, 3, seed)),
                    random_spacing(shape.width, shape.height, seed), shape.rows, 9};
    const double reach = double(float(shape.kappa * pass.sigma));
    list.push_back(boundary_case(pass, {shape.blocks, reach, shape.printed}, shape.kappa));
  }
}

inline void add_boundary_cases(std::vector<Case>& list, Random& random) {
  const double kappas[] = {2, 0.5, 1, 0, 100};
  const int blocks[] = {3, 2, 5, 6, 40};
  for (std::size_t n = 0; n < 11; ++n) {
    Pass pass;
    const bool many = n == 10;
    oracle::Sections sections{many ? random.integer(1025, kManySections) : blocks[n % 5], 0,
                              n >= 5};
    do {
      const int width = n % 2 == 0 ? 61 : 37, height = many ? 2 : n % 2 == 0 ? 37 : 45;
      pass = {"a picture", to_float(picture_of(width, height, 3, random.next())),
              random_spacing(width, height, random.next()), many || n % 4 < 2,
              n % 3 == 0 ? 4.0 : 9.0};
      sections.reach = double(float(kappas[n % 5] * pass.sigma));
    } while (pass.closest_call(sections) < kClosestCall);
    list.push_back(boundary_case(pass, sections, kappas[n % 5]));
  }
  add_one_pixel_sections(list, Random(random).next());  // a copy: later cases keep their numbers
}

}  // namespace kit::grader::lab08
