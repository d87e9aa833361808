// A block may be laid out anew, so that only the number of its threads is compared.
#include "grader/judge/own_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace kit::grader {
namespace {

std::uint64_t threads_in(const std::array<unsigned, 3>& extents) {
  return std::uint64_t(extents[0]) * extents[1] * extents[2];
}

/// Threads in the block that the case asks for; 0 if it asks for none.
std::uint64_t asked_threads(const CaseRecord& record) {
  const auto block = record.params.find("block");
  if (block == record.params.end() || !block->is_array()) return 0;
  std::uint64_t threads = 1;
  for (const auto& extent : *block) threads *= extent.get<std::uint64_t>();
  return threads;
}

/// Bytes that a launch stored, by whatever way.
std::uint64_t stored(const LaunchObservations& launch) {
  constexpr std::uint64_t kTextureRequest = 128;
  const LaunchCounters& seen = launch.counters;
  return seen.global_store_bytes + seen.global_atomic_bytes +
         kTextureRequest * seen.surface_store_requests;
}

/// What the cases of one stage tell.
struct Blocks {
  std::set<std::uint64_t> asked, used;  ///< numbers of threads
  CaseRecord* first = nullptr;
};

}  // namespace

void note_own_blocks(std::vector<CaseRecord>& records) {
  constexpr std::size_t kFewest = 3;  // numbers of threads that are asked for
  constexpr std::uint64_t kMuch = 4;  // of what the launch stores that stores most, a quarter
  std::map<std::string, Blocks> stages;
  for (CaseRecord& record : records) {
    const std::uint64_t asked = asked_threads(record);
    if (asked == 0 || !record.observations || record.observations->launches.empty()) continue;
    const auto& launches = record.observations->launches;
    Blocks& blocks = stages[record.stage];
    blocks.asked.insert(asked);
    if (blocks.first == nullptr) blocks.first = &record;
    // Launches that store little beside others may be there for show.
    std::uint64_t most = 0;
    for (const auto& one : launches) most = std::max(most, stored(one));
    for (const auto& one : launches)
      if (stored(one) >= most / kMuch) blocks.used.insert(threads_in(one.block));
  }
  for (auto& [stage, blocks] : stages) {
    // One size for all, of which a case may have asked by chance, or few, chosen by something else.
    // What is made from the caller's, by halving it or the like, is as many sizes as are asked for.
    if (blocks.asked.size() < kFewest || 2 * blocks.used.size() > blocks.asked.size()) continue;
    const auto& launches = blocks.first->observations->launches;
    const LaunchObservations& launch =
        *std::max_element(launches.begin(), launches.end(),
                          [](const auto& a, const auto& b) { return stored(a) < stored(b); });
    blocks.first->observations->findings.push_back(
        {FindingKind::own_block,
         fmt::format("the blocks of {} have {} threads whatever block the function is given ({} "
                     "sizes are asked for): launch with the caller's",
                     launch.kernel, fmt::join(blocks.used, " or "), blocks.asked.size()),
         "host code",
         1,
         launch.place,
         {}});
  }
}

}  // namespace kit::grader
