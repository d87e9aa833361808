#include "verdict_json.hpp"

#include <cmath>

#include "advice.hpp"
#include "observe.hpp"
#include "verdict.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

json optional_number(bool known, double value) {
  return known ? to_json_number(value) : json();
}

json to_json(const CaseRecord& record) {
  json result = {{"name", record.name},         {"stage", record.stage},
                 {"verdict", record.verdict},   {"width", record.width},
                 {"height", record.height},     {"channels", record.channels},
                 {"params", record.params},     {"tolerance", to_json_number(record.tolerance)},
                 {"max_abs_error", nullptr},    {"values", record.values},
                 {"halfway", record.halfway},   {"above_tolerance", nullptr},
                 {"non_finite", nullptr},       {"worst", nullptr},
                 {"cause", record.cause},       {"message", record.message},
                 {"heat_map", record.heat_map}, {"seconds", record.seconds},
                 {"scored", record.scored},     {"repeatable", record.repeatable},
                 {"guards", record.guards},     {"inputs_changed", record.inputs_changed},
                 {"observed", record.observed}};
  if (!record.compared) return result;
  const Comparison& found = record.comparison;
  result["max_abs_error"] = to_json_number(found.max_abs_error);
  result["above_tolerance"] = found.above_tolerance;
  result["non_finite"] = found.non_finite;
  result["worst"] = {{"x", found.worst_x},
                     {"y", found.worst_y},
                     {"channel", found.worst_channel},
                     {"expected", to_json_number(found.expected)},
                     {"got", to_json_number(found.got)}};
  return result;
}

json to_json(const StageRecord& record) {
  return {{"id", record.config.id},
          {"file", record.config.file},
          {"title", record.config.title},
          {"challenge", record.config.challenge},
          {"verdict", record.verdict},
          {"cause", record.cause},
          {"passed", record.passed},
          {"cases", record.cases},
          {"scored_passed", record.scored_passed},
          {"scored", record.scored},
          {"points", record.points},
          {"max_points", record.config.points}};
}

json to_json(const EvidenceRecord& record) {
  return {{"id", record.config.id},    {"title", record.config.title},
          {"stage", record.stage},     {"verdict", record.verdict},
          {"message", record.message}, {"measured", record.measured},
          {"points", record.points},   {"max_points", record.config.points}};
}

json to_json(const TimingRecord& record) {
  const bool measured = record.student_ms > 0, counts = record.counts;
  const bool copied = record.copy_gb_per_s > 0;
  return {{"name", record.name},
          {"stage", record.stage},
          {"width", record.width},
          {"height", record.height},
          {"student_ms", optional_number(measured, record.student_ms)},
          {"spread", optional_number(measured, record.spread)},
          {"launches", record.launches},
          {"cpu_one_thread_ms", optional_number(measured, record.cpu_one_thread_ms)},
          {"cpu_all_cores_ms", optional_number(measured, record.cpu_all_cores_ms)},
          {"cpu_threads", record.cpu_threads},
          {"speedup", optional_number(counts, record.speedup())},
          {"speedup_all_cores", optional_number(counts, record.speedup_all_cores())},
          {"gb_per_s", optional_number(measured, record.gb_per_s)},
          {"copy_gb_per_s", optional_number(copied, record.copy_gb_per_s)},
          {"percent_of_copy", optional_number(copied && counts, record.percent_of_copy())},
          {"conclusive", record.conclusive},
          {"verified", record.verified},
          {"counts", record.counts},
          {"note", record.note}};
}

template <typename Record>
json to_array(const std::vector<Record>& records) {
  json array = json::array();
  for (const Record& record : records) array.push_back(to_json(record));
  return array;
}

json points_of(const Grading& grading) {
  double earned = 0, bonus = 0;
  for (const StageRecord& stage : grading.stages)
    (stage.config.challenge ? bonus : earned) += stage.points;
  for (const EvidenceRecord& record : grading.evidence) earned += record.points;
  return {{"earned", std::round(earned * 100) / 100},
          {"max", grading.config.max_points()},
          {"bonus", std::round(bonus * 100) / 100},
          {"bonus_max", grading.config.max_bonus()}};
}

std::string replay_command(const Grading& grading) {
  const GradeOptions& options = grading.options;
  const std::string number = options.lab.substr(0, options.lab.find('_'));
  std::string command = "make lab" + number;
  if (options.source != "labs") command += " SRC=" + options.source;
  return command + " BACKEND=" + to_string(options.backend) +
         " SEED=" + std::to_string(options.seed);
}

}  // namespace

json to_json_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

json to_json(const Grading& grading) {
  return {{"schema", kSchema},
          {"lab", grading.config.lab},
          {"title", grading.config.title},
          {"backend", to_string(grading.options.backend)},
          {"device", grading.device},
          {"source", grading.options.source},
          {"seed", grading.options.seed},
          {"verdict", grading.verdict},
          {"headline", headline(grading)},
          {"build", {{"ok", grading.build.ok}, {"log", grading.build.log}}},
          {"stages", to_array(grading.stages)},
          {"cases", to_array(grading.cases)},
          {"evidence", to_array(grading.evidence)},
          {"findings", all_findings(grading.cases)},
          {"timing", to_array(grading.timing)},
          {"timing_note", grading.timing_note},
          {"points", points_of(grading)},
          {"replay", replay_command(grading)},
          {"next", next_step(grading)},
          {"student_output", grading.student_output}};
}

void write_json(const std::string& path, const json& value, Survives what) {
  // Student output may hold any bytes; what is not UTF-8 is replaced.
  write_atomically(path, value.dump(2, ' ', false, json::error_handler_t::replace) + '\n', what);
}

}  // namespace kit::grader
