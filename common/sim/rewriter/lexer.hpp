/// @file
/// Cuts preprocessed C++ into tokens that remember where they stand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit::rewriter {

enum class TokenKind { identifier, number, literal, punctuator, marker };

/// A piece of the text; space between tokens belongs to none. Punctuators are single characters,
/// except "::" and "->". A marker is a whole line that starts with '#'.
struct Token {
  TokenKind kind;
  std::size_t begin, end;
  int line;  ///< in the student's file, after the line markers
};

/// Lexes the output of the preprocessor (no comments left). Never fails: what it does not know is a
/// punctuator.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  std::vector<Token> run();

  /// The file that the marker in force at a position names.
  struct FileChange {
    std::size_t position;
    std::string file;
  };
  const std::vector<FileChange>& files() const { return files_; }

 private:
  void add(TokenKind kind, std::size_t end);
  void read_marker();
  std::size_t literal_end(std::size_t quote) const;
  std::size_t raw_string_end(std::size_t quote) const;
  void read_word();

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool line_start_ = true;
  std::vector<Token> tokens_;
  std::vector<FileChange> files_;
};

}  // namespace kit::rewriter
