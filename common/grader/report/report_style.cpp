/// @file
/// The spellings that a report's parts share. A number has the same spelling wherever it is
/// printed, so that a student can find it again in verdict.json.
#include "grader/report/report_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace kit::grader {
namespace {

constexpr std::size_t kMarkColumns = 7;

/// A case's verdict in few letters.
std::string mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "ok";
    case Verdict::wrong:
      return "wrong";
    case Verdict::crashed:
      return "crash";
    case Verdict::timed_out:
      return "time";
    case Verdict::out_of_memory:
      return "memory";
    case Verdict::skipped:
      return "-";
    // Rare at a case: the words below the line say more.
    case Verdict::not_done:
    case Verdict::build_failed:
    case Verdict::forbidden:
    case Verdict::cheated:
    case Verdict::grader_fault:
      return "fault";
  }
  return "fault";
}

}  // namespace

std::string number_text(double value, int digits) {
  return std::isnan(value) ? "nan" : fmt::format("{:.{}g}", value, digits);
}

std::string error_text(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.1e}", value);
}

std::string points_text(double earned, double max) {
  return fmt::format("{:g} of {:g}", earned, max);
}

std::string display_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string display_name(Verdict verdict) {
  return verdict == Verdict::not_done ? "not done yet" : display_name(to_string(verdict));
}

Style style_of(Verdict verdict) {
  if (verdict == Verdict::passed) return Style::good;
  if (verdict == Verdict::not_done || verdict == Verdict::skipped) return Style::warn;
  return Style::bad;
}

void add_marked(TextReport& text, Verdict verdict, const std::string& name,
                const std::string& right) {
  // Padded before it is painted: the codes of a colour take no columns.
  const std::string mark = text.paint(pad(mark_of(verdict), kMarkColumns), style_of(verdict));
  text.columns("  " + mark, 2 + kMarkColumns, name, right);
}

std::string relative_path(const std::string& path) {
  // The path alone is looked at, which a student's program may have named, not what lies there.
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::string relative = std::filesystem::path(path).lexically_proximate(here).string();
  return !error && relative.size() < path.size() ? relative : path;
}

std::string verdict_path(const VerdictFile& verdict) {
  for (const CaseRecord& one : verdict.cases) {
    const std::filesystem::path picture = printable(one.heat_map);
    if (picture.has_parent_path()) return relative_path(picture.parent_path() / "verdict.json");
  }
  return "verdict.json";
}

}  // namespace kit::grader
