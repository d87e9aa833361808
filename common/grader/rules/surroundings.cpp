// Brackets are followed token by token up to the place; those that are open there decide.
#include "grader/rules/surroundings.hpp"

#include <algorithm>
#include <vector>

#include "scan/scanner.hpp"

namespace kit::rules {
namespace {

using scan::Token;

std::size_t offset_of(const std::string& source, int line, int column) {
  std::size_t at = 0;
  for (int i = 1; i < line && at != std::string::npos; ++i) {
    at = source.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  return at == std::string::npos ? source.size() : at + static_cast<std::size_t>(column - 1);
}

/// The tokens before a place, without comments and directives.
std::vector<Token> tokens_before(const scan::Scan& scan, std::size_t place) {
  std::vector<Token> tokens;
  for (const Token& token : scan.tokens()) {
    if (token.begin >= place) break;
    if (token.kind != scan::TokenKind::comment && !token.in_directive) tokens.push_back(token);
  }
  return tokens;
}

bool asks_only(const Token& token) {
  return token.is("sizeof") || token.is("decltype") || token.is("noexcept") || token.is("typeid") ||
         token.is("alignof");
}

/// Where the declaration begins whose body the brace at `brace` opens.
std::size_t declaration_begin(const std::vector<Token>& tokens, std::size_t brace) {
  std::size_t first = brace;
  while (first > 0 && !tokens[first - 1].is(";") && !tokens[first - 1].is("{") &&
         !tokens[first - 1].is("}"))
    --first;
  return first;
}

bool any_of(const std::vector<Token>& tokens, std::size_t first, std::size_t last,
            std::initializer_list<std::string_view> words) {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(first),
                     tokens.begin() + static_cast<std::ptrdiff_t>(last), [&](const Token& token) {
                       return std::find(words.begin(), words.end(), token.text) != words.end();
                     });
}

}  // namespace

bool unevaluated(const std::string& source, int line, int column) {
  const scan::Scan scan(source);
  const std::vector<Token> tokens = tokens_before(scan, offset_of(source, line, column));
  std::vector<bool> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) open.push_back(i > 0 && asks_only(tokens[i - 1]));
    if (tokens[i].is(")") && !open.empty()) open.pop_back();
  }
  return std::find(open.begin(), open.end(), true) != open.end();
}

bool in_host_function(const std::string& source, int line, int column) {
  const scan::Scan scan(source);
  const std::vector<Token> tokens = tokens_before(scan, offset_of(source, line, column));
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("{")) open.push_back(i);
    if (tokens[i].is("}") && !open.empty()) open.pop_back();
  }
  for (const std::size_t brace : open) {
    const std::size_t first = declaration_begin(tokens, brace);
    if (any_of(tokens, first, brace, {"namespace", "struct", "class", "union", "extern"})) continue;
    return any_of(tokens, first, brace, {"__host__"});  // the outermost function
  }
  return false;  // a member's initial value
}

}  // namespace kit::rules
