/// @file
/// Whether a student has begun a stage, told from its source.
#pragma once

#include <string>

namespace kit::grader {

/// True if the source still has gaps, from `// TODO(labNN): ...` to `// END TODO`, and every one
/// holds only placeholders: comments, `return expression;` and, as older skeletons have it,
/// `(void)name;`. A file without a gap has been worked on. A gap without its end reaches to the end
/// of the file.
bool untouched_gaps_in(const std::string& source);

/// The same for a file. Throws InputError if it cannot be read or is larger than 4 MiB.
bool untouched_gaps(const std::string& path);

}  // namespace kit::grader
