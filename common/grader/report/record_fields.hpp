/// @file
/// The fields of verdict.json's records that hold a member as it is, key and member in turn. Writer
/// and reader go through the same lists; what takes more than that is said there.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

#include "grader/judge/verdict_file.hpp"
#include "grader/support/json_fields.hpp"

namespace kit::grader {

inline void read_field(const nlohmann::json& object, const char* key, Verdict& to) {
  const std::string& name = text_at(object, key);
  const auto verdict = verdict_from(name);
  if (!verdict) throw FormatError("there is no verdict '" + name + "'");
  to = *verdict;
}
inline void write_field(nlohmann::json& object, const char* key, Verdict from) {
  object[key] = to_string(from);
}

/// A record to read into, or a const one to write.
template <typename Type, typename Record>
concept MaybeConst = std::same_as<std::remove_const_t<Type>, Record>;

/// `fields`, here and below, is a ReadFields or a WriteFields.
void each_field(const auto& fields, MaybeConst<CaseRecord> auto& record) {
  fields("name", record.name, "stage", record.stage, "params", record.params);
  fields("width", record.width, "height", record.height, "channels", record.channels);
  fields("verdict", record.verdict, "cause", record.cause, "message", record.message);
  fields("line", record.line);
  fields("values", record.values, "halfway", record.halfway, "seconds", record.seconds);
  fields("scored", record.scored, "repeatable", record.repeatable, "heat_map", record.heat_map);
  fields("inputs_changed", record.inputs_changed);
}

void each_field(const auto& fields, MaybeConst<StageRecord> auto& record) {
  fields("id", record.config.id, "file", record.config.file, "title", record.config.title,
         "challenge", record.config.challenge, "max_points", record.config.points);
  fields("step_of", record.config.step_of);
  fields("verdict", record.verdict, "cause", record.cause, "points", record.points);
  fields("passed", record.passed, "cases", record.cases);
  fields("scored_passed", record.scored_passed, "scored", record.scored);
}

void each_field(const auto& fields, MaybeConst<EvidenceRecord> auto& record) {
  fields("id", record.config.id, "title", record.config.title, "max_points", record.config.points);
  fields("stage", record.stage, "verdict", record.verdict, "message", record.message);
  fields("points", record.points);
}

void each_field(const auto& fields, MaybeConst<TimingRecord> auto& record) {
  fields("name", record.name, "stage", record.stage, "note", record.note);
  fields("width", record.width, "height", record.height, "launches", record.launches);
  fields("cpu_threads", record.cpu_threads, "conclusive", record.conclusive);
  fields("verified", record.verified, "counts", record.counts);
}

void each_field(const auto& fields, MaybeConst<Points> auto& points) {
  fields("earned", points.earned, "max", points.max);
  fields("bonus", points.bonus, "bonus_max", points.bonus_max);
}

}  // namespace kit::grader
