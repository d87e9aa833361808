/// @file
/// Edits of objects: another member, another object of its class, two of them exchanged.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/repair/grouping_edits.hpp"
#include "grader/repair/names_in_scope.hpp"

namespace kit::repair {

class MemberEdits : public GroupingEdits {
 public:
  using GroupingEdits::GroupingEdits;

 protected:
  /// Notes of each class which members the source names: of an object whose type is not written,
  /// those of that name. Comes first.
  void collect_members();
  /// `pole.b`, which may be another member of its. Token i is the member.
  void edit_member(std::size_t i, const NamesInScope& scope);
  /// `f(a, b.c)`, whose f is token i: a and b may stand in the other order.
  void exchange_in_call(std::size_t i, const NamesInScope& scope);
  /// `a[j * n + i]`, whose bracket is token `open`: i and j may be meant for one another.
  void exchange_in_subscript(std::size_t open, const NamesInScope& scope);
  /// Members of all objects in sight; whether their type fits knows the compiler.
  void add_members(std::vector<std::string>& names, const NamesInScope& scope) const;

  /// False for numbers, pointers, arrays and what is not written.
  static bool is_class(const std::string& type);
  bool is_assigned(std::size_t i) const;
  /// `a.b[0] = c` writes through a and b.
  bool is_written_through(std::size_t i) const;

  static constexpr std::size_t kMaxNames = 9;  ///< tried in place of one

 private:
  bool is_member_of(std::size_t i, const NamesInScope& scope) const;
  void exchange_names(const std::vector<Expression>& all, const std::string& here,
                      const NamesInScope& scope);
  std::string class_of(std::size_t object, const NamesInScope& scope) const;

  std::map<std::string, std::set<std::string>> members_;  ///< of each class
};

}  // namespace kit::repair
