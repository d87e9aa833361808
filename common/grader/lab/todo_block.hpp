/// @file
/// Whether a student has begun a stage, told from its source.
#pragma once

#include <string>

namespace kit::grader {

/// True if the source still has TODO blocks, from `// TODO(labNN): ...` to `// END TODO`, and every
/// one holds only placeholders: comments, `return expression;` and, as older skeletons have it,
/// `(void)name;`. A file without a TODO block has been worked on. A block without its end reaches
/// to the end of the file.
bool untouched_todo_blocks_in(const std::string& source);

/// untouched_todo_blocks_in() of a file. Throws InputError if it cannot be read or is larger than 4
/// MiB.
bool untouched_todo_blocks(const std::string& path);

}  // namespace kit::grader
