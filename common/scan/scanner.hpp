/// @file
/// Cuts C++ into tokens as a compiler does, translation phases 1 to 3 ([lex.phases]).
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "scan/spliced_text.hpp"
#include "scan/token.hpp"

namespace kit::scan {

/// The tokens and comments of a source file or of a preprocessor's output, in their order. Never
/// fails: what begins no token is one of kind `other`. Macros are not expanded and groups that an
/// #if leaves out are scanned like others. Takes time linear in the text's length. The text must
/// live as long as the scan; tokens refer to both.
class Scan {
 public:
  explicit Scan(std::string_view source);
  const std::vector<Token>& tokens() const { return tokens_; }
  /// The tokens without comments.
  std::vector<Token> code() const;

 private:
  void skip_byte_order_mark();
  void scan_next();
  bool scan_comment();
  bool scan_header_name();
  bool scan_word();
  bool scan_number();
  bool scan_literal(std::size_t quote);
  bool scan_quoted(std::size_t quote);
  void scan_punctuator();
  bool takes_header_name() const;
  void end_line();
  void add(TokenKind kind, std::size_t end);
  void add_raw_string(std::size_t quote, std::size_t end_in_source);
  void append(TokenKind kind, std::string_view text, std::size_t begin, std::size_t end);
  void count_lines_to(std::size_t offset);

  SplicedText spliced_;
  std::string_view text_;
  std::size_t at_ = 0;       ///< in text_
  std::size_t counted_ = 0;  ///< in the source: line breaks before it are counted in line_
  int line_ = 1;
  bool first_in_line_ = true, in_directive_ = false;
  bool header_unclosed_ = false;  ///< a < of this line that no > closes
  std::vector<Token> tokens_;
  std::deque<std::string> joined_;  ///< texts of raw strings that stand in no other place as one
  std::size_t in_line_ = 0;         ///< tokens of this line, without comments
};

}  // namespace kit::scan
