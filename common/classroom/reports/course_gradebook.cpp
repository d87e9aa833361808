// Course systems take back the file that they gave out: what is changed are the cells with points,
// and every other byte stays. Who a row is about is never guessed from a name.
#include "classroom/reports/course_gradebook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

/// A column's name without what a system adds: "Lab 2 (1234)", "Lab 2 [Total Pts: 100 Score] |12".
std::string plain_name(const std::string& column) {
  return lower(trimmed(column.substr(0, column.find_first_of("([|"))));
}

/// "Lab 2", "lab02", "Labs: lab_2" ... for lab 02_naive.
bool names_lab(const std::string& name, const std::string& lab) {
  if (name.find(lower(lab)) != std::string::npos) return true;
  const int wanted = std::stoi(lab.substr(0, lab.find('_')));
  for (std::size_t at = name.find("lab"); at != std::string::npos; at = name.find("lab", at + 1)) {
    const std::size_t digits = name.find_first_not_of(" _-#", at + 3);
    const std::size_t end = std::min(name.find_first_not_of("0123456789", digits), name.size());
    if (digits == std::string::npos || end == digits || end - digits > 3) continue;
    if (std::stoi(name.substr(digits, end - digits)) == wanted) return true;
  }
  return false;
}

/// Sums that a system computes itself.
bool is_total(const std::string& name) {
  for (const std::string which : {"current ", "final "})
    for (const char* what : {"score", "points", "grade"})
      if (name.ends_with(which + what)) return true;
  return false;
}

/// A change of the template's text.
struct Replacement {
  std::size_t begin = 0, end = 0;
  std::string text;
};

class GradebookFiller {
 public:
  GradebookFiller(CourseSystem system, const std::string& path) : system_(system), table_(path) {
    const auto found = course_system_of(table_);
    if (found != system)
      throw InputError(fmt::format("{} is no gradebook of {}{}", path, to_string(system),
                                   found ? ": it looks like one of " + to_string(*found)
                                         : ": its columns are " + columns_text()));
  }

  CourseExport fill(const std::vector<ScoredGrade>& grades, const std::string& column) {
    std::map<std::string, std::size_t> columns = columns_of(labs_of(grades), column);
    for (const auto& [lab, place] : columns) compare_maximum(lab, place, grades);
    std::map<std::string, std::vector<const ScoredGrade*>> students;
    for (const ScoredGrade& one : grades) students[one.student.id].push_back(&one);
    std::map<std::string, int> lines;  // of the students who were found
    for (std::size_t row = 0; row < table_.rows(); ++row) fill_row(row, students, columns, lines);
    std::string missing;
    for (const auto& [id, own] : students)
      if (lines.count(id) == 0) missing += (missing.empty() ? "" : ", ") + id;
    if (!missing.empty()) note("in no row of the file: " + missing);
    result_.bytes = encode(changed_text(), table_.content().encoding);
    return std::move(result_);
  }

 private:
  static std::vector<std::string> labs_of(const std::vector<ScoredGrade>& grades) {
    std::vector<std::string> labs;
    for (const ScoredGrade& one : grades)
      if (std::find(labs.begin(), labs.end(), one.grade.work.lab) == labs.end())
        labs.push_back(one.grade.work.lab);
    return labs;
  }

  const std::vector<CsvField>& head() const { return table_.records()[0].fields; }

  std::string columns_text() const {
    std::string text;
    for (const CsvField& field : head()) text += (text.empty() ? "'" : ", '") + field.text + "'";
    return text;
  }

  void note(const std::string& text) { result_.notes.push_back(text); }

  bool is_column_of(const std::string& lab, const std::string& name, bool only,
                    const std::string& asked) const {
    if (!asked.empty()) return name == asked || plain_name(name) == lower(asked);
    const std::string plain = plain_name(name);
    if (system_ == CourseSystem::moodle && only && plain == "grade") return true;
    return !is_total(plain) && names_lab(plain, lab);
  }

  std::map<std::string, std::size_t> columns_of(const std::vector<std::string>& labs,
                                                const std::string& asked) {
    if (!asked.empty() && labs.size() != 1)
      throw InputError("COLUMN= names the column of one lab; say which: LABS=02");
    std::map<std::string, std::size_t> columns;
    for (const std::string& lab : labs) {
      for (std::size_t i = 0; i < head().size(); ++i) {
        if (!is_column_of(lab, trimmed(head()[i].text), labs.size() == 1, asked)) continue;
        if (!columns.emplace(lab, i).second)
          throw InputError(fmt::format(
              "{}: both '{}' and '{}' may be the column of {}; say which: "
              "LABS={} COLUMN='...'",
              table_.path(), head()[columns[lab]].text, head()[i].text, lab, lab.substr(0, 2)));
      }
      if (columns.count(lab) == 0) note("the file has no column for " + lab);
    }
    if (columns.empty())
      throw InputError(
          fmt::format("{}: no column is one of the labs'; its columns are {}; say which: "
                      "LABS=02 COLUMN='...'",
                      table_.path(), columns_text()));
    return columns;
  }

  /// What the system takes a column to be worth; none if it does not say.
  std::optional<double> maximum_of(std::size_t column) const {
    if (system_ == CourseSystem::blackboard) {
      const std::string& name = head()[column].text;
      const std::string mark = "Total Pts: ";
      const std::size_t at = name.find(mark);
      if (at == std::string::npos) return std::nullopt;
      const std::size_t begin = at + mark.size();
      return number_from(name.substr(begin, name.find(' ', begin) - begin));
    }
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const std::vector<CsvField>& fields = table_.records()[row + 1].fields;
      if (system_ == CourseSystem::moodle) return number_from(table_.at(row, "maximum grade"));
      if (lower(table_.at(row, "student")) == "points possible" && column < fields.size())
        return number_from(trimmed(fields[column].text));
    }
    return std::nullopt;
  }

  void compare_maximum(const std::string& lab, std::size_t column,
                       const std::vector<ScoredGrade>& grades) {
    const auto there = maximum_of(column);
    for (const ScoredGrade& one : grades) {
      if (!there || one.grade.work.lab != lab || !one.grade.graded) continue;
      if (std::abs(*there - one.grade.max_points) > 0.005)
        note(fmt::format(
            "the column '{}' is worth {} points there and the lab {} here; points are "
            "written as they are",
            head()[column].text, short_number(*there), short_number(one.grade.max_points)));
      return;
    }
  }

  void fill_row(std::size_t row,
                const std::map<std::string, std::vector<const ScoredGrade*>>& students,
                const std::map<std::string, std::size_t>& columns,
                std::map<std::string, int>& lines) {
    const CourseRow about = course_row(table_, system_, row);
    if (!about.is_student) return;
    const int line = table_.line(row);
    std::vector<std::string> found;
    for (const auto& [id, own] : students)
      if (is_about(about, own[0]->student)) found.push_back(id);
    if (found.size() != 1) {
      const std::string who =
          fmt::format("line {} ({} {}, {})", line, about.first_name, about.last_name,
                      about.ids.empty() ? about.email : about.ids[0]);
      note(found.empty()
               ? who + " is about nobody who has a grade"
               : fmt::format("{} may be {} or {}: left as it is", who, found[0], found[1]));
      return;
    }
    const auto [before, first] = lines.emplace(found[0], line);
    if (!first) note(fmt::format("lines {} and {} are both {}", before->second, line, found[0]));
    for (const ScoredGrade* one : students.at(found[0])) {
      const auto column = columns.find(one->grade.work.lab);
      if (column == columns.end()) continue;
      if (one->scored())
        fill_cell(row, column->second, short_number(one->score));
      else
        note(fmt::format("{} has no score for {}: left as it is", found[0], one->grade.work.lab));
    }
  }

  void fill_cell(std::size_t row, std::size_t column, const std::string& points) {
    const std::vector<CsvField>& fields = table_.records()[row + 1].fields;
    ++result_.filled;
    if (column >= fields.size()) {  // a row that ends early
      const std::string blanks(column - fields.size() + 1, table_.delimiter());
      replacements_.push_back({fields.back().end, fields.back().end, blanks + points});
      return;
    }
    const CsvField& field = fields[column];
    const bool quoted = field.end > field.begin && table_.content().text[field.begin] == '"';
    replacements_.push_back({field.begin, field.end, quoted ? '"' + points + '"' : points});
  }

  std::string changed_text() {
    std::stable_sort(replacements_.begin(), replacements_.end(),
                     [](const Replacement& a, const Replacement& b) { return a.begin < b.begin; });
    const std::string& before = table_.content().text;
    std::string after;
    std::size_t at = 0;
    for (const Replacement& one : replacements_) {
      after += before.substr(at, one.begin - at) + one.text;
      at = one.end;
    }
    return after + before.substr(at);
  }

  CourseSystem system_;
  Table table_;
  CourseExport result_;
  std::vector<Replacement> replacements_;
};

}  // namespace

CourseSystem course_system_from(const std::string& name) {
  for (const CourseSystem system :
       {CourseSystem::canvas, CourseSystem::moodle, CourseSystem::blackboard})
    if (name == to_string(system)) return system;
  throw InputError(
      fmt::format("there is no course system '{}'; EXPORT is canvas, moodle or blackboard", name));
}

CourseExport fill_gradebook(CourseSystem system, const std::string& template_path,
                            const std::vector<ScoredGrade>& grades, const std::string& column) {
  return GradebookFiller(system, template_path).fill(grades, column);
}

}  // namespace kit::classroom
