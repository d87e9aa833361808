// A loop sets back what was declared before it and what it changes. Most loops are to keep such
// values: which one is not, the cases tell.
#include "grader/repair/reset_edits.hpp"

#include <fmt/format.h>

#include "grader/repair/words.hpp"

namespace kit::repair {

using scan::TokenKind;

void ResetEdits::note_first_value(std::size_t i) {
  const std::string name(text(i));
  first_values_.erase(name);
  if (text(i + 1) == "=" && tokens_[i + 2].kind == TokenKind::number &&
      is_one_of(text(i + 3), {";", ","})) {
    first_values_[name] = {i, std::string(text(i + 2))};
    return;
  }
  // `sums[kTaps] = {};`, of whatever extents
  if (text(i + 1) != "[") return;
  const std::size_t first = closing(i + 1);
  std::size_t end = first;
  while (text(end + 1) == "[") end = closing(end + 1);
  if (text(end + 1) == "=" && text(end + 2) == "{" && text(end + 3) == "}" && first > i + 2)
    first_values_[name] = {i, "{}", plain_text(i + 2, first - 1)};
}

const Loop* ResetEdits::loop_around(std::size_t i) const {
  const Loop* innermost = nullptr;
  for (const Loop& loop : loops_)
    if (loop.open < i && i < loop.close && (innermost == nullptr || loop.open > innermost->open))
      innermost = &loop;
  return innermost;
}

// `float peak = 0.0f;` becomes a variable of another name, and peak a reference to it, or to one
// before the loop.
void ResetEdits::edit_held(std::size_t i) {
  const Loop* const loop = loop_around(i);
  std::size_t begin = i, end = i + 1;
  while (begin > 0 && !is_one_of(text(begin - 1), {";", "{", "}", "(", ")", ","})) --begin;
  while (end < tokens_.size() && !is_one_of(text(end), {";", ",", "["}))
    end = is_one_of(text(end), {"(", "{"}) ? closing(end) + 1 : end + 1;
  const bool alone = is_one_of(text(begin - 1), {";", "{", "}"}) && text(end) == ";";
  if (!is_one_of(text(i + 1), {"=", "{"}) || loop == nullptr || !alone || begin == i) return;
  for (std::size_t k = begin; k < i; ++k)
    if (is_one_of(text(k), {"const", "constexpr", "static", "__shared__", "auto", "&", "<"}))
      return;
  const std::string name(text(i)), type = plain_text(begin, i - 1);
  if (!is_changed_in(*loop, name, false)) return;
  const int edit = add(EditKind::held, i, name, plain_text(i + 1, end - 1));
  if (edit == 0) return;
  // What the first turn begins with.
  before_[loop->keyword] +=
      fmt::format("{0} kit_held_{1}{{}}; bool kit_kept_{1} = false; ", type, edit);
  pieces_[i] = fmt::format("kit_new_{}", edit);
  after_[end] += fmt::format(
      " if (!kit_kept_{2}) {{ kit_held_{2} = kit_new_{2}; kit_kept_{2} = true; }} {0}& {1} = "
      "kit_edit::on({2}) ? kit_held_{2} : kit_new_{2};",
      type, name, edit);
}

bool ResetEdits::edit_hidden(std::size_t i) {
  std::size_t begin = i, end = i + 1;
  while (begin > 0 && !is_one_of(text(begin - 1), {";", "{", "}", "(", ")", ","})) --begin;
  while (end < tokens_.size() && !is_one_of(text(end), {";", ",", "["}))
    end = is_one_of(text(end), {"(", "{"}) ? closing(end) + 1 : end + 1;
  if (begin == i || !is_one_of(text(begin - 1), {";", "{", "}"}) || text(end) != ";") return false;
  for (std::size_t k = begin; k < i; ++k)
    if (is_one_of(text(k), {"const", "constexpr", "static", "__shared__", "auto", "&"}))
      return false;
  const std::string name(text(i)), type = plain_text(begin, i - 1);
  const int edit = add(EditKind::hidden, i, name);
  if (edit == 0) return false;
  before_[begin] += fmt::format("auto& kit_outer_{} = {}; ", edit, name);
  pieces_[i] = fmt::format("kit_new_{}", edit);
  after_[end] += fmt::format(" {0}& {1} = kit_edit::outer<{2}>(kit_outer_{2}, kit_new_{2});", type,
                             name, edit);
  return true;
}

void ResetEdits::edit_start(std::size_t i) {
  std::size_t begin = i;
  while (begin > 0 && !is_one_of(text(begin - 1), {";", "{", "}", "("})) --begin;
  if (begin == i || text(begin - 1) == "(" || !is_in_function(i)) return;
  for (std::size_t k = begin; k < i; ++k)
    if (is_one_of(text(k), {"const", "constexpr", "static", "__shared__", "extern", "auto", "&",
                            "*", ",", "]"}))
      return;
  const bool in_braces = text(i + 1) == "{";
  if (!in_braces && (text(i + 1) != "=" || text(i + 2) == "{")) return;
  std::size_t end = in_braces ? closing(i + 1) : i + 2;
  while (!in_braces && end < tokens_.size() && !is_one_of(text(end), {";", ","}))
    end = is_one_of(text(end), {"(", "[", "{"}) ? closing(end) + 1 : end + 1;
  const std::size_t first = i + 2, last = end - 1;
  const bool ends = text(in_braces ? end + 1 : end) == ";";
  const bool number = first == last && tokens_[first].kind == TokenKind::number;
  if (!ends || last < first || number) return;
  for (std::size_t k = first; k <= last; ++k)
    if (!usable_[k] && !is_one_of(text(k), {".", "x", "y", "z"})) return;
  const std::string type = plain_text(begin, i - 1);
  const int edit = add(EditKind::start, i, plain_text(i, in_braces ? end : last));
  if (edit == 0) return;
  const std::string zero = fmt::format("kit_edit::on({}) ? kit_edit::zero<{}>() : ", edit, type);
  if (in_braces)
    wrap(first, last, zero + type + "{", "}");
  else
    wrap(first, last, "(" + zero + "(", "))");
}

bool ResetEdits::is_changed_in(const Loop& loop, const std::string& name, bool array) const {
  for (std::size_t i = loop.open; i < loop.close; ++i) {
    if (text(i) != name || is_one_of(text(i - 1), {".", "->"})) continue;
    std::size_t end = i;
    while (text(end + 1) == "[") end = closing(end + 1);
    // An array that a function gets may be changed there.
    const bool passed = end == i && is_one_of(text(i - 1), {"(", ","}) &&
                        is_one_of(text(i + 1), {",", ")"}) && array;
    if (passed || (end == i ? is_assigned(i) : is_assignment(text(end + 1)))) return true;
  }
  return false;
}

void ResetEdits::add_reset(const Loop& loop, const std::string& here, const std::string& value,
                           const std::string& statement) {
  const int number = add(EditKind::reset, loop.open, here, value);
  if (number > 0) after_[loop.open] += fmt::format(" if (kit_edit::on({})) {}", number, statement);
}

void ResetEdits::edit_resets(const Loop& loop, const NamesInScope& scope) {
  for (const auto& [name, first] : first_values_) {
    if (first.declared >= loop.keyword || scope.type_of(name).empty()) continue;
    if (!is_changed_in(loop, name, !first.items.empty())) continue;
    if (first.items.empty()) {
      add_reset(loop, name, first.value, fmt::format("{} = {};", name, first.value));
      continue;
    }
    add_reset(loop, name, first.value, fmt::format("kit_edit::clear({});", name));
    add_reset(loop, fmt::format("{}[0]", name), first.value,
              fmt::format("kit_edit::clear({}[0]);", name));
    add_reset(loop, fmt::format("{}[{} - 1]", name, first.items), first.value,
              fmt::format("kit_edit::clear({}[{} - 1]);", name, first.items));
  }
}

void ResetEdits::edit_step(const Expression& first, const Expression& step,
                           const std::string& name) {
  bool shared = false;
  for (std::size_t i = first.first; i <= first.last; ++i) shared |= text(i) == "threadIdx";
  if (!shared || plain_text(step.first, step.last).find("++") == std::string::npos) return;
  for (const char* threads : {"blockDim.x", "blockDim.x * blockDim.y"}) {
    const int edit =
        add(EditKind::thread_index, step.first, plain_text(step.first, step.last), threads);
    if (edit == 0) return;
    wrap(step.first, step.last,
         fmt::format("(kit_edit::on({}) ? void({} += {}) : void(", edit, name, threads), "))");
  }
}

// Turn k of the values first ... last is one of first + last - k. The body has the loop's variable
// anew, in braces of its own.
void ResetEdits::edit_direction(std::size_t keyword) {
  const std::size_t open = keyword + 1, close = closing(open);
  if (close + 1 >= tokens_.size() || !is_one_of(text(open + 1), {"int", "unsigned"}) ||
      tokens_[open + 2].kind != TokenKind::identifier || text(open + 3) != "=")
    return;
  const std::string name(text(open + 2));
  std::vector<std::size_t> ends;  // the two semicolons
  for (std::size_t i = open + 1; i < close; ++i) {
    if (is_one_of(text(i), {"(", "[", "{"})) i = closing(i);
    if (text(i) == ",") return;
    if (text(i) == ";") ends.push_back(i);
  }
  if (ends.size() != 2 || text(ends[0] + 1) != name || ends[1] < ends[0] + 4) return;
  const std::string_view test = text(ends[0] + 2);
  const bool up = is_one_of(test, {"<", "<="}), down = is_one_of(test, {">", ">="});
  const std::string step = plain_text(ends[1] + 1, close - 1);
  if (up ? step != "++" + name && step != name + "++"
         : !down || (step != "--" + name && step != name + "--"))
    return;
  edit_step({open + 4, ends[0] - 1}, {ends[1] + 1, close - 1}, name);
  const std::size_t begin = close + 1, end = end_of_statement(begin);
  for (std::size_t i = begin; i < end; ++i)
    if (text(i) == name && (is_assigned(i) || is_one_of(text(i - 1), {"&", "++", "--"}))) return;
  const int edit = add(EditKind::backwards, keyword, plain_text(keyword, close));
  if (edit == 0) return;
  const char* const beyond = test == "<" ? " - 1" : test == ">" ? " + 1" : "";
  const bool braces = text(begin) == "{";
  std::string anew = fmt::format(
      " const auto kit_turn_{0} = {1}; {{ const auto {1} = kit_edit::on({0}) ? "
      "decltype(kit_turn_{0})(({2} ) + ({3} ){4} - kit_turn_{0}) : kit_turn_{0};",
      edit, name, words_of({open + 4, ends[0] - 1}), words_of({ends[0] + 3, ends[1] - 1}), beyond);
  if (braces) {
    after_[begin] += anew;
    before_[end] += " } ";
  } else {
    before_[begin] = " {" + anew + before_[begin];
    after_[end] += " } }";
  }
}

void ResetEdits::edit_static(std::size_t i) {
  std::size_t name = 0, at = i + 1;
  std::vector<std::size_t> constants;
  for (int depth = 0; at < tokens_.size(); ++at) {
    if (text(at) == "<") ++depth;
    if (text(at) == ">") --depth;
    if (depth > 0) continue;
    if (is_one_of(text(at), {"constexpr", "__shared__", "thread_local"})) return;
    if (text(at) == "const") constants.push_back(at);
    if (is_one_of(text(at), {"=", "(", ";", "{", "["})) break;
    if (tokens_[at].kind == TokenKind::identifier) name = at;
  }
  const bool assigned = text(at) == "=", made = text(at) == "(";
  if (name == 0 || !(assigned || made) || text(at + 1) == "{") return;
  std::size_t end = at;
  for (int depth = 0; end < tokens_.size(); ++end) {
    if (is_one_of(text(end), {"(", "[", "{"})) ++depth;
    if (is_one_of(text(end), {")", "]", "}"})) --depth;
    if (depth == 0 && is_one_of(text(end), {";", ","})) break;
  }
  // Beside a function nothing can be put in.
  const bool always_the_same =
      !constants.empty() && end == at + 2 && tokens_[at + 1].kind == TokenKind::number;
  if (text(end) != ";" || end < at + 2 || always_the_same || !is_in_function(i) ||
      without_.count(tokens_[i].line) > 0)
    return;
  const std::string here(text(name));
  const std::string value = assigned ? plain_text(at + 1, end - 1)
                                     : fmt::format("decltype({}){}", here, plain_text(at, end - 1));
  const int number = add(EditKind::kept, i, here, value);
  if (number == 0) return;
  for (const std::size_t one : constants) pieces_[one] = "";
  after_[end] += fmt::format(" if (kit_edit::on({})) {} = {};", number, here, value);
}

}  // namespace kit::repair
