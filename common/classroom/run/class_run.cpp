/// @file
/// One run over a class: list the work, grade what has no grade, write the reports. All state is in
/// the gradebook, so that a run that was stopped goes on where it was.
#include "classroom/run/class_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <random>
#include <set>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/reports/reports.hpp"
#include "classroom/run/book_folder.hpp"
#include "classroom/run/groups.hpp"
#include "classroom/run/instructor_tables.hpp"
#include "classroom/run/pool.hpp"
#include "classroom/run/progress.hpp"
#include "classroom/run/setup.hpp"
#include "classroom/run/slurm.hpp"
#include "classroom/support/sha256.hpp"
#include "grader/grading/grade.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"
#include "kit/unique_fd.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A number below 2^53, which JSON programs read without loss.
std::string secret_seed() {
  std::random_device device;
  return std::to_string((std::uint64_t(device()) << 21) ^ device());
}

class ClassRun {
 public:
  explicit ClassRun(const ClassOptions& options)
      : options_(options),
        tables_(options, grader::kit_root() + "/labs"),
        lock_(lock_folder(options.out)),
        book_(std::make_unique<Gradebook>(book_path(options.out))) {
    context_ = make_class_context(options);
    seed_ = std::stoull(book_->setting("seed", secret_seed));
    if (context_.hidden.contains("seed")) seed_ = context_.hidden["seed"];
  }

  int run() {
    announce();
    take_in();
    tables_.check(students_);
    tables_.store_decisions(*book_);
    forget_grades();
    grade_all();
    say_what_is_dropped();
    keep_standing(*book_, {students_, tables_.penalties(students_, works_)});
    const std::vector<Grade> grades = book_->grades();
    write_reports(report_plan(*book_, options_, context_.root, grades), grades);
    return finish(grades);
  }

 private:
  void announce() const {
    std::printf("Sandbox: tier %s. Backend: %s. Gradebook: %s/gradebook.sqlite\n",
                to_string(context_.tier).c_str(), grader::to_string(context_.backend).c_str(),
                options_.out.c_str());
    if (context_.tier == Tier::none)
      std::printf("NO SANDBOX: submissions run with your own rights.\n");
    for (const std::string& defence : options_.without)
      std::printf("Without the defence '%s': for tests only.\n", defence.c_str());
    std::fflush(stdout);
  }

  /// What the grade depends on. The student's name is part of it: equal files of two students are
  /// two grades.
  std::string key_of(const std::string& student, const std::string& lab, const json& files) const {
    json parts = {student,
                  lab,
                  files,
                  context_.versions.at(lab),
                  context_.hidden_mark,
                  grader::to_string(context_.backend),
                  seed_};
    if (options_.confine) parts.push_back("confined");
    if (!options_.without.empty()) parts.push_back(options_.without);
    return sha256(parts.dump(-1, ' ', false, json::error_handler_t::replace));
  }

  void take_in() {
    IntakePlan plan{context_.root + "/labs", context_.labs, context_.all_labs,
                    sandboxed_unpacker(context_, scratch_)};
    std::vector<std::string> paths = {options_.submissions};
    if (!options_.one) paths = list_submissions(options_.submissions, plan);
    // The newest submission of a student counts.
    std::map<std::string, Submission> newest;
    for (const std::string& path : paths) {
      Submission submission = take_submission(path, plan);
      const bool named = options_.one && !options_.student.empty();
      const Student student =
          student_of(named ? options_.student : submission.name, tables_.roster());
      students_[student.id] = student;
      auto [place, first] = newest.try_emplace(student.id, submission);
      if (!first && submission.time > place->second.time) place->second = submission;
    }
    for (const auto& [id, submission] : newest)
      for (const auto& [lab, files] : submission.labs) add_work(id, lab, submission, files);
    for (const Student& student : tables_.roster()) {
      if (!students_.try_emplace(student.id, student).second) continue;
      for (const auto& lab : context_.labs) add_work(student.id, lab.lab, {}, {});
    }
    share_in_groups(works_, students_);
    book_->set_work(works_);
    std::printf("%zu students, %zu labs.\n", students_.size(), context_.labs.size());
    std::fflush(stdout);
  }

  void add_work(const std::string& student, const std::string& lab, const Submission& submission,
                const LabFiles& files) {
    Work work;
    work.student = student;
    work.lab = lab;
    work.files = json::object();
    for (const auto& [name, content] : files.files) work.files[name] = bytes_to_json(content);
    work.source = submission.path;
    work.time = submission.time;
    work.problem = files.problem;
    work.submitted = files.submitted();
    for (const std::string& name : files.from_skeleton)
      if (work.submitted) work.note += (work.note.empty() ? "not submitted: " : ", ") + name;
    work.key = key_of(student, lab, json{work.files, work.problem, work.submitted});
    work.context = {{"kit", context_.versions.at(lab)},
                    {"hidden", context_.hidden_mark},
                    {"backend", grader::to_string(context_.backend)},
                    {"seed", seed_},
                    {"confined", options_.confine}};
    works_.push_back(std::move(work));
  }

  /// A run without the tables of the run before takes off nothing for lateness.
  void say_what_is_dropped() const {
    const Standing before = kept_standing(*book_, {});
    const auto penalties = std::count_if(before.penalties.begin(), before.penalties.end(),
                                         [](const auto& one) { return one.second.value > 0; });
    if (penalties > 0 && !tables_.has_lateness())
      std::printf("No DUE or LATE in this run: %td penalties of the run before do not count now\n",
                  penalties);
  }

  /// Of REGRADE=student, what the whole group has is graded again.
  void forget_grades() {
    if (options_.regrade.empty()) return;
    const bool all = options_.regrade == kAll;
    if (!all) require_student(students_, options_.regrade, "REGRADE=" + options_.regrade);
    std::vector<std::string> labs, ids;
    for (const auto& lab : context_.labs) labs.push_back(lab.lab);
    const std::string group = all ? "" : students_.at(options_.regrade).group;
    for (const auto& [id, student] : students_)
      if (all || id == options_.regrade || (!group.empty() && student.group == group))
        ids.push_back(id);
    book_->forget(ids, labs);
  }

  /// The grade of what cannot be built at all.
  Grade without_running(const Work& work) const {
    const auto lab = std::find_if(context_.labs.begin(), context_.labs.end(),
                                  [&](const auto& one) { return one.lab == work.lab; });
    Grade grade;
    grade.graded = true;
    grade.verdict =
        work.problem.empty() ? grader::Verdict::not_done : grader::Verdict::build_failed;
    grade.headline = work.problem.empty() ? "nothing of this lab was submitted" : work.problem;
    grade.max_points = lab->max_points();
    grade.bonus_max = lab->max_bonus();
    grade.tier = to_string(context_.tier);
    grade.backend = grader::to_string(context_.backend);
    grade.attempts = 1;
    return grade;
  }

  void grade_all() {
    std::vector<Work> queue = book_->ungraded();
    // Who has the work of another member of the group gets that one's grade.
    std::vector<Work> members;
    std::copy_if(queue.begin(), queue.end(), std::back_inserter(members),
                 [](const Work& work) { return !work.handed_in_by.empty(); });
    std::erase_if(queue, [](const Work& work) { return !work.handed_in_by.empty(); });
    grade_queue(queue);
    for (const Work& member : members) book_->share_grade(member);
  }

  void grade_queue(const std::vector<Work>& queue) {
    Progress progress(works_.size(), works_.size() - queue.size());
    std::vector<Work> runnable;
    std::set<std::string> labs;
    for (const Work& work : queue) {
      if (work.problem.empty() && work.submitted) {
        labs.insert(work.lab);
        runnable.push_back(work);
        continue;
      }
      const Grade grade = without_running(work);
      book_->store(work, grade);
      progress.graded(work, grade);
    }
    if (runnable.empty()) return;
    PoolPlan plan;
    plan.program = context_.program;
    plan.base = prepare_jobs(context_, scratch_, seed_);
    plan.base.timing = options_.timing || context_.backend == grader::Backend::cuda;
    plan.base.without = options_.without;
    plan.base.confine = options_.confine;
    if (context_.hidden.contains("labs")) plan.hidden = context_.hidden["labs"];
    if (options_.self_check)
      plan.timeout_factor = check_solutions(context_, plan.base, {labs.begin(), labs.end()});
    plan.users = context_.users;
    PoolEvents events;
    events.started = [&](const Work& work) { book_->mark_running(work); };
    events.graded = [&](const Work& work, const Grade& grade) {
      book_->store(work, grade);
      progress.graded(work, grade);
    };
    events.failed = [&](const Work& work, const std::string& fault) {
      book_->store_fault(work, fault);
      progress.failed(work, fault);
    };
    events.tick = [&](std::size_t running) { progress.tick(running); };
    if (options_.engine == "slurm") {
      const std::string spool = fs::absolute(options_.out).lexically_normal().string() + "/.spool";
      run_slurm({plan, spool, options_.jobs, options_.gpus}, std::move(runnable), events);
    } else {
      run_pool(plan, std::move(runnable), events);
    }
  }

  int finish(const std::vector<Grade>& grades) const {
    std::map<std::string, int> counts;
    int missing = 0;
    for (const Grade& grade : grades) {
      ++counts[to_string(grade.verdict)];
      missing += grade.graded ? 0 : 1;
    }
    std::string text;
    for (const auto& [verdict, count] : counts)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, verdict);
    std::printf("%zu grades: %s\nReports: %s/index.html, grades.csv, junit.xml, students/\n",
                grades.size(), text.c_str(), options_.out.c_str());
    if (missing == 0) return kExitPassed;
    std::printf("%d without a verdict, through a fault of the grader; run again to retry\n",
                missing);
    return kExitHarnessFault;
  }

  const ClassOptions& options_;
  InstructorTables tables_;
  UniqueFd lock_;
  std::unique_ptr<Gradebook> book_;
  Scratch scratch_;
  ClassContext context_;
  std::uint64_t seed_ = 0;
  std::map<std::string, Student> students_;
  std::vector<Work> works_;
};

}  // namespace

int run_class(const ClassOptions& options) {
  if (options.submissions.empty())
    throw InputError("say what to grade: make grade SUBMISSIONS=folder");
  return ClassRun(options).run();
}

}  // namespace kit::classroom
