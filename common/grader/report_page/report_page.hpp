/// @file
/// The report as a page: one file that needs no other, made of verdict.json and page.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/judge/grade_options.hpp"

namespace kit::grader {

/// Where a grading's page is: build/report/04.html of a student's own files, and in a folder of the
/// source's name of others.
std::string report_page_path(const GradeOptions& options);

/// The page.json that a grading left; null if there is none.
nlohmann::json page_data_of(const GradeOptions& options);

/// Writes the page of a grading, of a student's own work with the attempts before it. That it
/// cannot be written is noted on standard error, and costs no grading.
void write_page_of(const GradeOptions& options, bool live = false);

/// Writes a page of what was seen of a program that is no lab. `page` has the sources, launches and
/// replay of page.json (docs/verdict.md), `seen` its findings. Throws InputError if it cannot be
/// written.
void write_program_page(const std::string& title, const nlohmann::json& seen,
                        const nlohmann::json& page, const std::string& path);

/// Makes the page of the verdict.json and the page.json in `folder`, and writes it to `path`.
/// `earlier`: the attempts before this one, as the work log has them. `live`: the page
/// loads itself again when a later one is written to the same path, which it learns from a file
/// beside it, 04.stamp.js. Throws InputError if a file
/// cannot be read, or the page not be written.
void write_report_page(const std::string& folder, const std::string& path,
                       const std::vector<nlohmann::json>& earlier = {}, bool live = false);

}  // namespace kit::grader
