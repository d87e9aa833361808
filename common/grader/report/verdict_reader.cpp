/// @file
/// Reading verdict.json back. Everything that was written is read, so that a report made from the
/// file is the one that was made from the grading. What is derived, such as a speedup, is derived
/// again.
#include <fstream>

#include "grader/report/record_fields.hpp"
#include "grader/report/verdict_json.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

/// A record whose fields all hold a member as it is.
template <typename Record>
Record plain_from(const json& value) {
  Record record;
  each_field(ReadFields{value}, record);
  return record;
}

Comparison comparison_from(const json& value) {
  Comparison found;
  const json& worst = field_at(value, "worst");
  ReadFields{value}("above_tolerance", found.above_tolerance, "non_finite", found.non_finite);
  ReadFields{worst}("x", found.worst_x, "y", found.worst_y, "channel", found.worst_channel);
  found.max_abs_error = json_number_at(value, "max_abs_error");
  found.expected = json_number_at(worst, "expected");
  found.got = json_number_at(worst, "got");
  return found;
}

CaseRecord case_from(const json& value) {
  auto record = plain_from<CaseRecord>(value);
  record.tolerance = json_number_at(value, "tolerance");
  record.guards = list_at(value, "guards", guard_damage_from);
  if (!text_at(value, "observed").empty()) read_field(value, "observed", record.observed.emplace());
  // Null where there was no output.
  record.compared = !field_at(value, "max_abs_error").is_null();
  if (record.compared) record.comparison = comparison_from(value);
  return record;
}

StageRecord stage_from(const json& value) {
  auto record = plain_from<StageRecord>(value);
  // Files of before there were stand-ins lack it.
  if (value.contains("stand_in"))
    record.stand_in = list_at(value, "stand_in", [](const json& file) {
      if (!file.is_string()) throw FormatError("an element of 'stand_in' is not a text");
      return file.get<std::string>();
    });
  record.faults = list_at(value, "faults", [](const json& one) {
    return StageFault{finding_from(one), json_number_at(one, "cost")};
  });
  return record;
}

Measured measured_from(const std::string& name, const json& value, const std::string& group) {
  if (value.is_number_integer()) return {name, value.get<std::int64_t>(), group};
  if (value.is_number()) return {name, value.get<double>(), group};
  if (value.is_null()) return {name, 0.0, group};  // a ratio that was not finite
  throw FormatError("'" + name + "' of 'measured' is not a number");
}

std::vector<Measured> measured_from(const json& value) {
  std::vector<Measured> list;
  if (value.is_null()) return list;
  if (!value.is_object()) throw FormatError("'measured' is not an object");
  // An object stands for the numbers of one group.
  for (const auto& [name, one] : value.items()) {
    if (!one.is_object()) list.push_back(measured_from(name, one, ""));
    if (one.is_object())
      for (const auto& [inner, number] : one.items())
        list.push_back(measured_from(inner, number, name));
  }
  return list;
}

EvidenceRecord evidence_from(const json& value) {
  auto record = plain_from<EvidenceRecord>(value);
  record.measured = measured_from(field_at(value, "measured"));
  if (value.contains("open_message")) record.open_message = text_at(value, "open_message");
  return record;
}

CommonFinding common_finding_from(const json& value) {
  return {finding_from(value), text_at(value, "case"), integer_at(value, "cases")};
}

TimingRecord timing_from(const json& value) {
  auto record = plain_from<TimingRecord>(value);
  // Null where nothing was measured; the record has 0 there.
  record.student_ms = optional_number_at(value, "student_ms");
  record.spread = optional_number_at(value, "spread");
  record.cpu_one_thread_ms = optional_number_at(value, "cpu_one_thread_ms");
  record.cpu_all_cores_ms = optional_number_at(value, "cpu_all_cores_ms");
  record.gb_per_s = optional_number_at(value, "gb_per_s");
  record.copy_gb_per_s = optional_number_at(value, "copy_gb_per_s");
  return record;
}

VerdictFile file_from(const json& value) {
  VerdictFile file;
  ReadFields{value}("lab", file.lab, "title", file.title, "verdict", file.verdict, "headline",
                    file.headline, "timing_note", file.timing_note, "next", file.next,
                    "student_output", file.student_output);
  file.backend = text_at(value, "backend") == "cuda" ? Backend::cuda : Backend::sim;
  file.device = device_from(field_at(value, "device"));
  const json& build = field_at(value, "build");
  ReadFields{build}("ok", file.built, "log", file.build_log);
  // Files of before this was looked at have no such fields.
  if (build.contains("stopped")) file.build_stopped = flag_at(build, "stopped");
  if (build.contains("rules")) file.rules = text_at(build, "rules");
  if (build.contains("races")) file.races = text_at(build, "races");
  file.stages = list_at(value, "stages", stage_from);
  file.cases = list_at(value, "cases", case_from);
  file.evidence = list_at(value, "evidence", evidence_from);
  file.findings = list_at(value, "findings", common_finding_from);
  file.timing = list_at(value, "timing", timing_from);
  file.points = plain_from<Points>(field_at(value, "points"));
  // Left out of what a class's students see.
  if (value.contains("seed"))
    file.replay = {count_at(value, "seed"), text_at(value, "source"), text_at(value, "replay")};
  return file;
}

}  // namespace

VerdictFile verdict_file_from(const json& value) {
  try {
    if (text_at(value, "schema") != kSchema)
      throw InputError(std::string("not a verdict of schema ") + kSchema);
    return file_from(value);
  } catch (const FormatError& error) {
    throw InputError(std::string("not a whole verdict: ") + error.what());
  }
}

VerdictFile read_verdict(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(path + " cannot be read; grade the lab first");
  const json verdict = json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (verdict.is_discarded()) throw InputError(path + " is not JSON");
  return verdict_file_from(verdict);
}

}  // namespace kit::grader
