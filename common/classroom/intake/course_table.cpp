// The columns that Canvas, Moodle and Blackboard export, as of 2026. They are known by their
// English names alone: each system has a setting for the language of an export.
#include "classroom/intake/course_table.hpp"

#include <algorithm>

namespace kit::classroom {
namespace {

/// "Doe, Jane" or "Jane Doe" as last and first name.
void split_name(const std::string& name, CourseRow& row) {
  const std::size_t comma = name.find(','), blank = name.rfind(' ');
  if (comma != std::string::npos) {
    row.last_name = trimmed(name.substr(0, comma));
    row.first_name = trimmed(name.substr(comma + 1));
  } else {
    row.last_name = blank == std::string::npos ? name : name.substr(blank + 1);
    row.first_name = blank == std::string::npos ? "" : trimmed(name.substr(0, blank));
  }
}

/// The number in Moodle's "Participant 123".
std::string participant_number(const std::string& identifier) {
  const std::size_t begin = identifier.find_first_of("0123456789");
  return begin == std::string::npos ? "" : trimmed(identifier.substr(begin));
}

}  // namespace

std::string to_string(CourseSystem system) {
  if (system == CourseSystem::canvas) return "canvas";
  return system == CourseSystem::moodle ? "moodle" : "blackboard";
}

std::optional<CourseSystem> course_system_of(const Table& table) {
  if (table.has("student_id")) return std::nullopt;
  if (table.has("student") && table.has("id")) return CourseSystem::canvas;
  if (table.has("email address")) return CourseSystem::moodle;
  if (table.has("identifier") && table.has("grade")) return CourseSystem::moodle;
  if (table.has("username") && table.has("last name")) return CourseSystem::blackboard;
  return std::nullopt;
}

CourseRow course_row(const Table& table, CourseSystem system, std::size_t row) {
  CourseRow found;
  const auto at = [&](const char* column) { return table.at(row, column); };
  if (system == CourseSystem::canvas) {
    const std::string name = at("student");
    found.ids = {at("id"), at("sis user id"), at("sis login id")};
    found.named_ids = {
        {"canvas_id", at("id")}, {"sis_id", at("sis user id")}, {"login", at("sis login id")}};
    found.email = at("sis login id");
    split_name(name, found);
    found.is_student = name != "Student, Test" && name != "Test Student" && !at("id").empty() &&
                       lower(name) != "points possible";
  } else if (system == CourseSystem::moodle) {
    found.ids = {at("id number"), participant_number(at("identifier")), at("username")};
    found.named_ids = {{"moodle_id", participant_number(at("identifier"))},
                       {"login", at("username")}};
    found.email = at("email address");
    split_name(at("full name"), found);
    const std::string last = table.has("last name") ? at("last name") : at("surname");
    if (!last.empty()) found.last_name = last, found.first_name = at("first name");
    found.is_student = true;
  } else {
    found.ids = {at("username"), at("student id")};
    found.named_ids = {{"login", at("username")}};
    found.email = at("email");
    found.last_name = at("last name");
    found.first_name = at("first name");
    found.is_student = true;
  }
  std::erase(found.ids, "");
  std::erase_if(found.named_ids, [](const auto& one) { return one.second.empty(); });
  if (found.ids.empty() && found.email.empty()) found.is_student = false;
  return found;
}

Student student_from(const CourseRow& row) {
  if (!row.is_student) return {};
  Student student;
  student.id = row.ids.empty() ? row.email : row.ids[0];
  student.last_name = row.last_name;
  student.first_name = row.first_name;
  student.email = row.email;
  student.ids = row.named_ids;
  return student;
}

bool is_about(const CourseRow& row, const Student& student) {
  if (!row.is_student) return false;
  const std::string id = lower(student.id), email = lower(student.email);
  const bool by_id = std::any_of(row.ids.begin(), row.ids.end(),
                                 [&](const std::string& one) { return lower(one) == id; });
  const std::string address = lower(row.email);
  return by_id || (!address.empty() && (address == email || address == id));
}

}  // namespace kit::classroom
