/// @file
/// The usual wrong passes of lab 08's filter over the lines of an image, computed on purpose, so
/// that a wrong output can be named.
#pragma once

#include <fmt/format.h>

#include <complex>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "labs/08_domain_transform/line_model.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::grader::lab08 {

/// `filter(spacing)(samples)` of every row or column of every channel.
template <typename Filter>
Image<double> filter_each(const Image<double>& image, const Image<double>& spacing, bool rows,
                          Filter filter) {
  Image<double> result = image;
  const int count = rows ? image.height() : image.width();
  const int length = rows ? image.width() : image.height();
  for (int line = 0; line < count; ++line) {
    const auto x = [&](int k) { return rows ? k : line; };
    const auto y = [&](int k) { return rows ? line : k; };
    Samples distances, samples(static_cast<std::size_t>(length));
    for (int k = 0; k < length; ++k) distances.push_back(spacing.at(x(k), y(k)));
    const auto filter_line = filter(distances);
    for (int c = 0; c < image.channels(); ++c) {
      for (int k = 0; k < length; ++k) samples[std::size_t(k)] = image.at(x(k), y(k), c);
      const Samples filtered = filter_line(samples);
      for (int k = 0; k < length; ++k) result.at(x(k), y(k), c) = filtered[std::size_t(k)];
    }
  }
  return result;
}

/// In the h-form as the terms have it.
inline Image<double> filter_all(const Image<double>& image, const Image<double>& spacing, bool rows,
                                const LineTerms& terms) {
  return filter_each(image, spacing, rows, [&](const Samples& distances) {
    return [model = LineModel(distances, terms)](const Samples& samples) {
      return model.filter(samples);
    };
  });
}

/// A mistake in the recursion along one line.
struct NamedFault {
  std::string cause, sentence;
  std::function<void(LineTerms&)> change;
};

/// Mistakes in the recursion itself.
inline const std::vector<NamedFault>& line_fault_models() {
  static const std::vector<NamedFault> list = {
      {"wrong_filter",
       "alpha_1 has the sign that S0's appendix prints; with it the filter is no Gaussian (+10.7 % "
       "at its peak). The imaginary part is -0.2598.",
       [](LineTerms& t) { t.poles.alpha[1] = std::conj(t.poles.alpha[1]); }},
      {"wrong_formula",
       "The constants have lost their imaginary parts; only the sum that is stored takes the real "
       "part.",
       [](LineTerms& t) { t.imaginary = false; }},
      {"wrong_formula", "The causal part alone: where is what comes from the right (below)?",
       [](LineTerms& t) { t.anticausal = 0; }},
      {"wrong_formula", "The anticausal part alone: where is what comes from the left (above)?",
       [](LineTerms& t) { t.causal = 0; }},
      {"wrong_formula",
       "The anticausal part has the wrong sign: its v is -V, the difference taken on the way.",
       [](LineTerms& t) { t.anticausal = -1; }},
      {"wrong_formula",
       "Every step decays by b, not by b^delta: the spacing does not count, so edges blur.",
       [](LineTerms& t) { t.powers = false; }},
      {"wrong_formula",
       "v is not divided by the spacing: (b^delta - 1) / delta times the difference.",
       [](LineTerms& t) { t.quotient = false; }},
      {"wrong_formula",
       "The anticausal step from pixel k to k - 1 uses the spacing of the wrong pixel: the "
       "distance between the two stands at pixel k, the later one.",
       [](LineTerms& t) { t.anticausal_spacing = -1; }},
      {"wrong_formula",
       "The anticausal step from pixel k to k - 1 uses the spacing of pixel k + 1: the distance "
       "between the two stands at pixel k.",
       [](LineTerms& t) { t.anticausal_spacing = 1; }},
      {"wrong_formula",
       "The causal step to pixel k uses the spacing of pixel k - 1: the distance between the two "
       "stands at pixel k, the later one.",
       [](LineTerms& t) { t.causal_spacing = -1; }},
      {"wrong_formula",
       "The causal step to pixel k uses the spacing of pixel k + 1: the distance between the two "
       "stands at pixel k.",
       [](LineTerms& t) { t.causal_spacing = 1; }},
      {"wrong_formula",
       "The causal part has the wrong sign: its difference is the new pixel less the one before.",
       [](LineTerms& t) { t.causal = -1; }},
      {"wrong_formula",
       "Both parts have the wrong sign: a difference is the new pixel less the one before, on "
       "either way.",
       [](LineTerms& t) { t.causal = t.anticausal = -1; }},
      {"wrong_formula",
       "The pixel itself is missing: the output is the pixel plus both h, which add up to 0 where "
       "the line is constant.",
       [](LineTerms& t) { t.pixel = 0; }},
      {"wrong_formula",
       "The pixel itself is in the output once too often: the h-form adds it once, and the literal "
       "form, whose g hold it, never.",
       [](LineTerms& t) { t.pixel = 2; }},
      {"wrong_formula",
       "The anticausal part filters what the causal one has stored: both filter the input, and the "
       "output is their sum.",
       [](LineTerms& t) { t.in_sequence = true; }},
      {"wrong_formula", "v has the pixel in it where the difference of two pixels belongs.",
       [](LineTerms& t) { t.difference = false; }},
      {"wrong_formula", "The second pole is left out: the filter is the sum over both.",
       [](LineTerms& t) { t.second_pole = 0; }},
      {"wrong_formula", "The first pole is left out: the filter is the sum over both.",
       [](LineTerms& t) { t.first_pole = 0; }},
      {"wrong_formula",
       "The first pole is divided by a gamma that lacks the second one's part: gamma is the sum "
       "over both, and complete only then.",
       [](LineTerms& t) {
         const auto part = [&](int i) {
           const Complex b = std::exp(-t.poles.lambda[i] / t.sigma);
           return (t.poles.alpha[i] * (1.0 + b) / (1.0 - b)).real();
         };
         t.first_pole = (part(0) + part(1)) / part(0);
       }},
      {"wrong_formula", "The poles have each other's alpha.",
       [](LineTerms& t) { std::swap(t.poles.alpha[0], t.poles.alpha[1]); }},
      {"wrong_filter",
       "This is the filter of half the sigma: the widths have gone wrong on the way.",
       [](LineTerms& t) { t.sigma *= 0.5; }},
      {"wrong_filter",
       "This is the filter of twice the sigma: the widths have gone wrong on the way.",
       [](LineTerms& t) { t.sigma *= 2; }},
  };
  return list;
}

/// A state that starts again in each window of Algorithm A, with a step to the window's first pixel
/// and without.
inline std::vector<NamedFault> reset_fault_models() {
  using Window = LineTerms::Window;
  const std::pair<Window, std::string> resets[] = {
      {Window::reset,
       "Each window starts again with the section's start: the state goes on from one window of a "
       "section to the next"},
      {Window::causal_reset,
       "The causal part starts again in each window: its state goes on from one window to the "
       "next"},
      {Window::anticausal_reset,
       "The anticausal part starts again in each window: its state goes on from one window to the "
       "one before"}};
  std::vector<NamedFault> list;
  for (const auto& [reset, sentence] : resets)
    for (const bool steps : {false, true})
      list.push_back({"wrong_formula",
                      sentence + (steps ? "; the step to its first pixel is made." : "."),
                      [reset = reset, steps](LineTerms& t) {
                        t.at_window = reset;
                        t.steps_after_reset = steps;
                      }});
  return list;
}

/// Other mistakes in what Algorithm A makes of its windows.
inline const std::vector<NamedFault>& window_fault_models() {
  using Window = LineTerms::Window;
  static const std::vector<NamedFault> list = {
      {"wrong_formula",
       "No step is made to the first pixel of a window: the section's first pixel alone has its "
       "state already.",
       [](LineTerms& t) { t.at_window = Window::skipped; }},
      {"wrong_formula",
       "At the first pixel of a window the difference to the pixel before is lost: it is in the "
       "window before, and has to be kept.",
       [](LineTerms& t) { t.at_window = Window::flat; }},
      {"wrong_formula",
       "Who comes second to a window stores its h over what stands there: the first one stores "
       "pixel + h, the second adds its h.",
       [](LineTerms& t) { t.at_window = Window::stored_over; }},
      {"wrong_formula",
       "In the middle one of an odd number of windows the anticausal part alone is left: there too "
       "one direction stores pixel + h, and the other adds its h.",
       [](LineTerms& t) { t.at_window = Window::lost; }},
  };
  return list;
}

/// Mistakes with the states that sections start with; for lines that are cut into several.
inline const std::vector<NamedFault>& section_fault_models() {
  using Start = LineTerms::Start;
  static const std::vector<NamedFault> list = {
      {"wrong_formula",
       "The sections start with zeros: each has to start with the state that Algorithm B found for "
       "it, which walks back kappa times the iteration's sigma.",
       [](LineTerms& t) { t.start = Start::zero; }},
      {"wrong_formula",
       "The anticausal part starts with the causal starts: its own are those of direction 1.",
       [](LineTerms& t) { t.start = Start::causal_for_both; }},
      {"wrong_formula", "The two directions have each other's starts.",
       [](LineTerms& t) { t.start = Start::directions_exchanged; }},
      {"wrong_formula", "The two poles have each other's starts.",
       [](LineTerms& t) { t.start = Start::poles_exchanged; }},
      {"wrong_formula", "Every section has the starts of the first one.",
       [](LineTerms& t) { t.start = Start::first_section; }},
      {"wrong_formula", "A section has the starts of the one before.",
       [](LineTerms& t) { t.start = Start::section_before; }},
      {"wrong_formula",
       "This is the exact filter, of uncut lines: each section has to start with the state that it "
       "is given, Algorithm B's estimate.",
       [](LineTerms& t) { t.sections = 1; }},
  };
  return list;
}

/// Mistakes of its last rung.
inline const std::vector<NamedFault>& bend_fault_models() {
  static const std::vector<NamedFault> list = {
      {"wrong_formula",
       "Each pixel's own bend is counted twice: both ways have it, so take it off once.",
       [](LineTerms& t) { t.own_bend = 1; }},
      {"wrong_formula", "Each pixel's own bend is missing: take it off once, not twice.",
       [](LineTerms& t) { t.own_bend = -1; }},
  };
  return list;
}

/// Mistakes of the challenge's first rungs with segments of so many pixels.
inline std::vector<NamedFault> segment_fault_models(int pixels) {
  std::vector<NamedFault> list;
  const auto add = [&](const std::string& sentence, auto change) {
    list.push_back({"wrong_formula",
                    fmt::format("{} (Segments or chunks of {} pixels.)", sentence, pixels),
                    [=](LineTerms& t) {
                      t.segments.pixels = pixels;
                      change(t.segments);
                    }});
  };
  using Terms = SegmentTerms;
  add("Every segment is walked from zeros: what leaves the segment before has to enter it.",
      [](Terms& t) { t.to_right = t.to_left = false; });
  add("From the left nothing enters a segment: it is what leaves the one before.",
      [](Terms& t) { t.to_right = false; });
  add("From the right nothing enters a segment: it is what leaves the one behind.",
      [](Terms& t) { t.to_left = false; });
  add("A state gets no further than into the next segment: what enters a segment leaves it as "
      "weight * state, beside the sum.",
      [](Terms& t) { t.carried = false; });
  add("A state crosses a segment without getting weaker: it is multiplied by the weight.",
      [](Terms& t) { t.faded = false; });
  add("A segment is walked from the state that leaves it: take the one that enters, before it is "
      "changed by the step.",
      [](Terms& t) { t.own = true; });
  add("A segment's weight is b to the number of its pixels: it is b to the sum of the distances.",
      [](Terms& t) { t.distances = false; });
  add("The poles have each other's weights.", [](Terms& t) { t.other_pole = true; });
  return list;
}

/// Mistakes at the ends of lines that are not cut.
inline const std::vector<NamedFault>& end_fault_models() {
  static const std::vector<NamedFault> list = {
      {"wrong_formula",
       "The recursion starts with g = 0, as if the line were black before its first pixel. It is "
       "as if it went on with that pixel: g = a f / (1 - b), or h = 0.",
       [](LineTerms& t) { t.walk.from = WalkTerms::From::zero; }},
  };
  return list;
}

/// FaultModels of one pass over rows or columns with these terms; a section is cut into windows
/// where `right.window` is not 0.
inline std::vector<Hypothesis> pass_fault_models(const Image<double>& image,
                                                 const Image<double>& spacing, bool rows,
                                                 const LineTerms& right) {
  std::vector<Hypothesis> list;
  const auto add = [&](const std::vector<NamedFault>& faults) {
    for (const NamedFault& fault : faults) {
      LineTerms terms = right;
      fault.change(terms);
      list.push_back({fault.cause, fault.sentence, filter_all(image, spacing, rows, terms)});
    }
  };
  add(line_fault_models());
  const int length = rows ? image.width() : image.height();
  if (right.window > 0 && right.window < length) {
    add(reset_fault_models());
    add(window_fault_models());
  }
  add(right.sections > 1 ? section_fault_models() : end_fault_models());
  list.push_back({"transposed",
                  std::string("The ") + (rows ? "columns" : "rows") + " were filtered, not the " +
                      (rows ? "rows" : "columns") + ": pixel_step and line_step are exchanged.",
                  filter_all(image, spacing, !rows, right)});
  return list;
}

/// FaultModels of one pass in S0's literal form, beside those of pass_fault_models().
inline std::vector<Hypothesis> literal_fault_models(const Image<double>& image,
                                                    const Image<double>& spacing, bool rows,
                                                    double sigma) {
  std::vector<Hypothesis> list;
  const auto add = [&](const char* sentence, auto change) {
    LiteralTerms terms;
    terms.sigma = sigma;
    change(terms);
    list.push_back({"wrong_formula", sentence,
                    filter_each(image, spacing, rows, [&](const Samples& distances) {
                      return [&](const Samples& samples) {
                        return filtered_literally(samples, distances, terms);
                      };
                    })});
  };
  using Terms = LiteralTerms;
  add("phi is left out: it is what a step wider than a pixel adds.", [](Terms& t) { t.phi = 0; });
  add("phi has the wrong sign.", [](Terms& t) { t.phi = -1; });
  add("The new sample's own part is left out: a f[k] in the causal step, a b^delta f in the other.",
      [](Terms& t) { t.sample = false; });
  add("The anticausal step takes the sample that it goes to: it takes the one that it comes from.",
      [](Terms& t) { t.late_sample = true; });
  add("The anticausal sample lacks its factor b^delta.",
      [](Terms& t) { t.undamped_sample = true; });
  add("The anticausal sample is that of the causal step: it is a b^delta times the pixel that it "
      "comes from.",
      [](Terms& t) { t.late_sample = t.undamped_sample = true; });
  add("b and b^delta are exchanged in phi: b goes with the new sample, b^delta with the one "
      "before.",
      [](Terms& t) { t.powers_exchanged = true; });
  add("phi goes from the left sample to the right one on the way back too: its first sample is the "
      "one that the step comes from, the right one there.",
      [](Terms& t) { t.phi_from_left = true; });
  add("phi multiplies by r_0 where it divides by it: `gain` is 1 / r_0.",
      [](Terms& t) { t.inverse_gain = true; });
  add("The start has the wrong sign: r_1 = a / (b - 1) is -a / (1 - b).",
      [](Terms& t) { t.start = -1; });
  add("The anticausal start lacks its factor b: g = a b f / (1 - b).",
      [](Terms& t) { t.same_starts = true; });
  add("The causal part alone: where is what comes from the right (below)?",
      [](Terms& t) { t.anticausal = 0; });
  add("The anticausal part alone: where is what comes from the left (above)?",
      [](Terms& t) { t.causal = 0; });
  return list;
}

}  // namespace kit::grader::lab08
