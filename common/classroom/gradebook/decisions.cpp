// What people decided: points by hand, comments. Rows are only ever added, so that the book can
// always say who gave which points, and why.
#include <map>
#include <tuple>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/gradebook/sql.hpp"

namespace kit::classroom {

int Gradebook::decide(const std::vector<Decision>& decisions) {
  using Key = std::tuple<std::string, std::string, std::string>;
  Transaction transaction(database_);
  std::map<Key, std::pair<std::string, std::string>> in_force;
  for (const Decision& one : this->decisions())
    in_force[{one.kind, one.student, one.lab}] = {one.value, one.reason};
  int added = 0;
  for (const Decision& one : decisions) {
    const auto place = in_force.find({one.kind, one.student, one.lab});
    const bool none = place == in_force.end();
    if (none ? one.value.empty() : place->second == std::pair(one.value, one.reason)) continue;
    Statement(database_,
              "insert into decision (at, kind, student, lab, value, reason, person) values (?, ?, "
              "?, ?, ?, ?, ?)")
        .run(now(), one.kind, one.student, one.lab, one.value, one.reason, one.by);
    in_force[{one.kind, one.student, one.lab}] = {one.value, one.reason};
    ++added;
  }
  transaction.commit();
  return added;
}

std::vector<Decision> Gradebook::decisions() {
  std::vector<Decision> list;
  Statement find(
      database_,
      "select kind, student, lab, value, reason, person, at from decision where value <> "
      "'' and id in (select max(id) from decision group by kind, student, lab) order by "
      "student, lab, kind");
  while (find.step())
    list.push_back({find.text(0), find.text(1), find.text(2), find.text(3), find.text(4),
                    find.text(5), find.text(6)});
  return list;
}

}  // namespace kit::classroom
