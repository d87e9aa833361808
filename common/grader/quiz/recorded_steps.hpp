/// @file
/// Questions about the steps of one block, as they were recorded.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/quiz/questions.hpp"

namespace kit::grader {

/// What a launch of page.json's replay can be asked: which lines write what is read behind a
/// barrier, and how many lanes take part in a request.
std::vector<std::optional<Question>> of_recording(const nlohmann::json& launch,
                                                  const std::string& case_name);

}  // namespace kit::grader
