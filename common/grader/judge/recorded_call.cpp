/// @file
/// Chooses what is worth watching. A finding names its block, a wrong pixel does so where the grid
/// covers the output with one thread for each pixel; where it does not, any block is as good.
#include "grader/judge/recorded_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "grader/judge/derived_seed.hpp"
#include "grader/results/findings.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

constexpr std::size_t kMostLaunches = 6;  // of a call, that are recorded
constexpr std::size_t kSmall = 900;       // values of an output: more than one block, few enough
constexpr double kSlower = 10;            // than a run that nobody looks at

using Extent = std::array<unsigned, 3>;

bool has_launches(const CaseRecord& record) {
  return record.observations && !record.observations->launches.empty();
}

/// How well a case that passes shows a kernel at work: 2 if its grid has several blocks of several
/// rows in both directions, 1 if it has several blocks, 0 if not.
int shows_a_grid(const CaseRecord& record) {
  const LaunchObservations& first = record.observations->launches.front();
  if (record.values < kSmall) return 0;
  if (first.grid[0] > 1 && first.grid[1] > 1 && first.block[1] > 1) return 2;
  return first.grid[0] * std::uint64_t(first.grid[1]) * first.grid[2] > 3 ? 1 : 0;
}

double requests_of(const CaseRecord& record) {
  return total(*record.observations, &LaunchCounters::global_load_requests) +
         total(*record.observations, &LaunchCounters::shared_load_requests);
}

/// A case to be watched, and what was found in it.
struct Choice {
  std::size_t index = 0;
  const Finding* finding = nullptr;
};

const Finding* finding_in(const CaseRecord& record) {
  const Finding* found = nearest_finding(record.observations->findings);
  return found != nullptr && found->position.starts_with("kernel ") ? found : nullptr;
}

/// Of a stage's observed cases: the first with a finding, else the one with a picture, else a small
/// one. Failed cases come before others.
std::optional<Choice> choose_case(const std::vector<CaseRecord>& records,
                                  const std::string& stage) {
  std::optional<Choice> best;
  int best_rank = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CaseRecord& record = records[i];
    if (record.stage != stage || !has_launches(record)) continue;
    const Finding* const finding = finding_in(record);
    const bool failed = record.verdict != Verdict::passed;
    const int rank = finding != nullptr         ? 5
                     : !record.heat_map.empty() ? 4
                     : failed                   ? 3
                                                : shows_a_grid(record);
    // Of a grid few requests show enough, without one the most show most.
    const double now = requests_of(record), known = best ? requests_of(records[best->index]) : 0;
    const bool better = rank == 0 ? now > known : rank < 3 && now < known;
    if (best && (rank < best_rank || (rank == best_rank && !better))) continue;
    best = Choice{i, finding};
    best_rank = rank;
  }
  return best;
}

/// The first stage that does not pass, else the one with the most points.
std::string choose_stage(const LabConfig& config, const std::vector<CaseRecord>& records) {
  const auto is_seen = [&](const StageConfig& stage) {
    return std::any_of(records.begin(), records.end(), [&](const CaseRecord& one) {
      return one.stage == stage.id && has_launches(one);
    });
  };
  const auto fails = [&](const StageConfig& stage) {
    return std::any_of(records.begin(), records.end(), [&](const CaseRecord& one) {
      return one.stage == stage.id && one.verdict != Verdict::passed &&
             one.verdict != Verdict::not_done;
    });
  };
  const StageConfig* best = nullptr;
  for (const StageConfig& stage : config.stages) {
    if (!is_seen(stage)) continue;
    if (fails(stage)) return stage.id;
    if (best == nullptr || (!stage.challenge && stage.points > best->points)) best = &stage;
  }
  return best != nullptr ? best->id : "";
}

std::uint64_t number_of(const Extent& block, const Extent& grid) {
  return block[0] + std::uint64_t(grid[0]) * (block[1] + std::uint64_t(grid[1]) * block[2]);
}

bool is_inside(const Extent& block, const Extent& grid) {
  return block[0] < grid[0] && block[1] < grid[1] && block[2] < grid[2];
}

/// The block that a finding names, if it is of a launch of this kernel.
std::optional<Extent> block_of(const Finding& finding, const LaunchObservations& launch) {
  if (!finding.position.starts_with("kernel " + launch.kernel + " ")) return std::nullopt;
  const std::size_t at = finding.position.find("block (");
  Extent block{};
  if (at == std::string::npos || std::sscanf(finding.position.c_str() + at, "block (%u, %u, %u)",
                                             block.data(), &block[1], &block[2]) != 3)
    return std::nullopt;
  return block;
}

/// The warp of the thread that a finding names.
unsigned warp_of(const Finding& finding, const Extent& block) {
  const std::size_t at = finding.position.find("thread (");
  Extent thread{};
  if (at == std::string::npos || std::sscanf(finding.position.c_str() + at, "thread (%u, %u, %u)",
                                             thread.data(), &thread[1], &thread[2]) != 3)
    return 0;
  return (thread[0] + block[0] * (thread[1] + block[1] * thread[2])) / 32;
}

/// The block of the thread that a pixel has to itself, if the grid gives each pixel one.
std::optional<Extent> block_of_pixel(const CaseRecord& record, const LaunchObservations& launch) {
  const Comparison& worst = record.comparison;
  if (!record.compared || worst.above_tolerance == 0 ||
      !has_thread_for_each_pixel(launch, record.width, record.height))
    return std::nullopt;
  return Extent{unsigned(worst.worst_x) / launch.block[0],
                unsigned(worst.worst_y) / launch.block[1], 0};
}

/// Which block of a launch, and why.
struct ChosenBlock {
  Extent block;
  std::string why;
  bool has_mistake = false;  ///< that the simulator found
};

ChosenBlock choose_block(const CaseRecord& record, const Finding* finding,
                         const LaunchObservations& launch, const RecordRequest& request) {
  if (request.block && is_inside(*request.block, launch.grid))
    return {*request.block, "you chose it"};
  if (finding != nullptr)
    if (const auto named = block_of(*finding, launch); named && is_inside(*named, launch.grid))
      return {*named, "the simulator found a mistake there", true};
  if (const auto worst = block_of_pixel(record, launch); worst && is_inside(*worst, launch.grid))
    return {*worst, "the worst pixel is there"};
  return {{launch.grid[0] / 2, launch.grid[1] / 2, launch.grid[2] / 2},
          "it lies in the middle of the grid"};
}

std::size_t find_case(const std::vector<CaseRecord>& records, const RecordRequest& request) {
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].name == request.case_name &&
        (request.stage.empty() || records[i].stage == request.stage))
      return i;
  throw RecordError("there is no case '" + request.case_name + "' here; verdict.json lists them");
}

Choice choose(const JudgePlan& plan, const std::vector<CaseRecord>& records,
              const RecordRequest& request, const std::string& stage) {
  if (!request.case_name.empty()) {
    const std::size_t index = find_case(records, request);
    if (!has_launches(records[index]))
      throw RecordError("the simulator saw no launch in the case '" + request.case_name + "'");
    return {index, finding_in(records[index])};
  }
  const std::optional<Choice> chosen = choose_case(records, stage);
  if (!chosen)
    throw RecordError("the simulator saw no launch of stage " + plan.config->stage(stage).id);
  return *chosen;
}

}  // namespace

void check_stage(const LabConfig& config, const std::string& id) {
  std::string known;
  for (const StageConfig& stage : config.stages) {
    if (stage.id == id) return;
    known += (known.empty() ? "" : ", ") + stage.id;
  }
  throw RecordError("there is no stage '" + id + "' in lab " + config.lab +
                    "; there are: " + known);
}

std::optional<RecordedCall> record_call(const JudgePlan& plan, const std::vector<Case>& cases,
                                        const std::vector<CaseRecord>& records,
                                        const RecordRequest& request) {
  if (!request.stage.empty()) check_stage(*plan.config, request.stage);
  const std::string stage =
      request.stage.empty() ? choose_stage(*plan.config, records) : request.stage;
  if (stage.empty() && request.case_name.empty()) return std::nullopt;
  const Choice chosen = choose(plan, records, request, stage);
  const CaseRecord& record = records[chosen.index];
  const std::vector<LaunchObservations>& known = record.observations->launches;
  RecordedCall call;
  call.index = chosen.index;
  std::string asked;
  bool found = !request.block;
  for (std::size_t n = 0; n < std::min(known.size(), kMostLaunches); ++n) {
    const ChosenBlock block = choose_block(record, chosen.finding, known[n], request);
    asked +=
        fmt::format("{}{}:{}", asked.empty() ? "" : ",", n, number_of(block.block, known[n].grid));
    if (call.why.empty() || block.has_mistake) call.why = block.why;
    found |= request.block && is_inside(*request.block, known[n].grid);
  }
  if (chosen.finding != nullptr && !request.block) {
    call.line = chosen.finding->place.line;
    for (const LaunchObservations& launch : known)
      if (block_of(*chosen.finding, launch)) call.warp = warp_of(*chosen.finding, launch.block);
  }
  if (!found)
    throw RecordError(
        fmt::format("no launch of the case '{}' has a block ({}, {}, {}); the first has {}x{}x{}",
                    record.name, (*request.block)[0], (*request.block)[1], (*request.block)[2],
                    known[0].grid[0], known[0].grid[1], known[0].grid[2]));
  Session session(plan.worker, *plan.config, Backend::sim,
                  derived_seed(plan.seed, SeedFor::observed_order));
  session.record(asked);
  contain(session, plan);
  CallOutcome outcome = session.call(
      cases[chosen.index].call, derived_seed(plan.seed, SeedFor::observed_poison, chosen.index),
      kSlower * plan.config->seconds_per_case);
  session.close();
  if (!outcome.observations) return std::nullopt;
  call.launches = std::move(outcome.observations->launches);
  return call;
}

}  // namespace kit::grader
