#include "grader/lab/needless_wait.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "grader/lab/timeline.hpp"

namespace kit::grader {
namespace {

using Wait = std::pair<std::size_t, std::size_t>;  ///< who waits, for whom
/// Lines of both, and whether they are in one stream.
using PairOfLines = std::tuple<std::string, int, std::string, int, bool>;

bool contains(const std::vector<int>& list, std::size_t index) {
  return std::find(list.begin(), list.end(), int(index)) != list.end();
}

PairOfLines lines_of(const Operation& now, const Operation& before) {
  return {now.place.file, now.place.line, before.place.file, before.place.line,
          now.stream == before.stream};
}

/// Waits for what shares no bytes with the one that waits, by their lines. Without those of one
/// engine, which has to take turns, and of functions of the host, whose bytes are not known.
std::map<PairOfLines, std::vector<Wait>> needless_waits(const std::vector<Operation>& operations) {
  std::map<PairOfLines, std::vector<Wait>> found;
  const Timeline timeline = timeline_of(operations);
  const auto engine = [&](std::size_t one) {
    return std::pair(operations[one].device, timeline.entries[one].engine);
  };
  for (std::size_t i = 0; i < operations.size(); ++i)
    for (const int before : operations[i].after) {
      const Operation &now = operations[i], &other = operations[std::size_t(before)];
      if (now.kind == Operation::Kind::host_function ||
          other.kind == Operation::Kind::host_function ||
          contains(now.needs, std::size_t(before)) || engine(i) == engine(std::size_t(before)))
        continue;
      found[lines_of(now, other)].push_back({i, std::size_t(before)});
    }
  return found;
}

/// Waits for a place that is to be used again: a copy in that needs a kernel to have ended, or a
/// kernel that needs a copy out.
std::map<PairOfLines, std::vector<Wait>> waits_for_places(
    const std::vector<Operation>& operations) {
  using Kind = Operation::Kind;
  std::map<PairOfLines, std::vector<Wait>> found;
  for (std::size_t i = 0; i < operations.size(); ++i)
    for (const int before : operations[i].needs) {
      const Operation &now = operations[i], &other = operations[std::size_t(before)];
      if ((now.kind == Kind::to_device && other.kind == Kind::kernel) ||
          (now.kind == Kind::kernel && other.kind == Kind::to_host))
        found[lines_of(now, other)].push_back({i, std::size_t(before)});
    }
  return found;
}

/// How long it takes without some waits: each operation still comes after the others that it needs.
double length_without(std::vector<Operation> operations, const std::vector<Wait>& waits) {
  const std::set<Wait> left_out(waits.begin(), waits.end());
  for (std::size_t i = 0; i < operations.size(); ++i) {
    std::vector<int>& after = operations[i].after;
    after.insert(after.end(), operations[i].needs.begin(), operations[i].needs.end());
    std::erase_if(after, [&](int one) { return left_out.contains({i, std::size_t(one)}); });
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
  }
  return timeline_of(operations).length;
}

/// The waits without which it is shortest, and how long then.
struct Shortest {
  double length = 0;
  std::vector<Wait> waits;
};

Shortest shortest_without(const std::vector<Operation>& operations,
                          const std::map<PairOfLines, std::vector<Wait>>& found) {
  Shortest best{timeline_of(operations).length, {}};
  for (const auto& [lines, waits] : found) {
    const double length = length_without(operations, waits);
    if (length < best.length) best = {length, waits};
  }
  return best;
}

std::string name_of(const Operation& one, bool with_file) {
  std::string text = fmt::format("{} of line {}", one.what, one.place.line);
  if (with_file)
    text += fmt::format(" of {}", std::filesystem::path(one.place.file).filename().string());
  return text;
}

/// How many operations of the awaited one's line and stream come after the last one of these that
/// is needed, it included; 0 if none of them is needed.
std::size_t too_many(const std::vector<Operation>& operations, const Wait& wait) {
  const Operation& awaited = operations[wait.second];
  const auto is_alike = [&](const Operation& other) {
    return other.stream == awaited.stream && other.place.line == awaited.place.line &&
           other.place.file == awaited.place.file;
  };
  for (const int needed : operations[wait.first].needs) {
    const auto first = operations.begin() + needed, last = operations.begin() + int(wait.second);
    if (first < last && is_alike(*first))
      return std::size_t(std::count_if(first + 1, last + 1, is_alike));
  }
  return 0;
}

std::string describe(const std::vector<Operation>& operations, const std::vector<Wait>& waits) {
  const Wait& wait = waits.back();  // the first ones are of what begins
  const Operation &now = operations[wait.first], &before = operations[wait.second];
  const bool one_file = now.place.file == before.place.file;
  std::string words = fmt::format("{} waits for {}, whose bytes it does not use",
                                  name_of(now, true), name_of(before, !one_file));
  const std::size_t more = too_many(operations, wait);
  if (more == 1) return words + ": the one before that is all that it needs there";
  if (more > 1) return words + fmt::format(": it needs no more than the one {} before that", more);
  return words + (now.stream == before.stream ? ": nothing asks for that order"
                                              : ", by an event or a wait of the host");
}

std::string describe_place(const std::vector<Operation>& operations, const Wait& wait) {
  const Operation &now = operations[wait.first], &before = operations[wait.second];
  const bool one_file = now.place.file == before.place.file;
  return fmt::format(
      "{} waits for the place that {} still uses: with one place more it could begin before that",
      name_of(now, true), name_of(before, !one_file));
}

}  // namespace

std::string describe_needless_wait(const std::vector<Operation>& operations, double most) {
  constexpr double kMatters = 0.97, kMuch = 0.9;
  const double length = timeline_of(operations).length;
  const auto found = needless_waits(operations);
  std::vector<Wait> all;
  for (const auto& [lines, waits] : found) all.insert(all.end(), waits.begin(), waits.end());
  const Shortest needless = shortest_without(operations, found);
  const bool can_be_enough = length_without(operations, all) <= most;
  if (needless.length < (can_be_enough ? kMatters : kMuch) * length)
    return describe(operations, needless.waits);
  const Shortest places = shortest_without(operations, waits_for_places(operations));
  return places.length < kMatters * length ? describe_place(operations, places.waits.back()) : "";
}

}  // namespace kit::grader
