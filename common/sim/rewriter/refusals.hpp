/// @file
/// What the simulator does not have and only the source's words tell: refused by its name, with
/// what to write instead. Headers that are not there are named by common/tools/compile.
#pragma once

#include <cstddef>
#include <vector>

#include "source.hpp"

namespace kit::rewriter {

/// Looks at the tokens of a file one after another.
class Refusals {
 public:
  explicit Refusals(const Source& source) : source_(source) {}
  /// Throws SyntaxError if token i begins something that is refused.
  void look_at(std::size_t i);

 private:
  void track(std::size_t i);
  bool is_student(std::size_t i) const { return !source_.place(i).in_system_header; }

  const Source& source_;
  std::vector<bool> device_;  ///< of each open brace: whether it is in device code
  bool declared_ = false;     ///< this declaration has been called __device__ or __global__
};

}  // namespace kit::rewriter
