/// @file
/// The kit's own part of a worker is made once for all students. Builds run side by side, so each
/// object has a lock, and appears under its name only when it is whole.
#include "grader/build/kit_objects.hpp"

#include <fmt/format.h>

#include <functional>
#include <future>

#include "grader/build/file_lock.hpp"
#include "grader/build/kit_inputs.hpp"
#include "grader/support/environment_variable.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

/// A lock is waited for without holding a slot: who holds the lock may wait for one.
void make_once(const fs::path& target, fs::file_time_type inputs,
               const std::function<void()>& make) {
  if (up_to_date(target, inputs)) return;
  fs::create_directories(target.parent_path());
  const FileLock lock(target.string() + ".lock");
  if (up_to_date(target, inputs)) return;
  remove_parts(target);
  make();
}

/// What the kit's own part does is not observed: the student's code alone is.
void compile_own(const BuildPlan& plan, const fs::path& source, const fs::path& object,
                 Toolchain& tools) {
  const fs::path part = part_of(object);
  const ToolResult result = tools.run_again_if_killed(
      compile_command(plan, {"plain",
                             source.string(),
                             part,
                             {(plan.root / "common").string(), (plan.root / "tests").string()},
                             plan.dependency_flags,
                             false}));
  if (result.ok) {
    fs::rename(part, object);
    return;
  }
  fs::remove(part);
  const std::string line = result.log.substr(0, result.log.find('\n'));
  if (result.code == kExitUsage) throw InputError(line);
  if (result.code == kExitNeedsGpu) throw NeedsGpuError(line);
  throw HarnessError(
      fmt::format("the lab's own {}, or what it is linked with, does not compile: {}",
                  source.string(), result.log));
}

/// Side by side, each object of the source with its number.
void make_all(const BuildPlan& plan, const std::vector<fs::path>& sources,
              const std::vector<fs::path>& objects, fs::file_time_type inputs, Toolchain& tools) {
  std::vector<std::future<void>> made;
  for (std::size_t i = 0; i < objects.size(); ++i)
    made.push_back(std::async(std::launch::async, [&, i] {
      make_once(objects[i], inputs, [&] { compile_own(plan, sources[i], objects[i], tools); });
    }));
  for (std::future<void>& one : made) one.get();
}

}  // namespace

std::vector<fs::path> adapter_objects(const BuildPlan& plan) {
  const fs::path folder = plan.build / "adapters";
  std::vector<fs::path> objects = {folder / (plan.lab.lab + "-" + plan.backend + ".o")};
  if (plan.adapter.extension() == ".cu")
    objects.push_back(folder / ("device_job-" + plan.backend + ".o"));
  return objects;
}

void make_adapter_objects(const BuildPlan& plan, fs::file_time_type inputs, Toolchain& tools) {
  precompile_headers(plan, "plain", inputs, tools);
  const std::vector<fs::path> sources = {plan.adapter,
                                         plan.root / "common/grader/worker/device_job.cu"};
  const std::vector<fs::path> objects = adapter_objects(plan);
  make_all(plan, sources, objects, inputs, tools);
}

fs::path stand_in_object(const BuildPlan& plan, const std::string& file) {
  const std::string name = fs::path(file).stem().string();
  return plan.build / "adapters" / fmt::format("{}-{}-{}.o", plan.lab.lab, name, plan.backend);
}

void make_stand_in_objects(const BuildPlan& plan, fs::file_time_type inputs, Toolchain& tools) {
  std::vector<fs::path> sources, objects;
  for (const std::string& file : plan.stand_ins) {
    sources.push_back(plan.adapter.parent_path() / kStandInFolder / file);
    objects.push_back(stand_in_object(plan, file));
  }
  make_all(plan, sources, objects, inputs, tools);
}

void precompile_headers(const BuildPlan& plan, const std::string& mode, fs::file_time_type inputs,
                        Toolchain& tools) {
  const bool kernels = plan.lab.needs_cuda();
  if (plan.on_gpu() || (!kernels && mode == "plain")) return;
  const fs::path folder = headers_folder(plan, mode);
  std::vector<std::string> command = {(plan.root / "common/tools/compile").string(),
                                      "--precompile",
                                      "--mode",
                                      mode,
                                      "--headers",
                                      folder.string()};
  if (!kernels) command.emplace_back("--host");
  make_once(folder / (kernels ? "kit_sim/prelude.h.gch" : "kit_sim/host.h.gch"), inputs,
            [&] { tools.run(command); });
}

void precompile_for_rules(const BuildPlan& plan, fs::file_time_type inputs, Toolchain& tools) {
  const std::string by = environment_variable("KIT_RULES_BY");
  if (by == "none" || by == "nvcc") return;
  const fs::path folder = headers_folder(plan, "plain");
  make_once(folder / "clang_device.pch", inputs, [&] {
    tools.run({(plan.root / "common/tools/compile").string(), "--precompile", "--for-rules",
               "--headers", folder.string()});
  });
}

}  // namespace kit::build
