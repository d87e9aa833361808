// Without a parser: a declaration is a word for a type, then stars, then a name and what may follow
// one. What is taken for a declaration by mistake, or overlooked, costs an edit that does not
// compile, or one that is not tried.
#include "grader/repair/names_in_scope.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kit::repair {
namespace {

using scan::Token;
using scan::TokenKind;

constexpr std::array<std::string_view, 16> kIntegers = {
    "int",     "unsigned", "short",   "long",     "size_t",   "ptrdiff_t", "char",      "signed",
    "uint8_t", "int8_t",   "int32_t", "uint32_t", "uint64_t", "int64_t",   "ptrdiff_t", "uint16_t"};

bool is_integer(std::string_view word) {
  return std::find(kIntegers.begin(), kIntegers.end(), word) != kIntegers.end();
}
bool is_float(std::string_view word) {
  return word == "float" || word == "double";
}
bool is_qualifier(std::string_view word) {
  return word == "const" || word == "__restrict__" || word == "volatile";
}

bool may_follow_name(std::string_view text) {
  constexpr std::array<std::string_view, 7> kAll = {"=", ";", ",", ")", "[", "{", ":"};
  return std::find(kAll.begin(), kAll.end(), text) != kAll.end();
}

/// kRadius: what the compiler knows, which is no loop's variable.
bool is_constant_name(std::string_view name) {
  return name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z';
}

}  // namespace

void NamesInScope::declare(std::size_t index) {
  const bool inside = parentheses_ > 0 || template_ > 0;
  visible_.push_back(
      {{std::string(tokens_[index].text), last_type_}, braces_ + (inside ? 1 : 0), inside});
  declared_ = index;
  being_declared_ = tokens_[index].text;
}

void NamesInScope::close_scope() {
  std::erase_if(visible_, [&](const Declared& one) { return one.depth > braces_; });
}

void NamesInScope::visit(std::size_t index) {
  const Token& token = tokens_[index];
  const auto text_at = [&](std::size_t at) {
    return at < tokens_.size() ? tokens_[at].text : std::string_view();
  };
  if (token.is("<") && (template_ > 0 || text_at(index - 1) == "template")) ++template_;
  if (token.is(">") && template_ > 0) --template_;
  if (token.is("(")) ++parentheses_;
  if (token.is(")")) --parentheses_;
  if (token.is("{")) {
    ++braces_;
    // What the parentheses before this brace declare lives as long as the block.
    for (Declared& one : visible_)
      if (one.depth >= braces_) one.of_statement = false;
  }
  if (token.is("}")) {
    --braces_;
    close_scope();
  }
  if (token.is(";") && parentheses_ == 0) {
    std::erase_if(visible_, [](const Declared& one) { return one.of_statement; });
    last_type_.clear();
  }
  if (token.is("{") || token.is("}")) last_type_.clear();
  if (index > declared_ && parentheses_ <= last_parentheses_ && (token.is(",") || token.is(";")))
    being_declared_ = {};
  if (token.kind != TokenKind::identifier) return;
  if (!last_type_.empty() && index > 0 && tokens_[index - 1].is(",") &&
      parentheses_ == last_parentheses_ && !is_integer(token.text) && !is_float(token.text) &&
      !is_qualifier(token.text) && may_follow_name(text_at(index + 1)) && declared_ != index) {
    declare(index);
    return;
  }
  if (!is_integer(token.text) && !is_float(token.text)) return;
  // Only the first word of a type goes on to the name.
  if (index > 0 && (is_integer(text_at(index - 1)) || is_float(text_at(index - 1)))) return;
  const bool constant =
      index > 0 && (text_at(index - 1) == "const" ||
                    (text_at(index - 1) == "::" && text_at(index - 3) == "const"));
  std::string type(token.text), stars;
  std::size_t at = index + 1;
  for (; is_integer(text_at(at)) || is_qualifier(text_at(at)) || text_at(at) == "*" ||
         text_at(at) == "&";
       ++at) {
    if (is_integer(text_at(at))) type += std::string(" ").append(text_at(at));
    if (text_at(at) == "*") stars += "*";
  }
  if (at >= tokens_.size() || tokens_[at].kind != TokenKind::identifier ||
      !(may_follow_name(text_at(at + 1)) || (template_ > 0 && text_at(at + 1) == ">")) ||
      is_float(text_at(at)))
    return;
  if (!stars.empty())
    type = (constant ? "const " : "") + type + stars;
  else if (is_constant_name(text_at(at)))
    type += " constant";
  last_type_ = type;
  last_parentheses_ = parentheses_;
  declare(at);
}

std::string NamesInScope::type_of(std::string_view name) const {
  const auto last = std::find_if(visible_.rbegin(), visible_.rend(),
                                 [&](const Declared& one) { return one.name == name; });
  return last == visible_.rend() ? "" : last->type;
}

std::vector<std::string> NamesInScope::of_type(std::string_view type) const {
  const auto fits = [&](const std::string& other) {
    return other == type || (type.starts_with("const ") && type.substr(6) == other);
  };
  std::vector<std::string> names;
  for (std::size_t n = visible_.size(); n-- > 0;) {
    const Declared& one = visible_[n];
    if (std::find(names.begin(), names.end(), one.name) != names.end()) continue;
    if (fits(one.type) && type_of(one.name) == one.type && one.name != being_declared_)
      names.push_back(one.name);
  }
  return names;
}

}  // namespace kit::repair
