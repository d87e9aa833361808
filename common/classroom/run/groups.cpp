// A group's work is graded once, under the key of whoever handed it in; the others get that grade.
#include "classroom/run/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "classroom/intake/intake.hpp"

namespace kit::classroom {
namespace {

constexpr const char* kHandedInBy = "handed in by ";

bool is_same_work(const Work& a, const Work& b) {
  return a.files == b.files && a.problem == b.problem;
}

/// The note without what an earlier run said of the group.
std::string own_note(const std::string& note) {
  std::string own = note.substr(0, note.find(kHandedInBy));
  if (own.ends_with("; ")) own.resize(own.size() - 2);
  return own;
}

/// Whether two works differ, and their times do not say which is the newer.
bool is_undecided(const Work& a, const Work& b) {
  return !is_same_work(a, b) && (a.time == b.time || a.time.empty() || b.time.empty());
}

/// Nobody of the group gets a grade.
void leave_undecided(const std::string& group, const std::vector<Work*>& members, const Work& one,
                     const Work& other) {
  const std::string why = fmt::format(
      "{} and {} of the group {} handed in different submissions, and nothing says "
      "which is the newer",
      one.student, other.student, group);
  for (Work* work : members) {
    work->unclear = why;
    work->submitted = false;
    work->handed_in_by.clear();
  }
}

/// Gives each member the newest of their works. What an earlier run gave a member is none of its
/// own.
void share(const std::string& group, const std::vector<Work*>& members) {
  const Work* newest = nullptr;
  bool differ = false;
  for (const Work* work : members) {
    if (!work->submitted || !work->handed_in_by.empty()) continue;
    differ |= newest != nullptr && !is_same_work(*newest, *work);
    if (newest == nullptr || work->time > newest->time) newest = work;
  }
  if (newest == nullptr) return;
  for (const Work* work : members)
    if (work->submitted && work->handed_in_by.empty() && is_undecided(*newest, *work))
      return leave_undecided(group, members, *newest, *work);
  Work chosen = *newest;
  std::string note = fmt::format("{}{} for the group {}", kHandedInBy, chosen.student, group);
  if (differ)
    note += fmt::format(
        "; the group handed in different submissions, and the newest, of {}{}, counts", chosen.time,
        chosen.time_from == kTimeOfFiles ? " by the dates of its files" : "");
  chosen.note = own_note(chosen.note);
  chosen.note = chosen.note.empty() ? note : chosen.note + "; " + note;
  for (Work* work : members) {
    const std::string student = work->student;
    *work = chosen;
    work->student = student;
    work->handed_in_by = student == chosen.student ? "" : chosen.student;
  }
}

}  // namespace

void share_in_groups(std::vector<Work>& works, const Students& students) {
  std::map<std::pair<std::string, std::string>, std::vector<Work*>> groups;  // by group and lab
  for (Work& work : works) {
    const auto student = students.find(work.student);
    if (student == students.end() || student->second.group.empty()) continue;
    groups[{student->second.group, work.lab}].push_back(&work);
  }
  for (const auto& [group, members] : groups)
    if (members.size() > 1) share(group.first, members);
}

}  // namespace kit::classroom
