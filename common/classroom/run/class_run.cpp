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
#include "classroom/run/earlier_work.hpp"
#include "classroom/run/groups.hpp"
#include "classroom/run/instructor_tables.hpp"
#include "classroom/run/pool.hpp"
#include "classroom/run/progress.hpp"
#include "classroom/run/setup.hpp"
#include "classroom/run/slurm.hpp"
#include "classroom/run/take_in.hpp"
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
    const std::vector<Grade> grades = book_->grades();
    std::vector<Work> all;
    all.reserve(grades.size());
    for (const Grade& grade : grades) all.push_back(grade.work);
    const Penalties before = kept_standing(*book_, {}).penalties;
    keep_standing(*book_,
                  {students_, merged_penalties(before, tables_.penalties(students_, all), works_)});
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
    const std::vector<Grade> earlier = book_->grades("", false);
    students_ = kept_standing(*book_, earlier).students;
    if (tables_.inherit_roster(students_))
      std::printf("Roster: the one of an earlier run, %zu students.\n", tables_.roster().size());
    IntakePlan plan = intake_plan(context_, scratch_);
    plan.quiz = options_.quiz > 0;
    intake_ = take_class(class_source(options_), tables_.roster(), plan);
    print_intake(intake_);
    for (const auto& [id, student] : intake_.students) students_[id] = student;
    for (const Student& student : tables_.roster()) students_[student.id] = student;
    for (const auto& [whose, taken] : intake_.labs) add_work(whose.first, whose.second, taken);
    for (const auto& [whose, why] : intake_.unclear) {
      add_work(whose.first, whose.second, {});
      works_.back().unclear = why;
    }
    add_absent();
    const std::size_t kept = keep_earlier(works_, earlier);
    add_group_members(works_, earlier, students_);
    share_in_groups(works_, students_);
    book_->set_work(works_);
    keep_submissions(*book_, intake_.list);
    std::printf("%zu students, %zu labs.\n", students_.size(), context_.labs.size());
    if (kept > 0)
      std::printf("%zu grades of earlier runs stay: nothing new was handed in for them.\n", kept);
    std::fflush(stdout);
  }

  /// Who is on the roster and handed nothing in has that in the gradebook.
  void add_absent() {
    std::set<std::pair<std::string, std::string>> present;
    for (const Work& work : works_) present.insert({work.student, work.lab});
    for (const Student& student : tables_.roster())
      for (const auto& lab : context_.labs) {
        if (present.count({student.id, lab.lab}) > 0) continue;
        TakenLab none;
        none.files.nothing = "no submission of this student was found";
        add_work(student.id, lab.lab, none);
      }
  }

  void add_work(const std::string& student, const std::string& lab, const TakenLab& taken) {
    const LabFiles& files = taken.files;
    Work work;
    work.student = student;
    work.lab = lab;
    work.files = json::object();
    for (const auto& [name, content] : files.files) work.files[name] = bytes_to_json(content);
    work.source = taken.submission.path;
    work.time = taken.submission.time;
    work.time_from = taken.submission.time_from;
    work.problem = files.problem;
    work.submitted = files.submitted();
    work.note = note_of(files);
    json content = {work.files, work.problem, work.submitted};
    if (!files.nothing.empty()) content.push_back(files.nothing);
    // Those who hand in together have one grade, under the key of the first of them.
    work.handed_in_by = taken.handed_in_by;
    work.key = key_of(work.handed_in_by.empty() ? student : work.handed_in_by, lab, content);
    work.context = {{"kit", context_.versions.at(lab)},
                    {"hidden", context_.hidden_mark},
                    {"backend", grader::to_string(context_.backend)},
                    {"seed", seed_},
                    {"confined", options_.confine}};
    // Without points for it, grades stay as they are.
    if (options_.quiz > 0) work.context["quiz"] = options_.quiz;
    works_.push_back(std::move(work));
  }

  /// Which files were not submitted, and what else there is to say.
  static std::string note_of(const LabFiles& files) {
    if (!files.submitted()) return files.nothing;
    std::string note;
    for (const std::string& name : files.from_skeleton)
      note += (note.empty() ? "not submitted: " : ", ") + name;
    for (const std::string& sentence : files.notes) note += (note.empty() ? "" : "; ") + sentence;
    return note;
  }

  /// A run without the tables of the run before takes off nothing for lateness.
  void say_what_is_dropped() const {
    const Standing before = kept_standing(*book_, {});
    const auto penalties = std::count_if(works_.begin(), works_.end(), [&](const Work& work) {
      const auto found = before.penalties.find({work.student, work.lab});
      return found != before.penalties.end() && found->second.value > 0;
    });
    if (penalties > 0 && !tables_.has_lateness())
      std::printf("No DUE or LATE in this run: %td penalties of the run before do not count now\n",
                  penalties);
  }

  /// Of REGRADE=student, what the whole group has is graded again.
  void forget_grades() {
    if (options_.regrade.empty()) return;
    const bool all = options_.regrade == kAll;
    Students present;
    for (const Work& work : works_) present[work.student] = students_.at(work.student);
    if (!all) require_student(present, options_.regrade, "REGRADE=" + options_.regrade);
    std::vector<std::string> labs, ids;
    for (const auto& lab : context_.labs) labs.push_back(lab.lab);
    const std::string group = all ? "" : present.at(options_.regrade).group;
    for (const auto& [id, student] : present)
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
    grade.headline = work.problem;
    if (work.problem.empty())
      grade.headline =
          "nothing of this lab was submitted" + (work.note.empty() ? "" : ": " + work.note);
    grade.max_points = lab->max_points();
    grade.bonus_max = lab->max_bonus();
    grade.tier = to_string(context_.tier);
    grade.backend = grader::to_string(context_.backend);
    grade.attempts = 1;
    return grade;
  }

  void grade_all() {
    std::vector<Work> queue = book_->ungraded();
    std::erase_if(queue, [&](const Work& work) {
      return std::none_of(works_.begin(), works_.end(), [&](const Work& one) {
        return one.student == work.student && one.lab == work.lab && one.key == work.key;
      });
    });
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
    plan.base.quiz = options_.quiz;
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
      const bool unclear = !grade.work.unclear.empty();
      ++counts[unclear ? "unclear" : to_string(grade.verdict)];
      missing += grade.graded || unclear ? 0 : 1;
    }
    std::string text;
    for (const auto& [verdict, count] : counts)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, verdict);
    std::printf("%zu grades: %s\nReports: %s/index.html, grades.csv, junit.xml, students/\n",
                grades.size(), text.c_str(), options_.out.c_str());
    const bool all_read = print_without_student(intake_, options_.out);
    if (missing == 0) return all_read ? kExitPassed : kExitNotPassed;
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
  ClassIntake intake_;
  Students students_;  ///< of this run and of earlier ones
  std::vector<Work> works_;
};

}  // namespace

int run_class(const ClassOptions& options) {
  if (options.submissions.empty())
    throw InputError("say what to grade: make grade SUBMISSIONS=folder");
  if (options.dry_run) return run_dry(options);
  return ClassRun(options).run();
}

}  // namespace kit::classroom
