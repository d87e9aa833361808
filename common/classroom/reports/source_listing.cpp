// The source as it was graded, with what was found beside the lines it was found in: a student need
// not look for the version that a report is about.
#include "classroom/reports/source_listing.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>

#include "classroom/intake/intake.hpp"
#include "grader/pages/template.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr Template kListing(
#include "classroom/reports/source_listing.html.inc"
);

constexpr int kMaxLines = 2000;

/// What was found in one file, by line.
using LineRemarks = std::map<int, std::set<std::string>>;

/// The compiler's errors and warnings: "folder/file:LINE:COLUMN: error: what".
void add_compilers_remarks(const std::string& log, const std::string& file, LineRemarks& remarks) {
  const std::string mark = "/" + file + ":";
  for (std::size_t at = log.find(mark); at != std::string::npos; at = log.find(mark, at + 1)) {
    const std::string line = log.substr(at + mark.size(), log.find('\n', at) - at - mark.size());
    int number = 0;
    std::from_chars(line.data(), line.data() + line.size(), number);
    for (const char* kind : {"error: ", "warning: "}) {
      const std::size_t message = line.find(kind);
      if (number > 0 && message != std::string::npos) remarks[number].insert(line.substr(message));
    }
  }
}

LineRemarks remarks_on(const Grade& grade, const std::string& file) {
  LineRemarks remarks;
  if (!grade.detail) return remarks;
  add_compilers_remarks(grade.detail->build_log, file, remarks);
  for (const grader::CommonFinding& one : grade.detail->findings)
    if (grader::file_name(one.finding.place) == file && one.finding.place.line > 0)
      remarks[one.finding.place.line].insert(one.finding.message);
  for (const grader::StageRecord& stage : grade.detail->stages)
    for (const grader::CaseRecord& one : grade.detail->cases)
      if (stage.config.file == file && one.stage == stage.config.id && one.line > 0 &&
          remarks.count(one.line) == 0)
        remarks[one.line].insert(one.message);
  return remarks;
}

std::string numbered_lines(const std::string& source, const LineRemarks& remarks) {
  std::string text;
  int number = 0;
  for (std::size_t begin = 0; begin < source.size() && number < kMaxLines;) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::string line = fmt::format("{:4}  {}", ++number, source.substr(begin, end - begin));
    const auto found = remarks.find(number);
    if (found == remarks.end()) {
      text += html(line) + "\n";
    } else {
      text += kListing.fill("marked", {{"line", line}});
      for (const std::string& remark : found->second)
        text += kListing.fill("remark", {{"text", remark}});
    }
    begin = end + 1;
  }
  if (number == kMaxLines) text += "[more was left out]\n";
  return text;
}

}  // namespace

std::string sources_html(const Grade& grade) {
  if (!grade.work.submitted) return "";
  std::string text;
  for (const auto& [name, content] : grade.work.files.items()) {
    if (name == kQuizFile) continue;  // answers, and no source
    const LineRemarks remarks = remarks_on(grade, name);
    const std::string marks =
        remarks.empty() ? "" : ", " + count_of(remarks.size(), "line") + " marked";
    text += kListing.fill(
        "file", {{"name", name},
                 {"marks", marks},
                 {"lines", numbered_lines(bytes_from_json(content.get<std::string>()), remarks)}});
  }
  return text;
}

}  // namespace kit::classroom
