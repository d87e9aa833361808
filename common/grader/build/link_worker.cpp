/// @file
/// Checks the student's objects and links the worker. The check is a program of its own that only
/// reads: nothing of the student's is loaded or run before it has passed.
#include "grader/build/link_worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "grader/build/kit_inputs.hpp"
#include "grader/build/kit_objects.hpp"
#include "grader/build/student_object.hpp"
#include "grader/support/environment_variable.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string environment_or(const char* name, const char* otherwise) {
  const std::string value = environment_variable(name);
  return value.empty() ? otherwise : value;
}

/// As common/tools/compile finds it.
std::string nvcc() {
  Words candidates = {environment_or("NVCC", "")};
  std::istringstream folders(environment_or("PATH", "/usr/bin:/bin"));
  for (std::string folder; std::getline(folders, folder, ':');)
    candidates.push_back(folder + "/nvcc");
  for (const std::string& path : candidates)
    if (::access(path.c_str(), X_OK) == 0) return path;
  return "/usr/local/cuda/bin/nvcc";
}

/// Whether a team of OpenMP's threads is observed.
bool observes_openmp(const BuildPlan& plan) {
  return plan.mode == "observed" && !plan.lab.needs_cuda();
}

Words linker(const BuildPlan& plan) {
  const std::string cxx = environment_or("CXX", "g++");
  if (plan.on_gpu()) return {nvcc(), "-ccbin", cxx, "-Xcompiler", "-fopenmp"};
  if (observes_openmp(plan))
    return {cxx, "-no-pie", "@" + (plan.root / "common/sim/openmp/wrap.options").string()};
  return {cxx, "-no-pie"};  // kernels find shared memory at fixed offsets
}

void append(Words& words, const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) words.push_back(path.string());
}

/// What the kit puts into a worker, before anything of the student's: of a function that may be
/// there several times, such as an inline one, the linker takes the first, and the kit's own parts
/// must never get the student's.
Words parts_of_the_kit(const BuildPlan& plan, const std::vector<fs::path>& libraries) {
  Words words;
  append(words, adapter_objects(plan));
  // Nothing but student code asks for the observer.
  const bool observer = plan.mode == "observed" && !plan.on_gpu();
  for (const fs::path& library : libraries) {
    const bool whole = observer && library == plan.built("lib/libsim.a");
    if (whole) words.insert(words.end(), {"-Xlinker", "--whole-archive"});
    words.push_back(library.string());
    if (whole) words.insert(words.end(), {"-Xlinker", "--no-whole-archive"});
  }
  return words;
}

/// In the order in which a linker needs them. Of the lab's references a worker gets what its
/// adapter uses, such as coefficients.
std::vector<fs::path> libraries_of(const BuildPlan& plan) {
  std::vector<fs::path> libraries = {plan.built("lib/reference_" + plan.lab.lab + ".a"),
                                     plan.built("lib/libworker.a")};
  if (observes_openmp(plan)) libraries.push_back(plan.built("lib/libopenmp.a"));
  if (!plan.on_gpu()) libraries.push_back(plan.built("lib/libsim.a"));
  libraries.push_back(plan.built("lib/libkit.a"));
  if (!plan.on_gpu()) libraries.push_back(plan.boost);
  return libraries;
}

std::vector<fs::path> objects_of(const BuildPlan& plan) {
  std::vector<fs::path> objects;
  for (const std::string& file : plan.files) objects.push_back(student_object(plan, file));
  return objects;
}

std::vector<fs::path> stand_ins_of(const BuildPlan& plan) {
  std::vector<fs::path> objects;
  for (const std::string& file : plan.stand_ins) objects.push_back(stand_in_object(plan, file));
  return objects;
}

}  // namespace

std::string worker_name(const std::vector<std::string>& stand_ins) {
  std::string name = "worker";
  for (const std::string& file : stand_ins) name += "-" + fs::path(file).stem().string();
  return name;
}

std::string refused_in_objects(const BuildPlan& plan, Toolchain& tools) {
  Words command = {plan.built("bin/check_objects").string()};
  for (const std::string& name : plan.lab.library)
    command.insert(command.end(), {"--library", name});
  append(command, objects_of(plan));
  const ToolResult result = tools.run(command);
  if (result.ok) return "";
  if (result.signal != 0) throw ProgramEnded(why_ended(result.signal, "the lab's files"));
  std::string line = result.log.substr(0, result.log.find('\n'));
  if (result.code != kExitNotPassed || line.empty())
    throw HarnessError(
        fmt::format("the objects cannot be looked at (exit code {}): {}", result.code, line));
  return line;
}

LinkResult link_worker(const BuildPlan& plan, fs::file_time_type inputs, Toolchain& tools) {
  const std::vector<fs::path> libraries = libraries_of(plan);
  std::vector<fs::path> parts = stand_ins_of(plan);
  for (const std::vector<fs::path>& more : {objects_of(plan), libraries})
    parts.insert(parts.end(), more.begin(), more.end());
  const fs::path worker = plan.out / worker_name(plan.stand_ins);
  for (const fs::path& part : parts) inputs = std::max(inputs, fs::last_write_time(part));
  for (const fs::path& part : adapter_objects(plan))
    inputs = std::max(inputs, fs::last_write_time(part));
  if (up_to_date(worker, inputs)) return {true, ""};
  remove_parts(worker);
  const fs::path made = part_of(worker);
  Words command = linker(plan);
  const Words first = parts_of_the_kit(plan, libraries);
  command.insert(command.end(), first.begin(), first.end());
  append(command, parts);
  // Of a function that is there twice the first is taken, the stand-in's. The file that it replaces
  // may have helpers that the student's other files use.
  if (!plan.stand_ins.empty()) command.insert(command.end(), {"-Xlinker", "-zmuldefs"});
  // Where teams are observed, libopenmp.a stands in libgomp's place; what it lacks must not link.
  if (!observes_openmp(plan)) command.push_back("-lgomp");
  command.insert(command.end(), {"-lpthread", "-ldl", "-o", made.string()});
  // g++ does not say whether its linker refused something or was killed, so that it has a second
  // try.
  ToolResult result = tools.run(command);
  if (!result.ok) result = tools.run(command);
  if (result.ok) {
    fs::rename(made, worker);
    return {true, result.log};
  }
  fs::remove(made);
  fs::remove(worker);
  if (result.signal != 0) throw HarnessError("the linker was killed");
  return {false, result.log};
}

}  // namespace kit::build
