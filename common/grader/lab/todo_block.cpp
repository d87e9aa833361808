/// @file
/// TODO blocks by tokens and not by lines: what a text or another comment holds neither begins a
/// block nor fills it.
#include "grader/lab/todo_block.hpp"

#include <algorithm>
#include <fstream>
#include <span>
#include <string_view>
#include <vector>

#include "kit/error.hpp"
#include "scan/scanner.hpp"

namespace kit::grader {
namespace {

using scan::Token;
using Tokens = std::span<const Token>;

constexpr std::string_view kBlanks = " \t\v\f\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// What a comment with a line of its own says; empty for any other token.
std::string_view remark(const Token& token) {
  const bool alone = token.kind == scan::TokenKind::comment && token.first_in_line;
  return alone && token.text.starts_with("//") ? trimmed(token.text.substr(2)) : std::string_view();
}

bool begins_block(const Token& token) {
  constexpr std::string_view kBegin = "TODO(lab";
  std::string_view text = remark(token);
  if (!text.starts_with(kBegin)) return false;
  text.remove_prefix(kBegin.size());
  const std::size_t digits = text.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos && text[digits] == ')';
}

bool ends_block(const Token& token) {
  return remark(token) == "END TODO";
}

/// True for nothing, `return expression` and, as older skeletons have it, `(void)name`.
bool is_placeholder(Tokens statement) {
  if (statement.empty()) return true;
  if (statement[0].is("return"))
    return std::none_of(statement.begin(), statement.end(),
                        [](const Token& token) { return token.is("{") || token.is("}"); });
  return statement.size() == 4 && statement[0].is("(") && statement[1].is("void") &&
         statement[2].is(")") && statement[3].kind == scan::TokenKind::identifier;
}

bool only_placeholders(Tokens block) {
  // One statement at a time, up to its semicolon. What has braces is no placeholder anyway.
  while (!block.empty()) {
    const auto end =
        std::find_if(block.begin(), block.end(), [](const Token& token) { return token.is(";"); });
    const auto length = static_cast<std::size_t>(end - block.begin());
    if (!is_placeholder(block.first(length))) return false;
    block = block.subspan(std::min(length + 1, block.size()));
  }
  return true;
}

}  // namespace

bool untouched_todo_blocks_in(const std::string& source) {
  const scan::Scan scan(source);
  std::vector<Token> block;
  bool inside = false, any = false;
  // While inside, `block` holds the code since the block's first line.
  for (const Token& token : scan.tokens()) {
    if (!inside && begins_block(token)) {
      inside = any = true;
      block.clear();
    } else if (inside && ends_block(token)) {
      inside = false;
      if (!only_placeholders(block)) return false;
    } else if (inside && token.kind != scan::TokenKind::comment) {
      block.push_back(token);
    }
  }
  if (inside && !only_placeholders(block)) return false;
  return any;
}

bool untouched_todo_blocks(const std::string& path) {
  constexpr std::size_t kMaxSourceBytes = std::size_t(4) << 20;
  // One byte more than is allowed, so that a file that is too large is told from one that fits.
  std::ifstream file(path, std::ios::binary);
  std::string source(kMaxSourceBytes + 1, '\0');
  file.read(source.data(), static_cast<std::streamsize>(source.size()));
  if (file.bad() || !file.is_open()) throw InputError(path + " cannot be read");
  source.resize(static_cast<std::size_t>(file.gcount()));
  if (source.size() > kMaxSourceBytes)
    throw InputError(path + " is larger than 4 MiB; a lab's source file has a few KiB");
  return untouched_todo_blocks_in(source);
}

}  // namespace kit::grader
