/// @file
/// Edits of a preprocessed text that keep the number of every line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace kit::rewriter {

/// Replaces pieces of the text; line breaks and line markers inside a replaced piece are kept, so
/// that every line behind it has the number that it had.
class Edits {
 public:
  explicit Edits(const std::string& text) : text_(text) {}

  void insert(std::size_t position, const std::string& addition) {
    edits_[position].insertion += addition;
  }
  void replace(std::size_t begin, std::size_t end, const std::string& replacement) {
    Edit& edit = edits_[begin];
    edit.insertion += replacement;
    edit.removed = end - begin;
  }

  std::string apply() const {
    std::string result;
    std::size_t at = 0;
    for (const auto& [position, edit] : edits_) {
      if (position < at) continue;  // within a replaced piece: a declaration within another
      result += text_.substr(at, position - at) + edit.insertion;
      at = position + edit.removed;
      for (std::size_t end = text_.find('\n', position); end < at;) {
        const std::size_t line = end;
        end = text_.find('\n', line + 1);
        const bool marker = text_[line + 1] == '#';
        result += marker ? text_.substr(line, end - line) : "\n";
      }
    }
    return result + text_.substr(at);
  }

  /// Where the character at `position` stands in its line of the result; the first is 1.
  std::size_t column(std::size_t position) const {
    const std::size_t begin = position == 0 ? 0 : text_.rfind('\n', position - 1) + 1;
    std::size_t column = 1, at = begin;
    for (const auto& [place, edit] : edits_) {
      if (place > position) break;
      if (place >= begin && place < at) continue;
      if (place >= begin) {
        const std::size_t newline = edit.insertion.rfind('\n');
        column = newline == std::string::npos ? column + (place - at) + edit.insertion.size()
                                              : edit.insertion.size() - newline;
        at = place;
      }
      at = std::max(at, place + edit.removed);
    }
    return column + (position - at);
  }

 private:
  struct Edit {
    std::string insertion;
    std::size_t removed = 0;
  };
  const std::string& text_;
  std::map<std::size_t, Edit> edits_;
};

}  // namespace kit::rewriter
