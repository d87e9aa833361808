// Parts are built and searched side by side. What is said rests on all edits that would be believed
// as much: a search that its limits end before those says nothing.
#include "grader/repair/repair.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "grader/repair/confirmed_mending.hpp"
#include "grader/repair/part_search.hpp"
#include "grader/support/side_by_side.hpp"
#include "grader/support/usable_cores.hpp"

namespace kit::repair {
namespace {

/// How long edits are tried, for each part that a core has. KIT_SEARCH_SECONDS, if set, is for
/// comparing what is said on machines of different speed.
double seconds_of_search() {
  constexpr double kUsual = 8;
  const char* const text = std::getenv("KIT_SEARCH_SECONDS");
  return text != nullptr ? std::strtod(text, nullptr) : kUsual;
}

/// All parts of a file.
class SearchOfParts {
 public:
  SearchOfParts(const grader::JudgePlan& plan, std::size_t parts, const BuildPart& build,
                const SearchCases& cases)
      : plan_(plan), build_(build), cases_(cases), parts_(parts) {}

  /// The edits that mend all cases; else the pairs that do. `all`: none unless all were tried.
  std::vector<Mending> mending(bool all) {
    grader::side_by_side(parts_.size(), cores_, [&](std::size_t n) { prepare(parts_[n], n); });
    for (Part& part : parts_)
      if (part.search && part.search->is_sure()) return part.search->tried().mending;
    work();
    std::vector<Mending> found = all_mending();
    if (const auto untried = first_untried(); untried && (all || !is_settled(found, *untried)))
      return {};
    if (!found.empty()) return found;
    for (Part& part : parts_)
      if (part.search) part.search->prepare_pairs();
    work();
    return first_untried() ? std::vector<Mending>() : all_mending();
  }

 private:
  struct Part {
    std::unique_ptr<SwitchedWorker> worker;
    std::optional<PartSearch> search;  ///< none without a worker that fails as the student's does
    Tried tried = {.untried = EditKind{}};
    int cores = 0;  ///< that work on it
  };

  void prepare(Part& part, std::size_t n) {
    auto worker = build_(n);
    if (!worker) return;
    part.worker = std::make_unique<SwitchedWorker>(std::move(*worker));
    part.search.emplace(plan_, *part.worker, cases_);
    if (!part.search->prepare_edits(left_)) part.search.reset();
  }

  /// Each core takes what is believed most of what is left to try, in the part that the fewest work
  /// on.
  void work() {
    grader::side_by_side(std::size_t(cores_), cores_, [&](std::size_t) {
      std::map<Part*, std::unique_ptr<grader::Session>> mine;
      while (Part* const part = begin_part()) {
        part->search->work(left_, mine[part]);
        const std::lock_guard lock(mutex_);
        --part->cores;
      }
    });
    for (Part& part : parts_)
      if (part.search) part.tried = part.search->tried();
  }

  Part* begin_part() {
    const std::lock_guard lock(mutex_);
    if (left_.is_over()) return nullptr;
    Part* chosen = nullptr;
    std::pair<EditKind, int> best;
    for (Part& part : parts_) {
      const auto next = part.search ? part.search->next() : std::nullopt;
      if (!next || (chosen != nullptr && std::pair(*next, part.cores) >= best)) continue;
      chosen = &part;
      best = {*next, part.cores};
    }
    if (chosen != nullptr) ++chosen->cores;
    return chosen;
  }

  /// What mends, without those that do so by luck where another part has a better one.
  std::vector<Mending> all_mending() {
    const auto is_luck = [](const Mending& one) { return one.first.kind == EditKind::missing; };
    const auto is_better = [&](const Mending& one) { return !is_luck(one) && !one.first.branches; };
    std::vector<Mending> all;
    for (Part& part : parts_)
      std::move(part.tried.mending.begin(), part.tried.mending.end(), std::back_inserter(all));
    if (std::any_of(all.begin(), all.end(), is_better)) std::erase_if(all, is_luck);
    return all;
  }

  /// Of what limits left untried, what would be believed most.
  std::optional<EditKind> first_untried() const {
    std::optional<EditKind> first;
    for (const Part& part : parts_)
      if (part.tried.untried)
        first = std::min(first.value_or(*part.tried.untried), *part.tried.untried);
    return first;
  }

  /// True if what is left to try would be believed less than what mends.
  static bool is_settled(const std::vector<Mending>& found, EditKind untried) {
    return std::any_of(found.begin(), found.end(), [&](const Mending& one) {
      return !one.first.branches && !one.leaves_out && one.first.kind < untried;
    });
  }

  static constexpr int kMaxCores = 16;
  const grader::JudgePlan& plan_;
  const BuildPart& build_;
  const SearchCases& cases_;
  std::vector<Part> parts_;
  const int cores_ = std::clamp(usable_cores(), 1, kMaxCores);
  // As if each core had as many whole parts as the others.
  const int parts_of_core_ = (int(parts_.size()) - 1) / cores_ + 1;
  TimeLeft left_{seconds_of_search() * cores_ * parts_of_core_};
  std::mutex mutex_;  ///< of Part::cores
};

}  // namespace

std::vector<Mending> find_mending(const grader::JudgePlan& plan, std::size_t parts,
                                  const BuildPart& build, const SearchCases& cases, bool all) {
  return SearchOfParts(plan, parts, build, cases).mending(all);
}

std::optional<Repair> find_repair(const grader::JudgePlan& plan, std::size_t parts,
                                  const BuildPart& build, const SearchCases& cases,
                                  const std::vector<Confirmation>& confirmations) {
  std::vector<Mending> mending = find_mending(plan, parts, build, cases);
  std::size_t failed = cases.failed.size();
  for (const Confirmation& one : confirmations) {
    if (keep_confirmed(mending, plan, one)) failed = std::max(failed, one.cases.failed.size());
  }
  return conclude_from(std::move(mending), failed);
}

bool is_right(const grader::JudgePlan& plan, const SwitchedWorker& worker,
              const SearchCases& cases) {
  return PartSearch(plan, worker, cases).is_right();
}

bool fails_alike(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                 const SearchCases& cases) {
  return PartSearch(plan, worker, cases).fails_alike();
}

}  // namespace kit::repair
