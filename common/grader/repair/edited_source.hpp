/// @file
/// A source whose tokens get other texts, and may be followed or preceded by something: what all
/// kinds of edits share, and the edits of whole conditions and statements.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grader/repair/statements.hpp"
#include "grader/repair/switched_source.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {

class EditedSource {
 public:
  /// Lines in `without` get no edits. `source` has to outlive this.
  EditedSource(const std::string& source, const std::set<int>& without);

 protected:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  bool ends_operand(std::size_t i) const;
  /// The bracket that closes the one at `open`; the number of tokens if none does.
  std::size_t closing(std::size_t open) const;
  std::string plain_text(std::size_t first, std::size_t last) const;

  /// The number of a new edit; 0 if there is no room for more.
  int add(EditKind kind, std::size_t i, std::string here, std::string there = {});
  /// False if the room for edits is left to what is done last.
  bool has_room() const { return edits_.size() < kMaxEdits * 2 / 3; }
  /// The edits so far, to be marked.
  std::vector<Edit>& edits() { return edits_; }
  /// Alternatives to an expression: `others`, each an edit. Their numbers are consecutive.
  void choose(std::size_t i, EditKind kind, const std::string& here,
              const std::vector<std::string>& others, const char* pick = "pick");

  /// Puts something round the tokens [first, last]. What is put round fewer tokens comes to stand
  /// within what is put round more, whichever was first.
  void wrap(std::size_t first, std::size_t last, std::string before, std::string after);

  /// Each condition may be another one as a whole, or lack a part.
  void edit_conditions();
  /// `break`, `continue` or a loop's `return`, which is token i: another one of them.
  void edit_jump(std::size_t i);
  /// Each statement may be left out, or come after the next one of its block, or after the last or
  /// before the first of those that follow one another there.
  void guard_statements();
  /// What has come of it; comes last.
  SwitchedSource finish();

  std::vector<scan::Token> tokens_;
  std::vector<std::string> pieces_, before_, after_;  ///< of each token
  std::vector<std::string> earlier_;                  ///< what may come before its statement
  std::vector<std::string> guards_;                   ///< what else its statement asks
  std::vector<bool> usable_, condition_;
  std::vector<Loop> loops_;

  const std::vector<Condition>& conditions() const { return conditions_; }

 private:
  bool is_in_switch(std::size_t i) const;
  /// False for a function of constants, and for braces that are a type's.
  bool may_have_mark(std::size_t open) const;
  /// Of each token whether it stands in an `(a + b - 1) / b`, which is right as it is.
  void find_rounding_up();
  /// True if an edit is within these braces.
  bool has_edits(std::size_t open, std::size_t close) const;
  /// Lets functions without edits be noted when the program comes to them.
  std::vector<Lines> mark_functions();
  /// Where the declaration of the function with this body begins, behind its `template <...>`.
  std::size_t declaration_of(std::size_t open) const;
  /// Keeps the device's functions that have edits from being compiled anew wherever they are
  /// called: with hundreds of edits that takes seconds each time.
  void keep_apart();
  void edit_condition(const Condition& one);
  /// && for ||, or the other way round; == for && and != for ||.
  void join_otherwise(const Condition& one);
  void join_by(const Condition& one, const std::vector<std::size_t>& joints, const char* there);
  std::string copy_of(const Statement& one) const;
  void put_wraps();
  std::string assembled() const;

  struct Wrap {
    std::size_t first = 0, last = 0;
    std::string before, after;
  };

  const std::string& source_;
  scan::Scan scan_;
  std::vector<Condition> conditions_;
  std::vector<bool> rounds_up_;
  std::vector<Edit> edits_;
  std::vector<Wrap> wraps_;
};

}  // namespace kit::repair
