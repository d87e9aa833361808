/// @file
/// A case's call with other values in its inputs, to learn more of a function whose output was
/// wrong.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "grader/judge/judge.hpp"
#include "grader/judge/session.hpp"

namespace kit::grader {

/// What the calls draw on.
struct ProbeSeeds {
  std::uint64_t order = 0, poison = 0;
};

/// Calls in a process of their own.
class OtherInputs {
 public:
  OtherInputs(const JudgePlan& plan, const Case& one, const ProbeSeeds& seeds);

  /// What the student's code makes of these inputs, by their index; the others stay as they were
  /// before. None if it does not return, or leaves a value unwritten or not finite.
  std::optional<Image<double>> ask(const std::map<std::size_t, Tensor>& inputs);

 private:
  Session session_;
  std::uint64_t poison_;
  double seconds_;
  Call call_;
};

}  // namespace kit::grader
