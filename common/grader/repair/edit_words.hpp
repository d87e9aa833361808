/// @file
/// How the edits that mend are put into words.
#pragma once

#include <string>
#include <vector>

#include "grader/repair/conclusion.hpp"

namespace kit::repair {

/// The cause of docs/verdict.md that an edit of this kind stands for.
const char* cause_of(EditKind kind);

/// Of a statement over several lines, or a long one, the beginning.
std::string shortened(std::string text);

/// What is wrong with what stands there. `mending`: all that mends, which may tell in which
/// direction a number is wrong, or whether a condition should hold always or never.
std::string said_of(const Edit& edit, const std::vector<Mending>& mending);

/// What is said of another line, in which an edit mends as well, in brackets.
std::string said_instead(int line, const std::vector<Mending>& mending);

}  // namespace kit::repair
