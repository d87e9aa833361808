/// @file
/// Edits of what is done too often: statements and conditions that lack a condition which stands
/// elsewhere in the file, such as the one for pixels outside of the image.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/repair/reset_edits.hpp"

namespace kit::repair {

class GuardEdits : public ResetEdits {
 public:
  using ResetEdits::ResetEdits;

 protected:
  /// Finds the conditions that there are. Comes before edits take tokens together.
  void collect_guards();
  /// What begins at token i, a statement or the condition of an if, with each of those whose names
  /// are known there, and with each variable that is true or false.
  void edit_guards(std::size_t i, const NamesInScope& scope);

 private:
  /// A condition, or a part of one.
  struct Guard {
    std::string text;
    std::vector<std::string> names = {};  ///< variables in it
    std::size_t token = 0;                ///< its first
  };

  void collect(const Expression& part);
  bool is_known(const Guard& guard, const NamesInScope& scope) const;
  /// Those of the function that token i is in, then those of others; none that is in the way.
  std::vector<std::string> guards_at(std::size_t i, const std::string& here,
                                     const NamesInScope& scope) const;

  std::vector<Guard> all_;
  std::vector<Statement> statements_;
  std::vector<std::pair<std::size_t, std::size_t>> bodies_;
};

}  // namespace kit::repair
