/// @file
/// Reading verdict.json back. Everything that was written is read, so that a report made from the
/// file is the one that was made from the grading. What is derived, such as a speedup, is derived
/// again.
#include <fstream>

#include "grader/report/verdict_json.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

Verdict to_verdict(const std::string& name) {
  const auto verdict = verdict_from(name);
  if (!verdict) throw FormatError("there is no verdict '" + name + "'");
  return *verdict;
}

Verdict verdict_at(const json& object, const char* key) {
  return to_verdict(text_at(object, key));
}

Comparison comparison_from(const json& value) {
  Comparison found;
  found.max_abs_error = json_number_at(value, "max_abs_error");
  found.above_tolerance = count_at(value, "above_tolerance");
  found.non_finite = count_at(value, "non_finite");
  const json& worst = field_at(value, "worst");
  found.worst_x = integer_at(worst, "x");
  found.worst_y = integer_at(worst, "y");
  found.worst_channel = integer_at(worst, "channel");
  found.expected = json_number_at(worst, "expected");
  found.got = json_number_at(worst, "got");
  return found;
}

CaseRecord case_from(const json& value) {
  CaseRecord record;
  record.name = text_at(value, "name");
  record.stage = text_at(value, "stage");
  record.verdict = verdict_at(value, "verdict");
  record.cause = text_at(value, "cause");
  record.message = text_at(value, "message");
  record.params = field_at(value, "params");
  record.width = integer_at(value, "width");
  record.height = integer_at(value, "height");
  record.channels = integer_at(value, "channels");
  record.tolerance = json_number_at(value, "tolerance");
  record.values = count_at(value, "values");
  record.halfway = count_at(value, "halfway");
  record.heat_map = text_at(value, "heat_map");
  record.seconds = number_at(value, "seconds");
  record.scored = flag_at(value, "scored");
  record.repeatable = flag_at(value, "repeatable");
  record.guards = list_at(value, "guards", guard_damage_from);
  record.inputs_changed = integers_at(value, "inputs_changed");
  const std::string& observed = text_at(value, "observed");
  if (!observed.empty()) record.observed = to_verdict(observed);
  // Null where there was no output.
  record.compared = !field_at(value, "max_abs_error").is_null();
  if (record.compared) record.comparison = comparison_from(value);
  return record;
}

StageRecord stage_from(const json& value) {
  StageRecord record;
  record.config.id = text_at(value, "id");
  record.config.file = text_at(value, "file");
  record.config.title = text_at(value, "title");
  record.config.challenge = flag_at(value, "challenge");
  record.config.points = number_at(value, "max_points");
  record.verdict = verdict_at(value, "verdict");
  record.cause = text_at(value, "cause");
  record.passed = integer_at(value, "passed");
  record.cases = integer_at(value, "cases");
  record.scored_passed = integer_at(value, "scored_passed");
  record.scored = integer_at(value, "scored");
  record.points = number_at(value, "points");
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
  EvidenceRecord record;
  record.config.id = text_at(value, "id");
  record.config.title = text_at(value, "title");
  record.config.points = number_at(value, "max_points");
  record.stage = text_at(value, "stage");
  record.verdict = verdict_at(value, "verdict");
  record.message = text_at(value, "message");
  record.measured = measured_from(field_at(value, "measured"));
  record.points = number_at(value, "points");
  return record;
}

CommonFinding common_finding_from(const json& value) {
  return {finding_from(value), text_at(value, "case"), integer_at(value, "cases")};
}

TimingRecord timing_from(const json& value) {
  TimingRecord record;
  record.name = text_at(value, "name");
  record.stage = text_at(value, "stage");
  record.width = integer_at(value, "width");
  record.height = integer_at(value, "height");
  // Null where nothing was measured; the record has 0 there.
  record.student_ms = optional_number_at(value, "student_ms");
  record.spread = optional_number_at(value, "spread");
  record.launches = integer_at(value, "launches");
  record.cpu_one_thread_ms = optional_number_at(value, "cpu_one_thread_ms");
  record.cpu_all_cores_ms = optional_number_at(value, "cpu_all_cores_ms");
  record.cpu_threads = integer_at(value, "cpu_threads");
  record.gb_per_s = optional_number_at(value, "gb_per_s");
  record.copy_gb_per_s = optional_number_at(value, "copy_gb_per_s");
  record.conclusive = flag_at(value, "conclusive");
  record.verified = flag_at(value, "verified");
  record.counts = flag_at(value, "counts");
  record.note = text_at(value, "note");
  return record;
}

Points points_from(const json& value) {
  return {number_at(value, "earned"), number_at(value, "max"), number_at(value, "bonus"),
          number_at(value, "bonus_max")};
}

VerdictFile file_from(const json& value) {
  VerdictFile file;
  file.lab = text_at(value, "lab");
  file.title = text_at(value, "title");
  file.backend = text_at(value, "backend") == "cuda" ? Backend::cuda : Backend::sim;
  file.device = device_from(field_at(value, "device"));
  file.verdict = verdict_at(value, "verdict");
  file.headline = text_at(value, "headline");
  const json& build = field_at(value, "build");
  file.built = flag_at(build, "ok");
  file.build_log = text_at(build, "log");
  // Files of before this was looked at have no such field.
  if (build.contains("rules")) file.rules = text_at(build, "rules");
  file.stages = list_at(value, "stages", stage_from);
  file.cases = list_at(value, "cases", case_from);
  file.evidence = list_at(value, "evidence", evidence_from);
  file.findings = list_at(value, "findings", common_finding_from);
  file.timing = list_at(value, "timing", timing_from);
  file.timing_note = text_at(value, "timing_note");
  file.points = points_from(field_at(value, "points"));
  file.next = text_at(value, "next");
  file.student_output = text_at(value, "student_output");
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
