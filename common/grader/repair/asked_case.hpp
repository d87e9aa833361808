/// @file
/// One case asked of a changed program: is it right now?
#pragma once

#include <cstdint>

#include "grader/judge/judge.hpp"

namespace kit::repair {

struct AskedCase {
  bool right = false;      ///< the output, and nothing else was written or changed
  bool timed_out = false;  ///< and stopped
  std::size_t wrong = 0;   ///< values beyond the tolerance, if it returned
  bool returned = false;
  bool harmed = false;  ///< the observed simulator has found something that harms results
};

/// `call` is the case's, with what is changed.
AskedCase ask(grader::Session& session, const grader::Case& one, const grader::Call& call,
              std::uint64_t poison_seed, double seconds);

}  // namespace kit::repair
