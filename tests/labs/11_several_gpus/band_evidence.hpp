/// @file
/// Lab 11's evidence: what went between devices, and when it could have gone.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/needless_wait.hpp"
#include "grader/lab/timeline.hpp"
#include "labs/streams/stream_evidence.hpp"
#include "problems.hpp"

namespace kit::grader::lab11 {

/// Whether it is the case of this problem: of its stage no other has this image.
inline bool asks(const CaseResult& result, const std::string& stage, int width,
                 const BandRows& bands) {
  return result.stage == stage && result.width == width && result.height == height_of(bands);
}

/// Rows of all halos of this depth: each band has some above and some below, as far as the image
/// goes.
inline int halo_rows(const BandRows& bands, int depth) {
  const int height = height_of(bands);
  int sum = 0;
  for (int b = 0; b < int(bands.size()); ++b) {
    const int first = first_of(bands, b), end = first + bands[std::size_t(b)];
    sum += std::min(depth, first) + std::min(depth, height - end);
  }
  return sum;
}

/// Rows of all halos that a stage's passes need. All in one call.
inline int halo_rows(const PassesProblem& problem) {
  int sum = 0;
  for (int pass = 0; pass < problem.passes; pass += problem.every)
    sum +=
        halo_rows(problem.bands, problem.radius * std::min(problem.every, problem.passes - pass));
  return sum;
}

/// What the simulator's four devices sent each other.
struct Traffic {
  double bytes = 0;
  int messages = 0;
  bool through_host = false;
};

inline Traffic traffic_of(const CaseResult& result) {
  using Kind = Operation::Kind;
  Traffic traffic;
  for (const Operation& one : result.observations->operations) {
    traffic.through_host |= one.kind == Kind::to_host || one.kind == Kind::to_device;
    if (one.kind != Kind::between_devices) continue;
    traffic.bytes += double(one.bytes);
    ++traffic.messages;
  }
  return traffic;
}

inline EvidenceResult failed(const std::string& message) {
  EvidenceResult evidence;
  evidence.message = message;
  return evidence;
}

/// Bytes between devices, over those of the halos.
inline EvidenceResult check_halos(const std::vector<CaseResult>& results) {
  constexpr double kMost = 1;
  double worst = 0;
  std::string name;
  for (const CaseResult& result : results) {
    const bool deep = asks(result, "deep", kEvidenceDeep.width, kEvidenceDeep.bands);
    const bool each = asks(result, "passes", kEvidencePasses.width, kEvidencePasses.bands) ||
                      asks(result, "overlapped", kEvidencePasses.width, kEvidencePasses.bands);
    if ((!deep && !each) || !was_right(result) || with_stand_in(result, "exchange.cu")) continue;
    const PassesProblem& problem = deep ? kEvidenceDeep : kEvidencePasses;
    // Where the student's own kernels run, they write each pixel in each pass.
    constexpr double kSectorBytes = 32;
    const double written = 4.0 * result.width * result.height * problem.passes;
    if (!result.observations->launches.empty() &&
        total(result, &LaunchCounters::global_store_sectors) * kSectorBytes < written)
      return forged_counts();
    const double halos = 4.0 * halo_rows(problem) * problem.width;
    const Traffic traffic = traffic_of(result);
    if (traffic.through_host)
      return failed(
          fmt::format("rows go through the host's memory, in \"{}\": copy them from "
                      "device to device by cudaMemcpyPeerAsync()",
                      result.name));
    if (traffic.bytes < halos)
      return failed(
          fmt::format("fewer bytes than the halos have go between devices, in \"{}\": copy each "
                      "row of a halo by cudaMemcpyPeerAsync(), from the band that owns it",
                      result.name));
    if (traffic.bytes / halos <= worst) continue;
    worst = traffic.bytes / halos;
    name = result.name;
  }
  if (worst == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = worst <= kMost;
  evidence.measured = {at_most(kMost, "bytes_per_halo_byte", worst)};
  evidence.message =
      evidence.passed
          ? std::string("between devices go the rows of the halos, each once")
          : fmt::format(
                "{:.2f} times the bytes of the halos go between devices, in \"{}\"; at most 1: a "
                "halo is as deep as the passes up to the next exchange need, and rows that the "
                "image does not have are nowhere",
                worst, name);
  return evidence;
}

/// How long the operations take, over what those of the busiest device take one after another, of
/// which no more than `needed` bytes count: what nothing needs makes the work no longer.
inline double share_of_busiest(const std::vector<Operation>& operations, double needed) {
  std::map<int, double> busy;
  for (const Operation& one : operations)
    if (one.kind != Operation::Kind::host_function) busy[one.device] += double(one.bytes);
  double most = 0;
  for (const auto& [device, length] : busy) most = std::max(most, length);
  return most > 0 ? timeline_of(operations).length / std::min(most, needed) : 1;
}

/// An inner band has 4 radius rows, of which 2 radius need a halo of 2 radius rows. In rows, one
/// pass takes 4 where the halo comes while the interior is filtered, and 6 otherwise: 0.67. What
/// begins and ends adds a little, a rim that waits for the halos of all bands more: 0.83.
inline EvidenceResult check_hidden(const std::vector<CaseResult>& results) {
  constexpr double kMost = 0.9;
  double worst = 0;
  std::string why;
  for (const CaseResult& result : results) {
    if (!asks(result, "overlapped", kEvidencePasses.width, kEvidencePasses.bands)) continue;
    if (!was_right(result)) continue;
    // Kernels, or what stands in for them, write each pixel in each pass.
    const double written =
        bytes_of(result.observations->operations, Operation::Kind::kernel) +
        bytes_of(result.observations->operations, Operation::Kind::within_device);
    const double pixels = double(result.width) * result.height * kEvidencePasses.passes;
    if (written < 4 * pixels)
      return failed(
          "kernels write fewer bytes than the passes have pixels, so nothing can be said");
    // An inner band's rows, and those of its two halos that come from others or go there.
    const int rows = *std::max_element(kEvidencePasses.bands.begin(), kEvidencePasses.bands.end());
    const double needed =
        4.0 * result.width * kEvidencePasses.passes * (rows + 2.0 * kEvidencePasses.radius);
    const auto& operations = result.observations->operations;
    const double share = share_of_busiest(operations, needed);
    if (share <= worst) continue;
    worst = share;
    const double length = timeline_of(operations).length;
    if (worst > kMost) why = describe_needless_wait(operations, kMost * length / share);
  }
  if (worst == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = worst <= kMost;
  evidence.measured = {at_most(kMost, "share_of_serial", worst)};
  evidence.message = fmt::format(
      "{} passes could take {:.2f} of the time that the copies and kernels of one device take one "
      "after another; at most {:.2f}{}",
      kEvidencePasses.passes, worst, kMost,
      evidence.passed ? ""
      : !why.empty()  ? ": " + why
                      : ": queue the kernel of the rows that need no halo before `compute` waits "
                        "for the copies, and only the rim after that; and let the copies wait for "
                        "the pass before alone, with an event that is recorded before that kernel "
                        "is queued");
  return evidence;
}

/// Three exchanges serve seven passes; each has six messages between four bands.
inline EvidenceResult check_messages(const std::vector<CaseResult>& results) {
  const int exchanges = (kEvidenceDeep.passes - 1) / kEvidenceDeep.every + 1;
  const int most = exchanges * 2 * (int(kEvidenceDeep.bands.size()) - 1);
  int worst = 0;
  for (const CaseResult& result : results) {
    if (!asks(result, "deep", kEvidenceDeep.width, kEvidenceDeep.bands)) continue;
    if (!was_right(result)) continue;
    if (with_stand_in(result, "exchange.cu")) {
      EvidenceResult evidence;
      evidence.passed = true;
      evidence.message = "the messages are those of the kit's own exchange_halos()";
      return evidence;
    }
    worst = std::max(worst, traffic_of(result).messages);
  }
  if (worst == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = worst <= most;
  evidence.measured = {at_most(most, "messages", worst)};
  evidence.message = fmt::format(
      "{} messages between four devices for seven passes, of which one exchange serves three; at "
      "most {}{}",
      worst, most,
      evidence.passed ? ""
                      : ": exchange halos before every third pass alone, and copy the rows that a "
                        "band needs of another in one piece");
  return evidence;
}

/// One row between any two bands, and no table that waits for another band's: a chain of four would
/// take nearly four times as long as one of them.
inline EvidenceResult check_carries(const std::vector<CaseResult>& results) {
  constexpr double kMostRows = 1, kMostTime = 1.5;
  constexpr double kMostTables = 4;  // that a band's kernels write: sums along rows, then columns
  constexpr int kCalls = 2;
  const int bands = int(kEvidenceTable.bands.size());
  const double row = 4.0 * kEvidenceTable.width * kCalls;
  double rows = 0, time = 0;
  for (const CaseResult& result : results) {
    if (!asks(result, "challenge", kEvidenceTable.width, kEvidenceTable.bands)) continue;
    if (!was_right(result)) continue;
    const Traffic traffic = traffic_of(result);
    if (traffic.through_host || traffic.bytes < row * (bands - 1))
      return failed("sums do not go from device to device by cudaMemcpyPeerAsync()");
    rows = std::max(rows, traffic.bytes / (row * bands * (bands - 1) / 2));
    time = std::max(time, share_of_busiest(result.observations->operations,
                                           kMostTables * 4.0 * result.width *
                                               *std::max_element(kEvidenceTable.bands.begin(),
                                                                 kEvidenceTable.bands.end()) *
                                               kCalls));
  }
  if (rows == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = rows <= kMostRows && time <= kMostTime;
  evidence.measured = {at_most(kMostRows, "rows_per_two_bands", rows),
                       at_most(kMostTime, "time_of_busiest", time)};
  evidence.message = fmt::format(
      "{:.2f} rows of sums go between any two bands, at most 1; all could take {:.2f} times as "
      "long "
      "as the busiest device has work, at most {:.2f}",
      rows, time, kMostTime);
  if (rows > kMostRows) evidence.message += ": what a band needs of one above is a sum per column";
  if (rows <= kMostRows && time > kMostTime)
    evidence.message +=
        ": a band needs the column sums of the bands above, which none has to wait for, and not "
        "the "
        "last row of their tables";
  return evidence;
}

}  // namespace kit::grader::lab11
