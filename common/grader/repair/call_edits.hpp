/// @file
/// Edits of calls: another function of the same signature, other arguments in <>, longer lengths;
/// and terms and factors that may be missing.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/repair/member_edits.hpp"
#include "grader/repair/names_in_scope.hpp"

namespace kit::repair {

class CallEdits : public MemberEdits {
 public:
  using MemberEdits::MemberEdits;

 protected:
  /// Notes which functions the source defines, and which arguments stand in <> behind their names.
  /// Comes first.
  void collect_functions();
  bool is_in_function(std::size_t i) const;
  /// Token i may be the name of what is called or launched.
  void edit_call(std::size_t i, const NamesInScope& scope);
  /// The smaller of two values, or the larger: min() for max(), which token i is.
  void edit_extreme(std::size_t i, const char* name);
  /// `max(x, 0u)` of what has no sign, whose max is token i: as if it had one.
  void edit_unsigned_limit(std::size_t i, const NamesInScope& scope);
  /// In subscripts and whole numbers a term or a factor may be missing.
  void edit_all_missing();

 private:
  struct Function {
    std::size_t name = 0, close = 0;  ///< tokens; close ends its body
    std::string signature;            ///< all that stands before the body but the names
    bool member = false;              ///< of a class
  };
  /// A call's or launch's tokens: name, <...>, <<<...>>>, (...).
  struct Called {
    std::size_t first = 0, last = 0;    ///< with std:: before it
    std::size_t arguments = 0;          ///< the bracket that opens them
    std::size_t less = 0, greater = 0;  ///< of <...>; 0 if there is none
    bool launch = false;
  };

  /// The > that ends template arguments, whose < is token i; 0 if it is none.
  std::size_t end_of_template(std::size_t i) const;
  /// The name before template arguments that end with the > at `greater`; else `greater`.
  std::size_t name_before_arguments(std::size_t greater) const;
  bool find_called(std::size_t i, Called& called) const;
  std::string signature_of(std::size_t begin, std::size_t name, std::size_t close) const;
  std::vector<std::string> like(std::size_t i) const;
  /// The call with `name` and `in_brackets` in place of what stands there.
  std::string words_with(const Called& called, std::size_t name, const std::string& other,
                         const std::string& in_brackets) const;
  /// The value of the `case` that leads to what begins at token i; 0 if there is none.
  std::size_t label_before(std::size_t i) const;
  void or_call(const Called& called, EditKind kind, const std::string& here,
               const std::string& words);
  /// `[i]`, whose bracket is token i, and `int n = m;`, whose = it is.
  void edit_missing(std::size_t i, const NamesInScope& scope);
  /// `min(a, b)` and `max(a, 0)`, whose name is token i: values that may lack the other limit.
  void edit_one_sided(std::size_t i, const NamesInScope& scope);
  /// Names that may be missing as a factor or term in whole numbers.
  static std::vector<std::string> whole_names(const NamesInScope& scope);
  void edit_length(std::size_t i, const Called& called, const NamesInScope& scope);
  void extend(std::size_t first, std::size_t last, const std::vector<std::string>& names,
              EditKind kind);

  std::vector<Function> functions_;
  std::map<std::string, std::set<std::string>> in_brackets_;  ///< of each name
};

}  // namespace kit::repair
