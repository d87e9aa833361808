#include "findings.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

#include "../src/block_runner.hpp"
#include "flops.hpp"

namespace kit::sim {
namespace {

// Runs addr2line over the program itself: with -i, each address gives its chain of inlined places.
std::string addr2line(const std::vector<std::uint32_t>& places) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (length <= 0) return "";
  path[length] = '\0';
  std::string command = "addr2line -a -i -e '" + std::string(path) + "'";
  char number[32];
  for (const std::uint32_t place : places) {
    // The hook's return address is one past the call; the call is what has the line.
    std::snprintf(number, sizeof(number), " %#x", place - 1);
    command += number;
  }
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string output;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof(buffer), pipe))
    output.append(buffer, got);
  pclose(pipe);
  return output;
}

bool is_kit_header(const std::string& file) {
  return file.find("/sim/include/") != std::string::npos ||
         file.find("/common/include/kit/") != std::string::npos || file.find("/usr/") == 0;
}

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
    if (finding.kind != FindingKind::shared_race) continue;
    if (!finding.barrier.calls.empty()) {
      const int line = finding.barrier.line.line;
      finding.message += "; the __syncthreads() " +
                         (line == 0 ? "there" : "in line " + std::to_string(line)) +
                         " is not passed equally often by all threads of the block: it must not "
                         "stand in a loop or a condition that some of them leave earlier";
      finding.related.push_back({"the barrier", finding.barrier});
      continue;
    }
    finding.message += "; __syncthreads() is missing between them";
    const std::set<Line> lines = lines_of(finding);
    if (std::any_of(lines.begin(), lines.end(), [&](auto& line) { return crossed.count(line); }))
      continue;
    finding.message += finding.several_warps ? " (within one warp __syncwarp() is enough)"
                                             : " (in a block of one warp __syncwarp() is enough)";
  }
}

}  // namespace

const char* name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::out_of_bounds:
      return "out_of_bounds";
    case FindingKind::misaligned:
      return "misaligned";
    case FindingKind::uninitialised_read:
      return "uninitialised_read";
    case FindingKind::use_after_free:
      return "use_after_free";
    case FindingKind::null_pointer:
      return "null_pointer";
    case FindingKind::host_pointer:
      return "host_pointer";
    case FindingKind::device_pointer_on_host:
      return "device_pointer_on_host";
    case FindingKind::shared_race:
      return "shared_race";
    case FindingKind::global_race:
      return "global_race";
    case FindingKind::divergent_barrier:
      return "divergent_barrier";
    case FindingKind::shuffle_inactive_lane:
      return "shuffle_inactive_lane";
    case FindingKind::infinite_loop:
      return "infinite_loop";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::stack_overflow:
      return "stack_overflow";
    case FindingKind::kernel_fault:
      return "kernel_fault";
    case FindingKind::shared_size:
      return "shared_size";
    case FindingKind::launch_refused:
      return "launch_refused";
    case FindingKind::wrong_copy:
      return "wrong_copy";
    case FindingKind::bad_free:
      return "bad_free";
    case FindingKind::leak:
      return "leak";
    case FindingKind::unchecked_error:
      return "unchecked_error";
  }
  return "unknown";
}

bool is_pair(FindingKind kind) {
  return kind == FindingKind::shared_race || kind == FindingKind::global_race ||
         kind == FindingKind::divergent_barrier;
}

std::uint64_t cause_of(FindingKind kind, std::uint32_t place, std::uint32_t other_place) {
  const auto [low, high] = std::minmax(place, other_place);
  return mix(std::uint64_t(kind) + 1) ^ mix(std::uint64_t(high) << 32 | low);
}

Findings& Findings::instance() {
  static auto* findings = new Findings;
  return *findings;
}

void Findings::add(Finding finding) {
  const std::lock_guard lock(mutex_);
  for (Finding& known : findings_) {
    if (finding.cause != 0 && known.cause == finding.cause) {
      ++known.count;
      merge_race(known, finding);
      return;
    }
  }
  constexpr std::size_t kMostFindings = 200;
  if (findings_.size() < kMostFindings) findings_.push_back(std::move(finding));
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

void Findings::note_across_warps(std::uint64_t cause) {
  change(cause, [](Finding& known) { known.across_warps = true; });
}

void Findings::note_barrier(std::uint64_t cause, std::uint32_t place) {
  change(cause, [=](Finding& known) { known.barrier = CodePlace(place); });
}

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
    for (Finding::Related& other : finding.related) places.push_back(&other.where);
  }
  std::vector<CodePlace> copies;
  for (const CodePlace* place : places) copies.push_back(*place);
  const std::vector<SourceLine> lines = resolve(copies);
  for (std::size_t i = 0; i < places.size(); ++i) places[i]->line = lines[i];

  // One line of source can be several places of the code.
  std::vector<Finding> kept;
  for (Finding& finding : taken) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Finding& known) {
      return known.kind == finding.kind && finding.where.line.line != 0 &&
             lines_of(known) == lines_of(finding);
    });
    if (same != kept.end()) {
      same->count += finding.count;
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

std::vector<SourceLine> resolve(const std::vector<CodePlace>& places) {
  static std::mutex mutex;
  static std::map<std::uint32_t, SourceLine> known = {{0, {}}};
  const std::lock_guard lock(mutex);
  std::vector<std::uint32_t> missing;
  for (const CodePlace& place : places) {
    for (const std::uint32_t address : place.calls) {
      if (known.try_emplace(address).second) missing.push_back(address);
    }
  }
  if (!missing.empty()) {
    // Starting addr2line takes longer than its answers: it is asked what may be of use later, too.
    constexpr std::size_t kMost = 4000;  // as many as a command line holds for sure
    for (const std::uint32_t address : observed_places())
      if (missing.size() < kMost && known.try_emplace(address).second) missing.push_back(address);
    // "0x000000000040123f" opens each answer; then "file:line (discriminator 2)", innermost first.
    const std::string output = addr2line(missing);
    std::uint32_t address = 0;
    for (std::size_t at = 0; at < output.size();) {
      const std::size_t end = std::min(output.find('\n', at), output.size());
      const std::string text = output.substr(at, end - at);
      at = end + 1;
      if (text.compare(0, 2, "0x") == 0) {
        address = std::uint32_t(std::strtoull(text.c_str(), nullptr, 16)) + 1;
        continue;
      }
      const std::size_t colon = text.rfind(':', text.find(' '));
      if (colon == std::string::npos || text[0] == '?') continue;
      SourceLine& line = known[address];
      if (line.line == 0 && !is_kit_header(text)) {
        line = {text.substr(0, colon), std::atoi(text.c_str() + colon + 1)};
      }
    }
  }
  std::vector<SourceLine> lines;
  for (const CodePlace& place : places) {
    SourceLine line = place.line;
    for (const std::uint32_t address : place.calls) {
      if (line.line == 0) line = known[address];
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace kit::sim
