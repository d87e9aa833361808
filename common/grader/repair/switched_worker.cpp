/// @file
/// Some places do not compile with edits, since what stands there must be a constant. The compiler
/// names their lines, which go without; errors that come of others may take a second time.
#include "grader/repair/switched_worker.hpp"

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <sstream>

#include "grader/build/link_worker.hpp"
#include "grader/build/replaced_file.hpp"
#include "grader/lab/own_headers.hpp"
#include "grader/repair/barrier_edits.hpp"
#include "grader/repair/one_instance.hpp"
#include "grader/support/text_file.hpp"

namespace kit::repair {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxTries = 8;
// Optimising more than that takes longer than running them. Those of a template count once for each
// instance.
constexpr std::size_t kMaxOptimisedEdits = 3000;
// An end for what takes minutes, also on a busy machine; what is searched compiles in a few
// seconds.
constexpr double kSecondsOfCompiling = 60;

constexpr const char* kFloatConversion = "-Wfloat-conversion";

std::string lines_with(const std::string& log, std::string_view part) {
  std::string result;
  std::istringstream text(log);
  for (std::string line; std::getline(text, line);)
    if (line.find(part) != std::string::npos) result += line + '\n';
  return result;
}

/// An edit that leads past an array's end mends nothing, whatever lies there: it ends the program.
std::vector<std::string> switched_flags(const std::string& root, const char* level) {
  return {"-w",
          level,
          "-fsanitize=bounds",
          "-fsanitize-undefined-trap-on-error",
          "-isystem",
          root + "/common/sim/include"};
}

/// Puts the headers of the student's own where the changed file will lie.
void prepare(const fs::path& path, const fs::path& out) {
  fs::create_directories(out);
  for (const std::string& header : grader::own_headers(path.parent_path()))
    fs::copy_file(path.parent_path() / header, out / header, fs::copy_options::overwrite_existing);
}

}  // namespace

std::set<int> lines_in(const std::string& log, const std::string& file) {
  std::set<int> lines;
  std::istringstream text(log);
  for (std::string line; std::getline(text, line);) {
    const std::size_t name = line.find(file + ":");
    if (name == std::string::npos) continue;
    const char* const number = line.c_str() + name + file.size() + 1;
    if (std::isdigit(static_cast<unsigned char>(*number)) != 0) lines.insert(std::atoi(number));
  }
  return lines;
}

std::set<int> lines_at_fault(const std::string& log, const std::string& file) {
  std::string own, instantiated, users;  // errors, and what made the templates that have them
  bool inside = false;
  std::istringstream text(log);
  for (std::string line; std::getline(text, line);) {
    if (line.find(": In ") != std::string::npos || line.find(": At ") != std::string::npos)
      inside = line.find("instantiation of") != std::string::npos ||
               line.find("substitution of") != std::string::npos;
    if (line.find(": error: ") != std::string::npos) (inside ? instantiated : own) += line + '\n';
    if (line.find("required from") != std::string::npos) users += line + '\n';
  }
  std::set<int> lines;
  for (const std::string* one : {&own, &instantiated, &users})
    if (lines.empty()) lines = lines_in(*one, file);
  return lines;
}

std::optional<SwitchedWorker> build_switched(const std::string& root,
                                             const grader::BuildRequest& request,
                                             const SwitchedFile& student, const fs::path& out,
                                             build::CompilerSlots& slots) try {
  const std::string file = student.path.filename().string();
  prepare(student.path, out);
  std::set<int> without = student.without, plain;
  const std::size_t instances = instances_in(student.text);
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(kSecondsOfCompiling);
  for (int tried = 0; tried < kMaxTries; ++tried) {
    SwitchedSource source = student.barriers ? switch_barriers(student.text, without)
                                             : switch_source(student.text, without, plain);
    if (source.edits.empty()) return std::nullopt;
    build::write_text(out / file, source.text);
    const char* const level = source.edits.size() * instances > kMaxOptimisedEdits ? "-O0" : "-O1";
    const std::chrono::duration<double> left = end - std::chrono::steady_clock::now();
    const build::LabBuild built = build::build_replaced(
        root, request, {file, out / file, switched_flags(root, level), left.count()}, slots);
    if (built.outcome == build::Outcome::built)
      return SwitchedWorker{(out / build::worker_name(request.stand_ins)).string(),
                            std::move(source)};
    // A line whose types do not fit is tried without the edits that change them.
    const std::size_t before = without.size() + plain.size();
    for (const int line : lines_at_fault(built.log, file))
      if (!plain.insert(line).second) without.insert(line);
    if (without.size() + plain.size() == before) return std::nullopt;
  }
  return std::nullopt;
} catch (const build::OutOfTime&) {
  return std::nullopt;
}

std::optional<WidenedWorker> build_widened(const std::string& root,
                                           const grader::BuildRequest& request,
                                           const fs::path& path, const fs::path& out,
                                           Widening widening, const std::set<int>& only,
                                           build::CompilerSlots& slots) {
  const std::string file = path.filename().string();
  const std::string text = build::read_text(path);
  prepare(path, out);
  std::set<int> cut;  // lines in which a fraction is cut off
  if (widening == Widening::whole) {
    build::write_text(out / file, text);
    const std::string said =
        build::said_of_file(root, request, {file, out / file, {kFloatConversion}}, slots);
    cut = lines_in(lines_with(said, kFloatConversion), file);
  }
  WidenedSource source = widen_source(text, widening, cut, only);
  if (source.lines.empty()) return std::nullopt;
  build::write_text(out / file, source.text);
  const build::LabBuild built =
      build::build_replaced(root, request, {file, out / file, {"-w"}}, slots);
  if (built.outcome != build::Outcome::built) return std::nullopt;
  return WidenedWorker{(out / "worker").string(), std::move(source.lines)};
}

}  // namespace kit::repair
