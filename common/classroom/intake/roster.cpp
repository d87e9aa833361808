// The instructor's tables: who is in the class, and whose points are fewer for lateness. They come
// out of spreadsheets, so that columns are found by name in any order, and what cannot be
// understood is refused with its place: a row that is passed over would be a student without a
// grade.
#include "classroom/intake/roster.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "classroom/intake/course_table.hpp"
#include "classroom/intake/table.hpp"
#include "kit/error.hpp"

namespace kit::classroom {

std::vector<Student> read_roster(const std::string& path) {
  const Table table(path);
  const auto system = course_system_of(table);
  const std::string id = table.has("student_id") ? "student_id" : "id";
  if (!system && !table.has(id)) table.require("student_id");
  std::vector<Student> students;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    Student student{table.at(row, id),
                    table.at(row, "last_name"),
                    table.at(row, "first_name"),
                    table.at(row, "email"),
                    "",
                    true};
    if (system) student = student_from(course_row(table, *system, row));
    if (student.id.empty()) continue;
    student.submission = table.at(row, "submission");
    student.group = table.at(row, "group");
    for (const char* column : kIdColumns)
      if (const std::string value = table.at(row, column); !value.empty())
        student.ids[column] = value;
    student.days = table.at(row, "days");
    if (!student.days.empty() && number_from(student.days).value_or(-1) < 0)
      table.refuse(row, fmt::format("the free late days '{}' are no number", student.days));
    const bool twice = std::any_of(students.begin(), students.end(),
                                   [&](const Student& other) { return other.id == student.id; });
    if (twice) table.refuse(row, fmt::format("student_id {} stands there twice", student.id));
    students.push_back(student);
  }
  return students;
}

double Penalty::of(double raw_score) const {
  return std::clamp(percent ? raw_score * value / 100 : value, 0.0, std::max(raw_score, 0.0));
}

Penalties read_penalties(const std::string& path, const std::string& labs_folder) {
  const Table table(path);
  table.require("student_id");
  table.require("penalty");
  Penalties penalties;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string text = table.at(row, "penalty"), student = table.at(row, "student_id");
    const auto amount = amount_from(text);
    if (!amount)
      table.refuse(row, fmt::format("the penalty '{}' of {} is neither points (10) nor a share "
                                    "(20%)",
                                    text, student));
    const bool all_labs = table.at(row, "lab").empty();
    const std::string lab = all_labs ? "" : lab_at(table, row, labs_folder);
    penalties[{student, lab}] = {amount->value, amount->percent, table.at(row, "duedate"),
                                 "as the table of penalties says"};
  }
  return penalties;
}

Penalty penalty_of(const Penalties& table, const std::string& student, const std::string& lab) {
  // A penalty for the lab goes before one for all labs.
  for (const std::string& scope : {lab, std::string()}) {
    const auto found = table.find({student, scope});
    if (found != table.end()) return found->second;
  }
  return {};
}

}  // namespace kit::classroom
