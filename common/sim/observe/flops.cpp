/// The compiler calls the observer at the start of each basic block, and a block runs from its
/// start to its end: lanes that entered it times its operations, summed over the blocks, is what
/// the launch computed. kit_symbols knows the operations; what it said is kept, since launches of
/// the same kernels come again and again.
#include "flops.hpp"

#include <algorithm>
#include <mutex>

#include "symbols/client/client.hpp"

namespace kit::sim {
namespace {

symbols::Range range_of(const FlatMap<std::uint64_t>& lanes) {
  symbols::Range range{UINT64_MAX, 0};
  lanes.for_each([&](std::uint64_t pc, std::uint64_t) {
    range.first = std::min(range.first, pc);
    range.last = std::max(range.last, pc);
  });
  return range;
}

}  // namespace

std::uint64_t count_flops(const FlatMap<std::uint64_t>& lanes) {
  static std::mutex mutex;
  static auto* const known = new symbols::BlockFlops;
  const symbols::Range range = range_of(lanes);
  if (range.first > range.last) return 0;
  const std::lock_guard lock(mutex);
  if (range.first < known->first || range.last > known->last)
    *known = symbols::Client::instance().find_flops(range);
  std::uint64_t flops = 0;
  lanes.for_each([&](std::uint64_t pc, std::uint64_t count) {
    const auto found = known->blocks.find(pc);
    if (found != known->blocks.end()) flops += found->second * count;
  });
  return flops;
}

}  // namespace kit::sim
