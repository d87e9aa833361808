// Finds brackets and declarations among the tokens, without parsing what stands between: a
// student's program may hold any C++.
#include "source.hpp"

#include <algorithm>

#include "rewrite.hpp"
#include "scan/punctuator.hpp"

namespace kit::rewriter {
namespace {

using scan::Token;
using scan::TokenKind;

std::vector<Token> syntax_tokens(const scan::Scan& scan) {
  std::vector<Token> tokens;
  tokens.reserve(scan.tokens().size());
  for (Token token : scan.tokens()) {
    if (token.in_directive || token.kind == TokenKind::comment) continue;
    const bool angles = token.is("<<") || token.is(">>");
    if (angles) {
      tokens.push_back(token);
      tokens.back().text = token.text.substr(0, 1);
      tokens.back().end = token.begin + 1;
      token.begin = token.end - 1;
      token.text.remove_prefix(1);
    } else if (token.kind == TokenKind::punctuator) {
      token.text = scan::primary_spelling(token.text);
    }
    tokens.push_back(token);
  }
  return tokens;
}

}  // namespace

Source::Source(const std::string& text)
    : text_(text), scan_(text), markers_(scan_.tokens()), tokens_(syntax_tokens(scan_)) {}

bool Source::is_chevron(std::size_t i, char bracket) const {
  const std::string_view one(&bracket, 1);
  return is(i, one) && is(i + 1, one) && is(i + 2, one) && tokens_[i].end == tokens_[i + 1].begin;
}

scan::Place Source::place(std::size_t i) const {
  if (tokens_.empty()) return {"source", 1};
  scan::Place place = markers_.place(tokens_[std::min(i, tokens_.size() - 1)]);
  if (place.file.empty()) place.file = "source";
  return place;
}

std::string Source::marker(std::size_t i) const {
  const scan::Place at = place(i);
  return "\n# " + std::to_string(at.line) + " " + quoted(at.file) + "\n";
}

void Source::refuse(std::size_t i, const std::string& message) const {
  const scan::Place at = place(i);
  throw SyntaxError(at.file + ":" + std::to_string(at.line) + ": error: " + message);
}

std::size_t Source::matching_open(std::size_t i, std::string_view open,
                                  std::string_view close) const {
  int depth = 0;
  for (std::size_t k = i + 1; k-- > 0;) {
    if (open == "<" && is(k, ")")) {
      k = matching_open(k, "(", ")");
      continue;
    }
    if (is(k, close)) ++depth;
    if (is(k, open) && --depth == 0) return k;
    if (open == "<" && (is(k, ";") || is(k, "{") || is(k, "}"))) break;
  }
  refuse(i, "cannot find where the kernel's name before <<< begins");
}

std::size_t Source::matching_close(std::size_t i, std::string_view open,
                                   std::string_view close) const {
  const bool angle = open == "<";
  int depth = 0;
  for (std::size_t k = i; k < tokens_.size(); ++k) {
    // What stands in other brackets compares or shifts, and << is no two brackets.
    if (angle && is(k, "(")) {
      k = matching_close(k, "(", ")");
    } else if (angle && is(k, "[")) {
      k = matching_close(k, "[", "]");
    } else if (angle && is(k, "<") && is(k + 1, "<") && tokens_[k].end == tokens_[k + 1].begin) {
      ++k;
    } else {
      if (is(k, open)) ++depth;
      if (is(k, close) && --depth == 0) return k;
    }
  }
  refuse(i, "'" + std::string(open) + "' without '" + std::string(close) + "'");
}

std::pair<std::size_t, std::size_t> Source::declaration(std::size_t i) const {
  std::size_t first = i;
  while (first > 0 && !is(first - 1, ";") && !is(first - 1, "{") && !is(first - 1, "}") &&
         !is(first - 1, ":")) {
    --first;
  }
  std::size_t last = i;
  while (last < tokens_.size() && !is(last, ";") && !is(last, "=") && !is(last, "{")) ++last;
  if (last == tokens_.size()) refuse(i, "a declaration without ;");
  return {first, last};
}

std::size_t Source::declaration_end(std::size_t i) const {
  std::size_t end = i;
  for (int depth = 0; end < tokens_.size() && (depth > 0 || !is(end, ";")); ++end) {
    if (is(end, "{") || is(end, "(")) ++depth;
    if (is(end, "}") || is(end, ")")) --depth;
  }
  if (end == tokens_.size()) refuse(i, "a declaration without ;");
  return end;
}

std::string Source::flat(std::size_t first, std::size_t last) const {
  std::string text;
  for (std::size_t i = first; i < last; ++i) {
    // Tokens that touch may be one in the source, such as >> or a number's suffix.
    if (i > first && tokens_[i].begin != tokens_[i - 1].end) text += ' ';
    text += word(i);
  }
  return text;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace kit::rewriter
