/// @file
/// Edits of whole expressions: what a student means for the other direction, and the extents of a
/// grid.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grader/repair/edited_source.hpp"

namespace kit::repair {

class ExpressionEdits : public EditedSource {
 public:
  using EditedSource::EditedSource;

 protected:
  /// What is assigned may be meant for the other direction: x for y and y for x all over it.
  void edit_directions();
  /// `min(max(a, 0), n)`: the value may not have to be limited.
  void edit_limits();
  /// `dim3 grid(a, b)` and `dim3(a, b)`, whose dim3 is token i: the two may stand in the other
  /// order, be meant for the other direction, or lack a third extent behind them, one of `names`
  /// or 2. In a kernel's host code they may also be the blocks, each one of `shapes`, that cover
  /// width and height.
  void edit_extents(std::size_t i, std::vector<std::string> names,
                    const std::vector<std::string>& shapes);

  /// Tokens.
  struct Expression {
    std::size_t first = 0, last = 0;
  };
  /// The arguments of the call or initialiser whose bracket opens at token `open`, in their order;
  /// none if there is no bracket.
  std::vector<Expression> arguments(std::size_t open) const;
  /// One edit for all expressions: b where a stands and the other way round.
  void turn(EditKind kind, const std::vector<Expression>& all, std::string_view a,
            std::string_view b, const std::string& here);

  /// The bracket that opens behind a name of a function that limits; 0 if token i is none.
  std::size_t limit_at(std::size_t i) const;
  /// `here` in no edit, `other` in this one.
  void or_else(const Expression& here, int edit, const std::string& other);
  /// Its words, in one line.
  std::string words_of(const Expression& one) const;

 private:
  /// Whether the name before `=` is a column's and its value up to token `end` lies along y, or the
  /// other way round.
  bool is_crossed(std::size_t equals, std::size_t end) const;
  /// turn() for both directions. A single x or y has edits of its own.
  void turn_directions(const std::vector<Expression>& all, const std::string& here);
  void edit_grid(const std::vector<Expression>& extents, const std::string& here,
                 const std::vector<std::string>& names, const std::vector<std::string>& shapes);
  /// What is limited by the call whose bracket is token `open`, and within it again.
  Expression limited(std::size_t open) const;
};

}  // namespace kit::repair
