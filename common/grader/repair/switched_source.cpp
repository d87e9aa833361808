// The edits of single tokens: names, numbers, operators.
#include "grader/repair/switched_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "grader/repair/guard_edits.hpp"
#include "grader/repair/places.hpp"
#include "grader/repair/statements.hpp"
#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

using scan::Token;
using scan::TokenKind;

/// 0.5f, 1., 2.0
bool is_short_decimal(const std::string& value) {
  constexpr std::size_t kMaxLength = 5;
  const std::size_t end = value.find_first_not_of("0123456789.");
  return value.size() <= kMaxLength && value.find('.') != std::string::npos &&
         (end == std::string::npos || value.substr(end) == "f");
}

/// Makes one switched source.
class Switcher : private GuardEdits {
 public:
  Switcher(const std::string& source, const std::set<int>& without, const std::set<int>& plain)
      : GuardEdits(source, without),
        plain_(plain),
        pointers_(find_pointers(tokens_)),
        swapped_(tokens_.size() + 1, false) {}

  SwitchedSource run() {
    collect_members();
    collect_functions();
    edit_conditions();
    edit_brackets(plain_);
    collect_guards();
    edit_else();
    edit_early_returns();
    NamesInScope scope(tokens_);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      scope.visit(i);
      if (text(i) == "static") edit_static(i);
      edit_guards(i, scope);
      if (!usable_[i]) continue;
      if (scope.declares(i)) {
        note_first_value(i);
        if (!scope.hides(i) || !edit_hidden(i)) {
          edit_held(i);
          edit_start(i);
        }
      }
      if (tokens_[i].kind == TokenKind::identifier) edit_call(i, scope);
      edit_token(i, scope);
      if (text(i) == "for" && text(i + 1) == "(") edit_direction(i);
      if (text(i) == "dim3") edit_extents(i, scope.of_type("int"), scope.of_type("dim3"));
      edit_unsigned_limit(i, scope);
      if (leads_with_sign(i, scope)) edit_sign(i);
      for (const Loop& loop : loops_)
        if (loop.open == i) edit_resets(loop, scope);
    }
    edit_directions();
    edit_limits();
    edit_all_missing();
    guard_statements();
    return finish();
  }

 private:
  void edit_token(std::size_t i, const NamesInScope& scope) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::number) return edit_number(i, scope);
    if (token.kind == TokenKind::identifier) return edit_name(i, scope);
    if (token.is("[") && ends_operand(i - 1)) return exchange_in_subscript(i, scope);
    if (!ends_operand(i - 1)) return token.is("-") ? edit_negative(i) : void();
    const bool launch =
        (token.is("<") && text(i - 1) == "<<") || text(i + 1) == "<" || text(i - 1) == ">>";
    if (launch) return;
    if (token.is("<")) infix(i, EditKind::comparison, "<", "Less", ">");
    if (token.is("<=")) infix(i, EditKind::comparison, "<", "LessOrEqual", ">");
    if (token.is(">") && text(i + 1) != "(") infix(i, EditKind::comparison, "<", "Greater", ">");
    if (token.is(">=")) infix(i, EditKind::comparison, "<", "GreaterOrEqual", ">");
    if (token.is("+"))
      infix(i, EditKind::sign, "+", adds_to_first_term(i) ? "FirstPlus" : "Plus", "-");
    if (token.is("-")) infix(i, EditKind::sign, "-", "Minus", "+");
    if (token.is("*") && multiplies(i, scope)) infix(i, EditKind::operation, "*", "Times", "/");
    if (token.is("/")) divided(i);
    if (token.is("%")) infix(i, EditKind::operation, "%", "Modulo", "/");
    if (token.is("&") && multiplies(i, scope)) masked(i);
    if (token.is("=") && text(i + 1) != "{" && assigns(i)) assignment(i, "^=", "Set");
    if (token.is("+=")) assignment(i, "+=", "Add");
    if (token.is("-=")) assignment(i, "-=", "Subtract");
  }

  void infix(std::size_t i, EditKind kind, const char* first, const char* name, const char* last) {
    const int number = add(kind, i, std::string(text(i)));
    if (number > 0) pieces_[i] = fmt::format("{} kit_edit::{}<{}>() {}", first, name, number, last);
    if (kind == EditKind::comparison || number == 0) return;
    add(EditKind::surplus, i, fmt::format("{} {}", text(i), text(i + 1)));
    if (adds_to_first_term(i)) add(EditKind::surplus, i, fmt::format("{} +", text(i - 1)));
  }

  void masked(std::size_t i) {
    const std::size_t last = text(i + 1) == "(" ? closing(i + 1) : i + 1;
    const int number = add(EditKind::mask, i, plain_text(i, last));
    if (number > 0) pieces_[i] = fmt::format("& kit_edit::Masked<{}>() &", number);
  }

  /// True for the + of `= a + b`, where a may be too much as well as b.
  bool adds_to_first_term(std::size_t i) const {
    return text(i) == "+" && tokens_[i - 1].kind == TokenKind::identifier &&
           (is_one_of(text(i - 2), {"(", ",", "return"}) || is_assignment(text(i - 2)));
  }

  /// A quotient of plain names may have to be rounded up; one whose dividend is a sum may be so
  /// already.
  void divided(std::size_t i) {
    const bool plain = tokens_[i - 1].kind == TokenKind::identifier &&
                       tokens_[i + 1].kind == TokenKind::identifier;
    const int number = add(EditKind::operation, i, "/");
    if (number == 0) return;
    pieces_[i] = fmt::format("/ kit_edit::Divided<{}, {}>() *", number, plain);
    add(EditKind::surplus, i, fmt::format("/ {}", text(i + 1)));
    if (plain) add(EditKind::round_up, i, fmt::format("{} / {}", text(i - 1), text(i + 1)));
  }

  void assignment(std::size_t i, const char* first, const char* name) {
    const int number = add(EditKind::assignment, i, std::string(text(i)));
    if (number > 0) pieces_[i] = fmt::format("{} kit_edit::{}<{}>() =", first, name, number);
  }

  /// False for what may be a pointer's star.
  bool multiplies(std::size_t i, const NamesInScope& scope) const {
    if (tokens_[i - 1].kind != TokenKind::identifier) return true;
    return text(i - 2) == "." || !scope.type_of(text(i - 1)).empty();
  }

  /// `-a` that may be `a`.
  void edit_negative(std::size_t i) {
    const int number = add(EditKind::sign, i, "-");
    if (number > 0) pieces_[i] = fmt::format("kit_edit::Negated<{}>() *", number);
  }

  /// True if a value begins here that may have the other sign: behind `=` or `return`.
  bool leads_with_sign(std::size_t i, const NamesInScope& scope) const {
    if (i == 0 || tokens_[i].kind != TokenKind::identifier) return false;
    if (!is_one_of(text(i - 1), {"=", "+=", "-=", "return"})) return false;
    const std::string type = scope.type_of(text(i));
    if (type == "float" || type == "double") return text(i + 1) != "[" && text(i + 1) != ".";
    return (type == "float*" || type == "const float*") && text(i + 1) == "[";
  }

  void edit_sign(std::size_t i) {
    const int number = add(EditKind::sign, i, std::string(text(i)));
    if (number > 0) pieces_[i] = fmt::format("kit_edit::Signed<{}>() * {}", number, pieces_[i]);
  }

  /// False for `int x = 1` and `{.x = 1}`: nothing was there before.
  bool assigns(std::size_t i) const {
    std::size_t begin = i;
    while (begin > 0 && !is_one_of(text(begin - 1), {";", "{", "}"})) --begin;
    if (is_no_expression(text(begin))) {
      if (!is_one_of(text(begin), {"if", "for", "while", "else"})) return false;
      // `if (...) a = b;` and `for (...) a = b;`
      while (begin < i && text(begin) != ")") ++begin;
      ++begin;
      if (begin >= i) return false;
    }
    for (std::size_t k = begin; k + 1 < i; ++k) {
      const bool name = tokens_[k].kind == TokenKind::identifier;
      if (name && tokens_[k + 1].kind == TokenKind::identifier) return false;
      if (name && k == begin && is_one_of(text(k + 1), {"*", "&", "::"})) return false;
    }
    return true;
  }

  void edit_number(std::size_t i, const NamesInScope& scope) {
    const std::string value(text(i));
    if (is_short_decimal(value)) return edit_decimal(i, value);
    if (value.find_first_not_of("0123456789") != std::string::npos || value.size() > 4) return;
    if (is_one_of(text(i - 1), {".", "->"})) return;
    const int number = std::stoi(value);
    std::vector<std::string> others = {std::to_string(number + 1)};
    if (number > 0) others.push_back(std::to_string(number - 1));
    if (number > 1) others.push_back(std::to_string(number * 2));
    if (number > 3) others.push_back(std::to_string(number / 2));
    if (number == 0 && text(i - 1) == ",") others.emplace_back("31");
    // `line[0]`: the last item.
    if (number == 0 && text(i - 1) == "[" && text(i + 1) == "]") {
      constexpr std::size_t kMaxLengths = 12;
      std::vector<std::string> lengths = scope.of_type("int");
      if (lengths.size() > kMaxLengths) lengths.resize(kMaxLengths);
      for (const std::string& length : lengths) others.push_back(length + " - 1");
    }
    if (const std::string extent = extent_at(i); !extent.empty()) others.push_back(extent);
    choose(i, EditKind::number, value, others);
  }

  /// What belongs where a factor of blockIdx.x (or y) stands: the block's extent.
  std::string extent_at(std::size_t i) const {
    const bool factor =
        i > 3 && text(i - 1) == "*" && text(i - 3) == "." && text(i - 4) == "blockIdx";
    return factor ? fmt::format("int(blockDim.{})", text(i - 2)) : std::string();
  }

  void edit_decimal(std::size_t i, const std::string& value) {
    if (std::stod(value) == 0) return choose(i, EditKind::number, value, {"1.0f"});
    choose(i, EditKind::number, value,
           {"0.0f", fmt::format("({} * 2)", value), fmt::format("({} / 2)", value)});
  }

  void edit_name(std::size_t i, const NamesInScope& scope) {
    if (is_one_of(text(i), {"break", "continue", "return"}) && text(i + 1) == ";")
      return edit_jump(i);
    if (is_one_of(text(i), {"min", "fminf", "fmin"})) return edit_extreme(i, "lesser");
    if (is_one_of(text(i), {"max", "fmaxf", "fmax"})) return edit_extreme(i, "greater");
    if (text(i + 1) == "." && is_one_of(text(i + 2), {"x", "y", "z"}) && !is_assigned(i + 2) &&
        !is_one_of(text(i - 1), {".", "->", "&"}))
      return edit_index(i);
    const bool declares = i > 0 && tokens_[i - 1].kind == TokenKind::identifier &&
                          !is_keyword_before_operand(text(i - 1));
    if (text(i + 1) == "(" && !declares) exchange_in_call(i, scope);
    if (text(i - 1) == ".") return edit_member(i, scope);
    const bool plain = !is_one_of(text(i - 1), {"->", "::", "++", "--"}) &&
                       !is_one_of(text(i + 1), {"(", "::", "<", "<<", "->"}) && !is_assigned(i);
    const bool address = text(i - 1) == "&" && !ends_operand(i - 2);
    const std::string type = scope.type_of(text(i));
    if (!plain || address || scope.declares(i) || type.empty() || swapped_[i]) return;
    if (text(i + 1) == "." && is_written_through(i)) return;
    if (swap_arguments(i, type, scope) || swap_subscripts(i, type, scope)) return;
    const std::string here(text(i));
    auto others = names_like(here, type, scope);
    if (is_class(type)) add_members(others, scope);
    // A comparison with itself leaves out what it is about.
    if (is_comparison(text(i + 1))) std::erase(others, std::string(text(i + 2)));
    if (i > 1 && is_comparison(text(i - 1))) std::erase(others, std::string(text(i - 2)));
    // With `used` for `total`, `total / used` is 1: then it should not stand there at all.
    const std::string divisor(text(i + 1) == "/" ? text(i + 2) : std::string_view());
    if (std::erase(others, divisor) > 0)
      choose(i, EditKind::surplus, here + " / " + divisor, {divisor});
    if (text(i - 1) == "/") std::erase(others, std::string(text(i - 2)));
    if (const std::string extent = extent_at(i); !extent.empty()) others.push_back(extent);
    // kThreads may stand for a variable; where it must be a constant the compiler says so.
    if (type == "int constant")
      for (std::string& name : names_like(here, "int", scope)) others.push_back(std::move(name));
    const std::size_t before = edits().size();
    if (!drives_loop(i)) choose(i, EditKind::variable, here, others);
    // More turns do what is missing elsewhere, as a condition that always holds does.
    if (bounds_loop(i))
      for (std::size_t n = before; n < edits().size(); ++n) edits()[n].branches = true;
    choose_for_reading(i, type, scope);
    if (is_one_of(type, {"int", "unsigned", "size_t", "uint32_t", "int constant"}))
      choose(i, EditKind::one_off, here, {here + " + 1", here + " - 1"});
  }

  /// `k` in `for (...; k < n; ...)`: with another variable there the loop does not end.
  bool drives_loop(std::size_t i) const {
    if (text(i - 1) != ";") return false;
    std::size_t begin = i - 1;
    while (begin > 0 && !is_one_of(text(begin - 1), {";", "{", "}"})) --begin;
    return text(begin) == "for";
  }

  /// `n` in `for (...; k < n; ...)` and `for (...; ...; k += n)`.
  bool bounds_loop(std::size_t i) const {
    int ends = 0;
    for (int depth = 0; depth >= 0 && i > 0; --i) {
      if (is_one_of(text(i - 1), {"{", "}"})) return false;
      depth += is_one_of(text(i - 1), {")", "]"}) ? 1 : is_one_of(text(i - 1), {"(", "["}) ? -1 : 0;
      ends += text(i - 1) == ";" ? 1 : 0;
    }
    return i > 0 && text(i - 1) == "for" && ends > 0;
  }

  /// `a, b` among a call's arguments: each may be the other as well.
  bool swap_arguments(std::size_t i, const std::string& type, const NamesInScope& scope) {
    const std::size_t next = i + 2;
    return text(i + 1) == "," && is_one_of(text(i - 1), {"(", ","}) &&
           is_name_of(next, type, scope) && is_one_of(text(next + 1), {",", ")"}) &&
           swap(i, next, "{}, {}", type, scope);
  }

  /// `[a][b]`: each may be the other as well.
  bool swap_subscripts(std::size_t i, const std::string& type, const NamesInScope& scope) {
    const std::size_t next = i + 3;
    return text(i - 1) == "[" && text(i + 1) == "]" && text(i + 2) == "[" &&
           is_name_of(next, type, scope) && text(next + 1) == "]" &&
           swap(i, next, "[{}][{}]", type, scope);
  }

  bool is_name_of(std::size_t i, const std::string& type, const NamesInScope& scope) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::identifier && usable_[i] &&
           scope.type_of(text(i)) == type;
  }

  /// An edit that exchanges the names at i and next, which stand in the source as `shown` says.
  bool swap(std::size_t i, std::size_t next, const char* shown, const std::string& type,
            const NamesInScope& scope) {
    const std::string a(text(i)), b(text(next));
    if (a == b) return false;
    const int edit = add(EditKind::exchange, i, fmt::format(fmt::runtime(shown), a, b));
    if (edit == 0) return false;
    swapped_[next] = true;
    pieces_[i] = fmt::format("kit_edit::pick<{}>({}, {})", edit, a, b);
    pieces_[next] = fmt::format("kit_edit::pick<{}>({}, {})", edit, b, a);
    choose_between(i, a, b, type, scope);
    choose_between(next, b, a, type, scope);
    choose_for_reading(i, type, scope);
    return true;
  }

  /// Of a pointer among a call's arguments, pointers to what is only read.
  void choose_for_reading(std::size_t i, const std::string& type, const NamesInScope& scope) {
    if (type == "float*" && is_one_of(text(i - 1), {"(", ","}) &&
        is_one_of(text(i + 1), {",", ")"}) && plain_.count(tokens_[i].line) == 0)
      choose(i, EditKind::variable, std::string(text(i)),
             names_like(std::string(text(i)), "const float*", scope), "pick_for_reading");
  }

  /// What else may stand for `here`, beside the mate that it may be exchanged with.
  void choose_between(std::size_t i, const std::string& here, const std::string& mate,
                      const std::string& type, const NamesInScope& scope) {
    std::vector<std::string> others = names_like(here, type, scope);
    std::erase(others, mate);
    choose(i, EditKind::variable, here, others);
  }

  /// First those of the other direction. Pointers to the host's memory are not like the device's.
  std::vector<std::string> names_like(const std::string& here, const std::string& type,
                                      const NamesInScope& scope) const {
    std::vector<std::string> names = scope.of_type(type);
    std::erase_if(names, [&](const std::string& name) {
      return name == here || (pointers_.device.count(name) > 0 && pointers_.host.count(here) > 0) ||
             (pointers_.device.count(here) > 0 && pointers_.host.count(name) > 0);
    });
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) {
      return without_direction(name) == without_direction(here);
    });
    if (names.size() > kMaxNames) names.resize(kMaxNames);
    return names;
  }

  /// threadIdx.x, blockDim.y, block.x.
  void edit_index(std::size_t i) {
    const std::string object(text(i)), member(text(i + 2)), here = object + "." + member;
    std::vector<std::string> others;
    for (const char* other : {"x", "y"})
      if (member != other) others.push_back(object + "." + other);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMates = {
        {{"threadIdx", "blockIdx"},
         {"blockIdx", "threadIdx"},
         {"blockDim", "gridDim"},
         {"gridDim", "blockDim"}}};
    for (const auto& [name, mate] : kMates)
      if (object == name) others.push_back(std::string(mate) + "." + member);
    // A step: who has places of his own goes on by 1, who shares them by the number of threads.
    if (object == "blockDim" && text(i - 1) == "+=") others.emplace_back("1u");
    pieces_[i] = here;
    choose(i, EditKind::thread_index, here, others);
    pieces_[i + 1].clear();
    pieces_[i + 2].clear();
    usable_[i + 1] = usable_[i + 2] = false;
  }

  const std::set<int>& plain_;
  const Pointers pointers_;
  std::vector<bool> swapped_;
};

}  // namespace

SwitchedSource switch_source(const std::string& source, const std::set<int>& without,
                             const std::set<int>& plain) {
  return Switcher(source, without, plain).run();
}

}  // namespace kit::repair
