/// @file
/// The filter of one line in both forms, written once more with terms that can be made wrong: what
/// a mistake in one of them would give.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "labs/07_recursive_gaussian/reference/recursive.hpp"

namespace kit::grader {

using Line = std::vector<double>;

inline Line reversed(const Line& line) {
  return Line(line.rbegin(), line.rend());
}

/// The filter of one line, with terms that may be wrong.
struct LineTerms {
  /// What the state of the causal pass becomes at the line's end, where LineEnds::exact is asked.
  enum class Turn {
    right,
    transposed,        ///< the matrix `end` read by columns
    unsettled,         ///< the settled state not taken off before, nor added after the matrix
    settled_at_first,  ///< the settled state of the line's first value in place of its last
    not_added,         ///< the settled state not added after the matrix
    kept,              ///< the causal state goes on unchanged
    in_place,          ///< each row of the matrix meets what the rows above have overwritten
    zero,
  };

  RecursiveCoefficients c;
  bool direct = false;
  LineEnds ends = LineEnds::exact;
  double start = 1;  ///< the line was `start` times its first value before it began
  int copies = 3;    ///< of the first value, for LineEnds::duplicate
  Turn turn = Turn::right;
  bool newest_last = false;    ///< the direct form's state is shifted the wrong way round
  bool d_settles = false;      ///< the cascade form's settled d is the value, like u and w; it is 0
  bool d_is_late = false;      ///< w moves by the d of the step before
  bool last_is_late = false;   ///< w[n-1] is taken for the line's last value
  bool turns_exactly = false;  ///< also where LineEnds::duplicate is asked
  /// The causal pass goes on to a multiple of so many values before it turns; beyond the line
  /// stands its last value, or 0.
  std::size_t group = 1;
  bool zero_beyond = false;
};

/// The two-way filter of one line, with terms that may be wrong.
struct TwoWayTerms {
  LineTerms line;
  std::size_t left_copies = 1, right_copies = 1;  ///< of the end values, at the start of each half
  std::ptrdiff_t middle = 0;                      ///< index of the central point
  bool d_is_kept = false;       ///< the way back begins with the d of the way there
  bool from_centre = true;      ///< the way back begins from the central point's value, else from w
  bool sum_is_cut = false;      ///< the central sum leaves out what is beyond the line
  bool sum_is_divided = false;  ///< and is divided by the weights that are left
  bool centre_is_sum = true;    ///< else it is the input's pixel
};

/// One direction of the filter and its three values of state.
class LineState {
 public:
  explicit LineState(const LineTerms& terms) : t_(terms) {}

  double settled(int place, double value) const {
    return t_.direct || place < 2 || t_.d_settles ? value : 0;
  }
  void settle(double value) { settle(value, 3); }
  /// The first `places` of the state; the others stay.
  void settle(double value, int places) {
    for (int k = 0; k < places; ++k) s_[k] = settled(k, value);
  }
  void set(int place, double value) { s_[place] = value; }
  double at(int place) const { return s_[place]; }
  double step(double sample) {
    const RecursiveCoefficients& c = t_.c;
    if (t_.direct) {
      const double value = c.gain * sample + c.a1 * s_[0] + c.a2 * s_[1] + c.a3 * s_[2];
      if (t_.newest_last) {
        s_[0] = value;
        s_[1] = s_[0];
        s_[2] = s_[1];
      } else {
        s_[2] = s_[1];
        s_[1] = s_[0];
        s_[0] = value;
      }
      return value;
    }
    s_[0] += c.p * (sample - s_[0]);
    if (t_.d_is_late) s_[1] += s_[2];
    s_[2] = c.e1 * (s_[0] - s_[1]) + c.e2 * s_[2];
    if (t_.d_is_late) return s_[1];
    return s_[1] += s_[2];
  }
  void turn(double first, double last) {
    using Turn = LineTerms::Turn;
    if (t_.turn == Turn::kept) return;
    if (t_.turn == Turn::zero) return settle(0);
    const Matrix3& end = t_.direct ? t_.c.end_direct : t_.c.end_cascade;
    const double value = t_.turn == Turn::settled_at_first ? first : last;
    const double copy[3] = {s_[0], s_[1], s_[2]};
    const double* const before = t_.turn == Turn::in_place ? s_ : copy;
    for (int row = 0; row < 3; ++row) {
      const bool added = t_.turn != Turn::unsettled && t_.turn != Turn::not_added;
      double sum = added ? settled(row, value) : 0;
      for (int k = 0; k < 3; ++k) {
        const double taken_off = t_.turn == Turn::unsettled ? 0 : settled(k, value);
        sum += end[std::size_t(t_.turn == Turn::transposed ? 3 * k + row : 3 * row + k)] *
               (before[k] - taken_off);
      }
      s_[row] = sum;
    }
  }
  Line run(const Line& line) {
    Line result;
    for (const double sample : line) result.push_back(step(sample));
    return result;
  }

 private:
  const LineTerms& t_;
  double s_[3] = {};
};

inline Line filtered(const Line& line, const LineTerms& terms) {
  LineState state(terms);
  state.settle(terms.start * line.front());
  Line samples = line;
  const auto copies = std::size_t(terms.ends == LineEnds::duplicate ? terms.copies : 1);
  for (std::size_t k = 0; k < std::min(copies, line.size()); ++k) samples[k] = line.front();
  const Line w = state.run(samples);
  for (std::size_t k = line.size(); k % terms.group != 0; ++k)
    state.step(terms.zero_beyond ? 0 : line.back());
  if (terms.ends == LineEnds::duplicate && !terms.turns_exactly) {
    state.settle(w.back());
  } else {
    state.turn(line.front(), terms.last_is_late ? w.back() : line.back());
  }
  return reversed(state.run(reversed(w)));
}

/// The matrix `end` by its definition: column k is the state that a causal state of 1 in place k
/// leaves behind over `steps` samples of 0 and the way back. A tail ends before at its first value
/// that is not above `quiet`.
inline Matrix3 end_matrix(const LineTerms& terms, int steps, double quiet = -1) {
  Matrix3 end(9, 0.0);
  for (int k = 0; k < 3; ++k) {
    LineState there(terms), back(terms);
    there.set(k, 1);
    Line tail;
    do tail.push_back(there.step(0));
    while (int(tail.size()) < steps && std::abs(tail.back()) > quiet);
    back.run(reversed(tail));
    for (int row = 0; row < 3; ++row) end[std::size_t(3 * row + k)] = back.at(row);
  }
  return end;
}

inline double central_sum(const Line& line, const TwoWayTerms& terms, const Line& weights) {
  const auto radius = static_cast<std::ptrdiff_t>(weights.size()) - 1;
  const auto last = static_cast<std::ptrdiff_t>(line.size()) - 1;
  double sum = 0, used = 0;
  for (std::ptrdiff_t k = -radius; k <= radius; ++k) {
    const std::ptrdiff_t at = terms.middle + k;
    if (terms.sum_is_cut && (at < 0 || at > last)) continue;
    const double weight = weights[std::size_t(std::abs(k))];
    sum += weight * line[std::size_t(std::clamp<std::ptrdiff_t>(at, 0, last))];
    used += weight;
  }
  return terms.sum_is_divided ? sum / used : sum;
}

inline Line two_way_filtered(const Line& line, const TwoWayTerms& terms, const Line& weights) {
  const double centre =
      terms.centre_is_sum ? central_sum(line, terms, weights) : line[std::size_t(terms.middle)];
  const auto half = [&](const Line& part, std::size_t copies) {
    if (part.empty()) return part;
    LineState state(terms.line);
    state.settle(terms.line.start * part.front());
    Line samples = part;
    for (std::size_t k = 0; k < std::min(copies, part.size()); ++k) samples[k] = part.front();
    const Line w = state.run(samples);
    state.settle(terms.from_centre ? centre : w.back(), terms.d_is_kept ? 2 : 3);
    return reversed(state.run(reversed(w)));
  };
  Line result = half(Line(line.begin(), line.begin() + terms.middle), terms.left_copies);
  const Line right = half(Line(line.rbegin(), line.rend() - terms.middle - 1), terms.right_copies);
  result.push_back(centre);
  result.insert(result.end(), right.rbegin(), right.rend());
  return result;
}

}  // namespace kit::grader
