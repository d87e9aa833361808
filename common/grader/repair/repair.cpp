/// @file
/// Most edits are refused by the cheapest case, in a millisecond. Some end in a crash or an endless
/// loop, which costs a new process, so that the time of a call is short. What is said rests on all
/// edits: a search that its limits end before the last one says nothing.
#include "grader/repair/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <mutex>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/protocol/poison.hpp"
#include "grader/support/usable_cores.hpp"

namespace kit::repair {
namespace {

using grader::Case;
using grader::CaseRecord;

constexpr double kSecondsOfCall = 0.5;
constexpr double kSecondsOfSearch = 8;
constexpr int kMaxStopped = 100;  // calls that do not end
constexpr std::size_t kMaxFailed = 10, kMaxPassed = 6;
constexpr std::size_t kMaxValues = 100000;  // of a case that is asked
constexpr std::size_t kMaxLines = 2;        // that a message may leave open

/// Asks the cases with one edit after another in force.
class Search {
 public:
  Search(const grader::JudgePlan& plan, const SwitchedWorker& worker, const SearchCases& cases)
      : plan_(plan), worker_(worker), cases_(cases), edits_(worker.source.edits) {}

  std::vector<Edit> mending() {
    if (!prepare()) return {};
    std::vector<std::future<void>> searches;
    const int cores = std::min(usable_cores(), 8);
    searches.reserve(std::size_t(cores));
    for (int core = 0; core < cores; ++core)
      searches.push_back(std::async(std::launch::async, [this] { search(); }));
    for (auto& one : searches) one.get();
    if (next_ < met_.size()) return {};
    return std::move(mending_);
  }

  /// True if the program is right with no edit in force.
  bool is_right() {
    grader::Session mine = session();
    return all_right_with(mine, 0);
  }

 private:
  grader::Session session() const {
    grader::Session result(worker_.program, *plan_.config, grader::Backend::sim, plan_.seed);
    grader::contain(result, plan_);
    return result;
  }

  /// Finds out which edits the cheapest case meets, and how long it takes. False if the code is not
  /// as wrong as the student's with no edit in force.
  bool prepare() {
    constexpr double kPatience = 10, kShortest = 0.1;
    grader::Session first = session();
    const Case& one = *cases_.failed[0];
    if (right_with(first, one, 0)) return false;
    grader::Call call = one.call;
    call.edit = -1;
    const grader::CallOutcome outcome = first.call(call, plan_.seed, seconds_);
    met_ = outcome.edits_met;
    seconds_ = std::clamp(kPatience * outcome.seconds, kShortest, seconds_);
    return outcome.returned();
  }

  void search() {
    grader::Session mine = session();
    while (stopped_ < kMaxStopped && std::chrono::steady_clock::now() < end_) {
      const std::size_t n = next_++;
      if (n >= met_.size()) return;
      const int edit = met_[n];
      if (edit < 1 || std::size_t(edit) > edits_.size() || !all_right_with(mine, edit)) continue;
      const std::lock_guard lock(mutex_);
      mending_.push_back(edits_[std::size_t(edit) - 1]);
    }
  }

  bool all_right_with(grader::Session& session, int edit) {
    for (const auto* list : {&cases_.failed, &cases_.passed})
      for (const Case* one : *list)
        if (!right_with(session, *one, edit)) return false;
    return true;
  }

  /// True if the case is right with the edit of this number in force.
  bool right_with(grader::Session& session, const Case& one, int edit) {
    grader::Call call = one.call;
    call.edit = edit;
    const std::uint64_t poison = grader::mix_bits(plan_.seed + ++calls_);
    // Cases after the first may take longer; few edits come to them.
    const double seconds = &one == cases_.failed[0] ? seconds_ : kSecondsOfCall;
    const grader::CallOutcome outcome = session.call(call, poison, seconds);
    if (outcome.verdict == grader::Verdict::timed_out) ++stopped_;
    if (!outcome.returned()) return false;
    grader::Observation seen;
    seen.spec = &one;
    seen.first = {&outcome.outputs[0], poison};
    seen.guards = outcome.guards;
    seen.inputs_changed = outcome.inputs_changed;
    const grader::Judgement judgement = grader::judge_output(seen);
    return judgement.right && grader::diagnose_side_effects(seen, judgement).cause.empty();
  }

  const grader::JudgePlan& plan_;
  const SwitchedWorker& worker_;
  const SearchCases& cases_;
  const std::vector<Edit>& edits_;
  std::vector<int> met_;
  double seconds_ = kSecondsOfCall;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() +
      std::chrono::milliseconds(std::int64_t(1000 * kSecondsOfSearch));
  std::atomic<std::size_t> next_ = 0;
  std::atomic<int> stopped_ = 0;
  std::atomic<std::uint64_t> calls_ = 0;
  std::mutex mutex_;
  std::vector<Edit> mending_;
};

struct Words {
  const char* cause;
  const char* text;  ///< {} is what stands there
};

/// In the order in which edits of one line are believed: rare luck first.
const Words& words_of(EditKind kind) {
  static const std::map<EditKind, Words> all = {
      {EditKind::sign, {"wrong_sign", "the sign in `{}` is the other one"}},
      {EditKind::assignment,
       {"wrong_assignment", "`{}` should not replace, or not add to, what was there"}},
      {EditKind::number, {"wrong_number", "`{}` is the wrong number"}},
      {EditKind::comparison, {"wrong_bound", "`{}` goes one too far, or not far enough"}},
      {EditKind::thread_index, {"wrong_index", "`{}` is the wrong index or extent"}},
      {EditKind::variable, {"wrong_variable", "`{}` is the wrong variable"}},
      {EditKind::exchange, {"wrong_variable", "`{}` stand in the wrong order"}},
      {EditKind::one_off, {"wrong_bound", "`{}` is one too large or too small there"}},
      {EditKind::jump,
       {"wrong_jump", "`{}` is the wrong one of break, which ends the loop, and continue"}},
      {EditKind::order, {"wrong_order", "`{}` comes too early: it belongs after what follows"}},
      {EditKind::removal, {"needless_statement", "`{}` spoils the result"}}};
  return all.at(kind);
}

/// Of a statement over several lines, the beginning.
std::string shortened(std::string text) {
  constexpr std::size_t kMaxText = 48;
  text = text.substr(0, text.find('\n'));
  return text.size() > kMaxText ? text.substr(0, kMaxText - 3) + "..." : text;
}

std::string what_was_tried(const char* change, std::size_t cases) {
  return cases == 1
             ? fmt::format("{}, the failed case that was tried is right.", change)
             : fmt::format("{}, the {} failed cases that were tried are right.", change, cases);
}

/// Cheap cases that tell mistakes apart first.
void sort_by_cost(std::vector<const Case*>& cases, std::size_t most) {
  std::stable_sort(cases.begin(), cases.end(), [](const Case* a, const Case* b) {
    const bool dull_a = grader::is_degenerate(*a), dull_b = grader::is_degenerate(*b);
    return dull_a != dull_b ? dull_b : a->expected.size() < b->expected.size();
  });
  if (cases.size() > most) cases.resize(most);
}

}  // namespace

SearchCases cases_to_mend(const std::string& stage, const std::vector<Case>& cases,
                          const std::vector<CaseRecord>& records) {
  SearchCases result;
  bool open = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseRecord& record = records[i];
    if (record.stage != stage || cases[i].expected.size() > kMaxValues) continue;
    if (record.verdict == grader::Verdict::passed) result.passed.push_back(&cases[i]);
    if (record.verdict != grader::Verdict::wrong || !record.compared) continue;
    // What differs between two runs is for the observer.
    if (!record.repeatable) return {};
    if (record.comparison.above_tolerance == 0) continue;
    result.failed.push_back(&cases[i]);
    open |= record.cause == "unknown" || record.cause == "not_finite" || record.by_pattern;
  }
  if (!open) return {};
  sort_by_cost(result.failed, kMaxFailed);
  sort_by_cost(result.passed, kMaxPassed);
  return result;
}

std::optional<Repair> find_repair(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                                  const SearchCases& cases) {
  return conclude_from(Search(plan, worker, cases).mending(), cases.failed.size());
}

std::optional<Repair> find_narrow_type(const grader::JudgePlan& plan, const std::string& program,
                                       const std::set<int>& lines, const SearchCases& cases) {
  constexpr std::size_t kMaxNarrow = 3;
  if (lines.empty() || lines.size() > kMaxNarrow) return std::nullopt;
  const SwitchedWorker worker{program, {}};
  if (!Search(plan, worker, cases).is_right()) return std::nullopt;
  std::string others;
  for (auto line = std::next(lines.begin()); line != lines.end(); ++line)
    others += fmt::format(" or {}", *line);
  const std::string message =
      fmt::format("{}the type there is too narrow for its values. {}",
                  others.empty() ? "" : "(or line" + others.substr(3) + ") ",
                  what_was_tried("With int in its place", cases.failed.size()));
  return Repair{*lines.begin(), "narrow_type", message};
}

std::optional<Repair> conclude_from(std::vector<Edit> mending, std::size_t cases) {
  // A branch that avoids the wrong code mends it too, so that one is believed only by itself.
  if (!std::all_of(mending.begin(), mending.end(), [](const Edit& one) { return one.branches; }))
    std::erase_if(mending, [](const Edit& one) { return one.branches; });
  if (mending.empty()) return std::nullopt;
  const auto& best =
      *std::min_element(mending.begin(), mending.end(), [](const Edit& a, const Edit& b) {
        return std::pair(a.kind, a.line) < std::pair(b.kind, b.line);
      });
  std::set<int> others;
  for (const Edit& one : mending)
    if (one.line != best.line) others.insert(one.line);
  if (others.size() >= kMaxLines) return std::nullopt;
  const Words& words = words_of(best.kind);
  std::string message = fmt::format(fmt::runtime(words.text), shortened(best.here));
  if (!others.empty()) message += fmt::format(" (or the mistake is in line {})", *others.begin());
  message += ". " + what_was_tried("With that alone changed", cases);
  return Repair{best.line, words.cause, message};
}

void explain_by_repair(const std::string& stage, const std::string& file, const Repair& repair,
                       std::vector<CaseRecord>& records) {
  for (CaseRecord& record : records) {
    if (record.stage != stage || record.verdict != grader::Verdict::wrong || !record.compared ||
        record.comparison.above_tolerance == 0)
      continue;
    record.cause = repair.cause;
    record.message = fmt::format("line {} of {}: {}", repair.line, file, repair.message);
    record.line = repair.line;
    record.presumed = record.by_pattern = false;
  }
}

}  // namespace kit::repair
