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

LabBuild build_replaced(const std::string& root, const grader::BuildRequest& request,
                        const std::string& file, const fs::path& source,
                        const std::vector<std::string>& flags, CompilerSlots& slots) {
  const BuildPlan whole = make_plan(root, request);
  BuildPlan plan = whole;
  plan.out = source.parent_path();
  Toolchain tools(slots, kBuildSeconds);
  const auto inputs = youngest_kit_input(plan);
  const ToolResult compiled = tools.run(
      compile_command(plan, {plan.mode, source.string(), student_object(plan, file), {}, flags}));
  if (!compiled.ok) return {Outcome::failed, compiled.log, ""};
  for (const std::string& other : plan.files)
    if (other != file)
      fs::copy_file(student_object(whole, other), student_object(plan, other),
                    fs::copy_options::overwrite_existing);
  const std::string refused = refused_in_objects(plan, tools);
  if (!refused.empty()) return {Outcome::refused, refused, ""};
  fs::remove(plan.out / worker_name(plan.stand_ins));
  const LinkResult linked = link_worker(plan, inputs, tools);
  return {linked.ok ? Outcome::built : Outcome::failed, compiled.log + linked.log, ""};
}

}  // namespace kit::build
