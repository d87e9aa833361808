/// @file
/// What leaves out work, or puts all of it into one stream, orders it too: neither is a correction.
/// So the operations that the simulator lists are compared with those of the student's program.
#include "grader/repair/missing_order.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/session.hpp"
#include "grader/lab/timeline.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {
namespace {

using grader::Operation;

/// What streams did in one call.
struct Work {
  std::map<std::tuple<Operation::Kind, std::uint64_t, int>, int> operations;  ///< of each how many
  std::size_t streams = 0;
  double share = 1;  ///< of the time that it takes one after another

  /// The same work, in as many streams.
  bool is_alike(const Work& other) const {
    return operations == other.operations && streams == other.streams;
  }
};

class WorkOfEdits {
 public:
  WorkOfEdits(const grader::JudgePlan& plan, const SwitchedWorker& observed,
              const SearchCases& cases)
      : plan_(plan),
        edits_(observed.source.edits),
        cases_(cases),
        session_(observed.program, *plan.config, grader::Backend::sim, plan.seed) {
    grader::contain(session_, plan);
  }

  /// In each case that failed; fewer if one does not return.
  std::vector<Work> of(const Mending* mending) {
    constexpr double kSeconds = 3;
    std::vector<Work> all;
    for (const grader::Case* one : cases_.failed) {
      grader::Call call = one->call;
      if (mending != nullptr) {
        call.edit = number_of(&mending->first);
        call.second_edit = mending->second ? number_of(&*mending->second) : 0;
        call.third_edit = mending->third ? number_of(&*mending->third) : 0;
      }
      const std::uint64_t poison =
          grader::derived_seed(plan_.seed, grader::SeedFor::repair_poison, ++calls_);
      const grader::CallOutcome outcome = session_.call(call, poison, kSeconds);
      if (!outcome.returned() || !outcome.observations) break;
      all.push_back(work_of(outcome.observations->operations));
    }
    return all;
  }

 private:
  static Work work_of(const std::vector<Operation>& operations) {
    Work work;
    std::set<int> streams;
    for (const Operation& one : operations) {
      // What a kernel writes may be what the mistake is about.
      const std::uint64_t bytes = one.kind == Operation::Kind::kernel ? 0 : one.bytes;
      ++work.operations[{one.kind, bytes, one.device}];
      streams.insert(one.stream);
    }
    work.streams = streams.size();
    work.share = grader::timeline_of(operations).share();
    return work;
  }

  int number_of(const Edit* edit) const {
    const auto same = [&](const Edit& one) {
      return one.kind == edit->kind && one.token == edit->token && one.there == edit->there;
    };
    return int(std::find_if(edits_.begin(), edits_.end(), same) - edits_.begin()) + 1;
  }

  const grader::JudgePlan& plan_;
  const std::vector<Edit>& edits_;
  const SearchCases& cases_;
  grader::Session session_;
  std::uint64_t calls_ = 0;
};

/// Keeps what does the student's work in as many streams; of that what lets most of it be done at
/// the same time.
void keep_overlapping(std::vector<Mending>& mending, WorkOfEdits& asked) {
  constexpr double kAsGood = 0.02;
  const std::vector<Work> before = asked.of(nullptr);
  std::vector<std::pair<double, Mending>> kept;
  for (Mending& one : mending) {
    const std::vector<Work> after = asked.of(&one);
    if (!std::equal(before.begin(), before.end(), after.begin(), after.end(),
                    [](const Work& a, const Work& b) { return a.is_alike(b); }))
      continue;
    double share = 0;
    for (const Work& work : after) share += work.share;
    kept.emplace_back(share / double(std::max<std::size_t>(after.size(), 1)), std::move(one));
  }
  mending.clear();
  double least = 1;
  for (const auto& [share, one] : kept) least = std::min(least, share);
  for (auto& [share, one] : kept)
    if (share <= least + kAsGood) mending.push_back(std::move(one));
}

/// Lines in which an event is recorded or waited for.
std::set<int> lines_with_events(const std::string& source) {
  std::set<int> lines;
  const scan::Scan scan(source);
  for (const scan::Token& token : scan.code())
    if (token.text.starts_with("cudaStreamWaitEvent") || token.text.starts_with("cudaEventRecord"))
      lines.insert(token.line);
  return lines;
}

}  // namespace

std::optional<Repair> find_order(const grader::JudgePlan& plan, const SwitchedWorker& observed,
                                 const std::string& source, const SearchCases& cases) {
  if (cases.failed.empty()) return std::nullopt;
  const std::set<int> events = lines_with_events(source);
  // A wait that is met more often, or never, orders other work too; so does work that is queued at
  // another time.
  const auto leads_round = [&](const Mending& one) {
    const Edit& edit = one.first;
    const bool moves = edit.kind == EditKind::order || edit.kind == EditKind::earlier;
    return edit.branches || edit.kind >= EditKind::guard || edit.kind == EditKind::jump ||
           edit.kind == EditKind::otherwise || edit.kind == EditKind::backwards ||
           (moves && events.count(edit.line) == 0);
  };
  std::vector<Mending> mending = find_mending(
      plan, 1, [&](std::size_t) { return std::optional(observed); }, cases, true);
  std::erase_if(mending, leads_round);
  if (mending.empty()) return std::nullopt;
  WorkOfEdits asked(plan, observed, cases);
  keep_overlapping(mending, asked);
  // A helper that names an event changes who waits and what is recorded at once, so that it may
  // order by luck.
  const auto elsewhere = [&](const Mending& one) { return events.count(one.first.line) == 0; };
  if (!std::all_of(mending.begin(), mending.end(), elsewhere)) std::erase_if(mending, elsewhere);
  return conclude_from(std::move(mending), cases.failed.size());
}

}  // namespace kit::repair
