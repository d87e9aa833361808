// Reads edits and applies them. Every block is looked for in the text as it was, not as the blocks
// before have left it: an edit says what was changed in a file that can be read, and a block that
// fits only what another one has put in would not.
#include "source_edit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kit/error.hpp"

namespace kit::edits {
namespace {

using std::size_t;

/// The text between quotes; what cannot be seen is written out.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\r')
      result += "\\r";
    else if (letter == '\t')
      result += "\\t";
    else
      result += letter;
  }
  return result + "'";
}

[[noreturn]] void fail(const SourceEdit& edit, size_t line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", edit.name, line, what));
}

/// A line above the first block.
void add_to_head(SourceEdit& edit, size_t number, const std::string& line) {
  if (edit.file.empty() && line.starts_with("//")) {
    edit.opening.push_back(line);
  } else if (edit.file.empty() && line.starts_with("--- ") && line.size() > 4) {
    edit.file = line.substr(4);
    edit.file_line = number;
  } else {
    fail(edit, number,
         "an edit begins with a comment, then '--- FILE', then '@@'; this is " + quoted(line));
  }
}

void add_to_block(SourceEdit& edit, size_t number, const std::string& line) {
  Block& block = edit.blocks.back();
  const char mark = line.empty() ? ' ' : line[0];
  if (mark != ' ' && mark != '-' && mark != '+')
    fail(edit, number, "a line begins with ' ', '-', '+' or is '@@'; this is " + quoted(line));
  const std::string text = line.empty() ? line : line.substr(1);
  if (mark != '+') {
    block.before.push_back(text);
    block.before_at.push_back(number);
  }
  if (mark != '-') block.after.push_back(text);
}

/// What only the whole of an edit shows.
void check_whole(const SourceEdit& edit) {
  if (edit.file.empty()) fail(edit, 1, "no line '--- FILE' says what is edited");
  if (edit.blocks.empty()) fail(edit, edit.file_line, "no block '@@' says what is changed");
  for (const Block& block : edit.blocks) {
    if (block.before.empty())
      fail(edit, block.line, "the block has no old text; keep a line beside what is put in");
    if (block.before == block.after) fail(edit, block.line, "the block changes nothing");
  }
}

/// How many lines of `wanted`, from its first, stand in `lines` from `at`.
size_t matching(const std::vector<std::string>& lines, size_t at,
                const std::vector<std::string>& wanted) {
  const size_t most = std::min(wanted.size(), lines.size() - at);
  size_t count = 0;
  while (count < most && lines[at + count] == wanted[count]) ++count;
  return count;
}

/// Says which line of a block keeps it from standing anywhere: the first behind the longest
/// beginning that stands somewhere.
[[noreturn]] void fail_to_find(const SourceEdit& edit, const Block& block,
                               const std::vector<std::string>& lines) {
  size_t best = 0, best_at = 0;
  for (size_t at = 0; at < lines.size(); ++at) {
    const size_t count = matching(lines, at, block.before);
    if (count > best) best = count, best_at = at;
  }
  std::string what = "does not stand in " + edit.file;
  if (best > 0) what += fmt::format(" behind line {}, as the lines above it do", best_at + best);
  fail(edit, block.before_at[best], what + ": " + quoted(block.before[best]));
}

/// Where the only place of a block is, from 0.
size_t place_of(const SourceEdit& edit, const Block& block, const std::vector<std::string>& lines) {
  std::vector<size_t> places;
  for (size_t at = 0; at < lines.size(); ++at)
    if (matching(lines, at, block.before) == block.before.size()) places.push_back(at);
  if (places.empty()) fail_to_find(edit, block, lines);
  if (places.size() > 1)
    fail(edit, block.before_at[0],
         fmt::format("stands {} times in {}, in lines {} and {}; keep more lines around it: {}",
                     places.size(), edit.file, places[0] + 1, places[1] + 1,
                     quoted(block.before[0])));
  return places[0];
}

size_t lines_of_opening(const std::vector<std::string>& lines) {
  const auto end = std::find_if_not(lines.begin(), lines.end(),
                                    [](const std::string& line) { return line.starts_with("//"); });
  return static_cast<size_t>(end - lines.begin());
}

/// The lines of the edited file; goes through the old ones from top to bottom.
class Pass {
 public:
  explicit Pass(const std::vector<std::string>& lines) : lines_(lines) {}

  size_t position() const { return position_; }

  void keep_until(size_t end) {
    result_.insert(result_.end(), lines_.begin() + std::ptrdiff_t(position_),
                   lines_.begin() + std::ptrdiff_t(end));
    position_ = end;
  }

  void replace(size_t count, const std::vector<std::string>& by) {
    result_.insert(result_.end(), by.begin(), by.end());
    position_ += count;
  }

  std::vector<std::string> finish() {
    keep_until(lines_.size());
    return std::move(result_);
  }

 private:
  const std::vector<std::string>& lines_;
  std::vector<std::string> result_;
  size_t position_ = 0;
};

}  // namespace

Lines split(const std::string& text) {
  Lines result;
  size_t begin = 0, with_return = 0, ends = 0;
  for (size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    result.lines.push_back(text.substr(begin, end - begin));
    with_return += result.lines.back().ends_with('\r') ? 1 : 0;
    ++ends;
  }
  result.last_has_end = begin == text.size();
  if (!result.last_has_end) result.lines.push_back(text.substr(begin));
  if (ends == 0 || with_return < ends) return result;
  result.end = "\r\n";
  for (size_t i = 0; i < ends; ++i) result.lines[i].pop_back();
  return result;
}

std::string join(const Lines& text) {
  std::string result;
  for (const std::string& line : text.lines) result += line + text.end;
  if (!text.last_has_end && !text.lines.empty()) result.resize(result.size() - text.end.size());
  return result;
}

SourceEdit parse_edit(const std::string& name, const std::string& text) {
  SourceEdit edit;
  edit.name = name;
  size_t number = 0;
  for (const std::string& line : split(text).lines) {
    ++number;
    if (line == "@@" && !edit.file.empty()) {
      edit.blocks.emplace_back();
      edit.blocks.back().line = number;
    } else if (edit.blocks.empty()) {
      add_to_head(edit, number, line);
    } else {
      add_to_block(edit, number, line);
    }
  }
  check_whole(edit);
  return edit;
}

std::string apply_edit(const SourceEdit& edit, const std::string& text) {
  Lines result = split(text);
  Pass pass(result.lines);
  if (!edit.opening.empty()) pass.replace(lines_of_opening(result.lines), edit.opening);
  for (const Block& block : edit.blocks) {
    const size_t place = place_of(edit, block, result.lines);
    if (place < pass.position())
      fail(edit, block.before_at[0],
           fmt::format(
               "stands in line {} of {}, but what is above it in the edit reaches to line {}: "
               "{}",
               place + 1, edit.file, pass.position(), quoted(block.before[0])));
    pass.keep_until(place);
    pass.replace(block.before.size(), block.after);
  }
  result.lines = pass.finish();
  return join(result);
}

}  // namespace kit::edits
