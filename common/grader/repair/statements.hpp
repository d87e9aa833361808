/// @file
/// Statements, loops and conditions of a source, found among its tokens without a parser.
#pragma once

#include <cstddef>
#include <vector>

#include "scan/token.hpp"

namespace kit::repair {

/// A statement that is an expression or declares variables.
struct Statement {
  std::size_t begin = 0, end = 0;  ///< tokens; the last is its ;
  int block = 0;                   ///< statements of one block, with nothing between, share this
  bool alone = false;              ///< the whole body of an if, else or loop
  bool declares = false;           ///< cannot be left out or moved; others may pass it
};

/// What stands in an if's parentheses, or before a ?.
struct Condition {
  std::size_t open = 0, close = 0;             ///< the tokens around it
  std::vector<std::size_t> conjunctions = {};  ///< the && that join its parts, if nothing else does
  std::vector<std::size_t> disjunctions = {};  ///< or the ||
  bool has_name = false;                       ///< `const bool inside = a && b;`
};

/// A for or while with braces.
struct Loop {
  std::size_t keyword = 0, open = 0, close = 0;  ///< tokens: of the body the braces
};

/// `tokens` are a source's, without comments and directives; of each, `usable` says whether it may
/// be changed. Expressions with others are left out, and jumps and the like.
std::vector<Statement> find_statements(const std::vector<scan::Token>& tokens,
                                       const std::vector<bool>& usable);

/// Those that declare or assign nothing.
std::vector<Condition> find_conditions(const std::vector<scan::Token>& tokens,
                                       const std::vector<bool>& usable);

std::vector<Loop> find_loops(const std::vector<scan::Token>& tokens,
                             const std::vector<bool>& usable);

/// =, += and the like.
bool is_assignment(std::string_view text);

}  // namespace kit::repair
