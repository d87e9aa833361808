#include "grader/judge/own_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace kit::grader {
namespace {

/// What the right cases of a stage launch.
struct Launched {
  bool own = false;             ///< in its own file, or in none of a stage
  std::set<std::string> files;  ///< of other stages
  CaseRecord* first = nullptr;
  SourcePlace place;
};

}  // namespace

void note_no_own_kernel(const LabConfig& config, const std::vector<Case>& cases,
                        std::vector<CaseRecord>& records) {
  const std::vector<std::string> files = config.files();
  std::map<std::string, Launched> stages;
  for (std::size_t i = 0; i < records.size(); ++i) {
    CaseRecord& record = records[i];
    const StageConfig& stage = config.stage(record.stage);
    if (stage.composes || !record.observations || !cases[i].taken_over_by.empty() ||
        record.verdict != Verdict::passed)
      continue;
    Launched& launched = stages[record.stage];
    for (const LaunchObservations& launch : record.observations->launches) {
      const std::string file = file_name(launch.place);
      if (file == stage.file || std::find(files.begin(), files.end(), file) == files.end()) {
        launched.own = true;
        continue;
      }
      launched.files.insert(file);
      if (launched.first == nullptr) {
        launched.first = &record;
        launched.place = launch.place;
      }
    }
  }
  for (auto& [id, launched] : stages) {
    if (launched.own || launched.first == nullptr) continue;
    launched.first->observations->findings.push_back(
        {FindingKind::no_own_kernel,
         fmt::format(
             "all kernels of this stage are launched in {}, which belongs to another stage: "
             "write this stage's own kernel, and launch it in {}",
             fmt::join(launched.files, " and "), config.stage(id).file),
         "host code",
         1,
         launched.place,
         {}});
  }
}

}  // namespace kit::grader
