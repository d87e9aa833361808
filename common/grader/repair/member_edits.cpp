// Types are compared as they are written. What the compiler finds not to fit is no edit
// (kit_sim/edits.h), so that a type taken for another costs little.
#include "grader/repair/member_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "grader/repair/words.hpp"

namespace kit::repair {

using scan::TokenKind;

void MemberEdits::collect_members() {
  NamesInScope scope(tokens_);
  for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
    scope.visit(i);
    if (is_member_of(i + 2, scope) && text(i + 3) != "(")
      members_[class_of(i, scope)].insert(std::string(text(i + 2)));
  }
}

bool MemberEdits::is_member_of(std::size_t i, const NamesInScope& scope) const {
  return tokens_[i].kind == TokenKind::identifier && text(i - 1) == "." &&
         tokens_[i - 2].kind == TokenKind::identifier &&
         !is_one_of(text(i - 3), {".", "->", "::"}) && !scope.type_of(text(i - 2)).empty();
}

bool MemberEdits::is_class(const std::string& type) {
  return type.find('*') == std::string::npos && !type.ends_with("[]") &&
         !is_one_of(type, {"int", "float", "double", "unsigned", "size_t", "uint32_t",
                           "int constant", "bool", "dim3", "auto"});
}

void MemberEdits::add_members(std::vector<std::string>& names, const NamesInScope& scope) const {
  constexpr std::size_t kMaxMembers = 8;
  std::size_t count = 0;
  for (const auto& [type, members] : members_)
    if (is_class(type) && !type.starts_with("auto "))
      for (const std::string& object : scope.of_type(type))
        for (const std::string& member : members)
          if (scope.type_of(object) == type && ++count <= kMaxMembers)
            names.push_back(object + "." + member);
}

std::string MemberEdits::class_of(std::size_t object, const NamesInScope& scope) const {
  const std::string type = scope.type_of(text(object));
  return type == "auto" ? fmt::format("auto {}", text(object)) : type;
}

void MemberEdits::edit_member(std::size_t i, const NamesInScope& scope) {
  const std::size_t object = i - 2;
  if (!is_member_of(i, scope) || !usable_[object] || is_written_through(i) ||
      is_one_of(text(i + 1), {"(", ".", "->"}) || text(object - 1) == "&")
    return;
  const std::string name(text(object)), here = fmt::format("{}.{}", name, text(i));
  std::vector<std::string> others;
  for (const std::string& other : members_[class_of(object, scope)])
    if (other != text(i) && others.size() < kMaxNames) others.push_back(name + "." + other);
  // `bands.halo` where a parameter or variable belongs; what has another type is no edit.
  const auto add_plain = [&](const std::string& type) {
    constexpr std::size_t kMaxPlain = 4;
    std::vector<std::string> plain = scope.of_type(type);
    std::erase_if(plain, [&](const std::string& other) {
      return std::find(others.begin(), others.end(), other) != others.end();
    });
    if (plain.size() > kMaxPlain) plain.resize(kMaxPlain);
    others.insert(others.end(), plain.begin(), plain.end());
  };
  add_plain("int");
  add_plain("float");
  constexpr std::size_t kMaxTypes = 4;
  std::vector<std::string> types = scope.types();
  std::erase_if(types, [&](const std::string& type) {
    return !is_class(type) || type == class_of(object, scope);
  });
  if (types.size() > kMaxTypes) types.resize(kMaxTypes);
  for (const std::string& type : types) add_plain(type);
  if (others.empty()) return;
  pieces_[object] += fmt::format(".{}", text(i));
  pieces_[i - 1].clear();
  pieces_[i].clear();
  usable_[i - 1] = usable_[i] = false;
  choose(object, EditKind::variable, here, others);
}

bool MemberEdits::is_assigned(std::size_t i) const {
  return is_assignment(text(i + 1)) || is_one_of(text(i + 1), {"++", "--"});
}

bool MemberEdits::is_written_through(std::size_t i) const {
  while (is_one_of(text(i + 1), {".", "["})) {
    int depth = text(++i) == "[" ? 1 : 0;
    for (; depth > 0 && i + 1 < tokens_.size(); depth += text(i) == "["   ? 1
                                                         : text(i) == "]" ? -1
                                                                          : 0)
      ++i;
    if (text(i) == ".") ++i;
  }
  return is_assigned(i);
}

void MemberEdits::exchange_in_call(std::size_t i, const NamesInScope& scope) {
  const std::vector<Expression> all = arguments(i + 1);
  if (all.size() < 2 || is_one_of(text(i), {"if", "while", "for", "switch", "dim3"})) return;
  exchange_names(all, plain_text(i, all.back().last + 1), scope);
}

void MemberEdits::exchange_in_subscript(std::size_t open, const NamesInScope& scope) {
  const std::size_t last = closing(open);
  constexpr std::size_t kMinWords = 3;
  if (last < open + 1 + kMinWords || last >= tokens_.size()) return;
  exchange_names({{open + 1, last - 1}}, plain_text(open + 1, last - 1), scope);
}

void MemberEdits::exchange_names(const std::vector<Expression>& all, const std::string& here,
                                 const NamesInScope& scope) {
  constexpr std::size_t kMaxExchanges = 3;
  std::map<std::string, std::set<std::string>> names;  // by type
  for (std::size_t k = all.front().first; k <= all.back().last; ++k)
    if (usable_[k] && !is_one_of(text(k - 1), {".", "->", "::"}) && !scope.type_of(text(k)).empty())
      names[scope.type_of(text(k))].insert(std::string(text(k)));
  std::size_t count = 0;
  for (const auto& [type, of_type] : names)
    for (auto a = of_type.begin(); a != of_type.end(); ++a)
      for (auto b = std::next(a); b != of_type.end(); ++b)
        if (++count <= kMaxExchanges) turn(EditKind::exchange, all, *a, *b, here);
}

}  // namespace kit::repair
