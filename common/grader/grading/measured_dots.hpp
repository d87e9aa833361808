/// @file
/// What a card was measured to do, for the roofline of a page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "grader/judge/grading.hpp"
#include "grader/judge/judge.hpp"

namespace kit::grader {

/// For each measured time that counts: its stage, name, card and milliseconds, and what its call
/// does, counted by the simulator's worker `observed` on a picture of 256x256 and taken times the
/// pixels of the measured one. Without the calls that cannot be made so small. An array.
nlohmann::json measured_dots(const Grading& grading, const JudgePlan& plan,
                             const std::string& observed);

}  // namespace kit::grader
