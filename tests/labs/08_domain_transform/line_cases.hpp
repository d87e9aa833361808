/// @file
/// Lab 08's cases for the domain transform, the recursion along lines, and Algorithms A and B by
/// themselves, with the judge's constants and starts.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "fault_models.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"
#include "limits.hpp"
#include "problems.hpp"
#include "spacing_fault_models.hpp"
#include "start_cases.hpp"

namespace kit::grader::lab08 {

using Images = std::vector<std::pair<std::string, Image<std::uint8_t>>>;

inline void add_spacing_cases(std::vector<Case>& list, Random& random) {
  const Images images = {{"a picture", picture_of(37, 21, 3, random.next())},
                         {"noise", to_bytes(noise(65, 33, random.next(), 3))},
                         {"a grey picture", picture_of(40, 50, 1, random.next())},
                         {"one row", picture_of(67, 1, 3, random.next())},
                         {"one column", picture_of(1, 67, 3, random.next())},
                         {"one pixel", picture_of(1, 1, 3, random.next())},
                         {"a picture", picture_of(29, 24, 3, random.next())},
                         {"a picture", picture_of(24, 29, 3, random.next())},
                         {"one long row", to_bytes(noise(kThinLength, 1, random.next(), 3))}};
  for (std::size_t n = 0; n < images.size(); ++n) {
    const auto& [what, image] = images[n];
    double sigma_s = 20 + double(list.size()), sigma_r = 60;
    // The contract's limits, both ways round.
    if (n == 6) sigma_s = kLargestSigma, sigma_r = kSmallestSigma;
    if (n == 7) sigma_s = kSmallestSigma, sigma_r = kLargestSigma;
    for (const std::string output : {"row_spacing", "column_spacing", "pixels"}) {
      if (is_thin(image.width(), image.height()) && output != "row_spacing") continue;
      Case one;
      one.name = output + " of " + what + ", " + size_text(image.width(), image.height());
      one.stage = "spacing";
      one.call.function = "transform";
      one.call.params = {{"output", output}, {"sigma_s", sigma_s}, {"sigma_r", sigma_r}};
      one.call.inputs.push_back({image_tensor(image)});
      one.call.outputs.push_back(
          {DType::f32, image.width(), image.height(), output == "pixels" ? 4 : 1});
      if (output == "pixels") {
        one.expected = padded(to_double(to_float(image)));
        one.tolerance = 1.2e-7;  // one rounding of 1/255 and one of the product
      } else {
        const bool rows = output == "row_spacing";
        one.expected = rows ? oracle::row_spacing(image, sigma_s, sigma_r)
                            : oracle::column_spacing(image, sigma_s, sigma_r);
        // Roundings of the ratio, its square, the product, the sum and the root: relative 4 *
        // 2^-24.
        one.tolerance =
            4 * 0x1p-24 *
            *std::max_element(one.expected.values().begin(), one.expected.values().end());
        one.hypotheses = [=, image = image] {
          return spacing_fault_models(image, sigma_s, sigma_r, rows ? 1 : 0, rows ? 0 : 1);
        };
      }
      list.push_back(std::move(one));
    }
  }
}

inline std::vector<Pass> passes(Random& random) {
  const auto picture = [&](int width, int height) {
    return to_float(picture_of(width, height, 3, random.next()));
  };
  const auto spacing = [&](int width, int height) {
    return random_spacing(width, height, random.next());
  };
  const auto faint = [&](int width, int height) {
    return to_float(faint_noise(width, height, random.next()));
  };
  Image<float> black(61, 5, 3), grey(33, 29, 3);
  for (int c = 0; c < 3; ++c) black.at(30, c + 1, c) = 1;
  for (float& value : grey.values()) value = 0.75f;
  return {{"a picture", picture(61, 37), spacing(61, 37), true, 20},
          {"a picture", picture(61, 37), spacing(61, 37), false, 20},
          {"noise", noise(37, 61, random.next(), 3), spacing(37, 61), false, 5},
          {"noise, all spacings 1", noise(130, 9, random.next(), 3), constant(130, 9, 1), true, 50},
          {"faint noise", faint(150, 20), spacing(150, 20), true, 178.9},
          {"an impulse, all spacings 1", black, constant(61, 5, 1), true, 6},
          {"a constant", grey, spacing(33, 29), false, 44.7},
          {"a picture", picture(50, 33), spacing(50, 33), true, 0.6},
          {"one row", picture(67, 1), spacing(67, 1), true, 10},
          {"one column", picture(1, 67), spacing(1, 67), false, 10},
          {"lines of one pixel", picture(1, 40), spacing(1, 40), true, 10},
          {"one pixel", picture(1, 1), spacing(1, 1), false, 10}};
}

/// More lines than their length, and the smallest sigma.
inline std::vector<Pass> short_passes(Random& random) {
  const auto pass = [&](int width, int height, bool rows, double sigma) -> Pass {
    Image<float> image = to_float(picture_of(width, height, 3, random.next()));
    return {"a picture", std::move(image), random_spacing(width, height, random.next()), rows,
            sigma};
  };
  return {pass(9, 200, true, 10), pass(300, 5, false, 7), pass(41, 33, true, kSmallestSigma)};
}

/// One long line, and many lines of one pixel.
inline std::vector<Pass> thin_passes(Random& random) {
  std::vector<Pass> list;
  for (const auto& [width, height, block] : kThinImages) {
    list.push_back({"noise", noise(width, height, random.next(), 3),
                    random_spacing(width, height, random.next()), true, 10});
  }
  return list;
}

inline void add_line_cases(std::vector<Case>& list, Random& random) {
  for (const std::string form : {"h", "literal"}) {
    std::vector<Pass> all = passes(random);
    for (Pass& pass : short_passes(random)) all.push_back(std::move(pass));
    if (form == "h")
      for (Pass& pass : thin_passes(random)) all.push_back(std::move(pass));
    for (const Pass& pass : all) {
      Case one;
      one.name = pass.name() + ", " + form + " form";
      one.stage = "line";
      one.call = pass.call("filter_lines");
      one.call.params["form"] = form;
      one.expect_linear([pass](const Tensor& input) { return padded(pass.of(input).expected()); });
      one.tolerance = kTolerance;
      one.hypotheses = [=] {
        std::vector<Hypothesis> models = pass.fault_models();
        if (form == "literal")
          for (Hypothesis& model : pass.literal_models()) models.push_back(std::move(model));
        return models;
      };
      list.push_back(std::move(one));
    }
  }
  for (const int iterations : {1, 2, 3, 5, kMostIterations}) {
    Case one;
    one.name = fmt::format("the sigmas of {} iterations", iterations);
    one.stage = "line";
    one.call.function = "sigma_of_iteration";
    one.by_kernels = false;
    one.call.params = {{"sigma_s", 50.0}};
    one.call.inputs.push_back({to_tensor(std::vector<float>{0})});
    one.call.outputs.push_back({DType::f32, iterations, 1, 1});
    one.expected = Image<double>(iterations, 1);
    for (int n = 0; n < iterations; ++n) {
      one.expected.at(n, 0) = oracle::sigma_of_iteration(50, n + 1, iterations);
    }
    one.tolerance = 1e-5;  // float32 near 50: 4e-6
    one.hypotheses = [=] {
      std::vector<Hypothesis> wrong;
      const auto add = [&](const char* sentence, auto sigma) {
        Image<double> output(iterations, 1);
        for (int n = 1; n <= iterations; ++n) output.at(n - 1, 0) = sigma(n);
        wrong.push_back({"wrong_formula", sentence, std::move(output)});
      };
      add("Twice what it should be: the iterations are counted from 1.",
          [=](int n) { return 2 * oracle::sigma_of_iteration(50, n, iterations); });
      add("In the opposite order: the first iteration has the largest sigma.",
          [=](int n) { return oracle::sigma_of_iteration(50, iterations + 1 - n, iterations); });
      add("Every iteration has sigma_s.", [](int) { return 50.0; });
      const auto under_the_root = [=](double divisor) {
        return [=](int n) {
          return 50.0 * std::sqrt(3.0) * std::pow(2.0, iterations - n) / std::sqrt(divisor);
        };
      };
      add("Under the root stands 4^N - 1: 4 to the power of N, less 1, not 4^(N - 1).",
          under_the_root(std::pow(4.0, iterations - 1)));
      add("Under the root stands 4^N - 1: the 1 is not taken away.",
          under_the_root(std::pow(4.0, iterations)));
      add("What stands below has no root: it is the root of 4^N - 1.",
          under_the_root(std::pow(std::pow(4.0, iterations) - 1, 2)));
      return wrong;
    };
    list.push_back(std::move(one));
  }
}

inline Tensor to_floats(const Image<double>& image) {
  Image<float> result(image.width(), image.height(), image.channels());
  std::copy(image.values().begin(), image.values().end(), result.values().begin());
  return to_tensor(result);
}

inline void add_stripe_cases(std::vector<Case>& list, Random& random) {
  struct Shape {
    Window window;
    int blocks;
  };
  // Widths odd and even, wider than the line, one; heights of one and of several warps.
  const Shape shapes[] = {{kWindow, 1},  {{8, 32}, 1},  {{24, 32}, 3},  {{5, 96}, 1},
                          {{32, 32}, 2}, {{7, 64}, 5},  {{1, 32}, 1},   {{33, 32}, 7},
                          {{8, 32}, 3},  {{16, 32}, 1}, {{47, 32}, 40}, {{12, 64}, 1}};
  std::vector<Pass> all = passes(random);
  all.push_back({"a picture", to_float(picture_of(224, 160, 3, random.next())),
                 random_spacing(224, 160, random.next()), true, 30});
  all.push_back({"a picture", to_float(picture_of(160, 224, 3, random.next())),
                 random_spacing(160, 224, random.next()), false, 30});
  const auto add = [&](const Pass& pass, const Window& window, int blocks) {
    const oracle::Sections sections{blocks, 0.7 * pass.sigma, false};
    Case one;
    one.name = fmt::format("{}, window {}, {} {} per stripe", pass.name(),
                           size_text(window.width, window.height), blocks,
                           blocks > 1 ? "blocks" : "block");
    one.stage = "algorithm_a";
    one.call = pass.call("filter_stripes");
    one.call.params.update({{"window_width", window.width},
                            {"window_height", window.height},
                            {"blocks_per_stripe", blocks}});
    one.call.inputs[0].push_back(constants(pass.sigma));
    if (blocks > 1) one.call.inputs[0].push_back(to_floats(starts_of(pass, sections)));
    const auto reference = [=](const Tensor& input) {
      return padded(pass.of(input).expected(sections));
    };
    if (blocks == 1)
      one.expect_linear(reference);
    else  // the second input, the states at the sections' ends, belongs to this image
      one.expected = reference(one.call.inputs[0][0]);
    one.tolerance = kTolerance;
    one.hypotheses = [=] {
      LineTerms right;
      right.window = window.width;
      right.sections = blocks;
      right.walk.reach = sections.reach;
      return pass.fault_models(right);
    };
    list.push_back(std::move(one));
  };
  for (std::size_t n = 0; n < all.size(); ++n)
    add(all[n], shapes[n % std::size(shapes)].window, shapes[n % std::size(shapes)].blocks);
  // Windows of the most lines, with more lines than one has, two of which just fit into shared
  // memory; and far more blocks than a line has
  // pixels, so that most sections are empty.
  const auto picture = [&](int width, int height, bool rows) -> Pass {
    return {"a picture", to_float(picture_of(width, height, 3, random.next())),
            random_spacing(width, height, random.next()), rows, 12};
  };
  add(picture(7, 530, true), {3, 512}, 1);
  add(picture(40, 3, true), {8, 32}, random.integer(1025, kManySections));
}

}  // namespace kit::grader::lab08
