// Judged by the sums over a function's cases: of a small image the weights may be the larger part.
#include "grader/judge/host_results.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "grader/lab/evidence.hpp"
#include "grader/protocol/tensor.hpp"

namespace kit::grader {
namespace {

/// Of a function's inputs to the host, and of its outputs back.
constexpr double kMuch = 0.25;

/// Bytes of a function's outputs, from which on they are images: flags and numbers are less.
constexpr double kImage = 4096;

/// What the cases of one function tell, in bytes.
struct Traffic {
  double inputs = 0, outputs = 0;
  double to_host = 0, from_host = 0;
  CaseRecord* first = nullptr;  ///< that brought anything to the host
};

/// Arguments of a launch, which may carry values too.
double argument_bytes(const Observations& seen) {
  double bytes = 0;
  for (const LaunchObservations& launch : seen.launches)
    bytes += double(launch.arguments.size()) / 2;  // two digits each
  return bytes;
}

}  // namespace

void note_host_results(const std::vector<Case>& cases, std::vector<CaseRecord>& records) {
  std::map<std::pair<std::string, std::string>, Traffic> functions;
  for (std::size_t i = 0; i < records.size(); ++i) {
    CaseRecord& record = records[i];
    if (!record.observations) continue;
    const HostTraffic& seen = record.observations->host_traffic;
    Traffic& traffic = functions[{record.stage, cases[i].call.function}];
    for (const auto& set : cases[i].call.inputs)
      for (const Tensor& input : set) traffic.inputs += double(input.shape.bytes());
    for (const Shape& output : cases[i].call.outputs) traffic.outputs += double(output.bytes());
    traffic.to_host += double(seen.to_host);
    traffic.from_host += double(seen.from_host) + argument_bytes(*record.observations);
    if (traffic.first == nullptr && seen.to_host > 0) traffic.first = &record;
  }
  for (auto& [name, traffic] : functions) {
    if (traffic.first == nullptr || traffic.to_host < kMuch * traffic.inputs ||
        traffic.from_host < kMuch * traffic.outputs)
      continue;
    constexpr double kKib = 1024;
    traffic.first->observations->findings.push_back(
        {FindingKind::host_result,
         fmt::format("{}() brings {:.0f} KiB to the host and {:.0f} KiB back in its cases: kernels "
                     "are to compute the result on the device",
                     name.second, traffic.to_host / kKib, traffic.from_host / kKib),
         "host code",
         1,
         traffic.first->observations->host_traffic.place,
         {}});
  }
}

void note_no_kernels(const std::vector<Case>& cases, std::vector<CaseRecord>& records) {
  struct Stored {
    double outputs = 0, by_kernels = 0;
    CaseRecord* first = nullptr;
  };
  std::map<std::pair<std::string, std::string>, Stored> functions;
  for (std::size_t i = 0; i < records.size(); ++i) {
    CaseRecord& record = records[i];
    if (!record.observations || !cases[i].by_kernels || record.verdict != Verdict::passed) continue;
    Stored& stored = functions[{record.stage, cases[i].call.function}];
    for (const Shape& output : cases[i].call.outputs) stored.outputs += double(output.bytes());
    for (const LaunchObservations& launch : record.observations->launches)
      stored.by_kernels += global_writes(launch.counters).bytes;
    if (stored.first == nullptr) stored.first = &record;
  }
  for (auto& [name, stored] : functions) {
    if (stored.first == nullptr || stored.outputs < kImage ||
        stored.by_kernels >= kMuch * stored.outputs)
      continue;
    stored.first->observations->findings.push_back(
        {FindingKind::host_result,
         fmt::format("kernels store {:.0f} bytes in all cases of {}(), whose outputs have {:.0f}: "
                     "kernels are to compute the result on the device",
                     stored.by_kernels, name.second, stored.outputs),
         "host code",
         1,
         {},
         {}});
  }
}

}  // namespace kit::grader
