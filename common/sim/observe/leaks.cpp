#include "leaks.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../src/error_state.hpp"
#include "../src/failing_calls.hpp"
#include "../src/live_handles.hpp"
#include "../src/observer.hpp"
#include "global_shadow.hpp"
#include "source_lines.hpp"

namespace kit::sim {

// One finding for each line that allocates what was never freed.
void report_leaks(std::uint64_t since) {
  if (has_fault()) return;  // cudaFree fails too
  struct Leak {
    std::size_t buffers = 0, bytes = 0;
    CodePlace where;
  };
  std::vector<CodePlace> places;
  const auto alive = GlobalShadow::instance().alive(since);
  places.reserve(alive.size());
  for (const auto& [where, bytes] : alive) places.push_back(where);
  const std::vector<SourceLine> lines = resolve(places);
  std::map<std::pair<std::string, int>, Leak> leaks;
  for (std::size_t i = 0; i < alive.size(); ++i) {
    // What the grader itself could not free, since the student's function left a stream capturing.
    if (since > 0 && lines[i].line == 0) continue;
    Leak& leak = leaks[{lines[i].file, lines[i].line}];
    ++leak.buffers;
    leak.bytes += alive[i].second;
    leak.where = alive[i].first;
  }
  const std::string failing = when_call_fails();
  for (const auto& [line, leak] : leaks) {
    const std::string bytes = std::to_string(leak.bytes) + " bytes";
    report_host(FindingKind::leak,
                (leak.buffers == 1 ? bytes + " allocated here are"
                                   : std::to_string(leak.buffers) + " buffers of together " +
                                         bytes + " allocated here are") +
                    (failing.empty() ? " never freed; every cudaMalloc needs its cudaFree"
                                     : " not freed" + failing + "; free them before the throw"),
                leak.where);
  }
}

// Streams and their like that the student's code made and has not ended. Where a call fails only
// what makes later work fail counts: an event that an error leaves behind is a trifle, and honest
// programs leave some.
void report_live_handles(std::uint64_t since) {
  if (has_fault()) return;
  const std::string failing = when_call_fails();
  for (const LiveHandle& one : live_handles(since)) {
    if (!failing.empty() && !one.blocks_others) continue;
    if (resolve({one.where})[0].line == 0) continue;  // the grader's own
    report_host(FindingKind::leak,
                std::string(one.what) + " that is made here is " +
                    (failing.empty()
                         ? std::string("never ended; call ") + one.ended_by
                         : "not ended" + failing + "; call " + one.ended_by + " before the throw"),
                one.where);
  }
}

}  // namespace kit::sim
