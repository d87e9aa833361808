// Beside naive.o stand naive.o.key, the fingerprint of what it was made of, and naive.o.log. The
// key is removed first and written last, so that an object with a key is whole and its log is its
// own.
#include <fmt/format.h>

#include "grader/build/student_object.hpp"

#include "grader/build/kit_inputs.hpp"
#include "grader/build/source_fingerprint.hpp"
#include "grader/support/environment_variable.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

/// All that decides what an object becomes, besides the sources: what the compiler is told, and the
/// path that its messages name.
std::string settings_of(const BuildPlan& plan) {
  std::string settings = plan.source + '\n' + plan.backend + '\n' + plan.mode;
  for (const char* const name :
       {"CXX", "CXXFLAGS", "NVCC", "KIT_CUDA_ARCH", "KIT_WARNINGS", "KIT_CONFINE"})
    settings += '\n' + environment_variable(name);
  return settings;
}

fs::path beside(fs::path object, const char* ending) {
  return object += ending;
}

/// The compiler's first line, without the name of the script that says it.
std::string reason_in(const std::string& log) {
  const std::string line = log.substr(0, log.find('\n'));
  const std::string name = "compile: ";
  return line.starts_with(name) ? line.substr(name.size()) : line;
}

/// Throws unless the source alone is at fault.
void blame_others(const ToolResult& result, const std::string& file) {
  if (result.signal != 0) throw ProgramEnded(why_ended(result.signal, file));
  if (result.code == kExitUsage) throw InputError(reason_in(result.log));
  if (result.code == kExitNeedsGpu) throw NeedsGpuError(reason_in(result.log));
  if (result.code != kExitNotPassed)
    throw HarnessError(
        fmt::format("compiling stopped with exit code {}: {}", result.code, reason_in(result.log)));
}

}  // namespace

fs::path student_object(const BuildPlan& plan, const std::string& file) {
  return plan.out / fs::path(file).replace_extension(".o");
}

std::string student_log(const BuildPlan& plan, const std::string& file) {
  return read_text(beside(student_object(plan, file), ".log"));
}

bool make_student_object(const BuildPlan& plan, const std::string& file, fs::file_time_type inputs,
                         Toolchain& tools) {
  const fs::path object = student_object(plan, file), key = beside(object, ".key");
  const auto fingerprint = [&] {
    return source_fingerprint(plan.folder_of(file), plan.files, file, settings_of(plan));
  };
  const std::string made_of = fingerprint();
  if (up_to_date(object, inputs) && read_text(key) == made_of) return true;
  fs::remove(key);
  remove_parts(object);
  const fs::path part = part_of(object);
  const bool confined = !environment_variable("KIT_CONFINE").empty();
  const std::string source = (plan.folder_of(file) / file).string();
  const ToolResult result =
      tools.run_again_if_killed(compile_command(plan, {plan.mode, source, part, {}, {}, confined}));
  write_text(beside(object, ".log"), result.log);
  if (!result.ok) {
    fs::remove(part);
    blame_others(result, file);
    return false;
  }
  fs::rename(part, object);
  // A file that was saved meanwhile is compiled again next time.
  if (fingerprint() == made_of) write_text(key, made_of);
  return true;
}

}  // namespace kit::build
