/// @file
/// Most edits are refused by the cheapest case, in a millisecond. Some end in a crash or an endless
/// loop, which costs a new process, so that the time of a call is short. What is said rests on all
/// edits: a search that its limits end before the last one says nothing.
///
/// Where no single edit mends all cases, pairs are tried: not all of them, which would mend much by
/// luck, but twins (the same mistake in x and in y, as students copy a line), and those of which
/// each lets fewer values of the cheapest case be wrong.
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

/// The edits in force in one run: one, or two.
struct Attempt {
  int first = 0, second = 0;  ///< numbers; 0 is none
};

/// What x and y, width and height and their like have in common, so that `x < width` and `y <
/// height` are alike.
std::string without_direction(const std::string& text) {
  static const std::pair<std::string_view, std::string_view> kWords[] = {
      {"width", "#"}, {"height", "#"}, {"column", "#"}, {"col", "#"}, {"row", "#"}};
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto word = std::find_if(std::begin(kWords), std::end(kWords), [&](const auto& one) {
      return text.compare(i, one.first.size(), one.first) == 0;
    });
    const bool letter = text[i] == 'x' || text[i] == 'y';
    result += word != std::end(kWords) ? std::string(word->second)
                                       : std::string(1, letter ? '#' : text[i]);
    i += word != std::end(kWords) ? word->first.size() : 1;
  }
  return result;
}

/// Asks the cases with one edit after another in force.
class Search {
 public:
  Search(const grader::JudgePlan& plan, const SwitchedWorker& worker, const SearchCases& cases)
      : plan_(plan), worker_(worker), cases_(cases), edits_(worker.source.edits) {}

  /// The edits that mend all cases; else the pairs that do.
  std::vector<Mending> mending() {
    if (!prepare()) return {};
    for (const int edit : met_)
      if (edit >= 1 && std::size_t(edit) <= edits_.size()) attempts_.push_back({edit, 0});
    if (!try_all()) return {};
    if (!mending_.empty()) return std::move(mending_);
    attempts_ = pairs();
    if (!try_all()) return {};
    return std::move(mending_);
  }

  /// True if the program is right with no edit in force.
  bool is_right() {
    grader::Session mine = session();
    return all_right_with(mine, {});
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
    if (right_with(first, one, {})) return false;
    grader::Call call = one.call;
    call.note_edits = true;
    const grader::CallOutcome outcome = first.call(call, plan_.seed, seconds_);
    met_ = outcome.edits_met;
    seconds_ = std::clamp(kPatience * outcome.seconds, kShortest, seconds_);
    return outcome.returned();
  }

  /// False if a limit ended it before the last attempt.
  bool try_all() {
    next_ = 0;
    std::vector<std::future<void>> searches;
    const int cores = std::min(usable_cores(), 8);
    searches.reserve(std::size_t(cores));
    for (int core = 0; core < cores; ++core)
      searches.push_back(std::async(std::launch::async, [this] { search(); }));
    for (auto& one : searches) one.get();
    return next_ >= attempts_.size();
  }

  void search() {
    grader::Session mine = session();
    while (stopped_ < kMaxStopped && std::chrono::steady_clock::now() < end_) {
      const std::size_t n = next_++;
      if (n >= attempts_.size()) return;
      const Attempt& attempt = attempts_[n];
      if (!all_right_with(mine, attempt)) continue;
      Mending found{edits_[std::size_t(attempt.first) - 1], std::nullopt};
      if (attempt.second > 0) found.second = edits_[std::size_t(attempt.second) - 1];
      found.leaves_out = leaves_out(mine, attempt);
      const std::lock_guard lock(mutex_);
      mending_.push_back(std::move(found));
    }
  }

  /// True if the cheapest case no longer comes to other lines that the student's code comes to.
  bool leaves_out(grader::Session& session, const Attempt& attempt) {
    grader::Call call = cases_.failed[0]->call;
    call.edit = attempt.first;
    call.second_edit = attempt.second;
    call.note_edits = true;
    const std::vector<int> met = session.call(call, plan_.seed, kSecondsOfCall).edits_met;
    const auto line = [&](int edit) {
      return edit < 1 || std::size_t(edit) > edits_.size() ? 0 : edits_[std::size_t(edit) - 1].line;
    };
    const std::set<int> left(met.begin(), met.end());
    return std::any_of(met_.begin(), met_.end(), [&](int edit) {
      return left.count(edit) == 0 && line(edit) != line(attempt.first) &&
             line(edit) != line(attempt.second);
    });
  }

  /// True for edits of two places, neither of which leads round a mistake.
  bool may_pair(int a, int b) const {
    const auto plain = [](const Edit& one) { return !one.branches && one.kind < EditKind::order; };
    const Edit &one = edits_[std::size_t(a) - 1], &other = edits_[std::size_t(b) - 1];
    return plain(one) && plain(other) && one.token != other.token;
  }

  std::vector<Attempt> pairs() {
    std::vector<Attempt> list = twins();
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

  /// The same edit where the same stands, but for x and y: each with the next ones.
  std::vector<Attempt> twins() const {
    constexpr std::size_t kNext = 3;
    std::map<std::string, std::vector<int>> alike;
    for (const int edit : met_) {
      if (edit < 1 || std::size_t(edit) > edits_.size()) continue;
      const Edit& one = edits_[std::size_t(edit) - 1];
      alike[fmt::format("{} {} {}", int(one.kind), without_direction(one.here),
                        without_direction(one.there))]
          .push_back(edit);
    }
    std::vector<Attempt> list;
    for (const auto& [key, edits] : alike)
      for (std::size_t a = 0; a < edits.size(); ++a)
        for (std::size_t b = a + 1; b < std::min(edits.size(), a + 1 + kNext); ++b)
          if (may_pair(edits[a], edits[b])) list.push_back({edits[a], edits[b]});
    return list;
  }

  bool all_right_with(grader::Session& session, const Attempt& attempt) {
    for (const auto* list : {&cases_.failed, &cases_.passed})
      for (const Case* one : *list)
        if (!right_with(session, *one, attempt)) return false;
    return true;
  }

  /// True if the case is right with these edits in force.
  bool right_with(grader::Session& session, const Case& one, const Attempt& attempt) {
    grader::Call call = one.call;
    call.edit = attempt.first;
    call.second_edit = attempt.second;
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
    if (&one == cases_.failed[0]) note_progress(attempt, judgement.comparison.above_tolerance);
    return judgement.right && grader::diagnose_side_effects(seen, judgement).cause.empty();
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
  std::vector<int> met_;
  std::vector<Attempt> attempts_;
  double seconds_ = kSecondsOfCall;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() +
      std::chrono::milliseconds(std::int64_t(1000 * kSecondsOfSearch));
  std::atomic<std::size_t> next_ = 0;
  std::atomic<int> stopped_ = 0;
  std::atomic<std::uint64_t> calls_ = 0;
  std::mutex mutex_;  ///< of what follows
  std::vector<Mending> mending_;
  std::size_t wrong_ = 0;  ///< values of the cheapest case, with no edit in force
  std::vector<Closer> closer_;
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
      {EditKind::operation, {"wrong_operator", "`{}` is the wrong operation"}},
      {EditKind::reset,
       {"missing_reset",
        "`{}` keeps its value from one turn of this loop to the next: each turn "
        "must begin with its first value"}},
      {EditKind::one_off, {"wrong_bound", "`{}` is one too large or too small there"}},
      {EditKind::jump,
       {"wrong_jump", "`{}` is the wrong one of break, which ends the loop, and continue"}},
      {EditKind::order, {"wrong_order", "`{}` comes too early: it belongs after what follows"}},
      {EditKind::removal, {"needless_statement", "`{}` spoils the result"}},
      {EditKind::condition, {"wrong_condition", "`{}` is the wrong condition"}}};
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

std::optional<Repair> conclude_from(std::vector<Mending> mending, std::size_t cases) {
  // What leads round the wrong code mends it too, so that it is believed only by itself.
  const auto drop_unless_all = [&](const auto& leads_round) {
    if (!std::all_of(mending.begin(), mending.end(), leads_round))
      std::erase_if(mending, leads_round);
  };
  drop_unless_all([](const Mending& one) { return one.leaves_out; });
  drop_unless_all([](const Mending& one) { return one.first.branches; });
  if (mending.empty()) return std::nullopt;
  const Mending& best =
      *std::min_element(mending.begin(), mending.end(), [](const Mending& a, const Mending& b) {
        return std::pair(a.first.kind, a.first.line) < std::pair(b.first.kind, b.first.line);
      });
  std::set<int> others;
  for (const Mending& one : mending) {
    others.insert(one.first.line);
    if (one.second) others.insert(one.second->line);
  }
  others.erase(best.first.line);
  if (best.second) others.erase(best.second->line);
  if (others.size() >= kMaxLines) return std::nullopt;
  const Words& words = words_of(best.first.kind);
  std::string message = fmt::format(fmt::runtime(words.text), shortened(best.first.here));
  const char* changed = "With that alone changed";
  if (best.second) {
    message += fmt::format(
        "; and in line {}, {}", best.second->line,
        fmt::format(fmt::runtime(words_of(best.second->kind).text), shortened(best.second->here)));
    changed = "With both changed";
  }
  if (!others.empty()) message += fmt::format(" (or the mistake is in line {})", *others.begin());
  message += ". " + what_was_tried(changed, cases);
  return Repair{best.first.line, words.cause, message};
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
