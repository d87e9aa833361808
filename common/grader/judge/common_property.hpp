/// @file
/// What the failed cases of a stage have in common and no other case has.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// " All 4 cases that fail have border zero; the 6 that pass have not." Asked are parameters,
/// extents of the image and of the block, and the filter's radius: whether all have one value, lie
/// above or below the others', are no multiples of a power of two or of each other, or are larger
/// or smaller than each other. Empty if nothing tells the cases apart, or what does so may be
/// chance, as where few cases fail or pass.
std::string common_property(const std::string& stage, const std::vector<CaseRecord>& records);

/// Names "special_case" as the cause of a stage's unexplained cases where they have such a
/// property, and says it with the first of them.
void add_common_property(const std::string& stage, std::vector<CaseRecord>& records);

/// Says it with the first case of which no line of the mistake is known, but what it led to:
/// `is_symptom` tells which those are.
void add_common_property_to_symptoms(const std::string& stage, std::vector<CaseRecord>& records,
                                     const std::function<bool(const CaseRecord&)>& is_symptom);

/// Of cases that have no cause, where another case of their stage has one: names that case in place
/// of the advice to work out a pixel by hand.
void refer_to_told_cases(std::vector<CaseRecord>& cases);

}  // namespace kit::grader
