/// @file
/// Findings by how near to the mistake they lie. Several findings often follow from one mistake: a
/// barrier that is missing also leaves values unwritten, and a student should read about one line
/// first, the one to correct.
#include "grader/results/findings.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "grader/support/enum_names.hpp"
#include "grader/support/json_fields.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr int kHarmless = 9;

SourcePlace place_at(const json& object, const char* file, const char* line) {
  return {text_at(object, file), integer_at(object, line)};
}

}  // namespace

std::optional<FindingKind> finding_kind_from(const std::string& name) {
  return enum_from(name, FindingKind::cheated);
}

int triage_rank(FindingKind kind) {
  switch (kind) {
    case FindingKind::uninitialised_read:
      return 1;
    case FindingKind::divergent_barrier:
    case FindingKind::deadlock:
    case FindingKind::infinite_loop:
      return 2;
    case FindingKind::shared_race:
    case FindingKind::global_race:
    case FindingKind::host_race:
    case FindingKind::stream_race:
      return 3;
    case FindingKind::unchecked_error:
      return 8;
    case FindingKind::wrong_stream:
    case FindingKind::blocking_call:
    case FindingKind::own_block:
    case FindingKind::host_result:
    case FindingKind::no_own_kernel:
    case FindingKind::leak:
      return kHarmless;
    // What follows names the mistake's own line.
    case FindingKind::cheated:
    case FindingKind::out_of_bounds:
    case FindingKind::misaligned:
    case FindingKind::use_after_free:
    case FindingKind::null_pointer:
    case FindingKind::host_pointer:
    case FindingKind::device_pointer_on_host:
    case FindingKind::peer_access:
    case FindingKind::shuffle_inactive_lane:
    case FindingKind::stack_overflow:
    case FindingKind::kernel_fault:
    case FindingKind::undefined_arithmetic:
    case FindingKind::read_only_write:
    case FindingKind::invalid_handle:
    case FindingKind::shared_size:
    case FindingKind::launch_refused:
    case FindingKind::wrong_copy:
    case FindingKind::bad_free:
      return 0;
  }
  return 0;
}

double cost_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::wrong_stream:
    case FindingKind::blocking_call:
    case FindingKind::own_block:
    case FindingKind::leak:
    case FindingKind::unchecked_error:
    case FindingKind::launch_refused:
    case FindingKind::wrong_copy:
    case FindingKind::bad_free:
      return 0.25;
    default:
      return 1;
  }
}

bool is_race(FindingKind kind) {
  return kind == FindingKind::shared_race || kind == FindingKind::global_race ||
         kind == FindingKind::host_race || kind == FindingKind::stream_race;
}

std::string cause_of(FindingKind kind) {
  return is_race(kind) && kind != FindingKind::stream_race ? "race" : to_string(kind);
}

bool harms_results(FindingKind kind) {
  return triage_rank(kind) < kHarmless;
}

std::string file_name(const SourcePlace& place) {
  return std::filesystem::path(place.file).filename().string();
}

const SourcePlace* caller_of(const Finding& finding) {
  constexpr const char* kAdapter = "worker.cu";  // the kit's own
  for (const Finding::Related& other : finding.related) {
    const std::string file = file_name(other.place);
    if (other.note == "called from" && file != file_name(finding.place) && file != kAdapter)
      return &other.place;
  }
  return nullptr;
}

std::string describe(const Finding& finding) {
  const int line = finding.place.line;
  if (line == 0) return finding.message;
  const SourcePlace* const caller = caller_of(finding);
  const std::string called = caller == nullptr ? ""
                                               : fmt::format(" (called from line {} of {})",
                                                             caller->line, file_name(*caller));
  return fmt::format("line {} of {}: {}{}", line, file_name(finding.place), finding.message,
                     called);
}

const Finding* nearest_finding(const std::vector<Finding>& findings) {
  const Finding* nearest = nullptr;
  for (const Finding& finding : findings) {
    if (finding.place.line == 0 || !harms_results(finding.kind)) continue;
    if (nearest == nullptr || triage_rank(finding.kind) < triage_rank(nearest->kind))
      nearest = &finding;
  }
  return nearest;
}

const Finding* finding_of_lost_threads(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (finding.message.find(" had returned before the barrier") != std::string::npos)
      return &finding;
  return nullptr;
}

json to_json(const Finding& finding) {
  json related = json::array();
  for (const Finding::Related& one : finding.related)
    related.push_back({{"note", one.note}, {"file", one.place.file}, {"line", one.place.line}});
  json result = {{"kind", to_string(finding.kind)},
                 {"message", finding.message},
                 {"position", finding.position},
                 {"count", finding.count},
                 {"file", finding.place.file},
                 {"line", finding.place.line},
                 {"related", related}};
  if (finding.other) {
    result["other_file"] = finding.other->file;
    result["other_line"] = finding.other->line;
  }
  return result;
}

SourcePlace place_from(const json& value) {
  return place_at(value, "file", "line");
}

Finding finding_from(const json& value) {
  Finding finding;
  const auto kind = finding_kind_from(text_at(value, "kind"));
  if (!kind) throw FormatError("'kind' names no kind of finding");
  finding.kind = *kind;
  ReadFields{value}("message", finding.message, "position", finding.position, "count",
                    finding.count);
  finding.place = place_from(value);
  if (value.contains("other_line")) finding.other = place_at(value, "other_file", "other_line");
  finding.related = list_at(value, "related", [](const json& one) {
    return Finding::Related{text_at(one, "note"), place_from(one)};
  });
  return finding;
}

}  // namespace kit::grader
