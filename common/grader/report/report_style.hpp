/// @file
/// How a report writes numbers, verdicts, points and paths: what all of its parts have in common.
#pragma once

#include <string>

#include "grader/judge/verdict_file.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {

/// Columns of one number at a line's right edge.
inline constexpr std::size_t kNumberColumns = 8;

/// At most `digits` significant digits, "inf", "-inf" or "nan". Every NaN is spelled like in
/// verdict.json, whatever its sign.
std::string number_text(double value, int digits = 3);
/// Two significant digits with an exponent: "1.5e-07".
std::string error_text(double value);
/// "80 of 100"
std::string points_text(double earned, double max);

/// A name of verdict.json in words: without underscores.
std::string display_name(std::string name);
std::string display_name(Verdict verdict);
Style style_of(Verdict verdict);

/// Appends a line of a verdict in few letters, a name, and `right` at the right edge.
void add_marked(TextReport& text, Verdict verdict, const std::string& name,
                const std::string& right);

/// The path as seen from the working directory, if that is shorter.
std::string relative_path(const std::string& path);
/// Where the grading left verdict.json: beside its pictures. The bare name if there are none.
std::string verdict_path(const VerdictFile& verdict);

}  // namespace kit::grader
