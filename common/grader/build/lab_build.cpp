/// @file
/// The steps of one build: compile the student's files and, beside them, the adapter, and look for
/// what nvcc would refuse; check the student's objects; link. A worker of before must not be graded
/// in place of one that was refused, so it is removed then. A build with stand-ins comes after one
/// without in the same folder, so that it has little to do but to link.
#include "grader/build/lab_build.hpp"

#include <future>
#include <vector>

#include "grader/build/disk_space.hpp"
#include "grader/build/file_lock.hpp"
#include "grader/build/kit_inputs.hpp"
#include "grader/build/kit_objects.hpp"
#include "grader/build/link_worker.hpp"
#include "grader/build/rules_check.hpp"
#include "grader/build/student_object.hpp"
#include "grader/lab/todo_block.hpp"
#include "grader/support/environment_variable.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

/// One build, step by step; holds the lock of its folder.
class Builder {
 public:
  Builder(const BuildPlan& plan, CompilerSlots& slots)
      : plan_(plan),
        lock_(plan.out / "lock"),
        inputs_(youngest_kit_input(plan)),
        tools_(slots, kBuildSeconds) {}

  /// Runs the steps and keeps what they said.
  LabBuild run() {
    LabBuild result;
    const fs::path log = plan_.out / log_name(plan_.stand_ins);
    fs::remove(log);
    if (plan_.stand_ins.empty()) fs::remove(plan_.out / "rules");
    try {
      result.outcome = plan_.stand_ins.empty() ? steps() : steps_with_stand_ins();
    } catch (const OutOfTime& late) {
      result.outcome = Outcome::stopped;
      last_line_ = late.what();
    } catch (const ProgramEnded& ended) {
      result.outcome = Outcome::killed;
      last_line_ = ended.what();
    }
    if (result.outcome == Outcome::failed || result.outcome == Outcome::killed)
      blame_full_disks({plan_.out, fs::temp_directory_path()}, log_ + last_line_);
    if (result.outcome != Outcome::built) fs::remove(plan_.out / worker_name(plan_.stand_ins));
    result.log = log_ + (last_line_.empty() ? "" : last_line_ + "\n");
    write_text(log, result.log);
    if (!plan_.stand_ins.empty()) return result;
    result.rules = summary(rules_);
    write_text(plan_.out / "rules", result.rules);
    return result;
  }

 private:
  Outcome steps() {
    for (const std::string& file : plan_.files)
      if (!fs::is_regular_file(plan_.folder_of(file) / file)) {
        last_line_ = (plan_.student_folder() / file).string() + " is missing; the lab needs it";
        return Outcome::failed;
      }
    const bool compiled = compile_all();
    for (const std::string& file : plan_.files) add_to_log(student_log(plan_, file));
    if (!compiled) return Outcome::failed;
    // Of what g++ refuses as well its own messages say enough.
    if (refused_by_rules()) return Outcome::failed;
    return check_and_link();
  }

  Outcome steps_with_stand_ins() {
    make_stand_in_objects(plan_, inputs_, tools_);
    return check_and_link();
  }

  Outcome check_and_link() {
    // Before anything is linked: what the objects define, use and do at start-up.
    if (environment_variable("KIT_UNCHECKED").empty())
      last_line_ = refused_in_objects(plan_, tools_);
    if (!last_line_.empty()) return Outcome::refused;
    const LinkResult linked = link_worker(plan_, inputs_, tools_);
    add_to_log(linked.log);
    return linked.ok ? Outcome::built : Outcome::failed;
  }

  /// The student's files side by side, and the adapter beside them.
  bool compile_all() {
    precompile_headers(plan_, plan_.mode, inputs_, tools_);
    if (has_rules(plan_)) precompile_for_rules(plan_, inputs_, tools_);
    auto adapters =
        std::async(std::launch::async, [this] { make_adapter_objects(plan_, inputs_, tools_); });
    std::vector<std::future<RulesCheck>> rules;
    if (has_rules(plan_))
      for (const std::string& file : plan_.files)
        // What is not begun is not graded, and waits.
        if (!grader::untouched_todo_blocks((plan_.folder_of(file) / file).string()))
          rules.push_back(std::async(std::launch::async, [this, &file] {
            return check_rules(plan_, file, inputs_, tools_);
          }));
    std::vector<std::future<bool>> objects;
    for (const std::string& file : plan_.files)
      objects.push_back(std::async(std::launch::async, [this, &file] {
        return make_student_object(plan_, file, inputs_, tools_);
      }));
    adapters.get();
    bool good = true;
    for (std::future<bool>& object : objects) good = object.get() && good;
    for (std::future<RulesCheck>& check : rules) rules_.push_back(check.get());
    return good;
  }

  bool refused_by_rules() {
    bool refused = false;
    for (const RulesCheck& check : rules_) {
      if (!check.refused) continue;
      add_to_log(check.log);
      refused = true;
    }
    return refused;
  }

  void add_to_log(const std::string& text) { log_ += text.substr(0, kMaxLogBytes - log_.size()); }

  const BuildPlan& plan_;
  FileLock lock_;
  fs::file_time_type inputs_;
  Toolchain tools_;
  std::vector<RulesCheck> rules_;
  std::string log_, last_line_;
};

}  // namespace

std::string log_name(const std::vector<std::string>& stand_ins) {
  return stand_ins.empty() ? "build.log" : worker_name(stand_ins) + ".log";
}

LabBuild build_lab(const std::string& root, const grader::BuildRequest& request,
                   CompilerSlots& slots) {
  const BuildPlan plan = make_plan(root, request);
  try {
    return Builder(plan, slots).run();
  } catch (const fs::filesystem_error& error) {
    throw HarnessError(error.what());
  }
}

}  // namespace kit::build
