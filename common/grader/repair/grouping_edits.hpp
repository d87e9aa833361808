/// @file
/// Edits of what belongs together: brackets that close too early or too late, tests that are made
/// only where the one before them failed.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "grader/repair/expression_edits.hpp"

namespace kit::repair {

class GroupingEdits : public ExpressionEdits {
 public:
  using ExpressionEdits::ExpressionEdits;

 protected:
  /// `a + b * c` may be `(a + b) * c`, or the other way round; `row[x] + i` may be `row[x + i]`.
  /// Not in the lines `plain`, where types have not fitted.
  void edit_brackets(const std::set<int>& plain);
  /// `if (...) {...} else if (...) {...}`: both may be meant to be tested.
  void edit_else();
  /// `if (...) return;` before other work: only one statement behind it may be meant.
  void edit_early_returns();

  /// The last token of the statement that begins at token i, with what else belongs to an if.
  std::size_t end_of_statement(std::size_t i) const;

 private:
  /// The operands and operators that stand between two brackets, commas or comparisons.
  struct Sum {
    Expression whole;
    std::vector<std::size_t> operators;  ///< + - * / %
  };
  /// The one that begins at token i; without operators if it is none.
  Sum sum_at(std::size_t i) const;
  /// The same words with a bracket before one token and behind another, or without two.
  void group(const Sum& sum, std::size_t first, std::size_t last);
  void ungroup(const Sum& sum, std::size_t open, std::size_t close);
  void edit_sum(const Sum& sum);
  void edit_subscript(std::size_t open);
  /// `int(a) * b` may be `int(a * b)`, and the other way round; so may what other functions of one
  /// argument are given. `open` is the bracket behind the name.
  void edit_argument(std::size_t open);
  void edit_early_return(std::size_t keyword, std::size_t body);
};

}  // namespace kit::repair
