/// @file
/// Each token gets a new text; then whole statements get guards. A copy of a statement, for trying
/// it at a later place, is made in one line of the source's own words, so that line breaks stay
/// where they are.
#include "grader/repair/edited_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/repair/places.hpp"
#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

/// Edits after which a division no longer rounds up what it did.
bool changes_rounding(EditKind kind) {
  return kind != EditKind::variable && kind != EditKind::thread_index &&
         kind != EditKind::directions && kind != EditKind::exchange;
}

bool are_neighbours(const Statement& one, const Statement& next) {
  return !one.alone && !next.alone && one.block == next.block && next.begin == one.end + 1;
}

}  // namespace

EditedSource::EditedSource(const std::string& source, const std::set<int>& without)
    : source_(source), scan_(source) {
  for (const scan::Token& token : scan_.tokens())
    if (token.kind != scan::TokenKind::comment && !token.in_directive) tokens_.push_back(token);
  for (const scan::Token& token : tokens_) pieces_.emplace_back(token.text);
  Places places = find_places(tokens_, without);
  usable_ = std::move(places.usable);
  condition_ = std::move(places.condition);
  earlier_.resize(tokens_.size());
  guards_.resize(tokens_.size());
  before_.resize(tokens_.size());
  after_.resize(tokens_.size());
  // Found before any edit takes tokens together.
  conditions_ = find_conditions(tokens_, usable_);
  // A part of it that is changed may make it hold always, or never.
  for (const Condition& one : conditions_)
    for (std::size_t i = one.open + 1; one.has_name && i < one.close; ++i)
      condition_[i] = !is_one_of(text(i), {"<", "<=", ">", ">="});
  loops_ = find_loops(tokens_, usable_);
  find_rounding_up();
}

void EditedSource::find_rounding_up() {
  rounds_up_.resize(tokens_.size());
  for (std::size_t open = 0; open < tokens_.size(); ++open) {
    const std::size_t close = text(open) == "(" ? closing(open) : tokens_.size();
    if (text(close + 1) != "/" || text(close - 1) != "1" || text(close - 2) != "-") continue;
    std::size_t begin = close - 2;  // of b
    while (begin > open && text(begin - 1) != "+") --begin;
    const std::size_t length = close - 2 - begin;
    bool same = begin > open + 1 && length > 0;
    for (std::size_t n = 0; n < length; ++n) same &= text(begin + n) == text(close + 2 + n);
    if (!same || is_one_of(text(close + 2 + length), {".", "[", "(", "->", "::"})) continue;
    std::fill(rounds_up_.begin() + std::ptrdiff_t(open),
              rounds_up_.begin() + std::ptrdiff_t(close + 2 + length), true);
  }
}

bool EditedSource::ends_operand(std::size_t i) const {
  return i < tokens_.size() && repair::ends_operand(tokens_[i]);
}

std::size_t EditedSource::closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (is_one_of(text(i), {"(", "{", "["})) ++depth;
    if (is_one_of(text(i), {")", "}", "]"}) && --depth == 0) return i;
  }
  return tokens_.size();
}

std::string EditedSource::plain_text(std::size_t first, std::size_t last) const {
  return source_.substr(tokens_[first].begin, tokens_[last].end - tokens_[first].begin);
}

int EditedSource::add(EditKind kind, std::size_t i, std::string here, std::string there) {
  if (edits_.size() >= kMaxEdits || (rounds_up_[i] && changes_rounding(kind))) return 0;
  edits_.push_back({kind, tokens_[i].line, std::move(here), condition_[i], std::move(there), i});
  return static_cast<int>(edits_.size());
}

void EditedSource::choose(std::size_t i, EditKind kind, const std::string& here,
                          const std::vector<std::string>& others, const char* pick) {
  std::string list;
  int first = 0;
  for (const std::string& other : others) {
    const int edit = add(kind, i, here, other);
    if (edit == 0) break;
    if (first == 0) first = edit;
    list += ", " + other;
  }
  if (first > 0) pieces_[i] = fmt::format("kit_edit::{}<{}>({}{})", pick, first, pieces_[i], list);
}

void EditedSource::edit_conditions() {
  for (const Condition& one : conditions_) edit_condition(one);
}

void EditedSource::edit_condition(const Condition& one) {
  const std::size_t first = one.open + 1, last = one.close - 1;
  const std::string here = plain_text(first, last);
  int number = 0;
  for (const char* other : {"always", "never", "turned"}) {
    const int edit = add(EditKind::condition, first, here, other);
    if (edit == 0) return;
    if (number == 0) number = edit;
  }
  std::size_t begin = first;
  for (std::size_t n = 0; n <= one.conjunctions.size() && !one.conjunctions.empty(); ++n) {
    const std::size_t end = n < one.conjunctions.size() ? one.conjunctions[n] - 1 : last;
    const int part = add(EditKind::condition, begin, plain_text(begin, end), "dropped");
    if (part > 0) wrap(begin, end, fmt::format("kit_edit::hold<{}>(", part), ")");
    begin = end + 2;
  }
  wrap(first, last, fmt::format("kit_edit::decide<{}>(", number), ")");
  join_otherwise(one);
}

void EditedSource::join_otherwise(const Condition& one) {
  const bool all = !one.conjunctions.empty();
  const std::vector<std::size_t>& joints = all ? one.conjunctions : one.disjunctions;
  if (joints.empty()) return;
  join_by(one, joints, all ? "||" : "&&");
  // Both or neither for both; one alone for one or both.
  if (joints.size() == 1) join_by(one, joints, all ? "==" : "!=");
}

void EditedSource::join_by(const Condition& one, const std::vector<std::size_t>& joints,
                           const char* there) {
  const int edit = add(EditKind::operation, joints[0], std::string(text(joints[0])), there);
  if (edit == 0) return;
  std::string parts = "(bool(";
  for (std::size_t i = one.open + 1; i < one.close; ++i) {
    const bool joint = std::find(joints.begin(), joints.end(), i) != joints.end();
    parts += joint ? fmt::format(") {} bool(", there) : std::string(tokens_[i].text) + ' ';
  }
  wrap(one.open + 1, one.close - 1, fmt::format("(kit_edit::on({}) ? {})) : bool(", edit, parts),
       "))");
}

void EditedSource::edit_jump(std::size_t i) {
  const std::string here(text(i));
  const bool in_loop = std::any_of(loops_.begin(), loops_.end(),
                                   [&](const Loop& one) { return one.open < i && i < one.close; });
  if ((here == "break" && is_in_switch(i)) || (here == "return" && !in_loop)) return;
  std::string others;
  for (const char* other : {"continue", "break"}) {
    if (here == other || (here == "return" && is_in_switch(i))) continue;
    const int edit = add(EditKind::jump, i, here, other);
    if (edit > 0) others += fmt::format("if (kit_edit::on({})) {}; else ", edit, other);
  }
  if (others.empty()) return;
  pieces_[i] = fmt::format("{{ {}{}", others, here);
  after_[i + 1] += " }";
}

// True if the braces that token i stands in are those of a switch.
bool EditedSource::is_in_switch(std::size_t i) const {
  int depth = 1;
  while (i > 0 && depth > 0) depth += text(--i) == "}" ? 1 : text(i) == "{" ? -1 : 0;
  while (i > 0) {
    depth += text(--i) == ")" ? 1 : text(i) == "(" ? -1 : 0;
    if (depth == 0) break;
  }
  return i > 0 && text(i - 1) == "switch";
}

// In one line, as it stood in the source.
std::string EditedSource::copy_of(const Statement& one) const {
  std::string copy;
  for (std::size_t i = one.begin; i <= one.end; ++i) {
    copy += tokens_[i].text;
    copy += ' ';
  }
  return copy;
}

void EditedSource::wrap(std::size_t first, std::size_t last, std::string before,
                        std::string after) {
  wraps_.push_back({first, last, std::move(before), std::move(after)});
}

void EditedSource::put_wraps() {
  std::stable_sort(wraps_.begin(), wraps_.end(), [](const Wrap& a, const Wrap& b) {
    return a.last - a.first < b.last - b.first;
  });
  for (const Wrap& one : wraps_) {
    before_[one.first] = one.before + before_[one.first];
    after_[one.last] += one.after;
  }
  wraps_.clear();
}

void EditedSource::guard_statements() {
  put_wraps();
  const std::vector<Statement> list = find_statements(tokens_, usable_);
  for (std::size_t n = 0; n < list.size(); ++n) {
    const Statement& one = list[n];
    if (one.declares) continue;
    const std::string here = plain_text(one.begin, one.end);
    std::string condition = fmt::format(
        "!kit_edit::on({}){}", add(EditKind::removal, one.begin, here), guards_[one.begin]);
    std::size_t first = n, last = n;
    while (last + 1 < list.size() && are_neighbours(list[last], list[last + 1])) ++last;
    // What is declared there may be what it needs.
    while (first > 0 && !list[first - 1].declares && are_neighbours(list[first - 1], list[first]))
      --first;
    const auto moved = [&](EditKind kind) {
      const int order = add(kind, one.begin, here);
      if (order > 0) condition += fmt::format(" && !kit_edit::on({})", order);
      return order == 0 ? "" : fmt::format(" if (kit_edit::on({})) {{ {} }} ", order, copy_of(one));
    };
    for (const std::size_t target : std::set<std::size_t>{std::min(n + 1, last), last})
      if (target != n) after_[list[target].end] += moved(EditKind::order);
    // Before the one before it is what that one does when it comes later.
    if (first + 1 < n) earlier_[list[first].begin] += moved(EditKind::earlier);
    before_[one.begin] = fmt::format("{{ if ({}) {{ {}", condition, before_[one.begin]);
    after_[one.end] = " } }" + after_[one.end];
  }
}

bool EditedSource::may_have_mark(std::size_t open) const {
  for (std::size_t i = open; i > 0 && !is_one_of(text(i - 1), {";", "{", "}"}); --i)
    if (is_one_of(text(i - 1), {"constexpr", "consteval", "struct", "class", "union", "enum"}))
      return false;
  return true;
}

bool EditedSource::has_edits(std::size_t open, std::size_t close) const {
  return std::any_of(edits_.begin(), edits_.end(),
                     [&](const Edit& one) { return open < one.token && one.token < close; });
}

std::vector<Lines> EditedSource::mark_functions() {
  constexpr std::size_t kMaxMarks = 95;  // the worker has room for 4095 numbers
  std::vector<Lines> marked;
  for (const auto& [open, close] : find_function_bodies(tokens_)) {
    if (has_edits(open, close) || !may_have_mark(open) || marked.size() == kMaxMarks) continue;
    marked.push_back({tokens_[open].line, tokens_[close].line});
    pieces_[open] += fmt::format(" (void)kit_edit::on({});", edits_.size() + marked.size());
  }
  return marked;
}

std::size_t EditedSource::declaration_of(std::size_t open) const {
  std::size_t begin = open;
  while (begin > 0 && !is_one_of(text(begin - 1), {";", "{", "}", ":"})) --begin;
  while (text(begin) == "template" && begin < open) {
    int depth = 0;
    do {
      depth += text(++begin) == "<" ? 1 : text(begin) == ">" ? -1 : text(begin) == ">>" ? -2 : 0;
    } while (depth > 0 && begin < open);
    ++begin;
  }
  return begin;
}

void EditedSource::keep_apart() {
  for (const auto& [open, close] : find_function_bodies(tokens_)) {
    const std::size_t begin = declaration_of(open);
    bool of_device = false;
    for (std::size_t i = begin; i < open; ++i) of_device |= text(i) == "__device__";
    if (of_device && has_edits(open, close)) pieces_[begin] = "[[gnu::noinline]] " + pieces_[begin];
  }
}

SwitchedSource EditedSource::finish() {
  SwitchedSource result;
  keep_apart();
  result.functions = mark_functions();
  result.edits = std::move(edits_);
  result.text = "#include <kit_sim/edits.h>\n#line 1\n" + assembled();
  return result;
}

std::string EditedSource::assembled() const {
  std::string result;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    result += source_.substr(copied, tokens_[i].begin - copied);
    result += earlier_[i] + before_[i] + pieces_[i] + after_[i];
    copied = tokens_[i].end;
  }
  return result + source_.substr(copied);
}

}  // namespace kit::repair
