// What a copy lists as used is the part that the simulator knows; all of it is in its bytes.
#include "host_traffic.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "../src/memory.hpp"
#include "json_text.hpp"
#include "program_memory.hpp"
#include "source_lines.hpp"

namespace kit::sim {
namespace {

std::uint64_t bytes_on_host(const std::vector<UsedBytes>& list) {
  return std::accumulate(list.begin(), list.end(), std::uint64_t(0),
                         [](std::uint64_t sum, const UsedBytes& used) {
                           const bool counts = is_host_memory(used.begin);
                           return sum + (counts ? std::uint64_t(used.end - used.begin) : 0);
                         });
}

// A fill brings its value, over and over.
std::uint64_t bytes_from_host(const StreamWork& work) {
  constexpr std::uint64_t kValue = sizeof(int);
  if (work.kind == WorkKind::to_device) return work.bytes;
  if (work.fills) return std::min(work.bytes, kValue);
  return bytes_on_host(work.reads);
}

}  // namespace

bool is_host_memory(const void* address) {
  const auto found = Memory::instance().find(address);
  if (found) return found->kind == MemoryKind::managed || is_shared_host(found->kind);
  return is_in_managed_variable(static_cast<const char*>(address));
}

void HostTraffic::add(const StreamWork& work) {
  if (!work.on_device) return;
  const std::uint64_t to_host =
      work.kind == WorkKind::to_host ? work.bytes : bytes_on_host(work.writes);
  to_host_ += to_host;
  from_host_ += bytes_from_host(work);
  if (to_host > most_) {
    most_ = to_host;
    where_ = work.where;
  }
}

std::string HostTraffic::take() {
  SourceLine line;
  if (most_ > 0) line = resolve({where_}).at(0);
  List result('{');
  result.add_number("to_host", to_host_);
  result.add_number("from_host", from_host_);
  result.add_text("file", line.file);
  result.add_number("line", line.line);
  *this = {};
  return result.end();
}

}  // namespace kit::sim
