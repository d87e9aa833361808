/// @file
/// The usual mistakes of lab 07's challenge: what enters a part of a line from the others.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fault_models.hpp"
#include "line_model.hpp"

namespace kit::grader {

/// Samples [begin, end) of a line, filtered as if those from `from` to `to` were all there is:
/// beyond them 0, at the ends of the line what the exact boundary has there.
inline Line part_of_filtered(const Line& line, const RecursiveCoefficients& c, std::size_t from,
                             std::size_t begin, std::size_t end, std::size_t to) {
  const auto at = [&](std::size_t place) { return line.begin() + std::ptrdiff_t(place); };
  LineTerms terms;
  terms.c = c;
  terms.start = begin == 0 ? 1 : 0;
  terms.turn = end == line.size() ? LineTerms::Turn::right : LineTerms::Turn::unsettled;
  const Line all = filtered(Line(at(from), at(to)), terms);
  return Line(all.begin() + std::ptrdiff_t(begin - from), all.begin() + std::ptrdiff_t(end - from));
}

/// The line in parts, the last one filled up with its last value, each as `filter` gives it:
/// samples [begin, end) of the line that is filled up.
template <typename Filter>
Line in_parts(const Line& line, std::size_t part, Filter filter) {
  Line filled = line;
  filled.resize((line.size() + part - 1) / part * part, line.back());
  Line result;
  for (std::size_t begin = 0; begin < filled.size(); begin += part) {
    const Line one = filter(filled, begin, begin + part);
    result.insert(result.end(), one.begin(), one.end());
  }
  result.resize(line.size());
  return result;
}

/// The line where what the first part hands on was summed up from the state 0, though the part
/// itself is filtered as it should be.
inline Line without_its_start(const Line& line, const RecursiveCoefficients& c, std::size_t part) {
  const LineTerms terms{.c = c};
  if (line.size() <= part) return filtered(line, terms);
  LineState first(terms), rest(terms);
  first.settle(line.front());
  const auto behind = line.begin() + std::ptrdiff_t(part);
  Line w = first.run(Line(line.begin(), behind));
  rest.run(Line(line.begin(), behind));
  const Line others = rest.run(Line(behind, line.end()));
  w.insert(w.end(), others.begin(), others.end());
  rest.turn(line.front(), line.back());
  return reversed(rest.run(reversed(w)));
}

/// What a part hears of the others, where the passes go over the line one after the other.
enum class Heard { nothing, neighbour };

/// One pass over whole parts. The first part on the way starts from `start`, the others from 0 or
/// from what the part before them adds to 0.
inline Line pass_in_parts(const Line& line, const LineState& start, const LineTerms& terms,
                          std::size_t part, Heard heard) {
  Line result;
  for (std::size_t begin = 0; begin < line.size(); begin += part) {
    const auto from = line.begin() + std::ptrdiff_t(begin);
    LineState state(terms);
    if (heard == Heard::neighbour) {
      if (begin == 0)
        for (int k = 0; k < 3; ++k) state.set(k, start.at(k));
      else
        state.run(Line(from - std::ptrdiff_t(part), from));
    }
    const Line one = state.run(Line(from, from + std::ptrdiff_t(part)));
    result.insert(result.end(), one.begin(), one.end());
  }
  return result;
}

inline Line passes_in_parts(const Line& line, const RecursiveCoefficients& c, std::size_t part,
                            Heard heard) {
  const LineTerms terms{.c = c};
  Line filled = line;
  filled.resize((line.size() + part - 1) / part * part, line.back());
  LineState start(terms), end(terms);
  start.settle(line.front());
  const Line w = pass_in_parts(filled, start, terms, part, heard);
  end.settle(line.front());
  if (heard == Heard::neighbour)  // behind the last part: what that part adds
    end.settle(0);
  end.run(heard == Heard::neighbour ? Line(filled.end() - std::ptrdiff_t(part), filled.end())
                                    : filled);
  end.turn(line.front(), line.back());
  Line result = reversed(pass_in_parts(reversed(w), end, terms, part, heard));
  result.resize(line.size());
  return result;
}

/// How the backward state between two parts is made of the causal one, in a wrong way.
enum class Border { without_end, start_is_settled };

/// The line where the backward pass of a part starts from t - end * s, without end * s; or where
/// only the last one's does not take off what the settled state causes.
inline Line wrong_border(const Line& line, const RecursiveCoefficients& c, std::size_t part,
                         Border border) {
  const LineTerms terms{.c = c}, unsettled{.c = c, .turn = LineTerms::Turn::unsettled};
  Line filled = line;
  filled.resize((line.size() + part - 1) / part * part, line.back());
  LineState there(terms);
  there.settle(line.front());
  std::vector<LineState> caused;  // end * s behind each part
  Line w;
  for (std::size_t n = 0; n < filled.size(); ++n) {
    w.push_back(there.step(filled[n]));
    if ((n + 1) % part != 0) continue;
    caused.emplace_back(unsettled);
    for (int k = 0; k < 3; ++k) caused.back().set(k, there.at(k));
    caused.back().turn(line.front(), line.back());
  }
  LineState right(terms), used(terms);
  for (int k = 0; k < 3; ++k) right.set(k, there.at(k));
  right.turn(line.front(), line.back());
  if (border == Border::start_is_settled)
    for (int k = 0; k < 3; ++k) right.set(k, caused.back().at(k) + right.settled(k, line.back()));
  Line result(filled.size());
  for (std::size_t n = filled.size(); n-- > 0;) {
    if (border == Border::without_end && (n + 1) % part == 0)
      for (int k = 0; k < 3; ++k) used.set(k, right.at(k) - caused[n / part].at(k));
    const double value = right.step(w[n]);
    result[n] = border == Border::without_end ? used.step(w[n]) : value;
  }
  result.resize(line.size());
  return result;
}

/// Both directions at once, where the states along y are those of the image as it is.
inline Hypothesis states_of_the_input(const Image<float>& image, const RecursiveCoefficients& c,
                                      std::size_t part) {
  const auto right = [&](const Line& line) { return filtered(line, LineTerms{.c = c}); };
  const auto alone = [&](const Line& line) {
    return in_parts(line, part, [&](const Line& filled, std::size_t begin, std::size_t end) {
      LineTerms terms{.c = c, .start = 0, .turn = LineTerms::Turn::unsettled};
      return filtered(
          Line(filled.begin() + std::ptrdiff_t(begin), filled.begin() + std::ptrdiff_t(end)),
          terms);
    });
  };
  const Image<double> input = to_double(image);
  Image<double> output = oracle::filter_columns(oracle::filter_rows(input, right), alone);
  const Image<double> all = oracle::filter_columns(input, right);
  const Image<double> own = oracle::filter_columns(input, alone);
  for (std::size_t n = 0; n < output.size(); ++n)
    output.values()[n] += all.values()[n] - own.values()[n];
  return {"wrong_order",
          fmt::format("tiles of {} rows: what enters them along y are the states of the image as "
                      "it is; they have to be filtered along x first, as the tile is",
                      part),
          output};
}

inline std::vector<Hypothesis> part_fault_models(const Image<float>& image, double sigma) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  LineFaultModels models(image);
  const auto add = [&](std::size_t part, const char* what, auto filter) {
    models.both("missing_term", fmt::format("parts of {} pixels: {}", part, what),
                [=](const Line& line) { return in_parts(line, part, filter); });
  };
  for (const std::size_t part : {16, 32, 64, 96, 128, 256}) {
    models.both("wrong_border",
                fmt::format("parts of {} pixels: what the first one hands on is summed up from 0, "
                            "though the line goes on with its first value before its beginning",
                            part),
                [=](const Line& line) { return without_its_start(line, c, part); });
    models.both("wrong_border",
                fmt::format("parts of {} pixels: the way back starts as if the line had its first "
                            "value behind its end; it goes on with its last one",
                            part),
                [=](const Line& line) {
                  Line filled = line;
                  filled.resize((line.size() + part - 1) / part * part, line.back());
                  Line result =
                      filtered(filled, {.c = c, .turn = LineTerms::Turn::settled_at_first});
                  result.resize(line.size());
                  return result;
                });
    add(part,
        "each is filtered from the state 0, as if there were nothing around it: what enters it "
        "from "
        "the parts before and behind it, and from the ends of the line, is missing",
        [c](const Line& line, std::size_t begin, std::size_t end) {
          LineTerms alone;
          alone.c = c;
          alone.start = 0;
          alone.turn = LineTerms::Turn::unsettled;
          return filtered(
              Line(line.begin() + std::ptrdiff_t(begin), line.begin() + std::ptrdiff_t(end)),
              alone);
        });
    add(part,
        "what enters one is only what the part beside it has added: the state that entered that "
        "one, carried through it, is missing",
        [c, part](const Line& line, std::size_t begin, std::size_t end) {
          return part_of_filtered(line, c, begin < part ? 0 : begin - part, begin, end,
                                  std::min(end + part, line.size()));
        });
    const auto pass = [&](const char* what, Heard heard) {
      models.both("missing_term", fmt::format("parts of {} pixels, pass by pass: {}", part, what),
                  [=](const Line& line) { return passes_in_parts(line, c, part, heard); });
    };
    pass("each pass starts every part from the state 0: what enters it on the way is missing",
         Heard::nothing);
    pass(
        "what enters one is only what the part before it has added: the state that entered that "
        "one, carried through it, is missing",
        Heard::neighbour);
    const auto border = [&](const char* what, Border wrong) {
      models.both("missing_term", fmt::format("parts of {} pixels: {}", part, what),
                  [=](const Line& line) { return wrong_border(line, c, part, wrong); });
    };
    border(
        "the backward pass starts from the state that the scan found, t - end * s, but end * s "
        "of the causal state there is not added again",
        Border::without_end);
    border(
        "the backward scan begins with the settled state c, but its states are those less what "
        "the causal state causes: c - end * c",
        Border::start_is_settled);
  }
  std::vector<Hypothesis> list = models.take();
  for (const std::size_t part : {16, 32, 64, 96, 128, 256})
    list.push_back(states_of_the_input(image, c, part));
  return list;
}

}  // namespace kit::grader
