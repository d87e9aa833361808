// A gradebook is filled by many runs: late submissions, another lab, one student again. Each is
// about what it takes in and about nothing else.
#include "classroom/run/earlier_work.hpp"

#include <algorithm>
#include <set>

namespace kit::classroom {
namespace {

using StudentAndLab = std::pair<std::string, std::string>;

std::set<StudentAndLab> names_of(const std::vector<Work>& works) {
  std::set<StudentAndLab> names;
  for (const Work& work : works) names.insert({work.student, work.lab});
  return names;
}

std::string group_of(const Students& students, const std::string& id) {
  const auto found = students.find(id);
  return found == students.end() ? "" : found->second.group;
}

}  // namespace

std::size_t keep_earlier(std::vector<Work>& works, const std::vector<Grade>& earlier) {
  std::set<StudentAndLab> submitted;
  for (const Grade& grade : earlier)
    if (grade.work.submitted) submitted.insert({grade.work.student, grade.work.lab});
  return std::erase_if(works, [&](const Work& work) {
    return !work.submitted && submitted.count({work.student, work.lab}) > 0;
  });
}

void add_group_members(std::vector<Work>& works, const std::vector<Grade>& earlier,
                       const Students& students) {
  const std::set<StudentAndLab> present = names_of(works);
  std::set<StudentAndLab> groups;  // by group and lab
  for (const Work& work : works)
    if (const std::string group = group_of(students, work.student); !group.empty())
      groups.insert({group, work.lab});
  for (const Grade& grade : earlier) {
    const Work& work = grade.work;
    if (groups.count({group_of(students, work.student), work.lab}) > 0 &&
        present.count({work.student, work.lab}) == 0)
      works.push_back(work);
  }
}

Penalties merged_penalties(const Penalties& earlier, const Penalties& computed,
                           const std::vector<Work>& works) {
  const std::set<StudentAndLab> present = names_of(works);
  Penalties merged;
  for (const auto& [whose, penalty] : earlier)
    if (present.count(whose) == 0) merged[whose] = penalty;
  for (const auto& [whose, penalty] : computed)
    if (present.count(whose) > 0 || !penalty.how.empty() || !penalty.due.empty())
      merged[whose] = penalty;
  return merged;
}

}  // namespace kit::classroom
