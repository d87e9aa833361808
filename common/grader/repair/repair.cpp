// Parts are built and searched side by side. What is said rests on all edits that would be believed
// as much: a search that its limits end before those says nothing.
#include "grader/repair/repair.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "grader/repair/part_search.hpp"
#include "grader/support/side_by_side.hpp"
#include "grader/support/usable_cores.hpp"

namespace kit::repair {
namespace {

/// All parts of a file.
class SearchOfParts {
 public:
  SearchOfParts(const grader::JudgePlan& plan, std::size_t parts, const BuildPart& build,
                const SearchCases& cases)
      : plan_(plan), build_(build), cases_(cases), parts_(parts) {}

  /// The edits that mend all cases; else the pairs that do.
  std::vector<Mending> mending() {
    in_all_parts([&](Part& part, std::size_t n) {
      auto worker = build_(n);
      part.tried = Tried{.untried = EditKind{}};
      if (!worker) return;
      part.worker = std::make_unique<SwitchedWorker>(std::move(*worker));
      part.search.emplace(plan_, *part.worker, cases_, cores_of_part());
      part.tried = part.search->try_edits();
    });
    for (Part& part : parts_)
      if (part.tried.surely) return std::move(part.tried.mending);
    std::vector<Mending> found = all_mending();
    if (const auto untried = first_untried(); untried && !is_settled(found, *untried)) return {};
    if (!found.empty()) return found;
    in_all_parts([](Part& part, std::size_t) { part.tried = part.search->try_pairs(); });
    return first_untried() ? std::vector<Mending>() : all_mending();
  }

 private:
  struct Part {
    std::unique_ptr<SwitchedWorker> worker;
    std::optional<PartSearch> search;
    Tried tried = {};
  };

  static int cores() { return std::clamp(usable_cores(), 1, kMaxCores); }
  int cores_of_part() const { return std::max(1, cores() / int(parts_.size())); }

  /// As many parts at once as there are cores.
  void in_all_parts(const std::function<void(Part&, std::size_t)>& work) {
    grader::side_by_side(parts_.size(), cores(), [&](std::size_t n) { work(parts_[n], n); });
  }

  /// What mends, without those that do so by luck where another part has a better one.
  std::vector<Mending> all_mending() {
    const auto is_luck = [](const Mending& one) { return one.first.kind == EditKind::missing; };
    std::vector<Mending> all;
    for (Part& part : parts_)
      std::move(part.tried.mending.begin(), part.tried.mending.end(), std::back_inserter(all));
    if (!std::all_of(all.begin(), all.end(), is_luck)) std::erase_if(all, is_luck);
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

  static constexpr int kMaxCores = 8;
  const grader::JudgePlan& plan_;
  const BuildPart& build_;
  const SearchCases& cases_;
  std::vector<Part> parts_;
};

}  // namespace

std::optional<Repair> find_repair(const grader::JudgePlan& plan, std::size_t parts,
                                  const BuildPart& build, const SearchCases& cases) {
  return conclude_from(SearchOfParts(plan, parts, build, cases).mending(), cases.failed.size());
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
