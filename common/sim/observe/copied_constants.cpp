#include "copied_constants.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "program_memory.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kWord = 4;

// A mark for each word of constant memory. Empty until there is one.
std::vector<std::uint8_t>& marks() {
  static auto* const all = new std::vector<std::uint8_t>;
  return *all;
}

}  // namespace

void note_constants_filled(const StreamWork& work) {
  if (work.kind == WorkKind::kernel) return;
  const bool from_device = !work.fills && (work.kind == WorkKind::within_device ||
                                           work.kind == WorkKind::between_devices);
  for (const UsedBytes& written : work.writes) {
    if (!in_constant_memory(written.begin) || (!from_device && marks().empty())) continue;
    if (marks().empty())
      marks().resize(std::size_t(__stop_kit_sim_constant - __start_kit_sim_constant) / kWord + 1);
    const auto first = std::size_t(written.begin - __start_kit_sim_constant) / kWord;
    const auto end = std::size_t(written.end - __start_kit_sim_constant + kWord - 1) / kWord;
    std::fill(marks().begin() + std::ptrdiff_t(first),
              marks().begin() + std::ptrdiff_t(std::min(end, marks().size())), from_device);
  }
}

bool wants_copied_constant(const Request& request) {
  const std::vector<std::uint8_t>& marked = marks();
  if (marked.empty()) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(__start_kit_sim_constant);
  return std::any_of(request.addresses.begin(), request.addresses.begin() + request.count,
                     [&](std::uint64_t address) {
                       const std::size_t word = (address - begin) / kWord;
                       return word < marked.size() && marked[word] != 0;
                     });
}

}  // namespace kit::sim
