/// Collects what all host threads find and makes of it what a student reads: one finding for each
/// mistake. That takes two steps, since lines are looked up only at the end. While the program
/// runs, findings with the same cause are counted as one. When they are taken, those whose causes
/// stand in the same lines become one (an unrolled loop has a line many times), and what merely
/// follows from a race is left out.
#include "findings.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "../src/block_runner.hpp"
#include "../src/failing_calls.hpp"
#include "source_lines.hpp"

namespace kit::sim {
namespace {

using Line = std::pair<std::string, int>;

Line lines_of(const CodePlace& place) {
  return {place.line.file, place.line.line};
}

// The lines that make up a finding's cause.
std::set<Line> lines_of(const Finding& finding) {
  std::set<Line> lines = {lines_of(finding.where)};
  if (is_pair(finding.kind) && !finding.related.empty())
    lines.insert(lines_of(finding.related[0].where));
  return lines;
}

// Of a race, whether one instruction makes both accesses.
bool is_one_instruction(const Finding& finding) {
  return !finding.related.empty() && !finding.where.calls.empty() &&
         finding.where.calls == finding.related[0].where.calls;
}

// The barrier that the two of a race have come from, where their function has it between their
// lines: there it orders them, so that they meet because a loop comes back to the first line. Else
// 0.
int barrier_between(const Finding& finding) {
  if (finding.related.empty() || finding.last_barrier.calls.empty()) return 0;
  const SourceLine &one = finding.where.line, &other = finding.related[0].where.line;
  const SourceLine& barrier = finding.last_barrier.line;
  const auto [first, last] = std::minmax(one.line, other.line);
  const bool in_one_file = one.file == other.file && one.file == barrier.file;
  if (!in_one_file || first >= barrier.line || barrier.line >= last) return 0;
  const auto in_function_of_barrier = [&](const CodePlace& place) {
    return !place.calls.empty() &&
           function_at(place.calls[0]) == function_at(finding.last_barrier.calls[0]);
  };
  const bool in_one_function =
      in_function_of_barrier(finding.where) && in_function_of_barrier(finding.related[0].where);
  return in_one_function ? barrier.line : 0;
}

constexpr const char* kAdapter = "worker.cu";  // the kit's own

std::string name_of_file(const SourceLine& line) {
  return line.file.substr(line.file.rfind('/') + 1);
}

void keep_one_caller(Finding& finding) {
  bool kept = false;
  std::erase_if(finding.related, [&](const Finding::Related& other) {
    if (other.note != kCalledFrom) return false;
    const SourceLine& line = other.where.line;
    // Launches name their file as the compiler was given it.
    const std::string file = name_of_file(line);
    const bool is_launch =
        finding.position.find(file + ":" + std::to_string(line.line) + ")") != std::string::npos;
    // Whoever gave a pointer is of interest everywhere, other arguments where they come from
    // another file.
    const bool is_near =
        finding.kind != FindingKind::host_pointer && file == name_of_file(finding.where.line);
    return line.line == 0 || is_launch || is_near || std::exchange(kept, true);
  });
}

// Where the work was queued that two streams do first, and who calls that: the student looks for
// both ends of the order that is missing.
void name_first_work(Finding& finding) {
  const auto is_call = [](const Finding::Related& other) { return other.note == kFirstCalledFrom; };
  if (std::any_of(finding.related.begin(), finding.related.end(), is_call)) {
    const SourceLine first = finding.related[0].where.line;
    const auto caller =
        std::find_if(finding.related.begin(), finding.related.end(), [&](const auto& other) {
          const SourceLine& line = other.where.line;
          return is_call(other) && line.line != 0 && name_of_file(line) != name_of_file(first) &&
                 name_of_file(line) != kAdapter;
        });
    if (first.line != 0)
      finding.message += ". The first is queued in line " + std::to_string(first.line) + " of " +
                         name_of_file(first) +
                         (caller == finding.related.end()
                              ? ""
                              : ", called from line " + std::to_string(caller->where.line.line) +
                                    " of " + name_of_file(caller->where.line));
  }
  std::erase_if(finding.related, is_call);
}

// Takes over what another showing of the same race says.
void merge_race(Finding& known, const Finding& other) {
  known.across_warps |= other.across_warps;
  known.several_warps |= other.several_warps;
  if (known.barrier.calls.empty()) known.barrier = other.barrier;
}

// What is missing between the threads of a race, which only all of its showings tell: __syncwarp()
// would do only if all threads that meet at a line are of one warp.
void end_race_messages(std::vector<Finding>& findings) {
  std::set<Line> crossed;
  for (const Finding& finding : findings) {
    if (finding.kind == FindingKind::shared_race && finding.across_warps)
      crossed.merge(lines_of(finding));
  }
  for (Finding& finding : findings) {
    if (finding.kind == FindingKind::global_race && finding.message.ends_with(kNoBarrier) &&
        lines_of(finding).size() == 1) {
      finding.message.resize(finding.message.size() - kNoBarrier.size());
      finding.message +=
          "; if this line changes what it reads, an atomic operation is missing, which does both";
    }
    if (finding.kind != FindingKind::shared_race) continue;
    if (finding.message.find(kOneVariable) != std::string::npos) {
      finding.message +=
          "; if each thread needs a value of its own, the variable must not be __shared__";
      continue;
    }
    if (!finding.barrier.calls.empty()) {
      const int line = finding.barrier.line.line;
      finding.message += "; the __syncthreads() " +
                         (line == 0 ? "there" : "in line " + std::to_string(line)) +
                         " is not passed equally often by all threads of the block: it must not "
                         "stand in a loop or a condition that some of them leave earlier";
      finding.related.push_back({"the barrier", finding.barrier});
      continue;
    }
    if (const int line = barrier_between(finding); line > 0) {
      finding.message += "; the __syncthreads() in line " + std::to_string(line) +
                         " orders them within one turn of the loop, but not with the next turn: "
                         "__syncthreads() is missing at the end of the loop";
      finding.related.push_back({"the barrier", finding.last_barrier});
      continue;
    }
    const std::set<Line> lines = lines_of(finding);
    if (is_one_instruction(finding)) {
      finding.message +=
          "; each thread that stores here needs a place of its own or an atomic operation; if it "
          "is two turns of a loop that meet here, put __syncthreads() between the turns";
      continue;
    }
    finding.message += lines.size() == 1
                           ? "; where these threads change one place together, use an atomic "
                             "operation; else read into a variable, call __syncthreads(), then "
                             "store, or put __syncthreads() between two turns of the loop"
                           : "; __syncthreads() is missing between them";
    if (std::any_of(lines.begin(), lines.end(), [&](auto& line) { return crossed.count(line); }))
      continue;
    finding.message += finding.several_warps ? " (within one warp __syncwarp() is enough)"
                                             : " (in a block of one warp __syncwarp() is enough)";
  }
}

// Names the lines that store the rest of an array, if they are few.
void name_stores(Finding& finding) {
  constexpr std::size_t kMost = 2;
  std::set<int> lines;
  for (const Finding::Related& other : finding.related)
    if (other.note == kStoresTheRest && other.where.line.file == finding.where.line.file)
      lines.insert(other.where.line.line);
  std::erase_if(finding.related,
                [](const Finding::Related& other) { return other.note == kStoresTheRest; });
  lines.erase(0);
  if (lines.empty() || lines.size() > kMost) return;
  finding.message += ". What is there was stored in line " + std::to_string(*lines.begin());
  if (lines.size() > 1) finding.message += " or " + std::to_string(*lines.rbegin());
}

}  // namespace

bool is_pair(FindingKind kind) {
  return kind == FindingKind::shared_race || kind == FindingKind::global_race ||
         kind == FindingKind::host_race || kind == FindingKind::stream_race ||
         kind == FindingKind::divergent_barrier;
}

std::uint64_t cause_of(FindingKind kind, std::uint32_t pc, std::uint32_t other_pc) {
  const auto [low, high] = std::minmax(pc, other_pc);
  return mix(std::uint64_t(kind) + 1) ^ mix(std::uint64_t(high) << 32 | low);
}

Findings& Findings::instance() {
  static auto* findings = new Findings;
  return *findings;
}

void Findings::add(Finding finding) {
  // What else comes of a call that was made to fail is no mistake of its own.
  const bool of_failure =
      finding.kind == FindingKind::unchecked_error || finding.kind == FindingKind::leak ||
      finding.kind == FindingKind::bad_free || finding.kind == FindingKind::cheated;
  if (!of_failure && calls_are_failing()) return;
  const std::lock_guard lock(mutex_);
  for (Finding& known : findings_) {
    if (finding.cause != 0 && known.cause == finding.cause) {
      ++known.count;
      merge_race(known, finding);
      return;
    }
  }
  constexpr std::size_t kMaxFindings = 200;
  if (findings_.size() < kMaxFindings) findings_.push_back(std::move(finding));
}

template <typename Change>
void Findings::change(std::uint64_t cause, Change change) {
  const std::lock_guard lock(mutex_);
  for (Finding& known : findings_) {
    if (known.cause == cause) change(known);
  }
}

void Findings::add_count(std::uint64_t cause, std::uint64_t count) {
  change(cause, [=](Finding& known) { known.count += count; });
}

void Findings::forget(std::uint64_t cause) {
  const std::lock_guard lock(mutex_);
  std::erase_if(findings_, [=](const Finding& known) { return known.cause == cause; });
}

void Findings::note_across_warps(std::uint64_t cause) {
  change(cause, [](Finding& known) { known.across_warps = true; });
}

void Findings::note_barrier(std::uint64_t cause, std::uint32_t pc) {
  change(cause, [=](Finding& known) { known.barrier = CodePlace(pc); });
}

void Findings::reword(std::uint64_t cause, const std::string& message) {
  change(cause, [&](Finding& known) { known.message = message; });
}

// Lines of all places are asked for at once: one message to kit_symbols.
std::vector<Finding> Findings::take() {
  std::vector<Finding> taken;
  {
    const std::lock_guard lock(mutex_);
    taken.swap(findings_);
  }
  std::vector<CodePlace*> places;
  for (Finding& finding : taken) {
    places.push_back(&finding.where);
    places.push_back(&finding.barrier);
    places.push_back(&finding.last_barrier);
    for (Finding::Related& other : finding.related) places.push_back(&other.where);
  }
  std::vector<CodePlace> copies;
  copies.reserve(places.size());
  for (const CodePlace* place : places) copies.push_back(*place);
  const std::vector<SourceLine> lines = resolve(copies);
  for (std::size_t i = 0; i < places.size(); ++i) places[i]->line = lines[i];

  for (Finding& finding : taken) {
    keep_one_caller(finding);
    name_first_work(finding);
    name_stores(finding);
  }

  // One line of source can be several program counters.
  std::vector<Finding> kept;
  for (Finding& finding : taken) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Finding& known) {
      return known.kind == finding.kind && finding.where.line.line != 0 &&
             lines_of(known) == lines_of(finding);
    });
    if (same != kept.end()) {
      if (same->vague && !finding.vague) std::swap(*same, finding);
      same->count += same->vague == finding.vague ? finding.count : 0;
      merge_race(*same, finding);
    } else {
      kept.push_back(std::move(finding));
    }
  }
  // A read that comes too early for want of a barrier is the race's fault.
  std::set<Line> racing;
  for (const Finding& finding : kept) {
    if (finding.kind != FindingKind::shared_race && finding.kind != FindingKind::global_race)
      continue;
    racing.merge(lines_of(finding));
  }
  std::erase_if(kept, [&](const Finding& finding) {
    return finding.kind == FindingKind::uninitialised_read &&
           racing.count(lines_of(finding.where)) == 1;
  });
  end_race_messages(kept);
  return kept;
}

}  // namespace kit::sim
