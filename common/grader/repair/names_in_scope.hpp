/// @file
/// Which variables a function may name at a place.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scan/token.hpp"

namespace kit::repair {

/// A variable or parameter.
struct Name {
  std::string name;
  std::string type;  ///< "int", "const float*", "State", "float[]", "auto", "int constant" of kSo
};

/// Follows declarations and braces through a source's tokens, without comments. Two words in a row
/// declare something, and so does `Type* name` where Type is no variable's name.
class NamesInScope {
 public:
  explicit NamesInScope(const std::vector<scan::Token>& tokens) : tokens_(tokens) {}

  /// Goes on to this token; tokens are visited in their order.
  void visit(std::size_t index);

  /// True if the token is the name in a declaration, and so no use of it.
  bool declares(std::size_t index) const { return index == declared_; }
  /// True if the token declares a variable in a block of a function, and one of this name and type
  /// outside of the block is hidden by it.
  bool hides(std::size_t index) const { return declares(index) && is_hiding(text(index)); }
  /// True if what is visible under this name hides another one of its type in the same function.
  bool is_hiding(std::string_view name) const;
  /// The type of a visible name; empty if there is none of it.
  std::string type_of(std::string_view name) const;
  /// All names that can stand where one of this type does without changing the expression's type,
  /// the last that was declared first; then those of which only the compiler knows, since they or
  /// this one are auto. Not the one whose declaration we are in.
  std::vector<std::string> of_type(std::string_view type) const;
  /// The types of all visible names, that of the last declared first.
  std::vector<std::string> types() const;

 private:
  struct Depths {
    int braces = 0, parentheses = 0;
  };
  struct Declared : Name {
    int depth = 0;
    bool of_statement = false;        ///< of a for without braces: ends with its statement
    std::optional<Depths> open = {};  ///< where its declaration stands, as long as we are in it
  };

  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  void declare(std::size_t index);
  /// What begins at `index` may be a declaration's type.
  void declare_elementary(std::size_t index);
  void declare_class(std::size_t index);
  /// The name is what follows stars and the like, from `at` on.
  void declare_behind(std::size_t index, std::size_t at, std::string type);
  void close_scope();

  const std::vector<scan::Token>& tokens_;
  std::vector<Declared> visible_;
  std::size_t declared_ = std::size_t(-1);
  std::string last_type_;  ///< of the declaration that we are in; empty in none
  std::vector<bool>
      open_;  ///< of each open brace, whether it is that of a namespace without a name
  int braces_ = 0, parentheses_ = 0, template_ = 0;
  int last_parentheses_ = 0;  ///< where that declaration stands
};

}  // namespace kit::repair
