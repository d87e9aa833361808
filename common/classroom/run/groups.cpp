// A group's work is graded once, under the key of whoever handed it in; the others get that grade.
#include "classroom/run/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kit::classroom {
namespace {

bool is_same_work(const Work& a, const Work& b) {
  return a.files == b.files && a.problem == b.problem;
}

/// Gives each member the newest of their works.
void share(const std::string& group, const std::vector<Work*>& members) {
  const Work* newest = nullptr;
  bool differ = false;
  for (const Work* work : members) {
    if (!work->submitted) continue;
    differ |= newest != nullptr && !is_same_work(*newest, *work);
    if (newest == nullptr || work->time > newest->time) newest = work;
  }
  if (newest == nullptr) return;
  Work chosen = *newest;
  std::string note = fmt::format("handed in by {} for the group {}", chosen.student, group);
  if (differ)
    note += fmt::format(
        "; the group handed in different submissions, and the newest, of {}, counts", chosen.time);
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
