/// @file
/// A changed copy of a source file, kept as an edit: only what was changed. For example
///
///     // Wrong on purpose: the barrier between loading and reading is missing.
///     --- solutions/04_tiled/tiled.cu
///     @@
///        load_tile(tile);
///     -  __syncthreads();
///        sum_up(tile);
///
/// The comment takes the place of the comment that opens the file; an edit without one leaves the
/// file's own. `---` names the file, from the kit's folder. Every block begins with `@@`; its lines
/// begin with a blank (kept), `-` (taken out) or `+` (put in), and a line without any character is
/// an empty line that is kept. The lines that a block keeps and takes out must stand in the file
/// once and word for word. Blocks follow the order of the file and do not overlap.
///
/// Unlike a patch, an edit has no line numbers, so that it outlives changes of the file elsewhere,
/// and never applies nearly.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kit::edits {

/// A text as lines. Windows' line ends are those of the text only if every line has them; of a text
/// with both, '\r' stays part of the line.
struct Lines {
  std::vector<std::string> lines;  ///< without their ends
  std::string end = "\n";          ///< or "\r\n"
  bool last_has_end = true;
};

Lines split(const std::string& text);

/// The bytes that were split.
std::string join(const Lines& text);

/// Lines that stand together in the file, and what stands there afterwards.
struct Block {
  std::size_t line = 0;  ///< of its `@@` in the edit, from 1
  std::vector<std::string> before, after;
  std::vector<std::size_t> before_at;  ///< the lines of the edit with the texts of `before`
};

struct SourceEdit {
  std::string name;  ///< of the edit, for messages
  std::vector<std::string> opening;
  std::string file;
  std::size_t file_line = 0;  ///< of `---` in the edit, from 1
  std::vector<Block> blocks;
};

/// Reads an edit. Throws InputError "NAME:LINE: what is wrong" if it is none, if it names no file,
/// or if a block changes nothing or has only lines to put in.
SourceEdit parse_edit(const std::string& name, const std::string& text);

/// The file as the edit makes it, from the file's text. Its line ends are kept, and a last line
/// without an end. Throws InputError "NAME:LINE: what is wrong", with the text, for a block that
/// stands nowhere, more than once, or not behind the one before it.
std::string apply_edit(const SourceEdit& edit, const std::string& text);

}  // namespace kit::edits
