/// @file
/// What the page of a report shows beside verdict.json: sources, counts line by line, the values of
/// a wrong output, and what one block did.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "grader/judge/grading.hpp"
#include "grader/judge/recorded_call.hpp"

namespace kit::grader {

inline constexpr const char* kPageSchema = "kit/page/v1";

/// The object of page.json (docs/verdict.md). `cases`: those of the grading's records, in their
/// order.
nlohmann::json page_data(const Grading& grading, const std::vector<Case>& cases,
                         const std::vector<WrongOutput>& pictures,
                         const std::optional<RecordedCall>& recorded);

}  // namespace kit::grader
