#include "grader/repair/barrier_edits.hpp"

#include <fmt/format.h>

#include "grader/repair/edited_source.hpp"
#include "grader/repair/places.hpp"
#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

class BarrierEdits : EditedSource {
 public:
  BarrierEdits(const std::string& source, const std::set<int>& without)
      : EditedSource(source, without), of_device_(lines_of_device_functions(source)) {}

  SwitchedSource run() {
    for (const Statement& one : find_statements(tokens_, usable_))
      if (!one.alone) before_[one.begin] += barrier(one.begin);
    for (const Loop& loop : loops_) {
      before_[loop.close] += barrier(loop.close);
      // Where the loop is no body of something else.
      if (loop.keyword == 0 || !is_one_of(text(loop.keyword - 1), {";", "{", "}"})) continue;
      before_[loop.keyword] += barrier(loop.keyword);
      if (text(loop.close + 1) != "else") after_[loop.close] += barrier(loop.close);
    }
    return finish();
  }

 private:
  std::string barrier(std::size_t i) {
    if (of_device_.count(tokens_[i].line) == 0) return "";
    const int edit = add(EditKind::barrier, i, "__syncthreads()");
    return edit == 0 ? "" : fmt::format(" if (kit_edit::on({})) __syncthreads(); ", edit);
  }

  const std::set<int> of_device_;
};

}  // namespace

SwitchedSource switch_barriers(const std::string& source, const std::set<int>& without) {
  return BarrierEdits(source, without).run();
}

}  // namespace kit::repair
