/// @file
/// A source that makes many instances of a template, as one that makes a single one.
///
/// A kernel for each filter width, `launch<3>, launch<5>, launch<7> ...`, is as many functions for
/// the compiler, and with edits in each of them compiling takes minutes. A case needs one of them.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "grader/lab/suite.hpp"

namespace kit::repair {

/// The most instances that any template has in `source` by number alone: `f<3>` and `f<5>` are two,
/// `f<kTaps>` and `f<3, 5>` count for nothing. 1 if there is none.
std::size_t instances_in(const std::string& source);

/// The cases that need one instance, and a source that makes no other.
class OneInstance {
 public:
  /// Keeps the instance that `first` needs. None if there are fewer than three, or if its numbers
  /// (its scalars, and the extents of what it passes besides the image) do not say which.
  static std::optional<OneInstance> of(const std::string& source, const grader::Case& first);

  /// `f<n>` everywhere, with the same n.
  const std::string& source() const { return source_; }
  /// True for a case that has n among its numbers, and no other instance's. That it calls f<n> is
  /// presumed: fails_alike() tells.
  bool is_for(const grader::Case& one) const;

 private:
  std::string source_, kept_;
  std::set<std::string> numbers_;  ///< of all instances
};

}  // namespace kit::repair
