/// @file
/// What a student's attempts came to, one after another: .progress/log.jsonl, a line of JSON for
/// each grading (docs/verdict.md). The file only grows; a line that cannot be read counts as none.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// Adds a grading. `page`: its page.json, for the sources and the counts; null where there is none.
/// Throws InputError if it cannot be written.
void add_to_log(const std::string& folder, const VerdictFile& verdict, const nlohmann::json& page);

/// A lab's attempts, oldest first.
std::vector<nlohmann::json> attempts_at(const std::string& folder, const std::string& lab);

/// The counters of a stage's launches in a page.json, added up, as far as the page's roofline needs
/// them.
nlohmann::json counted_stages(const nlohmann::json& page);

/// Lines that are in one of two texts and not in the other, whatever their order: of each line that
/// was changed one.
int changed_lines(const std::string& before, const std::string& after);

}  // namespace kit::grader
