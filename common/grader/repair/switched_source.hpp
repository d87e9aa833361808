/// @file
/// A source in which many small edits lie ready, one of which can be put in force while it runs.
///
/// Mistakes are often one wrong word: `<` for `<=`, `i` for `j`, `=` for `+=`, a barrier one line
/// too late. Whether another word would mend all failing cases can be tried. Compiling each edit
/// would take minutes; so all are compiled at once, after the "mutant schemata" of Untch, Offutt
/// and Harrold (Mutation Analysis Using Mutant Schemata, ISSTA 1993), and a number chooses.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace kit::repair {

/// What is changed; those that mend a mistake by luck come last.
enum class EditKind {
  sign,          ///< + for -
  assignment,    ///< = for +=
  number,        ///< one more or less, twice or half of it, the last lane or item for the first
  comparison,    ///< < for <=
  thread_index,  ///< blockIdx.x or threadIdx.y for threadIdx.x
  exchange,      ///< of two arguments or subscripts
  variable,      ///< another one of its type
  function,      ///< another one of its signature or family, or with other arguments in <>
  length,        ///< in bytes, with another factor or term
  extent,        ///< a third one of dim3
  directions,    ///< x for y and y for x, or width and height, in a whole expression
  grid,          ///< as many blocks as cover the image
  surplus,       ///< a or b for a + b, a for a * b, 1 for a / b
  no_sign,       ///< signed values for unsigned ones, in a limit
  limit,         ///< a for min(a, b)
  one_sided,     ///< max(min(a, b), 0) for min(a, b)
  operation,     ///< / for *, max for min
  mask,          ///< a % (b + 1) for a & b
  brackets,      ///< (a + b) * c for a + b * c, row[x + i] for row[x] + i
  round_up,      ///< (a + b - 1) / b for a / b
  reset,         ///< a variable gets its first value again at the start of a loop's body
  held,          ///< a variable of a loop's body keeps its value for the next turn
  kept,          ///< a static variable gets its first value again whenever it is come to
  start,         ///< a variable that changes begins at 0
  one_off,       ///< a variable and one more or less
  missing,       ///< one more term or factor in an index or a whole number
  backwards,     ///< a loop from its last turn to its first
  hidden,        ///< the variable outside of a block for one of its name declared within
  jump,          ///< continue for break or return
  otherwise,     ///< `if` for `else if`
  order,         ///< a statement after the next one, or the last one beside it
  earlier,       ///< a statement before the first one beside it
  removal,       ///< no statement
  guard,         ///< a statement or a condition with one more condition, which stands elsewhere
  condition,     ///< always, never, or where it does not hold; without one part
  barrier,       ///< one more, where none stands
};

/// One edit: the code differs in one place.
struct Edit {
  EditKind kind = EditKind::sign;
  int line = 0;            ///< from 1
  std::string here;        ///< what stands there: "i", "threadIdx.x", "<", "a = b;"
  bool branches = false;   ///< in the condition of an if, while or switch
  std::string there = {};  ///< what stands there with the edit, as far as twins tell it apart
  std::size_t token = 0;   ///< the place: two edits of one exclude each other
  /// Of `directions`: a column's name is given what lies along y, or a row's what lies along x.
  bool crossed = false;
};

/// Lines of the source, the first and the last.
struct Lines {
  int first = 0, last = 0;
};

/// A source with edits, of which none, one or more are in force while it runs (kit_sim/edits.h).
struct SwitchedSource {
  std::string text;         ///< lines are those of the source
  std::vector<Edit> edits;  ///< edit n is edits[n - 1]
  /// Functions without edits. That the program comes to functions[n] is noted as edit
  /// edits.size() + 1 + n.
  std::vector<Lines> functions = {};
};

/// At most this many edits; those that are rarer mistakes are left out first.
inline constexpr std::size_t kMaxEdits = 4000;

/// Puts edits into all functions of the source. Lines in `without` get none: a place may not
/// compile with edits, such as an array's length. Those in `plain` get none that change a type: a
/// pointer to what is read, for one to what is written, cannot stand everywhere.
SwitchedSource switch_source(const std::string& source, const std::set<int>& without,
                             const std::set<int>& plain = {});

}  // namespace kit::repair
