/// @file
/// The plan of the first build, with another folder. The other files' objects are copied rather
/// than compiled again.
#include "grader/build/replaced_file.hpp"

#include "grader/build/kit_inputs.hpp"
#include "grader/build/kit_objects.hpp"
#include "grader/build/link_worker.hpp"
#include "grader/build/student_object.hpp"

namespace kit::build {

namespace fs = std::filesystem;

namespace {

/// The first build's plan, with the folder of `source`.
BuildPlan plan_beside(const BuildPlan& whole, const fs::path& source) {
  BuildPlan plan = whole;
  plan.out = source.parent_path();
  return plan;
}

ToolResult compile(const BuildPlan& plan, const Replacement& replacement, Toolchain& tools) {
  return tools.run(compile_command(plan, {plan.mode,
                                          replacement.source.string(),
                                          student_object(plan, replacement.file),
                                          {},
                                          replacement.flags}));
}

}  // namespace

LabBuild build_replaced(const std::string& root, const grader::BuildRequest& request,
                        const Replacement& replacement, CompilerSlots& slots) {
  const BuildPlan whole = make_plan(root, request), plan = plan_beside(whole, replacement.source);
  Toolchain tools(slots, replacement.seconds);
  const auto inputs = youngest_kit_input(plan);
  const ToolResult compiled = compile(plan, replacement, tools);
  if (!compiled.ok) return {Outcome::failed, compiled.log, ""};
  for (const std::string& other : plan.files)
    if (other != replacement.file)
      fs::copy_file(student_object(whole, other), student_object(plan, other),
                    fs::copy_options::overwrite_existing);
  const std::string refused = refused_in_objects(plan, tools);
  if (!refused.empty()) return {Outcome::refused, refused, ""};
  fs::remove(plan.out / worker_name(plan.stand_ins));
  const LinkResult linked = link_worker(plan, inputs, tools);
  return {linked.ok ? Outcome::built : Outcome::failed, linked.log, ""};
}

std::string said_of_file(const std::string& root, const grader::BuildRequest& request,
                         const Replacement& replacement, CompilerSlots& slots) {
  Toolchain tools(slots, replacement.seconds);
  return compile(plan_beside(make_plan(root, request), replacement.source), replacement, tools).log;
}

}  // namespace kit::build
