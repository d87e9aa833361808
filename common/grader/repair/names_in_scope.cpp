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

/// auto, and the names of classes: Complex, dim3. What a launch or jump begins with is none.
bool may_be_class(const Token& token) {
  constexpr std::array<std::string_view, 38> kOthers = {
      "return",     "else",         "case",     "new",      "delete",     "sizeof",     "typename",
      "goto",       "using",        "struct",   "class",    "enum",       "union",      "namespace",
      "template",   "public",       "private",  "static",   "extern",     "inline",     "constexpr",
      "const",      "volatile",     "operator", "throw",    "if",         "do",         "while",
      "for",        "switch",       "break",    "continue", "__global__", "__device__", "__host__",
      "__shared__", "__constant__", "void"};
  return token.kind == TokenKind::identifier &&
         std::find(kOthers.begin(), kOthers.end(), token.text) == kOthers.end();
}

/// A declaration may begin behind it.
bool may_precede_type(std::string_view text) {
  constexpr std::array<std::string_view, 14> kAll = {
      "",       ";",         "{",          "}",  "(",        ",", "const",
      "static", "constexpr", "__shared__", "::", "volatile", ">", "__constant__"};
  return std::find(kAll.begin(), kAll.end(), text) != kAll.end();
}

/// What no template's arguments hold.
bool is_end_of_arguments(std::string_view text) {
  constexpr std::array<std::string_view, 8> kAll = {";", "{", "}", "(", ")", "&&", "||", "="};
  return std::find(kAll.begin(), kAll.end(), text) != kAll.end();
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
  std::string type = last_type_ + (text(index + 1) == "[" ? "[]" : "");
  // An array whose length is not known cannot be passed on.
  if (text(index + 1) == "[" && text(index + 2) == "]") type.clear();
  visible_.push_back({{std::string(text(index)), type},
                      braces_ + (inside ? 1 : 0),
                      inside,
                      Depths{braces_, parentheses_}});
  declared_ = index;
}

void NamesInScope::close_scope() {
  std::erase_if(visible_, [&](const Declared& one) { return one.depth > braces_; });
}

void NamesInScope::visit(std::size_t index) {
  const Token& token = tokens_[index];
  if (token.is("<") && (template_ > 0 || text(index - 1) == "template")) ++template_;
  if (token.is(">") && template_ > 0 && --template_ == 0)
    for (Declared& one : visible_) one.open.reset();
  if (token.is("(")) ++parentheses_;
  if (token.is(")")) --parentheses_;
  if (token.is("{")) {
    open_.push_back(text(index - 1) == "namespace");
    // What a namespace without a name declares is known after it, too.
    if (!open_.back()) ++braces_;
    // What the parentheses before this brace declare lives as long as the block.
    for (Declared& one : visible_)
      if (one.depth >= braces_) one.of_statement = false;
  }
  if (token.is("}")) {
    const bool of_namespace = !open_.empty() && open_.back();
    if (!open_.empty()) open_.pop_back();
    if (!of_namespace) --braces_;
    close_scope();
  }
  if (token.is(";") && parentheses_ == 0) {
    std::erase_if(visible_, [](const Declared& one) { return one.of_statement; });
    last_type_.clear();
  }
  if (token.is("{") || token.is("}")) last_type_.clear();
  if (token.is(",") || token.is(";") || token.is(")"))
    for (Declared& one : visible_)
      if (one.open && braces_ <= one.open->braces &&
          parentheses_ + (token.is(")") ? 1 : 0) <= one.open->parentheses)
        one.open.reset();
  if (token.kind != TokenKind::identifier) return;
  if (!last_type_.empty() && index > 0 && tokens_[index - 1].is(",") &&
      parentheses_ == last_parentheses_ && !is_integer(token.text) && !is_float(token.text) &&
      !is_qualifier(token.text) && may_follow_name(text(index + 1)) && declared_ != index) {
    declare(index);
    return;
  }
  if (is_integer(token.text) || is_float(token.text))
    declare_elementary(index);
  else
    declare_class(index);
}

void NamesInScope::declare_elementary(std::size_t index) {
  // Only the first word of a type goes on to the name.
  if (index > 0 && (is_integer(text(index - 1)) || is_float(text(index - 1)))) return;
  std::string type(tokens_[index].text);
  std::size_t at = index + 1;
  for (; is_integer(text(at)); ++at) type += std::string(" ").append(text(at));
  declare_behind(index, at, std::move(type));
}

void NamesInScope::declare_class(std::size_t index) {
  const Token& token = tokens_[index];
  if (!may_be_class(token) || is_constant_name(token.text) || !type_of(token.text).empty()) return;
  if (index > 0 && !may_precede_type(text(index - 1))) return;
  std::string type(token.text);
  std::size_t at = index + 1;
  if (text(at) == "<") {
    int depth = 0;
    do {
      if (text(at) == "<") ++depth;
      if (text(at) == ">") --depth;
      const bool argument = at < tokens_.size() && !is_end_of_arguments(text(at));
      if (!argument) return;
      type += text(at++);
    } while (depth > 0);
  }
  // `a * b` behind a > is a product.
  if (index > 0 && text(index - 1) == ">" && text(at) == "*") return;
  declare_behind(index, at, std::move(type));
}

void NamesInScope::declare_behind(std::size_t index, std::size_t at, std::string type) {
  const bool constant = index > 0 && (text(index - 1) == "const" ||
                                      (text(index - 1) == "::" && text(index - 3) == "const"));
  std::string stars;
  for (; is_integer(text(at)) || is_qualifier(text(at)) || text(at) == "*" || text(at) == "&"; ++at)
    if (text(at) == "*") stars += "*";
  if (at >= tokens_.size() || !may_be_class(tokens_[at]) ||
      !(may_follow_name(text(at + 1)) || (template_ > 0 && text(at + 1) == ">")) ||
      is_float(text(at)))
    return;
  if (!stars.empty())
    type = (constant ? "const " : "") + type + stars;
  else if (is_constant_name(text(at)))
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

bool NamesInScope::is_hiding(std::string_view name) const {
  const auto last = std::find_if(visible_.rbegin(), visible_.rend(),
                                 [&](const Declared& one) { return one.name == name; });
  return std::any_of(last, visible_.rend(), [&](const Declared& one) {
    return one.name == name && one.type == last->type && one.depth > 0 && one.depth < last->depth;
  });
}

std::vector<std::string> NamesInScope::types() const {
  std::vector<std::string> all;
  for (std::size_t n = visible_.size(); n-- > 0;)
    if (std::find(all.begin(), all.end(), visible_[n].type) == all.end())
      all.push_back(visible_[n].type);
  return all;
}

std::vector<std::string> NamesInScope::of_type(std::string_view type) const {
  std::vector<std::string> names;
  const auto add = [&](const auto& fits) {
    for (std::size_t n = visible_.size(); n-- > 0;) {
      const Declared& one = visible_[n];
      if (std::find(names.begin(), names.end(), one.name) != names.end()) continue;
      if (fits(one.type) && type_of(one.name) == one.type && !one.open) names.push_back(one.name);
    }
  };
  add([&](const std::string& other) {
    return other == type || (type.starts_with("const ") && type.substr(6) == other);
  });
  // Of auto, the compiler knows whether it fits.
  add([&](const std::string& other) { return other == "auto" || type == "auto"; });
  return names;
}

}  // namespace kit::repair
