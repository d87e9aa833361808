#include "findings.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

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

bool is_simulator_header(const std::string& file) {
  return file.find("/sim/include/") != std::string::npos || file.find("/usr/") == 0;
}

}  // namespace

const char* name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::out_of_bounds:
      return "out_of_bounds";
    case FindingKind::uninitialised_read:
      return "uninitialised_read";
    case FindingKind::use_after_free:
      return "use_after_free";
    case FindingKind::host_pointer:
      return "host_pointer";
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
    case FindingKind::leak:
      return "leak";
    case FindingKind::unchecked_error:
      return "unchecked_error";
  }
  return "unknown";
}

Findings& Findings::instance() {
  static auto* findings = new Findings;
  return *findings;
}

void Findings::add(Finding finding) {
  const std::lock_guard lock(mutex_);
  for (Finding& known : findings_) {
    if (known.kind == finding.kind && known.pc == finding.pc &&
        known.other_pc == finding.other_pc) {
      ++known.count;
      return;
    }
  }
  constexpr std::size_t kMostFindings = 200;
  if (findings_.size() < kMostFindings) findings_.push_back(std::move(finding));
}

std::vector<Finding> Findings::take() {
  std::vector<Finding> taken;
  {
    const std::lock_guard lock(mutex_);
    taken.swap(findings_);
  }
  std::vector<std::uint32_t> places;
  for (const Finding& finding : taken) {
    places.push_back(finding.pc);
    places.push_back(finding.other_pc);
  }
  const auto lines = resolve(places);
  for (Finding& finding : taken) {
    finding.line = lines.at(finding.pc);
    finding.other_line = lines.at(finding.other_pc);
  }
  return taken;
}

std::map<std::uint32_t, SourceLine> resolve(const std::vector<std::uint32_t>& places) {
  static std::mutex mutex;
  static std::map<std::uint32_t, SourceLine> known = {{0, {}}};
  const std::lock_guard lock(mutex);
  std::vector<std::uint32_t> missing;
  for (const std::uint32_t place : places) {
    if (known.try_emplace(place).second) missing.push_back(place);
  }
  if (!missing.empty()) {
    // "0x000000000040123f" opens each answer; then "file:line (discriminator 2)", innermost first.
    const std::string output = addr2line(missing);
    std::uint32_t place = 0;
    for (std::size_t at = 0; at < output.size();) {
      const std::size_t end = std::min(output.find('\n', at), output.size());
      const std::string text = output.substr(at, end - at);
      at = end + 1;
      if (text.compare(0, 2, "0x") == 0) {
        place = std::uint32_t(std::strtoull(text.c_str(), nullptr, 16)) + 1;
        continue;
      }
      const std::size_t colon = text.rfind(':', text.find(' '));
      if (colon == std::string::npos || text[0] == '?') continue;
      SourceLine& line = known[place];
      if (line.line == 0 && !is_simulator_header(text)) {
        line = {text.substr(0, colon), std::atoi(text.c_str() + colon + 1)};
      }
    }
  }
  std::map<std::uint32_t, SourceLine> result;
  for (const std::uint32_t place : places) result[place] = known[place];
  return result;
}

}  // namespace kit::sim
