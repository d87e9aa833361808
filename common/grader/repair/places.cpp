// What stands where the compiler wants a constant is left alone: lengths of arrays, arguments of
// templates, constants themselves. Where this does not see it, the compiler does.
#include "grader/repair/places.hpp"

#include <cstddef>
#include <string_view>

#include "grader/repair/words.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {
namespace {

using scan::Token;
using scan::TokenKind;

class Finder {
 public:
  Finder(const std::vector<Token>& tokens, const std::set<int>& without)
      : tokens_(tokens), without_(without) {}

  Places run() {
    find_places();
    return {std::move(usable_), std::move(condition_)};
  }

  std::vector<std::pair<std::size_t, std::size_t>> bodies() const {
    std::vector<std::pair<std::size_t, std::size_t>> list;
    std::vector<bool> of_function;  // for each open brace
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (text(i) == "{") {
        const bool inside = !of_function.empty() && of_function.back();
        if (!inside && opens_body(i)) list.emplace_back(i, tokens_.size() - 1);
        of_function.push_back(inside || opens_body(i));
      }
      if (text(i) != "}" || of_function.empty()) continue;
      const bool inside = of_function.back();
      of_function.pop_back();
      if (inside && (of_function.empty() || !of_function.back())) list.back().second = i;
    }
    return list;
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  bool ends_operand(std::size_t i) const {
    return i < tokens_.size() && repair::ends_operand(tokens_[i]);
  }

  /// True if a brace outside of functions opens the body of one.
  bool opens_body(std::size_t brace) const {
    return text(brace - 1) == ")" || is_one_of(text(brace - 1), {"const", "noexcept", "override"});
  }

  /// Which tokens are code of a function, and no template's arguments, length, capture or the like.
  void find_places() {
    usable_.assign(tokens_.size(), false);
    for (const auto& [open, close] : bodies())
      for (std::size_t i = open; i < close; ++i) usable_[i] = without_.count(tokens_[i].line) == 0;
    condition_.assign(tokens_.size(), false);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_one_of(text(i), {"if", "while"})) mark_condition(i + 1);
      // Another number there leads to another function, which mends whatever is wrong in this one.
      if (text(i) == "switch") skip_to(i, "{");
      if (text(i) == "<") skip_template(i);
      if (text(i) == "[" && !ends_operand(i - 1)) skip_to(i, "]");
      if (is_one_of(text(i), {"constexpr", "static_assert", "__shared__", "using", "case",
                              "template", "static", "enum", "__constant__", "extern"}))
        skip_to(i, ";");
      // `const int kWidth = 4;`: may be a length elsewhere.
      if (text(i) == "const" && is_constant(i)) skip_to(i, ";");
      // `float line[2 * kRadius + 1];`
      if (tokens_[i].kind == TokenKind::identifier && text(i + 1) == "[" && i > 0 &&
          ((tokens_[i - 1].kind == TokenKind::identifier &&
            !is_keyword_before_operand(text(i - 1))) ||
           (text(i - 1) == "," && is_declared_beside(i))))
        skip_lengths(i + 1);
    }
  }

  /// `float a[3] = {}, b[4];`, whose b is token i.
  bool is_declared_beside(std::size_t i) const {
    std::size_t begin = i;
    int depth = 0;
    for (; begin > 0; --begin) {
      const std::string_view before = text(begin - 1);
      if (depth == 0 && (is_one_of(before, {";", "{"}) || (before == "}" && text(begin) != ",")))
        break;
      if (is_one_of(before, {")", "]", "}"})) ++depth;
      if (is_one_of(before, {"(", "[", "{"}) && --depth < 0) return false;
    }
    return tokens_[begin].kind == TokenKind::identifier &&
           tokens_[begin + 1].kind == TokenKind::identifier &&
           !is_keyword_before_operand(text(begin));
  }

  void mark_condition(std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      if (text(i) == "(") ++depth;
      if (text(i) == ")") --depth;
      if (depth == 0) return;
      condition_[i] = true;
    }
  }

  void skip_to(std::size_t begin, std::string_view last) {
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      usable_[i] = false;
      if (text(i) == last || (last == ";" && text(i) == ":" && text(begin) == "case")) return;
      if (text(i) == "{" && last == ";" && text(begin) == "template") return;
    }
  }

  /// `[3][2 * kRadius + 1]`
  void skip_lengths(std::size_t begin) {
    while (text(begin) == "[") {
      skip_to(begin, "]");
      while (begin < tokens_.size() && text(begin) != "]") ++begin;
      ++begin;
    }
  }

  bool is_constant(std::size_t begin) const {
    if (is_one_of(text(begin + 1), {"float", "double"})) return false;
    // `const State start = {{1.0f, 0.0f}, {}};` is no length.
    if (tokens_[begin + 1].kind == TokenKind::identifier && text(begin + 3) == "=" &&
        text(begin + 4) == "{")
      return false;
    bool assigned = false;
    for (std::size_t i = begin + 1; i < tokens_.size() && text(i) != ";"; ++i) {
      if (assigned && tokens_[i].kind == TokenKind::identifier && text(i)[0] != 'k') return false;
      if (text(i) == "=") assigned = true;
      if (is_one_of(text(i), {")", "{"}) && !assigned) return false;
    }
    return assigned;
  }

  /// Marks `<int, 3>` after a name.
  void skip_template(std::size_t begin) {
    if (begin == 0 || tokens_[begin - 1].kind != TokenKind::identifier) return;
    int depth = 0;
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      if (is_one_of(text(i), {";", "{", "}", "&&", "||", "?", "="})) return;
      if (text(i) == "<") ++depth;
      if (text(i) == ">") --depth;
      if (text(i) == ">>") depth -= 2;
      if (depth > 0) continue;
      for (std::size_t k = begin; k <= i; ++k) usable_[k] = false;
      return;
    }
  }

  const std::vector<Token>& tokens_;
  const std::set<int>& without_;
  std::vector<bool> usable_, condition_;
};

/// Without comments and directives. The tokens need the scan.
std::vector<Token> code_of(const scan::Scan& scan) {
  std::vector<Token> tokens;
  for (const Token& token : scan.code())
    if (!token.in_directive) tokens.push_back(token);
  return tokens;
}

/// True if the function whose body this brace opens runs on the device.
bool is_of_device(const std::vector<Token>& tokens, std::size_t open) {
  for (std::size_t i = open; i > 0; --i) {
    const Token& before = tokens[i - 1];
    if (before.is(";") || before.is("}")) break;
    if (before.is("__global__") || before.is("__device__")) return true;
  }
  return false;
}

}  // namespace

Places find_places(const std::vector<Token>& tokens, const std::set<int>& without) {
  return Finder(tokens, without).run();
}

std::vector<std::pair<std::size_t, std::size_t>> find_function_bodies(
    const std::vector<Token>& tokens) {
  return Finder(tokens, {}).bodies();
}

std::set<int> lines_of_device_functions(const std::string& source) {
  const scan::Scan scan(source);
  const std::vector<Token> tokens = code_of(scan);
  std::set<int> lines;
  for (const auto& [open, close] : find_function_bodies(tokens))
    if (is_of_device(tokens, open))
      for (int line = tokens[open].line; line <= tokens[close].line; ++line) lines.insert(line);
  return lines;
}

bool is_in_host_function(const std::string& source, int line) {
  const scan::Scan scan(source);
  const std::vector<Token> tokens = code_of(scan);
  for (const auto& [open, close] : find_function_bodies(tokens))
    if (tokens[open].line <= line && line <= tokens[close].line) return !is_of_device(tokens, open);
  return false;
}

Pointers find_pointers(const std::vector<scan::Token>& tokens) {
  Pointers found;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const bool allocates = tokens[i].is("cudaMalloc"),
               copies = tokens[i].text.starts_with("cudaMem");
    if ((!allocates && !copies) || !tokens[i + 1].is("(")) continue;
    std::vector<std::string> words(1);  // of each argument, its first word
    int depth = 0;
    for (std::size_t k = i + 1; k < tokens.size(); ++k) {
      if (tokens[k].is("(")) ++depth;
      if (tokens[k].is(")") && --depth == 0) break;
      if (depth == 1 && tokens[k].is(",")) words.emplace_back();
      if (tokens[k].kind == TokenKind::identifier && tokens[k - 1].is("&") && allocates)
        found.device.insert(std::string(tokens[k].text));
      if (tokens[k].kind == TokenKind::identifier && words.back().empty())
        words.back() = tokens[k].text;
    }
    for (const std::string& word : words) {
      if (word == "cudaMemcpyHostToDevice") found.host.insert(words[1]);
      if (word == "cudaMemcpyDeviceToHost") found.host.insert(words[0]);
    }
  }
  return found;
}

}  // namespace kit::repair
