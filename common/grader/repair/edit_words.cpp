#include "grader/repair/edit_words.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <system_error>

namespace kit::repair {
namespace {

struct Words {
  const char* cause;
  const char* text;  ///< the first {} is what stands there, the second what belongs there
};

/// In the order in which edits of one line are believed: rare luck first.
const Words& words_of(EditKind kind) {
  static const std::map<EditKind, Words> all = {
      {EditKind::sign, {"wrong_sign", "the sign in `{}` is the other one"}},
      {EditKind::assignment,
       {"wrong_assignment", "`{}` should not replace, or not add to, what was there"}},
      {EditKind::number, {"wrong_number", "`{}` is the wrong number"}},
      {EditKind::comparison, {"wrong_bound", "`{}` goes one too far, or not far enough"}},
      {EditKind::thread_index, {"wrong_index", "`{}` is the wrong index or extent"}},
      {EditKind::variable, {"wrong_variable", "`{}` is the wrong variable"}},
      {EditKind::exchange, {"wrong_variable", "`{}` names things in the wrong order"}},
      {EditKind::function,
       {"wrong_function", "`{}` is the wrong function, or has the wrong arguments in <>"}},
      {EditKind::length,
       {"wrong_length", "`{}` is the wrong length: the call wants a number of bytes"}},
      {EditKind::directions, {"wrong_index", "x and y are exchanged in `{}`"}},
      {EditKind::extent, {"wrong_index", "`{}` lacks its third number, the extent in z"}},
      {EditKind::grid,
       {"wrong_grid",
        "`{}` has the wrong number of blocks: width and height, divided by the "
        "block's and rounded up"}},
      {EditKind::no_sign,
       {"unsigned_type",
        "in `{}` nothing is below 0: where a sign is missing, -1 is a huge number"}},
      {EditKind::operation, {"wrong_operator", "`{}` is the wrong operation"}},
      {EditKind::mask,
       {"wrong_operator",
        "`{}` leaves a remainder only where one more than its right side is a power of two; `%` "
        "does for every number"}},
      {EditKind::brackets,
       {"wrong_brackets", "in `{}` the wrong terms belong together: set the brackets anew"}},
      {EditKind::round_up,
       {"wrong_operator",
        "`{}` rounds down, so that what is left over is left out: (a + b - 1) / b rounds up"}},
      {EditKind::reset,
       {"missing_reset",
        "`{}` keeps its value from one turn of this loop to the next: each turn "
        "must begin with its first value"}},
      {EditKind::held,
       {"needless_reset",
        "`{}` begins anew in each turn of this loop: what the turn before has left in it is lost, "
        "unless it is declared before the loop"}},
      {EditKind::kept,
       {"stale_state", "`{}` is static: it keeps its value from one call, or pixel, to the next"}},
      {EditKind::start, {"wrong_start", "`{}` should begin at 0"}},
      {EditKind::one_off, {"wrong_bound", "`{}` is one too large or too small there"}},
      {EditKind::one_sided,
       {"missing_limit", "`{}` limits a value on one side alone: it goes too far on the other"}},
      {EditKind::missing, {"missing_term", "`{}` lacks a term or a factor"}},
      {EditKind::surplus, {"needless_term", "what begins with `{}` is a term or factor too many"}},
      {EditKind::limit, {"needless_term", "`{}` limits a value that should stay as it is"}},
      {EditKind::backwards,
       {"wrong_direction",
        "`{}` goes in the wrong direction: a later turn uses what an earlier one has overwritten, "
        "or needs what is not there yet"}},
      {EditKind::hidden,
       {"hidden_variable",
        "`{}` is declared again in this block: the one of this name outside keeps its value"}},
      {EditKind::jump,
       {"wrong_jump",
        "`{}` is the wrong way out: return ends the function with all that follows, break the "
        "loop, continue this turn"}},
      {EditKind::otherwise,
       {"needless_else",
        "`{}` is tested only where the one before it failed: both may hold, without the else"}},
      {EditKind::order, {"wrong_order", "`{}` comes too early: it belongs after what follows"}},
      {EditKind::earlier, {"wrong_order", "`{}` comes too late: it belongs before what precedes"}},
      {EditKind::removal, {"needless_statement", "`{}` spoils the result"}},
      {EditKind::guard,
       {"missing_condition", "`{}` lacks a condition: it is right only where `{}`, too"}},
      {EditKind::condition,
       {"wrong_condition", "`{}` is the wrong condition, or what it leads to is wrong"}}};
  return all.at(kind);
}

}  // namespace

const char* cause_of(EditKind kind) {
  return words_of(kind).cause;
}

std::string shortened(std::string text) {
  constexpr std::size_t kMaxText = 48;
  text = text.substr(0, text.find('\n'));
  return text.size() > kMaxText ? text.substr(0, kMaxText - 3) + "..." : text;
}

namespace {

/// A plain whole number.
std::optional<int> number_in(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// In which direction a number is wrong, by what else stands there in the edits that mend.
std::string said_of_number(const Edit& edit, const std::vector<Mending>& mending) {
  const auto here = number_in(edit.here);
  bool larger = here.has_value(), smaller = larger;
  for (const Mending& one : mending) {
    if (!here || one.first.token != edit.token || one.first.kind != EditKind::number) continue;
    const auto there = number_in(one.first.there);
    larger &= there && *there > *here;
    smaller &= there && *there < *here;
  }
  if (larger == smaller) return {};
  return fmt::format("`{}` is too {} a number", edit.here, larger ? "small" : "large");
}

/// Whether a condition should hold always or never, where the edits that mend agree.
std::string said_of_condition(const Edit& edit, const std::vector<Mending>& mending) {
  std::set<std::string> ways;
  for (const Mending& one : mending)
    if (one.first.kind == EditKind::condition && one.first.token == edit.token)
      ways.insert(one.first.there);
  if (ways.size() != 1 || (*ways.begin() != "always" && *ways.begin() != "never")) return {};
  return fmt::format(" (the failed cases are right if it {} holds)", *ways.begin());
}

}  // namespace

std::string said_of(const Edit& edit, const std::vector<Mending>& mending) {
  const std::string here = shortened(edit.here), there = shortened(edit.there);
  if (edit.kind == EditKind::exchange && !edit.there.empty())
    return fmt::format("in `{}`, `{}` stand in each other's place", here, edit.there);
  if (edit.kind == EditKind::number)
    if (std::string said = said_of_number(edit, mending); !said.empty()) return said;
  std::string said = fmt::format(fmt::runtime(words_of(edit.kind).text), here, there);
  if (edit.kind == EditKind::condition) said += said_of_condition(edit, mending);
  return said;
}

std::string said_instead(int line, const std::vector<Mending>& mending) {
  const Edit* best = nullptr;
  for (const Mending& one : mending) {
    const bool alone = one.first.line == line && !one.second && !one.leaves_out;
    if (alone && (best == nullptr || one.first.kind < best->kind)) best = &one.first;
  }
  return best == nullptr ? fmt::format(" (or the mistake is in line {})", line)
                         : fmt::format(" (or in line {}, {})", line, said_of(*best, mending));
}

}  // namespace kit::repair
