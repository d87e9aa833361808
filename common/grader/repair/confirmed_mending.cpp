// A worker with edits in the few lines alone is built once, and asked with each that mends.
#include "grader/repair/confirmed_mending.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/session.hpp"
#include "grader/repair/asked_case.hpp"

namespace kit::repair {
namespace {

constexpr std::size_t kMaxLookedAt = 12;
constexpr double kSecondsToConfirm = 10;

std::vector<const Edit*> edits_of(const Mending& one) {
  std::vector<const Edit*> all = {&one.first};
  if (one.second) all.push_back(&*one.second);
  if (one.third) all.push_back(&*one.third);
  return all;
}

/// Numbers in another source of the same text; one edit may be there more than once.
std::vector<int> numbers_of(const Edit& edit, const SwitchedSource& source) {
  std::vector<int> numbers;
  for (std::size_t n = 0; n < source.edits.size(); ++n) {
    const Edit& one = source.edits[n];
    if (one.kind == edit.kind && one.token == edit.token && one.here == edit.here &&
        one.there == edit.there)
      numbers.push_back(int(n) + 1);
  }
  return numbers;
}

class Confirming {
 public:
  Confirming(const grader::JudgePlan& plan, const SwitchedWorker& worker, const SearchCases& cases)
      : plan_(plan),
        worker_(worker),
        cases_(cases),
        session_(worker.program, *plan.config, grader::Backend::sim, plan.seed) {
    grader::contain(session_, plan);
  }

  bool is_confirmed(const Mending& one) {
    const std::vector<const Edit*> edits = edits_of(one);
    std::vector<std::vector<int>> numbers;
    numbers.reserve(edits.size());
    for (const Edit* edit : edits) numbers.push_back(numbers_of(*edit, worker_.source));
    if (numbers.size() == 1)
      return std::any_of(numbers[0].begin(), numbers[0].end(),
                         [&](int number) { return mends({number}); });
    std::vector<int> first;
    for (const std::vector<int>& some : numbers) {
      if (some.empty()) return false;
      first.push_back(some[0]);
    }
    return mends(first);
  }

 private:
  bool mends(const std::vector<int>& numbers) {
    for (const auto* list : {&cases_.failed, &cases_.passed})
      for (const grader::Case* one : *list) {
        grader::Call call = one->call;
        call.edit = numbers[0];
        call.second_edit = numbers.size() > 1 ? numbers[1] : 0;
        call.third_edit = numbers.size() > 2 ? numbers[2] : 0;
        const std::uint64_t poison =
            grader::derived_seed(plan_.seed, grader::SeedFor::repair_poison, ++calls_);
        const AskedCase told = ask(session_, *one, call, poison, kSecondsToConfirm);
        if (!told.right || told.harmed) return false;
      }
    return true;
  }

  const grader::JudgePlan& plan_;
  const SwitchedWorker& worker_;
  const SearchCases& cases_;
  grader::Session session_;
  std::uint64_t calls_ = 0;
};

}  // namespace

bool keep_confirmed(std::vector<Mending>& mending, const grader::JudgePlan& plan,
                    const Confirmation& confirmation) {
  if (mending.empty()) return false;
  std::stable_sort(mending.begin(), mending.end(), [](const Mending& a, const Mending& b) {
    return std::pair(a.leaves_out, a.first.kind) < std::pair(b.leaves_out, b.first.kind);
  });
  if (mending.size() > kMaxLookedAt) mending.resize(kMaxLookedAt);
  std::set<int> lines;
  for (const Mending& one : mending)
    for (const Edit* edit : edits_of(one)) lines.insert(edit->line);
  const auto worker = confirmation.build(lines);
  if (!worker) return false;
  Confirming confirming(plan, *worker, confirmation.cases);
  std::erase_if(mending, [&](const Mending& one) { return !confirming.is_confirmed(one); });
  return true;
}

}  // namespace kit::repair
