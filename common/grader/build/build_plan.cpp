/// @file
/// Turns what was asked for into folders, and refuses what cannot work before any compiler starts:
/// an error here costs a student a second, later a build.
#include "grader/build/build_plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "grader/support/environment_variable.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

/// The words after "NAME :=" in deps.mk, which common/tools/deps writes.
std::vector<std::string> make_variable(const fs::path& deps, const std::string& name) {
  std::ifstream file(deps);
  if (!file) throw HarnessError(deps.string() + " is missing; run make");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, assignment;
    words >> first >> assignment;
    if (first != name || assignment != ":=") continue;
    std::vector<std::string> values;
    for (std::string word; words >> word;) values.push_back(word);
    return values;
  }
  return {};
}

fs::path build_folder(const fs::path& root) {
  const std::string set = environment_variable("KIT_BUILD");
  return set.empty() ? root / "build" : fs::path(set);
}

fs::path adapter_of(const fs::path& root, const std::string& lab) {
  const fs::path folder = root / "tests/labs" / lab;
  for (const char* const name : {"worker.cpp", "worker.cu"})
    if (fs::exists(folder / name)) return folder / name;
  throw HarnessError(folder.string() + " has no worker.cu or worker.cpp");
}

void require_one_of(const std::string& option, const std::string& value, const std::string& first,
                    const std::string& second) {
  if (value != first && value != second)
    throw InputError(fmt::format("{} is {} or {}, not '{}'", option, first, second, value));
}

fs::path made_folder(const std::string& out) {
  if (out.empty()) throw InputError("--out is missing");
  std::error_code error;
  fs::create_directories(out, error);
  if (error || ::access(out.c_str(), W_OK) != 0) throw InputError("cannot write to " + out);
  return out;
}

}  // namespace

fs::path BuildPlan::student_folder() const {
  return fs::path(source) / lab.lab;
}

fs::path BuildPlan::folder_of(const std::string& file) const {
  return grader::folder_of(root / "labs", lab, student_folder(), file);
}

fs::path BuildPlan::built(const std::string& name) const {
  fs::path path = build / name;
  if (!fs::exists(path)) throw HarnessError(path.string() + " is missing; run make");
  return path;
}

BuildPlan make_plan(const fs::path& root, const grader::BuildRequest& request) {
  require_one_of("--backend", request.backend, "sim", "cuda");
  require_one_of("--mode", request.mode, "plain", "observed");
  BuildPlan plan;
  plan.root = root;
  plan.build = build_folder(root);
  const std::string labs = (root / "labs").string();
  plan.lab = grader::load_lab(labs, grader::find_lab(labs, request.lab));
  plan.files = plan.lab.files();
  // A name that begins with a dash must not be taken for an option.
  plan.source = request.source.starts_with("-") ? "./" + request.source : request.source;
  plan.backend = request.backend;
  plan.mode = request.mode;
  if (!fs::is_directory(plan.student_folder()))
    throw InputError("no folder '" + plan.student_folder().string() + "'");
  plan.out = made_folder(request.out);
  plan.stand_ins = request.stand_ins;
  plan.adapter = adapter_of(root, plan.lab.lab);
  plan.dependency_flags = make_variable(plan.build / "deps.mk", "DEPS_CPPFLAGS");
  for (const std::string& word : make_variable(plan.build / "deps.mk", "BOOST_CONTEXT_LIB"))
    plan.boost += (plan.boost.empty() ? "" : " ") + word;
  return plan;
}

}  // namespace kit::build
