/// @file
/// What several reports say in the same words.
#include "grader/judge/verdict_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit::grader {
namespace {

bool passes(const VerdictFile& verdict, const std::string& file) {
  return std::none_of(verdict.stages.begin(), verdict.stages.end(), [&](const StageRecord& stage) {
    return stage.config.file == file && stage.verdict != Verdict::passed;
  });
}

}  // namespace

std::string stand_in_text(const VerdictFile& verdict, const StageRecord& stage) {
  if (stage.stand_in.empty()) return "";
  const bool all_fail =
      std::none_of(stage.stand_in.begin(), stage.stand_in.end(),
                   [&](const std::string& file) { return passes(verdict, file); });
  // One that passes was replaced for what only this stage showed in it.
  const char* why = "";
  if (all_fail) why = stage.stand_in.size() == 1 ? ", which does not pass" : ", which do not pass";
  return fmt::format("graded with the kit's own {} in place of yours{}",
                     fmt::join(stage.stand_in, ", "), why);
}

}  // namespace kit::grader
