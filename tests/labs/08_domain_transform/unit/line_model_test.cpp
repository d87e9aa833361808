/// @file
/// Lab 08's models without a mistake are the reference.
#include "labs/08_domain_transform/line_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "kit/compare.hpp"
#include "labs/08_domain_transform/start_cases.hpp"
#include "labs/08_domain_transform/whole_fault_models.hpp"

using namespace kit::grader::lab08;

namespace {

double error_between(const kit::Image<double>& a, const kit::Image<double>& b) {
  double largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n)
    largest = std::max(largest, std::abs(a.data()[n] - b.data()[n]));
  return largest;
}

Pass pass_of(bool rows, double sigma) {
  return {"noise", kit::noise(31, 23, 5, 3), random_spacing(31, 23, 7), rows, sigma};
}

kit::Image<double> by_model(const Pass& pass, const LineTerms& terms) {
  return filter_all(kit::to_double(pass.image), kit::to_double(pass.spacing), pass.rows, terms);
}

}  // namespace

TEST_CASE("lab 08: the model of a pass without a mistake is the reference", "[lab08][diagnosis]") {
  for (const bool rows : {true, false})
    for (const int sections : {1, 4})
      for (const bool printed : {true, false}) {
        const Pass pass = pass_of(rows, 6);
        const kit::oracle::Sections cut{sections, 9, printed};
        LineTerms terms;
        terms.sigma = pass.sigma;
        terms.window = 5;
        terms.sections = sections;
        terms.walk.reach = cut.reach;
        terms.walk.from = printed ? WalkTerms::From::printed : WalkTerms::From::sample;
        CHECK(error_between(by_model(pass, terms), pass.expected(cut)) < 1e-12);
        CHECK(error_between(starts_of(pass, terms), starts_of(pass, cut)) < 1e-12);
      }
}

TEST_CASE("lab 08: the model of a scan without a mistake is the reference", "[lab08][diagnosis]") {
  for (const bool rows : {true, false})
    for (const int pixels : {1, 5, 8, 40}) {
      const Pass pass = pass_of(rows, 6);
      LineTerms terms;
      terms.sigma = pass.sigma;
      terms.segments.pixels = pixels;
      CHECK(error_between(by_model(pass, terms), pass.expected()) < 1e-12);
      if (pixels > 31) continue;  // a line that is one segment has no chain
      for (const NamedFault& fault : segment_fault_models(pixels)) {
        LineTerms wrong = terms;
        fault.change(wrong);
        CHECK(error_between(by_model(pass, wrong), pass.expected()) > 1e-4);
      }
    }
}

TEST_CASE("lab 08: the literal model without a mistake is the reference", "[lab08][diagnosis]") {
  const Pass pass = pass_of(true, 3);
  LiteralTerms terms;
  terms.sigma = pass.sigma;
  for (int y = 0; y < pass.lines(); ++y) {
    const Samples samples = pass.line(pass.image, y, 0);
    const Samples filtered = filtered_literally(samples, pass.line(pass.spacing, y, 0), terms);
    for (std::size_t k = 0; k < samples.size(); ++k)
      CHECK(filtered[k] == Approx(pass.expected().at(int(k), y, 0)).margin(1e-12));
  }
}

TEST_CASE("lab 08: the model of the whole filter without a mistake is the reference",
          "[lab08][diagnosis]") {
  const kit::Image<std::uint8_t> image = picture_of(29, 17, 3, 3);
  for (const int sections : {1, 3}) {
    Whole whole;
    whole.numbers = {12, 40, 3, sections, 1.5, true, kit::oracle::gaussian_poles()};
    CHECK(error_between(filter_whole(image, whole), edge_aware(image, whole.numbers)) < 1e-12);
  }
}

TEST_CASE("lab 08: each model of a mistake differs from the reference and from the others",
          "[lab08][diagnosis]") {
  LineTerms right;
  right.window = 4;
  right.sections = 3;
  right.walk.reach = 5;
  Pass pass = pass_of(true, 6);
  const auto check = [](const std::vector<kit::grader::Hypothesis>& models,
                        const kit::Image<double>& expected) {
    for (std::size_t n = 0; n < models.size(); ++n) {
      INFO(models[n].sentence);
      CHECK(error_between(models[n].output, expected) > kTolerance);
      for (std::size_t m = 0; m < n; ++m) {
        INFO(models[m].sentence);
        CHECK(error_between(models[n].output, models[m].output) > kTolerance);
      }
    }
  };
  const kit::oracle::Sections cut{3, 5, false};
  check(pass.fault_models(right), padded(pass.expected(cut)));
  std::vector<kit::grader::Hypothesis> both = pass.fault_models();
  for (kit::grader::Hypothesis& model : pass.literal_models()) both.push_back(std::move(model));
  check(both, padded(pass.expected()));
  for (const bool printed : {true, false})
    check(start_fault_models(pass, {8, 12, printed}),
          starts_of(pass, kit::oracle::Sections{8, 12, printed}));
  const kit::Image<std::uint8_t> image = picture_of(29, 17, 3, 3);
  for (const int sections : {1, 3}) {
    const kit::oracle::EdgeAware numbers{
        12, 40, 3, sections, 1.5, true, kit::oracle::gaussian_poles()};
    check(whole_fault_models(image, numbers), edge_aware(image, numbers));
  }
}
