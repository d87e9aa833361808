/// @file
/// Which variables of the elementary types a function may name at a place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scan/token.hpp"

namespace kit::repair {

/// A variable or parameter.
struct Name {
  std::string name;
  std::string type;  ///< "int", "const float*", or "int constant" of what is named kSo
};

/// Follows declarations and braces through a source's tokens, without comments. Declarations of
/// other types (auto, dim3, classes) are not seen.
class NamesInScope {
 public:
  explicit NamesInScope(const std::vector<scan::Token>& tokens) : tokens_(tokens) {}

  /// Goes on to this token; tokens are visited in their order.
  void visit(std::size_t index);

  /// True if the token is the name in a declaration, and so no use of it.
  bool declares(std::size_t index) const { return index == declared_; }
  /// The type of a visible name; empty if there is none of it.
  std::string type_of(std::string_view name) const;
  /// All names that can stand where one of this type does without changing the expression's type,
  /// the last that was declared first. Not the one whose declaration we are in.
  std::vector<std::string> of_type(std::string_view type) const;

 private:
  struct Declared : Name {
    int depth = 0;
    bool of_statement = false;  ///< of a for without braces: ends with its statement
  };

  void declare(std::size_t index);
  void close_scope();

  const std::vector<scan::Token>& tokens_;
  std::vector<Declared> visible_;
  std::size_t declared_ = std::size_t(-1);
  std::string_view being_declared_;
  std::string last_type_;  ///< of the declaration that we are in; empty in none
  int braces_ = 0, parentheses_ = 0, template_ = 0;
  int last_parentheses_ = 0;  ///< where that declaration stands
};

}  // namespace kit::repair
