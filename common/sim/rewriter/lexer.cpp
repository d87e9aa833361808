#include "lexer.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace kit::rewriter {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}
bool in_word(char c) {
  return starts_word(c) || std::isdigit(static_cast<unsigned char>(c));
}

}  // namespace

void Lexer::add(TokenKind kind, std::size_t end) {
  tokens_.push_back({kind, at_, end, line_});
  line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                       text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  at_ = end;
  line_start_ = false;
}

// `# 12 "file.cu" 2` sets the number and the file of the next line; #pragma lines stay as they are.
void Lexer::read_marker() {
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  const std::string line(text_.substr(at_, end - at_));
  add(TokenKind::marker, end);
  std::size_t digits = line.find_first_not_of("# \t");
  if (line.compare(1, 4, "line") == 0) digits = line.find_first_of("0123456789");
  if (digits == std::string::npos || !std::isdigit(static_cast<unsigned char>(line[digits])))
    return;
  line_ = std::atoi(line.c_str() + digits) - 1;  // the end of this line counts one up
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (open != close) files_.push_back({end, line.substr(open + 1, close - open - 1)});
}

std::size_t Lexer::literal_end(std::size_t quote) const {
  const char closing = text_[quote];
  std::size_t i = quote + 1;
  while (i < text_.size() && text_[i] != closing && text_[i] != '\n') i += text_[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text_.size());
}

std::size_t Lexer::raw_string_end(std::size_t quote) const {
  const std::size_t open = text_.find('(', quote);
  if (open == std::string_view::npos) return text_.size();
  const std::string closing = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
  const std::size_t found = text_.find(closing, open);
  return found == std::string_view::npos ? text_.size() : found + closing.size();
}

// An identifier, or a literal with an encoding prefix.
void Lexer::read_word() {
  std::size_t end = at_;
  while (end < text_.size() && in_word(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'')) {
    const bool raw = text_[end] == '"' && word.back() == 'R' &&
                     (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R");
    if (raw) return add(TokenKind::literal, raw_string_end(end));
    if (word == "L" || word == "u" || word == "U" || word == "u8") {
      return add(TokenKind::literal, literal_end(end));
    }
  }
  add(TokenKind::identifier, end);
}

std::vector<Token> Lexer::run() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      ++at_;
      line_start_ = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++at_;
    } else if (c == '#' && line_start_) {
      read_marker();
    } else if (starts_word(c)) {
      read_word();
    } else if (std::isdigit(static_cast<unsigned char>(c)) ||
               (c == '.' && at_ + 1 < text_.size() &&
                std::isdigit(static_cast<unsigned char>(text_[at_ + 1])))) {
      // A number runs on over letters, points, digit separators and signed exponents.
      std::size_t end = at_ + 1;
      while (end < text_.size() &&
             (in_word(text_[end]) || text_[end] == '.' ||
              (text_[end] == '\'' && end + 1 < text_.size() && in_word(text_[end + 1])) ||
              ((text_[end] == '+' || text_[end] == '-') &&
               std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos &&
               (text_[end - 1] == 'p' || text_[end - 1] == 'P' || text_.substr(at_, 2) != "0x")))) {
        ++end;
      }
      add(TokenKind::number, end);
    } else if (c == '"' || c == '\'') {
      add(TokenKind::literal, literal_end(at_));
    } else if (text_.substr(at_, 2) == "::" || text_.substr(at_, 2) == "->") {
      add(TokenKind::punctuator, at_ + 2);
    } else {
      add(TokenKind::punctuator, at_ + 1);
    }
  }
  return tokens_;
}

}  // namespace kit::rewriter
