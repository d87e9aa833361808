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

inline std::vector<Hypothesis> part_fault_models(const Image<float>& image, double sigma) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  LineFaultModels models(image);
  const auto add = [&](std::size_t part, const char* what, auto filter) {
    models.both("missing_term", fmt::format("parts of {} pixels: {}", part, what),
                [=](const Line& line) { return in_parts(line, part, filter); });
  };
  for (const std::size_t part : {16, 32, 64, 128, 256}) {
    models.both("wrong_border",
                fmt::format("parts of {} pixels: what the first one hands on is summed up from 0, "
                            "though the line goes on with its first value before its beginning",
                            part),
                [=](const Line& line) { return without_its_start(line, c, part); });
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
  }
  return models.take();
}

}  // namespace kit::grader
