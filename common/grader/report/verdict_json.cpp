/// @file
/// Writing verdict.json. A number that was not measured is null, one that JSON lacks is a text: a
/// reader must never take either for 0. verdict_reader.cpp has the way back.
#include "grader/report/verdict_json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grader/judge/observe.hpp"
#include "grader/report/advice.hpp"
#include "grader/report/record_fields.hpp"
#include "grader/support/visible.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

json optional_number(bool known, double value) {
  return known ? to_json_number(value) : json();
}

json worst_value(const Comparison& found) {
  return {{"x", found.worst_x},
          {"y", found.worst_y},
          {"channel", found.worst_channel},
          {"expected", to_json_number(found.expected)},
          {"got", to_json_number(found.got)}};
}

json to_array(const std::vector<GuardDamage>& guards) {
  json array = json::array();
  for (const GuardDamage& damage : guards) array.push_back(to_json(damage));
  return array;
}

/// The fields that hold a member as it is.
json plain_json(const auto& record) {
  json result;
  each_field(WriteFields{result}, record);
  return result;
}

json to_json(const CaseRecord& record) {
  json result = plain_json(record);
  result["tolerance"] = to_json_number(record.tolerance);
  result["guards"] = to_array(record.guards);
  result["observed"] = record.observed ? to_string(*record.observed) : "";
  // Without an output there is nothing to compare, and null says so.
  const Comparison& found = record.comparison;
  const bool compared = record.compared;
  result["max_abs_error"] = optional_number(compared, found.max_abs_error);
  result["above_tolerance"] = compared ? json(found.above_tolerance) : json();
  result["non_finite"] = compared ? json(found.non_finite) : json();
  result["worst"] = compared ? worst_value(found) : json();
  return result;
}

json to_json(const StageRecord& record) {
  json result = plain_json(record);
  result["stand_in"] = record.stand_in;
  result["faults"] = json::array();
  for (const StageFault& fault : record.faults) {
    json one = to_json(fault.finding);
    one["cost"] = fault.cost;
    result["faults"].push_back(one);
  }
  return result;
}

/// Names and numbers, those of a group in an object of their own; null if nothing was measured.
json to_json(const std::vector<Measured>& measured) {
  json result;
  for (const Measured& one : measured) {
    json& object = one.group.empty() ? result : result[one.group];
    std::visit([&](auto value) { object[one.name] = value; }, one.value);
  }
  return result;
}

/// The numbers that have a limit, each with it.
json limits_of(const std::vector<Measured>& measured) {
  json result = json::object();
  for (const Measured& one : measured) {
    if (!one.most && !one.least) continue;
    json& limit = result[one.group.empty() ? one.name : one.name + ", " + one.group];
    std::visit([&](auto value) { limit["value"] = value; }, one.value);
    limit[one.most ? "most" : "least"] = one.most ? *one.most : *one.least;
  }
  return result;
}

json to_json(const EvidenceRecord& record) {
  json result = plain_json(record);
  result["measured"] = to_json(record.measured);
  result["limits"] = limits_of(record.measured);
  if (!record.open_message.empty()) result["open_message"] = record.open_message;
  return result;
}

json to_json(const TimingRecord& record) {
  // Each number depends on those that it is made from having been measured.
  const bool measured = record.student_ms > 0, counts = record.counts;
  const bool copied = record.copy_gb_per_s > 0;
  json result = plain_json(record);
  result.update({{"student_ms", optional_number(measured, record.student_ms)},
                 {"spread", optional_number(measured, record.spread)},
                 {"cpu_one_thread_ms", optional_number(measured, record.cpu_one_thread_ms)},
                 {"cpu_all_cores_ms", optional_number(measured, record.cpu_all_cores_ms)},
                 {"speedup", optional_number(counts, record.speedup())},
                 {"speedup_all_cores", optional_number(counts, record.speedup_all_cores())},
                 {"gb_per_s", optional_number(measured, record.gb_per_s)},
                 {"copy_gb_per_s", optional_number(copied, record.copy_gb_per_s)},
                 {"percent_of_copy", optional_number(copied && counts, record.percent_of_copy())}});
  return result;
}

json to_json(const CommonFinding& common) {
  json result = to_json(common.finding);
  result["case"] = common.first_case;
  result["cases"] = common.cases;
  return result;
}

template <typename Record>
json to_array(const std::vector<Record>& records) {
  json array = json::array();
  for (const Record& record : records) array.push_back(to_json(record));
  return array;
}

double to_hundredths(double points) {
  return std::round(points * 100) / 100;
}

/// Sums of hundredths are rounded again: binary numbers do not hold them exactly.
Points points_of(const Grading& grading) {
  double earned = 0, bonus = 0;
  for (const StageRecord& stage : grading.stages)
    (stage.config.challenge ? bonus : earned) += stage.points;
  for (const EvidenceRecord& record : grading.evidence) earned += record.points;
  return {to_hundredths(earned), grading.config.max_points(), to_hundredths(bonus),
          grading.config.max_bonus()};
}

std::string replay_command(const Grading& grading) {
  const GradeOptions& options = grading.options;
  const std::string number = options.lab.substr(0, options.lab.find('_'));
  const std::string source = options.source == "labs" ? "" : " SRC=" + options.source;
  return fmt::format("make lab{}{} BACKEND={} SEED={}", number, source, to_string(options.backend),
                     options.seed);
}

}  // namespace

VerdictFile conclude(const Grading& grading) {
  VerdictFile file;
  file.lab = grading.config.lab;
  file.title = grading.config.title;
  file.backend = grading.options.backend;
  file.device = grading.device;
  file.replay = {grading.options.seed, grading.options.source, replay_command(grading)};
  file.verdict = grading.verdict;
  file.headline = headline(grading);
  file.built = grading.build.ok;
  file.build_stopped = grading.build.stopped;
  file.build_log = grading.build.log;
  file.rules = grading.build.rules;
  file.races = grading.build.races;
  file.stages = grading.stages;
  file.cases = grading.cases;
  file.evidence = grading.evidence;
  file.findings = all_findings(grading.cases);
  file.timing = grading.timing;
  file.timing_note = grading.timing_note;
  file.points = points_of(grading);
  file.next = next_step(grading);
  file.student_output = grading.student_output;
  return file;
}

json to_json(const VerdictFile& verdict) {
  json result = {{"schema", kSchema},
                 {"lab", verdict.lab},
                 {"title", verdict.title},
                 {"backend", to_string(verdict.backend)},
                 {"device", to_json(verdict.device)},
                 {"verdict", to_string(verdict.verdict)},
                 {"headline", verdict.headline},
                 {"build",
                  {{"ok", verdict.built},
                   {"stopped", verdict.build_stopped},
                   {"log", verdict.build_log},
                   {"rules", verdict.rules},
                   {"races", verdict.races}}},
                 {"stages", to_array(verdict.stages)},
                 {"cases", to_array(verdict.cases)},
                 {"evidence", to_array(verdict.evidence)},
                 {"findings", to_array(verdict.findings)},
                 {"timing", to_array(verdict.timing)},
                 {"timing_note", verdict.timing_note},
                 {"points", plain_json(verdict.points)},
                 {"next", verdict.next},
                 {"student_output", verdict.student_output}};
  // Whoever knows the seed knows the hidden cases.
  if (!verdict.replay) return result;
  result["seed"] = verdict.replay->seed;
  result["source"] = verdict.replay->source;
  result["replay"] = verdict.replay->command;
  return result;
}

void write_json(const std::string& path, const json& value, Survives what) {
  write_atomically(path, visible_texts(value).dump(2) + '\n', what);
}

}  // namespace kit::grader
