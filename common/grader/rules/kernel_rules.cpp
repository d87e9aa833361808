// A declaration is read from the token __global__ to its body or its semicolon; what may stand
// before it (static, a template's head) is looked at back to the end of the declaration before.
#include "grader/rules/kernel_rules.hpp"

#include <string_view>

#include "scan/scanner.hpp"

namespace kit::rules {
namespace {

using scan::Token;
using scan::TokenKind;

class KernelRules {
 public:
  KernelRules(const std::string& path, const std::string& source) : path_(path), scan_(source) {
    for (const Token& token : scan_.tokens())
      if (token.kind != TokenKind::comment && !token.in_directive) tokens_.push_back(token);
  }

  std::vector<Refusal> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is(i, "{")) classes_.push_back(opens_class(i));
      if (is(i, "}") && !classes_.empty()) classes_.pop_back();
      if (is(i, "__global__")) check(i);
    }
    return std::move(found_);
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }

  bool ends_declaration(std::size_t i) const {
    return is(i, ";") || is(i, "{") || is(i, "}") || (is(i, ":") && !is(i - 1, ":"));
  }

  std::size_t first_of(std::size_t i) const {
    while (i > 0 && !ends_declaration(i - 1)) --i;
    return i;
  }

  /// Whether the brace opens a class: its name and bases stand before it, but no parameters.
  bool opens_class(std::size_t brace) const {
    for (std::size_t k = brace; k-- > 0;) {
      if (is(k, "struct") || is(k, "class") || is(k, "union"))
        return !is(k - 1, "<") && !is(k - 1, ",") && !is(k - 1, "enum");
      if (is(k, ";") || is(k, "{") || is(k, "}") || is(k, ")")) return false;
    }
    return false;
  }

  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t k = open; k < tokens_.size(); ++k) {
      if (is(k, "(")) ++depth;
      if (is(k, ")") && --depth == 0) return k;
    }
    return tokens_.size();
  }

  /// The bracket before the parameters: not that of __launch_bounds__ or an attribute.
  std::size_t parameters(std::size_t i) const {
    for (; i < tokens_.size() && !ends_declaration(i); ++i) {
      if (!is(i, "(")) continue;
      if (!is(i - 1, "__launch_bounds__") && !is(i - 1, "__attribute__") && !is(i - 1, "alignas"))
        return i;
      i = closing(i);
    }
    return tokens_.size();
  }

  void refuse(std::size_t i, const std::string& message) {
    found_.push_back({path_, tokens_[i].line, 0, message});
  }

  void check(std::size_t i) {
    const std::size_t first = first_of(i), open = parameters(i);
    if (open == tokens_.size()) return;
    bool is_friend = false;
    for (std::size_t k = first; k < open; ++k) {
      is_friend = is_friend || is(k, "friend");
      // Not the parameter of a template.
      if (is(k, "auto") && k + 2 >= open && !is(closing(open) + 1, "->"))
        refuse(i, "a __global__ function must not have a deduced return type: write void");
      if (is(k, "constexpr"))
        refuse(i, "a __global__ function cannot be constexpr: a kernel runs on the device only");
    }
    if (!classes_.empty() && classes_.back() && !is_friend)
      refuse(i,
             "A __global__ function or function template cannot be a member function: define it "
             "outside of the class");
    check_parameters(i, open);
  }

  void check_parameters(std::size_t i, std::size_t open) {
    const std::size_t close = closing(open);
    for (std::size_t k = open; k < close; ++k) {
      if (is(k, "&&"))
        refuse(i, "a __global__ function cannot have a parameter with rvalue reference type");
      if (is(k, "initializer_list"))
        refuse(i,
               "a __global__ function or function template cannot have a parameter with type "
               "std::initializer_list");
      if (is(k, "...") && (is(k - 1, ",") || is(k - 1, "(")) && k + 1 == close)
        refuse(i, "a __global__ function cannot have ellipsis");
    }
    if (is(close + 1, "noexcept"))
      refuse(i,
             "An exception specification is not allowed for a __global__ function or function "
             "template");
  }

  std::string path_;
  scan::Scan scan_;
  std::vector<Token> tokens_;
  std::vector<bool> classes_;  ///< of each open brace whether it is a class's
  std::vector<Refusal> found_;
};

}  // namespace

std::vector<Refusal> refused_kernels(const std::string& path, const std::string& source) {
  return KernelRules(path, source).run();
}

}  // namespace kit::rules
