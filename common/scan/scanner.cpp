// The text is scanned after splicing, and only raw strings look at the source itself, in which the
// standard undoes splices ([lex.string]). A line break within a comment ends no directive.
#include "scan/scanner.hpp"

#include <algorithm>
#include <iterator>

#include "scan/literal.hpp"
#include "scan/punctuator.hpp"

namespace kit::scan {
namespace {

/// A zero byte is a blank to g++.
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\0';
}

}  // namespace

Scan::Scan(std::string_view source) : spliced_(source), text_(spliced_.text()) {
  skip_byte_order_mark();
  while (at_ < text_.size()) scan_next();
}

std::vector<Token> Scan::code() const {
  std::vector<Token> code;
  code.reserve(tokens_.size());
  std::copy_if(tokens_.begin(), tokens_.end(), std::back_inserter(code),
               [](const Token& token) { return token.kind != TokenKind::comment; });
  return code;
}

void Scan::skip_byte_order_mark() {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text_.starts_with(kMark)) at_ = kMark.size();
}

void Scan::scan_next() {
  if (text_[at_] == '\n') return end_line();
  if (is_blank(text_[at_])) {
    ++at_;
    return;
  }
  if (!scan_comment() && !scan_header_name() && !scan_word() && !scan_number() &&
      !scan_literal(at_))
    scan_punctuator();
}

void Scan::end_line() {
  ++at_;
  first_in_line_ = true;
  in_directive_ = header_unclosed_ = false;
  in_line_ = 0;
}

bool Scan::scan_comment() {
  const std::string_view start = text_.substr(at_, 2);
  if (start != "//" && start != "/*") return false;
  const bool block = start == "/*";
  const std::size_t close = block ? text_.find("*/", at_ + 2) : text_.find('\n', at_);
  add(TokenKind::comment, close == std::string_view::npos ? text_.size() : close + (block ? 2 : 0));
  return true;
}

/// True behind `#include` and its like, and behind `__has_include(` of a directive.
bool Scan::takes_header_name() const {
  if (!in_directive_ || in_line_ < 2 || header_unclosed_) return false;
  const auto last = std::find_if(tokens_.rbegin(), tokens_.rend(), [](const Token& token) {
    return token.kind != TokenKind::comment;
  });
  if (in_line_ == 2) return last->is("include") || last->is("include_next") || last->is("import");
  const auto before = std::find_if(std::next(last), tokens_.rend(), [](const Token& token) {
    return token.kind != TokenKind::comment;
  });
  return last->is("(") && (before->is("__has_include") || before->is("__has_include_next"));
}

bool Scan::scan_header_name() {
  if ((text_[at_] != '<' && text_[at_] != '"') || !takes_header_name()) return false;
  const char close = text_[at_] == '<' ? '>' : '"';
  const std::size_t end = text_.find_first_of(close == '>' ? ">\n" : "\"\n", at_ + 1);
  if (end == std::string_view::npos || text_[end] != close) {
    header_unclosed_ = true;  // so is any other of this line: a search for each would be quadratic
    return false;
  }
  add(TokenKind::header_name, end + 1);
  return true;
}

/// An identifier, or a literal with an encoding prefix.
bool Scan::scan_word() {
  const std::size_t end = identifier_end(text_, at_);
  if (end == at_) return false;
  if (!scan_literal(end)) add(TokenKind::identifier, end);
  return true;
}

bool Scan::scan_number() {
  const std::size_t end = number_end(text_, at_);
  if (end == at_) return false;
  add(TokenKind::number, end);
  return true;
}

/// A literal whose quote stands at `quote`, behind its prefix.
bool Scan::scan_literal(std::size_t quote) {
  if (quote >= text_.size() || (text_[quote] != '"' && text_[quote] != '\'')) return false;
  const std::string_view prefix = text_.substr(at_, quote - at_);
  if (text_[quote] == '"' && is_raw_prefix(prefix)) {
    const std::size_t begin = spliced_.begin_in_source(quote);
    const std::size_t end = raw_string_end(spliced_.source(), begin);
    if (end > begin) {
      add_raw_string(quote, end);
      return true;
    }
  }
  return is_encoding_prefix(prefix) && scan_quoted(quote);
}

bool Scan::scan_quoted(std::size_t quote) {
  const std::size_t end = quoted_end(text_, quote);
  if (end == quote) {  // g++ goes on behind the line, too
    add(TokenKind::other, std::min(text_.find('\n', quote), text_.size()));
    return true;
  }
  const bool string = text_[quote] == '"';
  add(string ? TokenKind::string : TokenKind::character, identifier_end(text_, end));
  return true;
}

void Scan::scan_punctuator() {
  const std::size_t length = punctuator_length(text_.substr(at_));
  if (first_in_line_ && (text_.substr(at_, length) == "#" || text_.substr(at_, length) == "%:"))
    in_directive_ = true;
  if (length == 0)
    add(TokenKind::other, at_ + 1);
  else
    add(TokenKind::punctuator, at_ + length);
}

void Scan::add(TokenKind kind, std::size_t end) {
  append(kind, text_.substr(at_, end - at_), spliced_.begin_in_source(at_),
         spliced_.end_in_source(end));
  at_ = end;
}

/// Prefix and suffix are spliced, unlike what stands between the quotes.
void Scan::add_raw_string(std::size_t quote, std::size_t end_in_source) {
  const std::size_t begin = at_, string_end = spliced_.from_source(end_in_source);
  const std::size_t source_begin = spliced_.begin_in_source(begin);
  const std::size_t source_quote = spliced_.begin_in_source(quote);
  at_ = identifier_end(text_, string_end);
  const std::size_t source_end = at_ > string_end ? spliced_.end_in_source(at_) : end_in_source;
  const bool spliced = source_quote - source_begin != quote - begin ||
                       source_end - end_in_source != at_ - string_end;
  std::string_view text = spliced_.source().substr(source_begin, source_end - source_begin);
  if (spliced) {
    const auto raw = spliced_.source().substr(source_quote, end_in_source - source_quote);
    text = joined_.emplace_back(std::string(text_.substr(begin, quote - begin)) + std::string(raw) +
                                std::string(text_.substr(string_end, at_ - string_end)));
  }
  append(TokenKind::string, text, source_begin, source_end);
}

void Scan::append(TokenKind kind, std::string_view text, std::size_t begin, std::size_t end) {
  count_lines_to(begin);
  const bool comment = kind == TokenKind::comment;
  tokens_.push_back({kind, text, begin, end, line_, first_in_line_, in_directive_});
  if (comment) return;
  first_in_line_ = false;
  ++in_line_;
}

void Scan::count_lines_to(std::size_t offset) {
  const std::string_view passed = spliced_.source().substr(counted_, offset - counted_);
  line_ += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
  counted_ = offset;
}

}  // namespace kit::scan
