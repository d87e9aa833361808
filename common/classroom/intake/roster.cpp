// The instructor's tables: who is in the class, and whose points are fewer for lateness. They come
// out of spreadsheets, so that columns are found by name in any order, and what cannot be
// understood is refused with its place: a row that is passed over would be a student without a
// grade.
#include "classroom/intake/roster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "grader/lab/lab_config.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// A table whose columns are found by name.
class Table {
 public:
  explicit Table(const std::string& path)
      : path_(path), records_(read_csv(read_whole(path), path)) {
    if (records_.empty()) throw InputError(path + " is empty; its first line names the columns");
    for (std::size_t i = 0; i < records_[0].size(); ++i)
      columns_[lower(trimmed(records_[0][i]))] = i;
  }
  void require(const std::string& name) const {
    if (columns_.count(name) == 0)
      throw InputError(fmt::format("{}: its first line has no column '{}'", path_, name));
  }
  bool has(const std::string& name) const { return columns_.count(name) > 0; }
  std::size_t rows() const { return records_.size() - 1; }
  std::string at(std::size_t row, const std::string& name) const {
    const auto column = columns_.find(name);
    if (column == columns_.end() || column->second >= records_[row + 1].size()) return "";
    return trimmed(records_[row + 1][column->second]);
  }

 private:
  std::string path_;
  std::vector<std::vector<std::string>> records_;
  std::map<std::string, std::size_t> columns_;
};

/// Whether `part` stands in `text` between characters that are no letters or digits.
bool is_token(const std::string& text, const std::string& part) {
  if (part.empty()) return false;
  const auto joined = [&](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    if ((at == 0 || !joined(at - 1)) && !joined(at + part.size())) return true;
  return false;
}

}  // namespace

std::vector<Student> read_roster(const std::string& path) {
  const Table table(path);
  const std::string id = table.has("student_id") ? "student_id" : "id";
  if (!table.has(id)) table.require("student_id");
  std::vector<Student> students;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    Student student{table.at(row, id),           table.at(row, "last_name"),
                    table.at(row, "first_name"), table.at(row, "email"),
                    table.at(row, "submission"), true};
    if (student.id.empty()) continue;
    const bool twice = std::any_of(students.begin(), students.end(),
                                   [&](const Student& other) { return other.id == student.id; });
    if (twice)
      throw InputError(fmt::format("{}: student_id {} stands there twice", path, student.id));
    students.push_back(student);
  }
  return students;
}

Student student_of(const std::string& submission, const std::vector<Student>& roster) {
  // From the surest sign to the weakest: the roster's own column, the number, the number within a
  // longer name, the address.
  const std::string name = lower(submission);
  const auto find = [&](auto fits) { return std::find_if(roster.begin(), roster.end(), fits); };
  auto found =
      find([&](const Student& s) { return !s.submission.empty() && s.submission == submission; });
  if (found == roster.end()) found = find([&](const Student& s) { return lower(s.id) == name; });
  if (found == roster.end())
    found = find([&](const Student& s) { return is_token(name, lower(s.id)); });
  if (found == roster.end())
    found = find([&](const Student& s) {
      return is_token(name, lower(s.email.substr(0, s.email.find('@'))));
    });
  if (found != roster.end()) return *found;
  return {submission, "", "", "", "", false};
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
    const std::string text = table.at(row, "penalty"), lab = table.at(row, "lab");
    Penalty penalty;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), penalty.value);
    const std::string rest(read.ptr, text.data() + text.size());
    if (read.ec != std::errc() || penalty.value < 0 || (!rest.empty() && trimmed(rest) != "%"))
      throw InputError(
          fmt::format("{}: the penalty '{}' of {} is neither points (10) nor a share (20%)", path,
                      text, table.at(row, "student_id")));
    penalty.percent = !rest.empty();
    penalty.due = table.at(row, "duedate");
    const std::string folder = lab.empty() ? "" : grader::find_lab(labs_folder, lab);
    penalties[{table.at(row, "student_id"), folder}] = penalty;
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
