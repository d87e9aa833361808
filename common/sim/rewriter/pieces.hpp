/// @file
/// A source as the pieces that stand outside of functions' bodies.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "source.hpp"

namespace kit::rewriter {

/// A declaration, a function with its body, or what opens or closes a namespace or a type.
struct Piece {
  std::size_t begin = 0, end = 0;  ///< tokens [begin, end)
  /// Of a function with a body: its braces; else both are `end`.
  std::size_t open = 0, close = 0;
  std::string key;                                            ///< the tokens without the body
  bool in_type = false;                                       ///< a member of a class
  bool function = false, on_device = false, on_host = false;  ///< as declared; no qualifier: host
  bool has_body() const { return open != close; }
};

/// The pieces, in their order; together they are all tokens.
std::vector<Piece> pieces(const Source& source);

}  // namespace kit::rewriter
