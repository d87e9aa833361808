// Which table says what, and who goes before whom: a penalty that a person wrote down before one
// that is computed from a due date.
#include "classroom/run/instructor_tables.hpp"

#include <fmt/format.h>

#include <pwd.h>
#include <unistd.h>

#include <algorithm>

#include "kit/error.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

/// Who runs this, for decisions that name nobody.
std::string login_name() {
  const passwd* entry = getpwuid(getuid());
  return entry != nullptr ? entry->pw_name : std::to_string(getuid());
}

/// A few of the students' names, to show what they look like.
std::string some_names(const Students& students) {
  constexpr std::size_t kShown = 5;
  std::string text;
  std::size_t count = 0;
  for (const auto& [id, student] : students) {
    if (++count > kShown) return text + ", ...";
    text += (text.empty() ? "" : ", ") + id;
  }
  return text.empty() ? "none" : text;
}

std::vector<Decision> decisions_from(const std::string& kind,
                                     const std::vector<DecisionRow>& rows) {
  std::vector<Decision> list;
  list.reserve(rows.size());
  for (const DecisionRow& row : rows)
    list.push_back({kind, row.student, row.lab, row.value, row.reason, row.by});
  return list;
}

}  // namespace

/// Both ways, field by field; books of earlier kits lack some.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Student, id, last_name, first_name, email,
                                                submission, on_roster, group, days, ids)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Penalty, value, percent, due, how)

InstructorTables::InstructorTables(const ClassOptions& options, const std::string& labs_folder) {
  const std::string person = login_name();
  if (!options.roster.empty()) roster_ = read_roster(options.roster);
  if (!options.late.empty()) late_ = read_penalties(options.late, labs_folder);
  if (!options.due.empty()) due_.rules = read_due(options.due, labs_folder);
  if (!options.extensions.empty())
    due_.extensions = read_extensions(options.extensions, labs_folder);
  for (const auto& [whose, due] : due_.extensions)
    if (due_.rules.count(whose.second) == 0)
      throw InputError(
          fmt::format("{}: {} has no due date that could be extended; give DUE=file.csv with a row "
                      "for it",
                      due.place, whose.second));
  if (options.days < 0) throw InputError("free late days are a number from 0 on: DAYS=3");
  due_.days = options.days;
  for (const Student& student : roster_)
    if (!student.days.empty()) due_.own_days[student.id] = number_from(student.days).value_or(0);
  if (!options.overrides.empty())
    overrides_ = read_overrides(options.overrides, labs_folder, person);
  if (!options.comments.empty()) comments_ = read_comments(options.comments, labs_folder, person);
}

bool InstructorTables::inherit_roster(const Students& students) {
  if (!roster_.empty()) return false;
  for (const auto& [id, student] : students)
    if (student.on_roster) roster_.push_back(student);
  return !roster_.empty();
}

void InstructorTables::check(const Students& students) const {
  for (const auto* rows : {&overrides_, &comments_})
    for (const DecisionRow& row : *rows) require_student(students, row.student, row.place);
  for (const auto& [whose, due] : due_.extensions)
    require_student(students, whose.first, due.place);
}

void InstructorTables::store_decisions(Gradebook& book) const {
  book.decide(decisions_from("override", overrides_));
  book.decide(decisions_from("comment", comments_));
}

Penalties InstructorTables::penalties(const Students& students,
                                      const std::vector<Work>& works) const {
  std::vector<HandedIn> all;
  all.reserve(works.size());
  for (const Work& work : works)
    all.push_back({work.student, work.lab, work.submitted ? work.time : ""});
  DuePlan plan = due_;
  // A roster of an earlier run may say it too.
  for (const auto& [id, student] : students)
    if (!student.days.empty()) plan.own_days[id] = number_from(student.days).value_or(0);
  Penalties penalties = late_penalties(plan, all);
  for (const Work& work : works)
    for (const std::string& scope : {std::string(), work.lab}) {
      const auto by_hand = late_.find({work.student, scope});
      if (by_hand == late_.end()) continue;
      Penalty& one = penalties[{work.student, work.lab}];
      const std::string due = by_hand->second.due.empty() ? one.due : by_hand->second.due;
      one = by_hand->second;
      one.due = due;
    }
  return penalties;
}

void require_student(const Students& students, const std::string& id, const std::string& where) {
  if (students.count(id) > 0) return;
  throw InputError(fmt::format("{}: there is no student '{}' in this class; students are: {}",
                               where, id, some_names(students)));
}

void keep_submissions(Gradebook& book, const std::vector<ListedSubmission>& list) {
  json all = json::array();
  for (const ListedSubmission& one : list)
    all.push_back(
        {one.name, static_cast<int>(one.fate), one.student, one.why, one.time, one.time_from});
  book.set_setting("submissions", all.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::vector<ListedSubmission> kept_submissions(Gradebook& book) {
  std::vector<ListedSubmission> list;
  for (const json& one : json::parse(book.find_setting("submissions").value_or("[]")))
    list.push_back({one.at(0), static_cast<Fate>(one.at(1).get<int>()), one.at(2), one.at(3),
                    one.at(4), one.at(5)});
  return list;
}

void keep_standing(Gradebook& book, const Standing& standing) {
  json students = json::array(), penalties = json::array();
  for (const auto& [id, student] : standing.students) students.push_back(student);
  for (const auto& [whose, penalty] : standing.penalties)
    penalties.push_back({whose.first, whose.second, penalty});
  const json both = {{"students", students}, {"penalties", penalties}};
  book.set_setting("standing", both.dump(-1, ' ', false, json::error_handler_t::replace));
}

Standing kept_standing(Gradebook& book, const std::vector<Grade>& grades) {
  Standing standing;
  const json kept = json::parse(book.find_setting("standing").value_or("{}"));
  for (const json& student : kept.value("students", json::array()))
    standing.students[student.at("id")] = student.get<Student>();
  for (const json& one : kept.value("penalties", json::array()))
    standing.penalties[{one.at(0), one.at(1)}] = one.at(2).get<Penalty>();
  for (const Grade& grade : grades)
    standing.students.try_emplace(grade.work.student,
                                  Student{grade.work.student, "", "", "", "", false});
  return standing;
}

}  // namespace kit::classroom
