/// @file
/// A lab's hints, from solutions/LAB/hints.md or, in the students' archive, .hints/LAB.md.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kit::grader {

/// Hints by stage id, in the order in which they are given; each is a piece of Markdown.
using Hints = std::map<std::string, std::vector<std::string>>;

/// `# stage-id` begins a stage, `## Hint n` a hint; what looks like a heading in a fenced block is
/// code.
Hints parse_hints(const std::string& text);

/// The path of a lab's hints; empty if the kit has none.
std::string find_hints(const std::string& root, const std::string& lab);

/// Throws InputError if the file cannot be read.
Hints load_hints(const std::string& path);

/// Markdown for a terminal of 80 columns: paragraphs and lists are broken at spaces, code stands
/// four columns in, and its long lines go on below themselves.
std::string markdown_for_terminal(const std::string& text);

}  // namespace kit::grader
