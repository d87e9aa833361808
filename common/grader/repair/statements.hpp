/// @file
/// Statements, loops and conditions of a source, found among its tokens without a parser.
#pragma once

#include <cstddef>
#include <vector>

#include "scan/token.hpp"

namespace kit::repair {

/// A statement that is an expression.
struct Statement {
  std::size_t begin = 0, end = 0;  ///< tokens; the last is its ;
  int block = 0;                   ///< statements of one block, with nothing between, share this
  bool alone = false;              ///< the whole body of an if, else or loop
};

/// What stands in an if's parentheses.
struct Condition {
  std::size_t open = 0, close = 0;        ///< the parentheses' tokens
  std::vector<std::size_t> conjunctions;  ///< the && that join its parts, if nothing else does
};

/// A for or while with braces.
struct Loop {
  std::size_t keyword = 0, open = 0, close = 0;  ///< tokens: of the body the braces
};

/// `tokens` are a source's, without comments and directives; of each, `usable` says whether it may
/// be changed. Statements with others are left out, and declarations, jumps and the like.
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
