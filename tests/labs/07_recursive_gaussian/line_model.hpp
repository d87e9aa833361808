/// @file
/// The filter of one line in both forms, written once more with terms that can be made wrong: what
/// a mistake in one of them would give.
#pragma once

#include <algorithm>
#include <cstddef>
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
    zero,
  };

  RecursiveCoefficients c;
  bool direct = false;
  LineEnds ends = LineEnds::exact;
  double start = 1;  ///< the line was `start` times its first value before it began
  int copies = 3;    ///< of the first value, for LineEnds::duplicate
  Turn turn = Turn::right;
  bool newest_last = false;  ///< the direct form's state is shifted the wrong way round
};

/// One direction of the filter and its three values of state.
class LineState {
 public:
  explicit LineState(const LineTerms& terms) : t_(terms) {}

  double settled(int place, double value) const { return t_.direct || place < 2 ? value : 0; }
  void settle(double value) {
    for (int k = 0; k < 3; ++k) s_[k] = settled(k, value);
  }
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
    s_[2] = c.e1 * (s_[0] - s_[1]) + c.e2 * s_[2];
    return s_[1] += s_[2];
  }
  void turn(double first, double last) {
    using Turn = LineTerms::Turn;
    if (t_.turn == Turn::kept) return;
    if (t_.turn == Turn::zero) return settle(0);
    const Matrix3& end = t_.direct ? t_.c.end_direct : t_.c.end_cascade;
    const double value = t_.turn == Turn::settled_at_first ? first : last;
    const double before[3] = {s_[0], s_[1], s_[2]};
    for (int row = 0; row < 3; ++row) {
      const bool added = t_.turn != Turn::unsettled && t_.turn != Turn::not_added;
      s_[row] = added ? settled(row, value) : 0;
      for (int k = 0; k < 3; ++k) {
        const double taken_off = t_.turn == Turn::unsettled ? 0 : settled(k, value);
        s_[row] += end[std::size_t(t_.turn == Turn::transposed ? 3 * k + row : 3 * row + k)] *
                   (before[k] - taken_off);
      }
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
  if (terms.ends == LineEnds::duplicate) {
    state.settle(w.back());
  } else {
    state.turn(line.front(), line.back());
  }
  return reversed(state.run(reversed(w)));
}

}  // namespace kit::grader
