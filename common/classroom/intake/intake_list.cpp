// What became of the submissions, for people: the table beside the grades, and a dry run.
#include <fmt/format.h>

#include "classroom/intake/class_intake.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {

std::string to_string(Fate fate) {
  switch (fate) {
    case Fate::taken:
      return "taken";
    case Fate::older:
      return "older";
    case Fate::unclear:
      return "unclear";
    case Fate::unmatched:
      return "unmatched";
    case Fate::ignored:
      break;
  }
  return "ignored";
}

std::string submissions_csv(const std::vector<ListedSubmission>& list) {
  std::string text = "submission,fate,student_id,why,timestamp,timestamp_from\n";
  for (const ListedSubmission& one : list)
    text += fmt::format("{},{},{},{},{},{}\n", csv(one.name), to_string(one.fate), csv(one.student),
                        csv(one.why), csv(one.time), csv(one.time_from));
  return text;
}

std::string intake_text(const ClassIntake& intake) {
  std::string text;
  for (const ListedSubmission& one : intake.list) {
    const bool known = one.fate == Fate::taken || one.fate == Fate::older;
    if (known)
      text += fmt::format("{} <- {}{}", one.student, one.name,
                          one.why.empty() ? "" : " (" + one.why + ")");
    else
      text += fmt::format("{}: {}: {}", to_string(one.fate), one.name, one.why);
    if (!known && !one.student.empty()) text += "; may be: " + one.student;
    if (one.fate == Fate::older) text += ", an older one: does not count";
    if (!one.time.empty()) text += fmt::format(", {} ({})", one.time, one.time_from);
    text += "\n";
    for (const std::string& line : one.lines) text += "    " + line + "\n";
  }
  return text;
}

}  // namespace kit::classroom
