/// @file
/// A source file after translation phase 2 ([lex.phases]): spliced lines are joined.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit::scan {

/// The text without its splices, a backslash and a line break each, and the way back to where a
/// character stood. Blanks between backslash and line break belong to the splice, as in g++ and
/// since C++23. Refers to `source`, which must live as long.
class SplicedText {
 public:
  explicit SplicedText(std::string_view source);
  SplicedText(const SplicedText&) = delete;  // text() would refer to the original
  SplicedText& operator=(const SplicedText&) = delete;

  std::string_view source() const { return source_; }
  std::string_view text() const { return splices_.empty() ? source_ : std::string_view(joined_); }

  /// Where character `at` of text() stands in the source; of text().size(), the source's end.
  std::size_t begin_in_source(std::size_t at) const;
  /// The end in the source of a piece of text() that ends at `at`, at least 1: splices behind the
  /// piece are no part of it.
  std::size_t end_in_source(std::size_t at) const { return begin_in_source(at - 1) + 1; }
  /// Where a character of the source, outside of splices, stands in text().
  std::size_t from_source(std::size_t offset) const;

 private:
  struct Splice {
    std::size_t joined_at;            ///< in text(): the first character behind it
    std::size_t source_end, removed;  ///< removed: bytes of all splices up to this one
  };
  std::string_view source_;
  std::string joined_;
  std::vector<Splice> splices_;
};

}  // namespace kit::scan
