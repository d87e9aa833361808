// Macros are not expanded: who hides an attribute behind one is not told here.
#include "grader/rules/source_rules.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "scan/scanner.hpp"

namespace kit::rules {
namespace {

using scan::Token;
using scan::TokenKind;

class SourceRules {
 public:
  SourceRules(const std::string& path, const std::string& source) : path_(path), scan_(source) {
    for (const Token& token : scan_.tokens())
      if (token.kind != TokenKind::comment && !token.in_directive) tokens_.push_back(token);
    line_begins_.push_back(0);
    for (std::size_t i = 0; i < source.size(); ++i)
      if (source[i] == '\n') line_begins_.push_back(i + 1);
  }

  std::vector<Refusal> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is(i, "__device__") || is(i, "__host__")) check_lambda(i);
      if (is(i, "__shared__")) check_shared(i);
      if (is(i, "__constant__")) note_constants(i);
      if (tokens_[i].kind == TokenKind::identifier && constants_.count(tokens_[i].text) > 0)
        check_assignment(i);
    }
    return std::move(found_);
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }

  void refuse(std::size_t i, const std::string& message) {
    const auto line = static_cast<std::size_t>(tokens_[i].line);
    const int column = line <= line_begins_.size()
                           ? static_cast<int>(tokens_[i].begin - line_begins_[line - 1]) + 1
                           : 0;
    found_.push_back({path_, tokens_[i].line, column, message});
  }

  std::size_t opening_bracket(std::size_t close) const {
    int depth = 0;
    for (std::size_t k = close + 1; k-- > 0;) {
      if (is(k, ")")) ++depth;
      if (is(k, "(") && --depth == 0) return k;
    }
    return 0;
  }

  /// The attribute of a lambda stands behind its captures, or behind its parameters.
  void check_lambda(std::size_t i) {
    if (i == 0) return;
    std::size_t before = i - 1;
    if (is(before, "__host__") || is(before, "__device__")) return;  // said of the first
    if (is(before, ")")) {
      before = opening_bracket(before);
      if (before == 0) return;
      --before;
    }
    // [[nodiscard]] ends with the same bracket.
    if (!is(before, "]") || (before > 0 && is(before - 1, "]"))) return;
    refuse(
        i,
        "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag, which "
        "the kit does not pass: write a struct with a __device__ operator()");
  }

  /// The token behind the declaration that token i begins or belongs to.
  std::size_t declaration_end(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (is(i, "(") || is(i, "{") || is(i, "[")) ++depth;
      if (is(i, ")") || is(i, "}") || is(i, "]")) --depth;
      if (depth < 0 || (depth == 0 && is(i, ";"))) break;
    }
    return i;
  }

  void check_shared(std::size_t i) {
    const std::size_t end = declaration_end(i);
    int brackets = 0;
    for (std::size_t k = i; k < end; ++k) {
      if (is(k, "[") || is(k, "(") || is(k, "<")) ++brackets;
      if (is(k, "]") || is(k, ")") || is(k, ">")) --brackets;
      const bool braces = is(k, "{") && k > i + 2 && !is(k - 1, "struct") && !is(k - 1, "union") &&
                          !is(k - 2, "struct") && !is(k - 2, "union");
      if (brackets != 0 || !(is(k, "=") || braces)) continue;
      refuse(
          i,
          "initializer not allowed for __shared__ variable: let one thread store the value, then "
          "call __syncthreads()");
      return;
    }
  }

  /// Remembers the names that a `__constant__` declaration of plain variables gives.
  void note_constants(std::size_t i) {
    const std::size_t end = declaration_end(i);
    for (std::size_t k = i + 1; k < end; ++k) {
      const bool name = tokens_[k].kind == TokenKind::identifier &&
                        (is(k + 1, ";") || is(k + 1, "=") || is(k + 1, ",") || is(k + 1, "{"));
      if (name) {
        constants_.insert(tokens_[k].text);
        declared_.insert(k);
      }
      if (is(k, "=") || is(k, "{")) break;
    }
  }

  void check_assignment(std::size_t i) {
    if (declared_.count(i) > 0) return;
    static const std::set<std::string_view> assign = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
    // Not another object's member of that name, nor a variable declared by it: int scale = 3;
    const bool member = i > 0 && (is(i - 1, ".") || is(i - 1, "->"));
    const bool declares = i > 0 && (tokens_[i - 1].kind == TokenKind::identifier ||
                                    is(i - 1, "*") || is(i - 1, "&") || is(i - 1, ">"));
    if (member || (declares && !is(i - 1, "return"))) return;
    const bool assigned = i + 1 < tokens_.size() && assign.count(tokens_[i + 1].text) > 0;
    const bool stepped = i > 0 && (is(i - 1, "++") || is(i - 1, "--"));
    if (!assigned && !stepped) return;
    refuse(i, "expression must be a modifiable lvalue: \"" + std::string(tokens_[i].text) +
                  "\" is __constant__; the host copies to it with cudaMemcpyToSymbol(), kernels "
                  "only read it");
  }

  std::string path_;
  scan::Scan scan_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> line_begins_;
  std::set<std::string_view> constants_;
  std::set<std::size_t> declared_;
  std::vector<Refusal> found_;
};

}  // namespace

std::vector<Refusal> refused_in_source(const std::string& path, const std::string& source) {
  return SourceRules(path, source).run();
}

}  // namespace kit::rules
