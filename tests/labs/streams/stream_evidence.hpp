/// @file
/// Evidence of the labs whose work goes to several streams.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "grader/lab/evidence.hpp"

namespace kit::grader {

inline bool was_right(const CaseResult& result) {
  return result.verdict == Verdict::passed && result.observations;
}

/// Whether the kit's own `file` stood in for the student's.
inline bool with_stand_in(const CaseResult& result, const std::string& file) {
  return std::find(result.stand_in.begin(), result.stand_in.end(), file) != result.stand_in.end();
}

/// No two streams meet.
inline EvidenceResult check_stream_order(const std::vector<CaseResult>& results) {
  EvidenceResult streams = count_found(
      results, {FindingKind::stream_race}, "",
      "two streams, or a stream and the host, use one place of memory with nothing that orders "
      "them");
  if (any_bad(streams)) return streams;
  EvidenceResult order = check_order(results);
  if (order.passed)
    order.message = "what streams use alike is ordered by events, and the bits are the same twice";
  return order;
}

/// A missing wait may do no harm on a card for a long time. So the bonus rests on what the
/// simulator sees, not on the pixels alone.
inline EvidenceResult check_bug_order(const std::vector<CaseResult>& results) {
  std::vector<CaseResult> own;
  std::copy_if(results.begin(), results.end(), std::back_inserter(own),
               [](const CaseResult& result) { return result.stage == "bug"; });
  return check_stream_order(own);
}

}  // namespace kit::grader
