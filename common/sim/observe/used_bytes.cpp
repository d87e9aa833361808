#include "used_bytes.hpp"

#include <algorithm>
#include <iterator>

namespace kit::sim {

void set_in_order(std::vector<UsedBytes>& list) {
  std::sort(list.begin(), list.end(),
            [](const UsedBytes& a, const UsedBytes& b) { return a.begin < b.begin; });
  const char* end = nullptr;
  for (UsedBytes& used : list) {
    used.begin = std::max(used.begin, end);
    end = std::max(used.end, end);
  }
  std::erase_if(list, [](const UsedBytes& used) { return used.begin >= used.end; });
}

const UsedBytes* first_overlap(const std::vector<UsedBytes>& list, const UsedBytes& bytes) {
  auto next = std::upper_bound(
      list.begin(), list.end(), bytes.begin,
      [](const char* address, const UsedBytes& used) { return address < used.begin; });
  if (next != list.begin() && std::prev(next)->end > bytes.begin) --next;
  return next != list.end() && next->begin < bytes.end && bytes.begin < next->end ? &*next
                                                                                  : nullptr;
}

std::optional<Overlap> find_overlap(const StreamWork& before, const StreamWork& now) {
  const auto meet = [](const std::vector<UsedBytes>& earlier, const std::vector<UsedBytes>& later,
                       bool earlier_writes, bool later_writes) -> std::optional<Overlap> {
    for (const UsedBytes& used : later)
      if (const UsedBytes* const other = first_overlap(earlier, used))
        return Overlap{*other, used, earlier_writes, later_writes};
    return std::nullopt;
  };
  auto found = meet(before.writes, now.reads, true, false);
  if (!found) found = meet(before.writes, now.writes, true, true);
  if (!found) found = meet(before.reads, now.writes, false, true);
  return found;
}

}  // namespace kit::sim
