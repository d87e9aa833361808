/// @file
/// Lab 10's evidence: what streams did, and when they could have done it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/needless_wait.hpp"
#include "grader/lab/timeline.hpp"
#include "labs/streams/stream_evidence.hpp"
#include "problems.hpp"

namespace kit::grader::lab10 {

inline bool asks(const CaseResult& result, const std::string& stage, const FramesProblem& problem) {
  return result.stage == stage && result.width == problem.width &&
         result.height == problem.height * problem.frames;
}

/// Whether the kit's own filter_strips() stood in for the student's.
inline bool with_kits_strips(const CaseResult& result) {
  return with_stand_in(result, "strips.cu");
}

/// The answer where less is copied than the images have: kernels use the host's memory, or what the
/// simulator saw is not all.
inline EvidenceResult too_little_copied() {
  EvidenceResult evidence;
  evidence.message =
      "fewer bytes are copied than the images have, so nothing can be said: copy each row to the "
      "device and back, as the contract has it";
  return evidence;
}

/// Copies that are to be asynchronous, whose memory is not pinned: the host waits for them, or
/// copies them first.
inline EvidenceResult check_pinned(const std::vector<CaseResult>& results) {
  const auto bad = [](const CaseResult& result) {
    if (result.stage == "pageable" || !result.observations) return false;
    const std::vector<Operation>& list = result.observations->operations;
    return std::any_of(list.begin(), list.end(), [](const Operation& one) {
      const bool over_the_link =
          one.kind == Operation::Kind::to_device || one.kind == Operation::Kind::to_host;
      return over_the_link && one.pageable && one.what.find("Async") != std::string::npos;
    });
  };
  return count_bad(results, bad, "no asynchronous copy uses pageable memory",
                   "an asynchronous copy uses pageable memory, so that the host waits for it "
                   "(allocate_pinned() has to return page-locked memory)");
}

/// Bytes in either direction, over the bytes of the images.
inline EvidenceResult check_link(const std::vector<CaseResult>& results) {
  constexpr double kTwice = 2;  // no halos are as much as the image
  constexpr double kMost = 1;
  double worst = 0;
  std::string name;
  bool seen = false;
  for (const CaseResult& result : results) {
    if ((result.stage != "strips" && result.stage != "graph") || !was_right(result)) continue;
    if (with_kits_strips(result)) continue;
    seen = true;
    const std::vector<Operation>& operations = result.observations->operations;
    const double image = 4.0 * result.width * result.height;
    // Where the student's own kernels run, they write each pixel.
    constexpr double kSectorBytes = 32;
    const auto& launches = result.observations->launches;
    if (!launches.empty() &&
        total(result, &LaunchCounters::global_store_sectors) * kSectorBytes < image)
      return forged_counts();
    const double in = bytes_of(operations, Operation::Kind::to_device),
                 out = bytes_of(operations, Operation::Kind::to_host);
    if (in < image || out < image) return too_little_copied();
    if (std::max(in, out) / image <= worst) continue;
    worst = std::max(in, out) / image;
    name = result.name;
  }
  if (!seen) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = worst <= kMost;
  evidence.measured = {at_most(kMost, "copied_per_byte", worst)};
  evidence.message =
      evidence.passed
          ? std::string("each row is copied once in either direction")
          : fmt::format(
                "{:.2f} times the image's bytes go over the link, in \"{}\"; at most 1: {}", worst,
                name,
                worst >= kTwice
                    ? "all of it is copied more than once; where a graph is made, nothing of its "
                      "work is to be done, and only a launch does it"
                    : "a halo lies in the ring already, where the strip beside it was copied to");
  return evidence;
}

/// The longest share of the serial time that a stage's cases of this problem take.
inline EvidenceResult check_share(const std::vector<CaseResult>& results, const std::string& stage,
                                  const FramesProblem& problem, double most,
                                  const std::string& what, const std::string& advice) {
  double worst = 0;
  std::string why;
  bool seen = false;
  for (const CaseResult& result : results) {
    if (!asks(result, stage, problem) || !was_right(result)) continue;
    const Timeline timeline = timeline_of(result.observations->operations);
    // Copies and kernels of an image of so many bytes each. What else there is, such as fills and
    // copies that nothing needs, makes the work no longer that overlaps.
    const double needed = 3 * 4.0 * result.width * result.height;
    if (timeline.serial < needed) return too_little_copied();
    seen = true;
    if (timeline.length / needed <= worst) continue;
    worst = timeline.length / needed;
    if (worst > most) why = describe_needless_wait(result.observations->operations, most * needed);
  }
  if (!seen) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = worst <= most;
  evidence.measured = {at_most(most, "share_of_serial", worst, stage)};
  evidence.message = fmt::format(
      "{} could take {:.2f} of the time that its copies and kernels take one after another; at "
      "most {:.2f}{}",
      what, worst, most, evidence.passed ? "" : ": " + (why.empty() ? advice : why));
  return evidence;
}

// Twelve strips: (12 + 3) / 36 = 0.42 where everything overlaps that can (README.md, "How much
// overlap"), 0.56 where strips take turns between three streams. Where only two of the three steps
// overlap it is 0.67 at least.
constexpr double kMostOfStrips = 0.6;

inline EvidenceResult check_overlap(const std::vector<CaseResult>& results) {
  return check_share(results, "strips", kEvidenceFrames, kMostOfStrips, "an image of 12 strips",
                     "let each stream wait for no more than what its next step needs: the rows "
                     "that the kernel reads, the place that a copy writes to");
}

inline EvidenceResult check_graph_overlap(const std::vector<CaseResult>& results) {
  for (const CaseResult& result : results) {
    if (result.stage != "graph" || !with_kits_strips(result)) continue;
    EvidenceResult evidence;
    evidence.passed = true;
    evidence.message = "what the graph holds here is the kit's own filter_strips()";
    return evidence;
  }
  return check_share(results, "graph", kEvidenceFrames, kMostOfStrips,
                     "a launch of the graph of 12 strips",
                     "the graph has the order that the streams had when they were captured: let "
                     "filter_strips() overlap, and capture that");
}

/// One frame alone, from its first copy to its last; then frames one after another.
inline EvidenceResult check_latency(const std::vector<CaseResult>& results) {
  constexpr double kMostOfOne = 0.65, kMostOfMany = 0.45;
  EvidenceResult one = check_share(
      results, "challenge", kOneFrame, kMostOfOne, "a frame alone",
      "a frame of one piece is copied, filtered and copied back one after the other, in 1.00: cut "
      "it into four strips or more");
  if (!one.passed) return one;
  EvidenceResult many = check_share(
      results, "challenge", kManyFrames, kMostOfMany, "a sequence of 7 frames",
      "the next frame may be copied in while this one is filtered and copied out: nothing of a "
      "frame has to wait for the frame before, but that the link and the kernels are free, "
      "and who waits for a frame's end waits for that frame alone");
  many.measured.insert(many.measured.begin(), one.measured.begin(), one.measured.end());
  for (std::size_t n = 0; n < many.measured.size(); ++n)
    many.measured[n].name = n == 0 ? "share_of_one_frame" : "share_of_many_frames";
  many.message = one.message + "; " + many.message;
  return many;
}

}  // namespace kit::grader::lab10
