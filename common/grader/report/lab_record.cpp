/// @file
/// Records of a student's own work. They keep the best, so that a later attempt never takes away
/// what was reached, and the last, which says what to do now. A damaged file is no error: nobody
/// should be kept from working by it.
#include "grader/report/lab_record.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "grader/lab/todo_block.hpp"
#include "grader/report/verdict_json.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kRecordSchema = "kit/progress/v1";

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string record_path(const std::string& folder, const std::string& lab) {
  return folder + "/" + lab + ".json";
}

LabRecord record_from(const json& file) {
  if (file.at("schema") != kRecordSchema) throw InputError("another schema");
  LabRecord record;
  record.gradings = file.at("gradings");
  const std::string verdict = file.at("verdict");
  record.verdict = verdict_from(verdict);
  if (!record.verdict && !verdict.empty()) throw InputError("there is no such verdict");
  record.next = file.at("next");
  record.open = file.at("open").get<std::vector<std::string>>();
  // A record that an earlier version of the kit wrote has none.
  record.lacking = file.value("lacking", std::vector<std::string>());
  record.passed = file.at("passed");
  record.points = file.at("points");
  record.bonus = file.at("bonus");
  record.speedup = file.at("speedup");
  record.speedup_of = file.at("speedup_of");
  record.hints = file.at("hints").get<std::map<std::string, int>>();
  return record;
}

/// Notes the stages of a verdict that do not pass, or whose evidence is missing.
void note_open_stages(LabRecord& record, const VerdictFile& verdict) {
  record.open.clear();
  record.lacking.clear();
  for (const StageRecord& stage : verdict.stages)
    if (stage.verdict != Verdict::passed) record.open.push_back(stage.config.id);
  for (const EvidenceRecord& entry : verdict.evidence) {
    const bool missing = entry.verdict != Verdict::passed && entry.verdict != Verdict::skipped;
    if (!missing || holds(record.open, entry.stage)) continue;
    record.open.push_back(entry.stage);
    record.lacking.push_back(entry.stage);
  }
}

}  // namespace

std::string records_folder(const std::string& root) {
  const char* set = std::getenv("KIT_PROGRESS");
  return set != nullptr && *set != '\0' ? set : root + "/.progress";
}

LabRecord load_record(const std::string& folder, const std::string& lab) {
  LabRecord nothing;
  const std::string path = record_path(folder, lab);
  std::error_code error;
  if (!fs::exists(path, error)) return nothing;
  nothing.damaged = true;  // unless the file below is whole
  try {
    std::ifstream file(path);
    return record_from(json::parse(file));
  } catch (const std::exception&) {
    return nothing;
  }
}

void add_grading(LabRecord& record, const VerdictFile& verdict) {
  record.damaged = false;
  ++record.gradings;
  // The last grading says what to do now; what was reached before is never taken away.
  record.verdict = verdict.verdict;
  record.next = verdict.next;
  note_open_stages(record, verdict);
  record.passed |= verdict.verdict == Verdict::passed;
  record.points = std::max(record.points, verdict.points.earned);
  record.bonus = std::max(record.bonus, verdict.points.bonus);
  for (const TimingRecord& row : verdict.timing) {
    if (row.speedup() <= record.speedup) continue;
    record.speedup = row.speedup();
    record.speedup_of = row.name + (verdict.device ? " on " + verdict.device->name : "");
  }
}

void save_record(const std::string& folder, const std::string& lab, const LabRecord& record) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw InputError("cannot make the folder " + folder + ": " + failed.message());
  write_json(record_path(folder, lab),
             {{"schema", kRecordSchema},
              {"lab", lab},
              {"gradings", record.gradings},
              {"verdict", record.verdict ? to_string(*record.verdict) : ""},
              {"next", record.next},
              {"open", record.open},
              {"lacking", record.lacking},
              {"passed", record.passed},
              {"points", record.points},
              {"bonus", record.bonus},
              {"speedup", record.speedup},
              {"speedup_of", record.speedup_of},
              {"hints", record.hints}},
             Survives::machine);
}

bool LabState::is_open(const StageConfig& stage) const {
  if (record.gradings == 0 || holds(record.open, stage.id)) return true;
  // A step that was left out is open no longer than what it leads to.
  if (!stage.step_of.empty() && !is_open(config.stage(stage.step_of))) return false;
  return holds(untouched, stage.id) || holds(missing, stage.id);
}

bool LabState::left_out(const StageConfig& step) const {
  const auto begun = [&](const StageConfig& stage) {
    return !holds(untouched, stage.id) && !holds(missing, stage.id);
  };
  if (step.step_of.empty() || begun(step)) return false;
  return std::any_of(config.stages.begin(), config.stages.end(), [&](const StageConfig& stage) {
    const bool same_way = stage.id == step.step_of || stage.step_of == step.step_of;
    return same_way && begun(stage) && is_open(stage);
  });
}

const StageConfig* LabState::open_stage(bool challenge) const {
  for (const bool lacking : {false, true})
    for (const StageConfig& stage : config.stages)
      if (stage.challenge == challenge && holds(record.lacking, stage.id) == lacking &&
          is_open(stage) && !left_out(stage))
        return &stage;
  return nullptr;
}

LabState load_state(const std::string& root, const std::string& lab) {
  LabState state;
  state.config = load_lab(root + "/labs", lab);
  state.record = load_record(records_folder(root), lab);
  for (const StageConfig& stage : state.config.stages) {
    const fs::path file = fs::path(root) / "labs" / lab / stage.file;
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
      state.missing.push_back(stage.id);
      continue;
    }
    // A file that cannot be read is as good as missing: the next step asks for it.
    try {
      if (untouched_todo_blocks(file.string())) state.untouched.push_back(stage.id);
    } catch (const InputError&) {
      state.missing.push_back(stage.id);
    }
  }
  return state;
}

std::string next_lab(const std::string& root) {
  const std::vector<std::string> labs = list_labs(root + "/labs");
  // First what is required, in the order of the labs; challenges only when all labs pass.
  for (const std::string& lab : labs)
    if (!load_record(records_folder(root), lab).passed) return lab;
  for (const std::string& lab : labs)
    if (load_state(root, lab).open_stage(true) != nullptr) return lab;
  return "";
}

}  // namespace kit::grader
