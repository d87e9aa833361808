// Points that a person gives in place of the grader's, and words beside them.
#include "classroom/intake/decisions.hpp"

#include <fmt/format.h>

#include "classroom/intake/table.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

/// What both tables have; `value` and `reason` are the names of columns.
std::vector<DecisionRow> read_decisions(const Table& table, const std::string& value,
                                        const std::string& labs_folder, const std::string& person) {
  for (const std::string& column : {std::string("student_id"), std::string("lab"), value})
    table.require(column);
  std::vector<DecisionRow> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    DecisionRow one;
    one.student = table.at(row, "student_id");
    if (one.student.empty()) table.refuse(row, "the column 'student_id' is empty");
    one.lab = lab_at(table, row, labs_folder);
    one.value = table.at(row, value);
    one.reason = table.at(row, "reason");
    one.by = table.at(row, "by").empty() ? person : table.at(row, "by");
    one.place = fmt::format("{}:{}", table.path(), table.line(row));
    for (const DecisionRow& other : rows)
      if (other.student == one.student && other.lab == one.lab)
        table.refuse(row, fmt::format("{} and {} stand in {} too; keep one of the two rows",
                                      one.student, one.lab, other.place));
    rows.push_back(std::move(one));
  }
  return rows;
}

}  // namespace

std::vector<DecisionRow> read_overrides(const std::string& path, const std::string& labs_folder,
                                        const std::string& person) {
  const Table table(path);
  std::vector<DecisionRow> rows = read_decisions(table, "points", labs_folder, person);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].value.empty()) continue;
    const grader::LabConfig lab = grader::load_lab(labs_folder, rows[row].lab);
    const double most = lab.max_points() + lab.max_bonus();
    const auto points = number_from(rows[row].value);
    if (!points || *points < 0 || *points > most)
      table.refuse(row, fmt::format("the points '{}' are no number from 0 to {}; leave the cell "
                                    "empty to take an override back",
                                    rows[row].value, short_number(most)));
    if (rows[row].reason.empty())
      table.refuse(row, "the column 'reason' is empty; say why these points are given by hand");
    rows[row].value = short_number(*points);
  }
  return rows;
}

std::vector<DecisionRow> read_comments(const std::string& path, const std::string& labs_folder,
                                       const std::string& person) {
  return read_decisions(Table(path), "comment", labs_folder, person);
}

}  // namespace kit::classroom
