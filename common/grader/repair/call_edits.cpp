// As for expressions, what may stand there instead is a copy of the words, in one line. Whether it
// compiles knows the compiler, whose messages name the line.
#include "grader/repair/call_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

using scan::TokenKind;

/// Functions that are taken for one another.
using Family = std::vector<std::string_view>;
const Family* family_of(std::string_view name) {
  static const std::vector<Family> all = {
      {"floorf", "ceilf", "roundf", "rintf", "truncf", "nearbyintf"},
      {"floor", "ceil", "round", "rint", "trunc", "nearbyint"},
      {"lrintf", "lroundf"},
      {"lrint", "lround"},
      {"__float2int_rn", "__float2int_rz", "__float2int_ru", "__float2int_rd"},
      {"__double2int_rn", "__double2int_rz", "__double2int_ru", "__double2int_rd"},
      {"expf", "exp2f", "exp10f"},
      {"exp", "exp2"},
      {"logf", "log2f", "log10f"},
      {"sinf", "cosf"},
      {"__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"},
      {"__all_sync", "__any_sync"},
      {"atomicMin", "atomicMax"},
      {"atomicAnd", "atomicOr", "atomicXor"},
      {"__low2half2", "__high2half2", "__lowhigh2highlow"},
      {"__low2half", "__high2half"},
      {"__low2float", "__high2float"},
      {"__lows2half2", "__highs2half2"},
      {"__hadd2", "__hsub2", "__hmul2", "__hmin2", "__hmax2"},
      {"__hadd", "__hsub", "__hmul", "__hmin", "__hmax"},
      {"__hlt", "__hle", "__hgt", "__hge"}};
  for (const Family& one : all)
    if (std::find(one.begin(), one.end(), name) != one.end()) return &one;
  return nullptr;
}

/// Rounds halves to even.
bool rounds_to_even(std::string_view name) {
  return is_one_of(name, {"rintf", "rint", "nearbyintf", "nearbyint", "lrintf", "lrint",
                          "__float2int_rn", "__double2int_rn"});
}

/// Where the length in bytes stands among the arguments; -1 in none.
int length_in(std::string_view name) {
  constexpr int kBehindTwo = 2;
  if (is_one_of(name, {"cudaMalloc", "cudaMallocAsync"})) return 1;
  return is_one_of(name, {"cudaMemcpy", "cudaMemcpyAsync", "cudaMemset", "cudaMemsetAsync",
                          "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "memcpy", "memset"})
             ? kBehindTwo
             : -1;
}

bool is_whole(const std::string& type) {
  return is_one_of(
      type, {"int", "unsigned", "size_t", "uint32_t", "int64_t", "ptrdiff_t", "long", "long long"});
}

}  // namespace

std::size_t CallEdits::end_of_template(std::size_t i) const {
  if (text(i) != "<") return 0;
  int depth = 0;
  for (; i < tokens_.size(); ++i) {
    if (is_one_of(text(i), {";", "{", "}", "&&", "||", "?", "=", "<<"})) return 0;
    if (text(i) == "<") ++depth;
    if (text(i) == ">" && --depth == 0) return i;
  }
  return 0;
}

std::string CallEdits::signature_of(std::size_t begin, std::size_t name, std::size_t close) const {
  std::string result;
  for (std::size_t i = begin; i < close; ++i) {
    const bool of_parameter = i > name && is_one_of(text(i + 1), {",", ")"});
    const bool named =
        of_parameter && tokens_[i].kind == TokenKind::identifier &&
        (tokens_[i - 1].kind == TokenKind::identifier || is_one_of(text(i - 1), {"*", "&", ">"}));
    if (i == name || named || is_one_of(text(i), {"static", "inline", "__restrict__", "const"}))
      continue;
    result.append(text(i)).append(" ");
  }
  return result;
}

void CallEdits::collect_functions() {
  std::size_t begin = 0, inside = 0, of_class = 0;
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
    if (i < inside) continue;
    // A class's own functions are called by other names than they have there.
    if (is_one_of(text(i - 1), {"struct", "class"}) && text(i + 1) == "{")
      of_class = closing(i + 1);
    if (is_one_of(text(i - 1), {";", "{", "}"})) begin = i;
    const bool type_before =
        tokens_[i - 1].kind == TokenKind::identifier || is_one_of(text(i - 1), {"*", "&", ">"});
    if (tokens_[i].kind != TokenKind::identifier || text(i + 1) != "(" || !type_before) continue;
    const std::size_t close = closing(i + 1);
    if (text(close + 1) != "{") continue;
    functions_.push_back({i, closing(close + 1), signature_of(begin, i, close), i < of_class});
    inside = functions_.back().close;
  }
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
    if (const std::size_t end = end_of_template(i + 1);
        tokens_[i].kind == TokenKind::identifier && end > i + 2)
      in_brackets_[std::string(text(i))].insert(plain_text(i + 2, end - 1));
}

bool CallEdits::is_in_function(std::size_t i) const {
  return std::any_of(functions_.begin(), functions_.end(),
                     [i](const Function& one) { return one.name < i && i < one.close; });
}

std::vector<std::string> CallEdits::like(std::size_t i) const {
  std::vector<std::string> names;
  const auto mine = std::find_if(functions_.begin(), functions_.end(),
                                 [&](const Function& one) { return text(one.name) == text(i); });
  if (mine != functions_.end() && !mine->member)
    for (const Function& one : functions_)
      // Known before it is called, and not calling itself.
      if (!one.member && one.close < i && text(one.name) != text(i) &&
          one.signature == mine->signature)
        names.emplace_back(text(one.name));
  if (const Family* family = family_of(text(i)); family != nullptr)
    for (const std::string_view one : *family)
      if (one != text(i)) names.emplace_back(one);
  if (names.size() > kMaxNames) names.resize(kMaxNames);
  return names;
}

bool CallEdits::find_called(std::size_t i, Called& called) const {
  called = {i, 0, i + 1, 0, 0, false};
  if (const std::size_t end = end_of_template(i + 1); end > 0) {
    called.less = i + 1;
    called.greater = end;
    called.arguments = end + 1;
  }
  if (text(called.arguments) == "<<" && text(called.arguments + 1) == "<") {
    called.launch = true;
    int depth = 0;
    for (; called.arguments < tokens_.size(); ++called.arguments) {
      if (is_one_of(text(called.arguments), {"(", "{"})) ++depth;
      if (is_one_of(text(called.arguments), {")", "}"})) --depth;
      if (depth == 0 && text(called.arguments) == ">" && text(called.arguments - 1) == ">>") break;
    }
    ++called.arguments;
  }
  if (text(called.arguments) != "(") return false;
  called.last = closing(called.arguments);
  if (called.last >= tokens_.size()) return false;
  while (called.first > 1 && text(called.first - 1) == "::") {
    called.first -= 2;
    if (text(called.first) == ">") called.first = name_before_arguments(called.first);
  }
  return !is_one_of(text(called.first - 1), {".", "->"});
}

std::size_t CallEdits::name_before_arguments(std::size_t greater) const {
  int depth = 0;
  for (std::size_t i = greater; i > 0; --i) {
    if (text(i) == ">") ++depth;
    if (text(i) == "<" && --depth == 0) return i - 1;
  }
  return greater;
}

std::string CallEdits::words_with(const Called& called, std::size_t name, const std::string& other,
                                  const std::string& in_brackets) const {
  std::string words;
  for (std::size_t i = called.first; i <= called.last; ++i) {
    if (i < name && other != text(name)) continue;  // std:: of another function
    if (i > called.less && i < called.greater) {
      if (i == called.less + 1) words.append(" ").append(in_brackets);
      continue;
    }
    // << and < of a launch, and its >> and >, are one word each.
    const bool joined =
        (text(i) == "<" && text(i - 1) == "<<") || (text(i) == ">" && text(i - 1) == ">>");
    words.append(joined ? "" : " ").append(i == name ? std::string_view(other) : text(i));
  }
  return words;
}

std::size_t CallEdits::label_before(std::size_t i) const {
  const bool returned = text(i - 1) == "return";
  const std::size_t colon = returned ? i - 2 : i - 1;
  return text(colon) == ":" && text(colon - 2) == "case" ? colon - 1 : 0;
}

void CallEdits::or_call(const Called& called, EditKind kind, const std::string& here,
                        const std::string& words) {
  if (!called.launch) {
    if (const int edit = add(kind, called.first, here, words); edit > 0)
      or_else({called.first, called.last}, edit, words);
    return;
  }
  // A launch is a statement.
  const bool starts = is_one_of(text(called.first - 1), {";", "{", "}", ":", ")", "else"});
  if (!starts || text(called.last + 1) != ";") return;
  if (const int edit = add(kind, called.first, here, words); edit > 0)
    wrap(called.first, called.last + 1,
         fmt::format("if (kit_edit::on({})) {{ {}; }} else ", edit, words), "");
}

void CallEdits::edit_call(std::size_t i, const NamesInScope& scope) {
  Called called;
  if (!usable_[i] || !find_called(i, called)) return;
  const std::string name(text(i));
  const bool in_template = called.less > 0;
  const std::string in_brackets =
      in_template ? plain_text(called.less + 1, called.greater - 1) : std::string();
  for (const std::string& other : like(i))
    or_call(called, EditKind::function, name, words_with(called, i, other, in_brackets));
  if (rounds_to_even(name) && arguments(called.arguments).size() == 1)
    or_call(called, EditKind::function, name,
            fmt::format("floor({} + 0.5)",
                        words_with({called.arguments + 1, called.last - 1}, i, name, {})));
  std::set<std::string> all_brackets = in_brackets_[name];
  if (const std::size_t label = label_before(called.first); label > 0)
    all_brackets.emplace(text(label));
  // What else a cast could be made to seldom fits.
  if (in_template && !name.ends_with("_cast"))
    for (const std::string& others : all_brackets)
      if (others != in_brackets)
        or_call(called, EditKind::function, fmt::format("{}<{}>", name, in_brackets),
                words_with(called, i, name, others));
  edit_length(i, called, scope);
}

void CallEdits::edit_extreme(std::size_t i, const char* name) {
  if (text(i + 1) != "(" || is_one_of(text(i - 1), {".", "->"})) return;
  const bool qualified = text(i - 1) == "::";
  if (qualified && text(i - 2) != "std") return;
  const int number = add(EditKind::operation, i, std::string(text(i)));
  if (number == 0) return;
  pieces_[i] = fmt::format("kit_edit::{}<{}>", name, number);
  if (qualified) pieces_[i - 1] = pieces_[i - 2] = "";
}

void CallEdits::edit_unsigned_limit(std::size_t i, const NamesInScope& scope) {
  const std::size_t open = limit_at(i);
  if (open == 0) return;
  const std::size_t close = closing(open), first = text(i - 1) == "::" ? i - 2 : i;
  std::string words;
  bool without_sign = false;
  for (std::size_t k = first; k <= close && close < tokens_.size(); ++k) {
    const std::string type = scope.type_of(text(k));
    const bool member = text(k + 1) == "." && is_one_of(text(k + 2), {"x", "y", "z"});
    const bool name = (is_whole(type) && !member) || (member && k + 2 < close);
    const bool number = tokens_[k].kind == TokenKind::number && text(k).back() == 'u';
    without_sign |= number || (name && type != "int");
    if (name) {
      words += fmt::format(" int({})", plain_text(k, member ? k + 2 : k));
      if (member) k += 2;
    } else {
      words.append(" ").append(number ? text(k).substr(0, text(k).size() - 1) : text(k));
    }
  }
  if (!without_sign || close >= tokens_.size()) return;
  const int edit = add(EditKind::no_sign, first, plain_text(first, close));
  if (edit > 0) or_else({first, close}, edit, words);
}

void CallEdits::edit_length(std::size_t i, const Called& called, const NamesInScope& scope) {
  const int place = length_in(text(i));
  const std::vector<Expression> all = arguments(called.arguments);
  if (place < 0 || all.size() <= std::size_t(place)) return;
  const Expression& length = all[std::size_t(place)];
  std::vector<std::string> names = whole_names(scope);
  names.insert(names.begin(), "int(sizeof(float))");
  extend(length.first, length.last, names, EditKind::length);
}

std::vector<std::string> CallEdits::whole_names(const NamesInScope& scope) {
  constexpr std::size_t kMost = 5;  // three edits each
  std::vector<std::string> names = scope.of_type("int");
  if (names.size() > kMost) names.resize(kMost);
  std::size_t constants = 0;
  for (const std::string& name : scope.of_type("int constant"))
    if (++constants <= 3) names.push_back(name);
  return names;
}

void CallEdits::edit_all_missing() {
  NamesInScope scope(tokens_);
  std::size_t limited = 0;  // the last token of the last call that limits a value
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    scope.visit(i);
    if (!usable_[i] || !has_room()) continue;
    edit_missing(i, scope);
    if (i < limited || limit_at(i) == 0) continue;
    edit_one_sided(i, scope);
    limited = closing(limit_at(i));
  }
}

void CallEdits::edit_one_sided(std::size_t i, const NamesInScope& scope) {
  const std::size_t close = closing(i + 1), first = text(i - 1) == "::" ? i - 2 : i;
  if (!is_one_of(text(i), {"min", "max"}) || close >= tokens_.size()) return;
  // With another limit inside it is limited on both sides.
  for (std::size_t k = i + 1; k < close; ++k)
    if (limit_at(k) > 0) return;
  const std::string here = plain_text(first, close), words = words_of({first, close});
  const auto offer = [&](const std::string& bound, const char* sign) {
    const int edit = add(EditKind::one_sided, first, here, bound);
    if (edit > 0)
      or_else({first, close}, edit,
              fmt::format("({0}) {2} ({1}) ? ({1}) : ({0})", words, bound, sign));
  };
  if (text(i) == "min") return offer("0", "<");
  // The image's extents are declared far away.
  constexpr std::size_t kMost = 16;
  std::vector<std::string> names = scope.of_type("int");
  if (names.size() > kMost) names.resize(kMost);
  for (const std::string& name : names) offer(name + " - 1", ">");
}

void CallEdits::edit_missing(std::size_t i, const NamesInScope& scope) {
  std::size_t last = 0;
  if (text(i) == "[" && ends_operand(i - 1)) {
    last = closing(i) - 1;
  } else if (text(i) == "=" && i > 0 && is_whole(scope.type_of(text(i - 1))) &&
             tokens_[i - 2].kind == TokenKind::identifier) {
    int depth = 0;
    for (last = i + 1; last < tokens_.size(); ++last) {
      if (is_one_of(text(last), {"(", "[", "{"})) ++depth;
      if (is_one_of(text(last), {")", "]", "}"}) && --depth < 0) return;
      if (depth == 0 && is_one_of(text(last), {";", ","})) break;
    }
    --last;
  }
  if (last <= i || last >= tokens_.size() || text(i + 1) == "{") return;
  extend(i + 1, last, whole_names(scope), EditKind::missing);
}

void CallEdits::extend(std::size_t first, std::size_t last, const std::vector<std::string>& names,
                       EditKind kind) {
  for (std::size_t i = first; i <= last; ++i)
    if (!usable_[i] && text(i) != "." && !is_one_of(text(i), {"x", "y", "z"})) return;
  const std::string here = plain_text(first, last);
  std::string list;
  int number = 0;
  for (const std::string& name : names)
    for (const char* sign : {"+", "-", "*"}) {
      const int edit = add(kind, first, here, fmt::format("{} {}", sign, name));
      if (edit == 0) return;
      if (number == 0) number = edit;
      if (*sign == '+') list += ", " + name;
    }
  if (number > 0) wrap(first, last, fmt::format("kit_edit::extended<{}>(", number), list + ")");
}

}  // namespace kit::repair
