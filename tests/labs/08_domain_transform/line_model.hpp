/// @file
/// The recursion along one line in the h-form, written once more with terms that can be made wrong:
/// what a mistake in one of them would give. In double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::grader::lab08 {

using Samples = std::vector<double>;
using Complex = std::complex<double>;

/// Algorithm B's walk to the first pixel of a section, with terms that may be wrong.
struct WalkTerms {
  enum class From {
    sample,                ///< h = 0: the line went on with the pixel where the walk begins
    printed,               ///< with the next pixel on the way
    printed_at_end,        ///< the same where the walk begins at the end of the line too
    printed_without_walk,  ///< the same, and for L = 0
    zero,                  ///< g = 0: the line was black
    zero_before_inner,     ///< the same, but not at the end of the line
  };

  double reach = 0;            ///< in the transformed domain
  From from = From::sample;    ///< the state where the walk begins
  bool counts_pixels = false;  ///< a pixel is 1 wide
  int more = 0;                ///< pixels that the walk begins too early
  int way_spacing = 0;         ///< offset of the spacing that is added up to the reach
  int step_spacing = 0;        ///< offset of the spacing of a step of the recursion
  int anticausal_way_spacing = 0, anticausal_step_spacing = 0;  ///< more of either, on that way
  int causal_goal = 0;             ///< offset of the pixel where the causal walk ends
  int anticausal_goal = 0;         ///< of the anticausal one
  bool mirrored_goal = true;       ///< the anticausal walk ends at the section's last pixel
  bool ends_before_goal = false;   ///< the last step, that to the goal, is left out
  bool rising_anticausal = false;  ///< the anticausal differences are taken against the way
};

/// The exact scan of a line in segments, with terms that may be wrong.
struct SegmentTerms {
  int pixels = 0;           ///< of a segment; 0: the line is not cut
  bool to_right = true;     ///< what leaves a segment enters the next one
  bool to_left = true;      ///< the one before
  bool carried = true;      ///< what enters a segment crosses it
  bool faded = true;        ///< and is multiplied by the segment's weight on the way
  bool own = false;         ///< a segment is walked from what leaves it, not from what enters it
  bool distances = true;    ///< the weight is b to the distance, not to the number of pixels
  bool other_pole = false;  ///< the weights are each other's
};

/// The filter of one line, with terms that may be wrong.
struct LineTerms {
  /// What happens where the next window of Algorithm A begins.
  enum class Window {
    right,
    reset,             ///< the first pixel has the section's start again
    causal_reset,      ///< for the causal part alone
    anticausal_reset,  ///< for the anticausal part alone
    skipped,           ///< no step is made to its first pixel
    flat,              ///< the step to its first pixel takes the pixel before to be equal
    stored_over,       ///< who comes second to a window stores, where it should add
    lost,              ///< the middle one of an odd number of windows has the anticausal part alone
  };
  /// Which state a section starts with.
  enum class Start {
    right,
    zero,
    causal_for_both,
    directions_exchanged,
    poles_exchanged,
    first_section,   ///< that of section 0 for each
    section_before,  ///< that of the section before
  };

  double sigma = 1;
  oracle::Poles poles = oracle::gaussian_poles();
  double pixel = 1;                        ///< factor of the pixel itself
  double causal = 1, anticausal = 1;       ///< factor of each direction's h
  double first_pole = 1, second_pole = 1;  ///< factor of each pole's h
  bool imaginary = true;                   ///< the constants keep their imaginary parts
  bool powers = true;                      ///< b^delta, not b
  bool quotient = true;                    ///< v is divided by delta
  bool difference = true;                  ///< v has the difference of two pixels, not the pixel
  int causal_spacing = 0, anticausal_spacing = 0;  ///< offset of the spacing of a step
  bool in_sequence = false;  ///< the anticausal part filters what the causal one has stored
  int window = 0;            ///< pixels of a window of Algorithm A; 0: there are none
  Window at_window = Window::right;
  bool steps_after_reset = false;  ///< the start stands for the pixel before, not for the first one
  int sections = 1;                ///< of a line
  Start start = Start::right;
  WalkTerms walk;  ///< of Algorithm B; a line of one section has its beginning's state
  SegmentTerms segments;
  double own_bend = 0;  ///< how often a pixel's own bend is in the output besides
};

/// One line, its spacings and the filter's constants.
class LineModel {
 public:
  LineModel(const Samples& spacing, const LineTerms& terms)
      : spacing_(spacing), t_(terms), filter_(terms.sigma, terms.poles) {
    for (int i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < spacing.size(); ++k) {
        const Complex w = std::exp(-kept(filter_.pole(i).rate) * (t_.powers ? spacing[k] : 1.0));
        const double divisor = t_.quotient && t_.powers ? spacing[k] : 1.0;
        decay_[i].push_back(w);
        slope_[i].push_back(kept(filter_.pole(i).gain) * (w - 1.0) / divisor);
      }
  }

  Samples filter(const Samples& samples) const {
    Samples result(samples.size());
    for (std::size_t k = 0; k < samples.size(); ++k) result[k] = t_.pixel * samples[k];
    const auto slope = [&](int k) {
      return k < length() ? (at(samples, k) - at(samples, k - 1)) / at(spacing_, k) : 0;
    };
    for (int k = 0; t_.own_bend != 0 && k < length(); ++k)
      for (int i = 0; i < 2; ++i)
        result[std::size_t(k)] +=
            t_.own_bend * filter_.pole(i).gain.real() * (slope(k + 1) - slope(k));
    if (t_.segments.pixels > 0) {
      for (int i = 0; i < 2; ++i)
        for (const bool causal : {true, false}) filter_segments(samples, i, causal, result);
      return result;
    }
    for (int n = 0; n < t_.sections; ++n) filter_section(samples, n, result);
    return result;
  }

  /// What Algorithm B finds for a section: 0 for an empty one.
  Complex start_of(const Samples& samples, int n, bool causal, int i) const {
    const auto [begin, end] = section(n);
    if (begin >= end) return 0;
    const int last_of_line = causal ? 0 : length() - 1, inward = causal ? 1 : -1;
    const bool at_begin = causal || !t_.walk.mirrored_goal;
    const int goal = std::clamp(
        (at_begin ? begin : end - 1) + (causal ? t_.walk.causal_goal : t_.walk.anticausal_goal), 0,
        length() - 1);
    const int way_spacing = t_.walk.way_spacing + (causal ? 0 : t_.walk.anticausal_way_spacing);
    const int step_spacing = t_.walk.step_spacing + (causal ? 0 : t_.walk.anticausal_step_spacing);
    int k = goal;
    double way = 0;
    while (way < t_.walk.reach && k != last_of_line) {
      way += t_.walk.counts_pixels ? 1 : at(spacing_, (causal ? k : k + 1) + way_spacing);
      k -= inward;
    }
    for (int more = t_.walk.more; more > 0 && k != last_of_line; --more) k -= inward;
    for (int less = -t_.walk.more; less > 0 && k != goal; --less) k += inward;
    Complex h = guess(samples, k, goal, causal, i);
    while (k != goal) {
      const int from = k;
      k += inward;
      if (k == goal && t_.walk.ends_before_goal) break;
      const double sign = t_.walk.rising_anticausal && !causal ? -1 : 1;
      h = step(i, h, (causal ? k : k + 1) + step_spacing,
               sign * (at(samples, k) - at(samples, from)));
    }
    return h;
  }

 private:
  static double at(const Samples& samples, int k) {
    return samples[std::size_t(std::clamp(k, 0, int(samples.size()) - 1))];
  }
  int length() const { return int(spacing_.size()); }
  std::pair<int, int> section(int n) const {
    const int each = (length() + t_.sections - 1) / t_.sections;
    return {std::min(n * each, length()), std::min((n + 1) * each, length())};
  }
  Complex kept(Complex value) const { return t_.imaginary ? value : Complex(value.real(), 0); }

  /// One step over the spacing of pixel k.
  Complex step(int i, Complex h, int k, double difference) const {
    const auto place = std::size_t(std::clamp(k, 0, length() - 1));
    return decay_[i][place] * h + slope_[i][place] * difference;
  }

  /// h where a walk begins, of a line that has been as `from` says.
  Complex guess(const Samples& samples, int k, int goal, bool causal, int i) const {
    using From = WalkTerms::From;
    const bool at_end = k == (causal ? 0 : length() - 1);
    const oracle::EdgeAwareLine::Pole& pole = filter_.pole(i);
    const Complex settled = -(causal ? pole.r1 : pole.r1 * pole.b);  // g of a line of ones
    const double here = at(samples, k), next = at(samples, causal ? k + 1 : k - 1);
    switch (t_.walk.from) {
      case From::sample:
        return 0;
      case From::printed:
        return at_end || k == goal ? 0 : settled * (next - here);
      case From::printed_without_walk:
        return settled * (next - here);
      case From::printed_at_end:
        return k == goal ? 0 : settled * (next - here);
      case From::zero:
        return -settled * here;
      case From::zero_before_inner:
        return at_end ? 0 : -settled * here;
    }
    return 0;
  }

  Complex start(const Samples& samples, int n, bool causal, int i) const {
    using Start = LineTerms::Start;
    switch (t_.start) {
      case Start::right:
        return start_of(samples, n, causal, i);
      case Start::zero:
        return 0;
      case Start::causal_for_both:
        return start_of(samples, n, true, i);
      case Start::directions_exchanged:
        return start_of(samples, n, !causal, i);
      case Start::poles_exchanged:
        return start_of(samples, n, causal, 1 - i);
      case Start::first_section:
        return start_of(samples, 0, causal, i);
      case Start::section_before:
        return start_of(samples, std::max(n - 1, 0), causal, i);
    }
    return 0;
  }

  /// Adds both directions' h of one section to `result`.
  void filter_section(const Samples& samples, int n, Samples& result) const {
    const auto [begin, end] = section(n);
    if (begin >= end) return;
    Samples parts[2];
    Samples input = samples;
    for (const bool causal : {true, false}) {
      Samples& part = parts[causal ? 0 : 1];
      part.assign(samples.size(), 0);
      for (int i = 0; i < 2; ++i) {
        const double factor =
            (causal ? t_.causal : t_.anticausal) * (i == 0 ? t_.first_pole : t_.second_pole);
        const Complex again = start(input, n, causal, i);
        Complex h = again;
        const int first = causal ? begin : end - 1, inward = causal ? 1 : -1;
        for (int k = first; k >= begin && k < end; k += inward) {
          if (k != first) h = next(input, i, h, k, causal, begin, again);
          part[std::size_t(k)] += factor * h.real();
        }
      }
      if (t_.in_sequence && causal)
        for (int k = begin; k < end; ++k) input[std::size_t(k)] += part[std::size_t(k)];
    }
    for (int k = begin; k < end; ++k)
      result[std::size_t(k)] = meet(result[std::size_t(k)], parts[0][std::size_t(k)],
                                    parts[1][std::size_t(k)], k - begin, end - begin);
  }

  /// Adds one pole's h of one direction to `result`, segment after segment.
  void filter_segments(const Samples& samples, int i, bool causal, Samples& result) const {
    const SegmentTerms& t = t_.segments;
    const int count = (length() + t.pixels - 1) / t.pixels;
    Complex state = 0;
    for (int m = 0; m < count; ++m) {
      const int n = causal ? m : count - 1 - m;
      const int begin = n * t.pixels, end = std::min(begin + t.pixels, length());
      const auto gap = [&](Complex h, int k) {
        const double difference = at(samples, k) - at(samples, k - 1);
        return step(i, h, k, causal ? difference : -difference);
      };
      Complex sum = 0;
      double distance = 0;
      for (int j = 0; j < end - begin; ++j) {
        const int k = causal ? begin + j : end - 1 - j;
        sum = gap(sum, k);
        distance += t.distances ? spacing_[std::size_t(k)] : 1;
      }
      const Complex weight = std::exp(-filter_.pole(t.other_pole ? 1 - i : i).rate * distance);
      const Complex leaves = (t.carried ? (t.faded ? weight : 1.0) * state : 0) + sum;
      Complex h = t.own ? leaves : state;
      for (int j = 0; j < end - begin; ++j) {
        const int k = causal ? begin + j : end - 1 - j;
        if (causal) h = gap(h, k);
        result[std::size_t(k)] += h.real();
        if (!causal) h = gap(h, k);
      }
      state = (causal ? t.to_right : t.to_left) ? leaves : 0;
    }
  }

  /// The step to pixel k from the one before on the way; `again` is the section's start.
  Complex next(const Samples& input, int i, Complex h, int k, bool causal, int begin,
               Complex again) const {
    using Window = LineTerms::Window;
    const int before = causal ? k - 1 : k + 1;
    const int place = (causal ? k : k + 1) + (causal ? t_.causal_spacing : t_.anticausal_spacing);
    const bool crosses = t_.window > 0 && (k - begin) / t_.window != (before - begin) / t_.window;
    if (crosses) {
      const Window what = t_.at_window;
      if (what == Window::reset || (what == Window::causal_reset && causal) ||
          (what == Window::anticausal_reset && !causal)) {
        if (!t_.steps_after_reset) return again;
        h = again;
      }
      if (what == Window::skipped) return h;
      if (what == Window::flat) return step(i, h, place, 0);
    }
    return step(i, h, place, at(input, k) - (t_.difference ? at(input, before) : 0));
  }

  /// What both directions leave in a pixel: the first to come stores, the second adds.
  double meet(double pixel, double causal, double anticausal, int k, int count) const {
    using Window = LineTerms::Window;
    if (t_.window > 0) {
      const int windows = (count + t_.window - 1) / t_.window, n = k / t_.window;
      if (t_.at_window == Window::stored_over) return 2 * n < windows ? anticausal : causal;
      if (t_.at_window == Window::lost && 2 * n + 1 == windows) return anticausal;
    }
    return pixel + causal + anticausal;
  }

  Samples spacing_;
  LineTerms t_;
  oracle::EdgeAwareLine filter_;
  std::vector<Complex> decay_[2], slope_[2];  ///< b^delta and v's factor, of pole i at pixel k
};

/// S0's formula (4) literally, with terms that may be wrong: those that the h-form lacks.
struct LiteralTerms {
  double sigma = 1;
  double causal = 1, anticausal = 1;  ///< factor of each direction's g
  double phi = 1;                     ///< factor of phi
  bool sample = true;                 ///< the new sample's own part, a f or a b^delta f
  bool late_sample = false;           ///< the anticausal part takes the pixel that it goes to
  bool undamped_sample = false;       ///< the anticausal part lacks b^delta
  bool powers_exchanged = false;      ///< in phi, b and b^delta are
  bool phi_from_left = false;         ///< on the way back phi has the samples of the way there
  bool inverse_gain = false;          ///< 1 / r_0 and r_0 are exchanged
  double start = 1;                   ///< factor of g where the line begins
  bool same_starts = false;           ///< the anticausal start lacks b
};

inline Samples filtered_literally(const Samples& samples, const Samples& spacing,
                                  const LiteralTerms& t) {
  const oracle::EdgeAwareLine filter(t.sigma);
  const int length = int(samples.size());
  Samples result(samples.size());
  for (int i = 0; i < 2; ++i) {
    const oracle::EdgeAwareLine::Pole& pole = filter.pole(i);
    for (const bool causal : {true, false}) {
      const double factor = causal ? t.causal : t.anticausal;
      const int first = causal ? 0 : length - 1, inward = causal ? 1 : -1;
      Complex g = -t.start * samples[std::size_t(first)] *
                  (causal || t.same_starts ? pole.r1 : pole.r1 * pole.b);
      for (int k = first; k >= 0 && k < length; k += inward) {
        if (k != first) {
          const double delta = spacing[std::size_t(causal ? k : k + 1)];
          const double to = samples[std::size_t(k)], from = samples[std::size_t(k - inward)];
          const Complex w = std::exp(-pole.rate * delta);
          const Complex slope = (t.inverse_gain ? 1.0 / pole.gain : pole.gain) * (w - 1.0) / delta;
          const Complex near = t.powers_exchanged ? w : pole.b;
          const Complex far = t.powers_exchanged ? pole.b : w;
          const bool turned = t.phi_from_left && !causal;
          const double phi_to = turned ? from : to, phi_from = turned ? to : from;
          const Complex phi =
              (slope - pole.r1 * near) * phi_to - (slope - pole.r1 * far) * phi_from;
          Complex sample = pole.a * to;
          if (!causal)
            sample = pole.a * (t.undamped_sample ? 1.0 : w) * (t.late_sample ? to : from);
          g = (t.sample ? sample : 0) + w * g + t.phi * phi;
        }
        result[std::size_t(k)] += factor * g.real();
      }
    }
  }
  return result;
}

}  // namespace kit::grader::lab08
