/// @file
/// Most edits are refused by the cheapest case, in a millisecond. Some end in a crash or an endless
/// loop, which costs a new process, so that the time of a call is short.
///
/// Where no single edit mends all cases, pairs are tried: not all of them, which would mend much by
/// luck, but twins (the same mistake in x and in y, as students copy a line), and those of which
/// each lets fewer values of the cheapest case be wrong.
#include "grader/repair/part_search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <tuple>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/repair/asked_case.hpp"
#include "grader/repair/twins.hpp"

namespace kit::repair {
namespace {

using grader::Case;
using Clock = std::chrono::steady_clock;

constexpr double kSecondsOfCall = 0.5, kSecondsOfLaterCall = 3;
constexpr int kMaxStopped = 100;  // calls that do not end

}  // namespace

/// Asks the cases with one edit after another of a part in force, on so many cores.
class PartSearch::Search {
 public:
  Search(const grader::JudgePlan& plan, const SwitchedWorker& worker, const SearchCases& cases)
      : plan_(plan), worker_(worker), cases_(cases), edits_(worker.source.edits) {}

  bool prepare_edits(TimeLeft& left) {
    if (!prepare()) return false;
    // A kernel that names its rows x and its columns y is mended in its grid too, but not made what
    // it should be.
    attempts_ = crossed();
    std::unique_ptr<grader::Session> mine;
    work(left, mine);
    is_sure_ = !mending_.empty();
    attempts_.clear();
    next_ = 0;
    if (is_sure_) return true;
    for (const int edit : met_)
      if (edit >= 1 && std::size_t(edit) <= edits_.size()) attempts_.push_back({edit, 0});
    // In the order in which they are believed.
    std::stable_sort(attempts_.begin(), attempts_.end(),
                     [&](const Attempt& a, const Attempt& b) { return kind_of(a) < kind_of(b); });
    return true;
  }

  bool is_sure() const { return is_sure_; }

  void prepare_pairs() {
    attempts_ = pairs();
    next_ = 0;
    are_pairs_ = true;
  }

  std::optional<EditKind> next() const {
    const std::size_t n = next_;
    if (n >= attempts_.size() || stopped_ >= kMaxStopped) return std::nullopt;
    return are_pairs_ ? EditKind{} : kind_of(attempts_[n]);
  }

  void work(TimeLeft& left, std::unique_ptr<grader::Session>& mine) {
    const auto kind = next();
    if (!kind) return;
    if (!mine) mine = std::make_unique<grader::Session>(session());
    while (next() == kind && !left.is_over()) {
      const std::size_t n = next_++;
      if (n >= attempts_.size()) break;
      const auto begin = Clock::now();
      attempt(*mine, attempts_[n]);
      left.spend(Clock::now() - begin);
    }
  }

  Tried tried() {
    Tried result{.mending = std::move(mending_)};
    mending_.clear();
    if (next_ < attempts_.size())
      result.untried = are_pairs_ ? EditKind{} : kind_of(attempts_[next_]);
    return result;
  }

  /// True if the program is right with no edit in force.
  bool is_right() {
    grader::Session mine = session();
    return all_right_with(mine, {});
  }

  bool fails_alike() {
    grader::Session mine = session();
    const auto right = [&](const Case* one) { return right_with(mine, *one, {}); };
    return std::none_of(cases_.failed.begin(), cases_.failed.end(), right) &&
           std::all_of(cases_.passed.begin(), cases_.passed.end(), right);
  }

 private:
  /// The edits in force in one run: one, two or three.
  struct Attempt {
    int first = 0, second = 0, third = 0;  ///< numbers; 0 is none

    void put_into(grader::Call& call) const {
      call.edit = first;
      call.second_edit = second;
      call.third_edit = third;
    }
  };

  /// Lines that the student's code comes to.
  struct Coverage {
    std::size_t left_out = 0;  ///< those that it no longer comes to
    std::size_t before = 0;    ///< all
  };

  grader::Session session() const {
    grader::Session result(worker_.program, *plan_.config, grader::Backend::sim, plan_.seed);
    grader::contain(result, plan_);
    result.take_few_cores();
    return result;
  }

  /// Finds out which edits the cheapest case meets, and how long it takes. False if the code is not
  /// as wrong as the student's with no edit in force.
  bool prepare() {
    constexpr double kPatience = 10, kShortest = 0.2;
    grader::Session first = session();
    const Case& one = *cases_.failed[0];
    if (right_with(first, one, {})) return false;
    grader::Call call = one.call;
    call.note_edits = true;
    const grader::CallOutcome outcome = first.call(call, plan_.seed, kSecondsOfLaterCall);
    seconds_ = std::clamp(kPatience * outcome.seconds, kShortest,
                          std::max(kSecondsOfCall, 2 * outcome.seconds));
    met_ = outcome.edits_met;
    if (outcome.returned()) {
      note_met_elsewhere(first);
      return true;
    }
    // What crashes cannot say what it met.
    knows_met_ = false;
    met_.resize(edits_.size());
    std::iota(met_.begin(), met_.end(), 1);
    met_somewhere_ = met_;
    return outcome.verdict == grader::Verdict::crashed;
  }

  /// An edit may lead to what the cheapest case does not come to: of a condition's two halves the
  /// second is asked only where the first holds.
  void note_met_elsewhere(grader::Session& session) {
    constexpr std::size_t kMostCases = 4;
    std::set<int> all(met_.begin(), met_.end());
    for (std::size_t n = 1; n < std::min(cases_.failed.size(), kMostCases); ++n) {
      grader::Call call = cases_.failed[n]->call;
      call.note_edits = true;
      const std::vector<int> met = session.call(call, plan_.seed, kSecondsOfLaterCall).edits_met;
      all.insert(met.begin(), met.end());
    }
    met_somewhere_.assign(all.begin(), all.end());
  }

  EditKind kind_of(const Attempt& attempt) const {
    return edits_[std::size_t(attempt.first) - 1].kind;
  }

  void attempt(grader::Session& mine, const Attempt& attempt) {
    // One more term mends much by luck: it is asked only where no other word does.
    if (kind_of(attempt) == EditKind::missing && has_found()) return;
    if (!all_right_with(mine, attempt) || !right_when_late(mine, attempt)) return;
    Mending found{.first = edits_[std::size_t(attempt.first) - 1]};
    if (attempt.second > 0) found.second = edits_[std::size_t(attempt.second) - 1];
    if (attempt.third > 0) found.third = edits_[std::size_t(attempt.third) - 1];
    const Coverage lines = coverage(mine, attempt);
    // Past most of the code there is another function, that of a stage before.
    if (2 * lines.left_out > lines.before) return;
    found.leaves_out = lines.left_out > 0;
    const std::lock_guard lock(mutex_);
    mending_.push_back(std::move(found));
  }

  bool has_found() {
    const std::lock_guard lock(mutex_);
    return std::any_of(mending_.begin(), mending_.end(),
                       [](const Mending& one) { return !one.first.branches; });
  }

  /// How many of the other lines that the student's code comes to the cheapest case no longer comes
  /// to.
  Coverage coverage(grader::Session& session, const Attempt& attempt) {
    if (!knows_met_) return {};
    grader::Call call = cases_.failed[0]->call;
    attempt.put_into(call);
    call.note_edits = true;
    const std::vector<int> met = session.call(call, plan_.seed, kSecondsOfCall).edits_met;
    const std::vector<Lines>& functions = worker_.source.functions;
    const auto lines_of = [&](const std::vector<int>& numbers) {
      std::set<int> lines;
      for (const int number : numbers) {
        const std::size_t n = std::size_t(number) - 1;
        if (n < edits_.size()) lines.insert(edits_[n].line);
        if (n < edits_.size() || n - edits_.size() >= functions.size()) continue;
        const Lines& body = functions[n - edits_.size()];
        for (int line = body.first; line <= body.last; ++line) lines.insert(line);
      }
      return lines;
    };
    const std::set<int> still = lines_of(met);
    std::set<int> before = lines_of(met_);
    for (const int edit : {attempt.first, attempt.second, attempt.third})
      if (edit >= 1) before.erase(edits_[std::size_t(edit) - 1].line);
    const auto left = std::count_if(before.begin(), before.end(),
                                    [&](int line) { return still.count(line) == 0; });
    return {std::size_t(left), before.size()};
  }

  /// True for edits of two places, neither of which leads round a mistake.
  bool may_pair(int a, int b) const {
    const auto plain = [](const Edit& one) { return !one.branches && one.kind < EditKind::order; };
    const Edit &one = edits_[std::size_t(a) - 1], &other = edits_[std::size_t(b) - 1];
    return plain(one) && plain(other) && one.token != other.token;
  }

  /// The two lines of a kernel that take x from what lies along y, and y from what lies along x.
  std::vector<Attempt> crossed() const {
    std::vector<int> both;
    for (const int edit : met_)
      if (edit >= 1 && std::size_t(edit) <= edits_.size() && edits_[std::size_t(edit) - 1].crossed)
        both.push_back(edit);
    if (both.size() != 2) return {};
    return {{both[0], both[1]}};
  }

  std::vector<Attempt> pairs() {
    std::vector<Attempt> list;
    for (const std::vector<int>&twins :
         find_twins(edits_, met_somewhere_, [&](int a, int b) { return may_pair(a, b); }))
      list.push_back({twins[0], twins[1], twins.size() > 2 ? twins[2] : 0});
    std::stable_sort(closer_.begin(), closer_.end(),
                     [](const Closer& a, const Closer& b) { return a.wrong < b.wrong; });
    if (closer_.size() > kMaxCloser) closer_.resize(kMaxCloser);
    for (std::size_t a = 0; a < closer_.size(); ++a)
      for (std::size_t b = a + 1; b < closer_.size(); ++b)
        if (may_pair(closer_[a].edit, closer_[b].edit))
          list.push_back({std::min(closer_[a].edit, closer_[b].edit),
                          std::max(closer_[a].edit, closer_[b].edit)});
    return list;
  }

  bool all_right_with(grader::Session& session, const Attempt& attempt) {
    for (const auto* list : {&cases_.failed, &cases_.passed})
      for (const Case* one : *list)
        if (!right_with(session, *one, attempt)) return false;
    return true;
  }

  /// The same where the work of streams is done as late as may be: what leads round a wait is no
  /// repair.
  bool right_when_late(grader::Session& session, const Attempt& attempt) {
    session.set_schedule(grader::WorkSchedule::late);
    const bool right = all_right_with(session, attempt);
    session.set_schedule(grader::WorkSchedule::early);
    return right;
  }

  /// True if the case is right with these edits in force.
  bool right_with(grader::Session& session, const Case& one, const Attempt& attempt) {
    grader::Call call = one.call;
    attempt.put_into(call);
    const std::uint64_t poison =
        grader::derived_seed(plan_.seed, grader::SeedFor::repair_poison, ++calls_);
    // Cases after the first may take longer; few edits come to them.
    const double seconds = &one == cases_.failed[0] ? seconds_ : kSecondsOfLaterCall;
    const AskedCase told = ask(session, one, call, poison, seconds);
    if (told.timed_out) ++stopped_;
    if (told.returned && &one == cases_.failed[0]) note_progress(attempt, told.wrong);
    return told.right && !told.harmed;
  }

  /// Remembers a single edit that lets fewer values be wrong than none does.
  void note_progress(const Attempt& attempt, std::size_t wrong) {
    if (attempt.second > 0) return;
    const std::lock_guard lock(mutex_);
    if (attempt.first == 0)
      wrong_ = wrong;
    else if (wrong < wrong_)
      closer_.push_back({attempt.first, wrong});
  }

  struct Closer {
    int edit = 0;
    std::size_t wrong = 0;  ///< values of the cheapest case
  };
  static constexpr std::size_t kMaxCloser = 24;

  const grader::JudgePlan& plan_;
  const SwitchedWorker& worker_;
  const SearchCases& cases_;
  const std::vector<Edit>& edits_;
  std::vector<int> met_;            ///< by the cheapest case
  std::vector<int> met_somewhere_;  ///< by one of the cheapest few
  bool knows_met_ = true;
  std::vector<Attempt> attempts_;
  double seconds_ = kSecondsOfLaterCall;  ///< limit of the cheapest case's
  bool is_sure_ = false, are_pairs_ = false;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<int> stopped_ = 0;
  std::atomic<std::uint64_t> calls_ = 0;
  std::mutex mutex_;  ///< of what follows
  std::vector<Mending> mending_;
  std::size_t wrong_ = 0;  ///< values of the cheapest case, with no edit in force
  std::vector<Closer> closer_;
};

PartSearch::PartSearch(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                       const SearchCases& cases)
    : search_(std::make_unique<Search>(plan, worker, cases)) {}
PartSearch::~PartSearch() = default;
PartSearch::PartSearch(PartSearch&&) noexcept = default;
PartSearch& PartSearch::operator=(PartSearch&&) noexcept = default;

bool PartSearch::prepare_edits(TimeLeft& left) {
  return search_->prepare_edits(left);
}
bool PartSearch::is_sure() const {
  return search_->is_sure();
}
void PartSearch::prepare_pairs() {
  search_->prepare_pairs();
}
std::optional<EditKind> PartSearch::next() const {
  return search_->next();
}
void PartSearch::work(TimeLeft& left, std::unique_ptr<grader::Session>& mine) {
  search_->work(left, mine);
}
Tried PartSearch::tried() {
  return search_->tried();
}
bool PartSearch::is_right() {
  return search_->is_right();
}
bool PartSearch::fails_alike() {
  return search_->fails_alike();
}

}  // namespace kit::repair
