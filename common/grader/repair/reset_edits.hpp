/// @file
/// Edits of what keeps its value: variables and arrays that a loop may have to set back, and static
/// variables that may have to begin anew.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "grader/repair/call_edits.hpp"

namespace kit::repair {

class ResetEdits : public CallEdits {
 public:
  ResetEdits(const std::string& source, const std::set<int>& without)
      : CallEdits(source, without), without_(without) {}

 protected:
  /// Of `float sum = 0.0f;` and `float sums[kTaps] = {};`, whose name is token i, what a loop may
  /// have to set back.
  void note_first_value(std::size_t i);
  /// A variable that a loop's body declares, whose name is token i, may have to keep its value from
  /// one turn to the next.
  void edit_held(std::size_t i);
  /// A variable, whose name is token i and which hides another of its type, may be meant to be that
  /// one. False if its declaration has no room for that.
  bool edit_hidden(std::size_t i);
  /// `State s{first, 0.0f};` and `float sum = first;`, whose name is token i, may begin at 0.
  void edit_start(std::size_t i);
  /// At the start of a loop's body, what it changes and what was declared before it; of an array
  /// all of it, or its first or last item.
  void edit_resets(const Loop& loop, const NamesInScope& scope);
  /// The turns of `for (int i = a; i < b; ++i) ...`, whose for is token `keyword`, may be meant in
  /// the opposite order.
  void edit_direction(std::size_t keyword);
  /// `static float sum = 0.0f;` and `static Image image(width);` in a function, whose `static` is
  /// token i, may have to begin anew.
  void edit_static(std::size_t i);

 private:
  struct FirstValue {
    std::size_t declared = 0;  ///< token
    std::string value;
    std::string items = {};  ///< of an array, how many
  };

  /// `++n` of a loop that begins with a thread's number may be meant to go on by the number of
  /// threads.
  void edit_step(const Expression& first, const Expression& step, const std::string& name);
  /// The innermost loop whose body holds token i; null if there is none.
  const Loop* loop_around(std::size_t i) const;
  bool is_changed_in(const Loop& loop, const std::string& name, bool array) const;
  void add_reset(const Loop& loop, const std::string& here, const std::string& value,
                 const std::string& statement);

  const std::set<int>& without_;
  std::map<std::string, FirstValue> first_values_;
};

}  // namespace kit::repair
