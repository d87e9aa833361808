// Beside naive.o stand naive.rules, the line that says who looked, and naive.rules.key, the
// fingerprint of what was looked at. As with objects, the key is removed first and written last,
// and only for a file of which nothing was refused.
#include "grader/build/rules_check.hpp"

#include <fmt/format.h>

#include "grader/build/kit_inputs.hpp"
#include "grader/build/source_fingerprint.hpp"
#include "grader/support/environment_variable.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

constexpr const char* kChecked = "checked by ";

/// What decides the answer, besides the sources.
std::string rules_settings(const BuildPlan& plan) {
  std::string settings = plan.source;
  for (const char* const name : {"CXX", "CXXFLAGS", "NVCC", "KIT_CLANG", "KIT_RULES_BY"})
    settings += '\n' + environment_variable(name);
  return settings;
}

std::vector<std::string> rules_command(const BuildPlan& plan, const std::string& file,
                                       const fs::path& report) {
  return {(plan.root / "common/tools/compile").string(),
          "--rules",
          plan.built("bin/check_rules").string(),
          "--out",
          report.string(),
          "--headers",
          headers_folder(plan, "plain").string(),
          "-I",
          (plan.root / "labs" / plan.lab.lab).string(),
          (plan.folder_of(file) / file).string()};
}

std::string line_in(const fs::path& report) {
  const std::string text = read_text(report);
  return text.substr(0, text.find('\n'));
}

}  // namespace

bool has_rules(const BuildPlan& plan) {
  return plan.mode == "plain" && !plan.on_gpu() && plan.lab.needs_cuda();
}

RulesCheck check_rules(const BuildPlan& plan, const std::string& file, fs::file_time_type inputs,
                       Toolchain& tools) {
  const fs::path report = plan.out / fs::path(file).replace_extension(".rules");
  const fs::path key = report.string() + ".key";
  const auto fingerprint = [&] {
    return source_fingerprint(plan.folder_of(file), plan.files, file, rules_settings(plan));
  };
  const std::string looked_at = fingerprint();
  if (up_to_date(report, inputs) && read_text(key) == looked_at)
    return {false, "", line_in(report)};
  fs::remove(key);
  fs::remove(report);
  const ToolResult result = tools.run_again_if_killed(rules_command(plan, file, report));
  if (result.signal != 0) throw ProgramEnded(why_ended(result.signal, file));
  if (!result.ok && result.code != kExitNotPassed)
    throw HarnessError(fmt::format("looking for what nvcc refuses stopped with exit code {}: {}",
                                   result.code, result.log));
  RulesCheck check = {!result.ok, result.log, line_in(report)};
  // A look that was not possible is tried again: somebody may have installed what it needs.
  if (result.ok && check.done.starts_with(kChecked) && fingerprint() == looked_at)
    write_text(key, looked_at);
  return check;
}

std::string summary(const std::vector<RulesCheck>& checks) {
  for (const RulesCheck& check : checks)
    if (!check.done.starts_with(kChecked)) return check.done;
  return checks.empty() ? "" : checks.front().done;
}

}  // namespace kit::build
