// Tokens are looked at as the compiler sees them, so that neither a splice nor a comment nor a text
// can hide a name or make one up. Macros are not expanded: pasting, which could build a name, is
// refused.
#include "grader/grading/source_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "scan/literal.hpp"
#include "scan/scanner.hpp"

namespace kit::grader {
namespace {

using scan::Token;
using scan::TokenKind;

/// Why an identifier is refused wherever it stands; null if it is not.
const char* why_refused(std::string_view word) {
  static const std::set<std::string_view> attributes = {"__attribute", "_Pragma", "__pragma",
                                                        "__declspec"};
  if (word == "asm" || word == "__asm" || word == "__asm__") return "inline assembly";
  if (attributes.count(word) > 0) return "a compiler attribute or pragma";
  if (word.starts_with("__tsan") || word.starts_with("__sanitizer") ||
      word.starts_with("kit_sim") || word.starts_with("__builtin_return") ||
      (word.starts_with("KIT_") && word != "KIT_CHECK")) {
    return "a name of the grader or the simulator";
  }
  return nullptr;
}

/// Attributes that change neither what is observed nor where code and data lie.
bool is_plain_attribute(std::string_view word) {
  // __noinline__ means noinline.
  if (word.starts_with("__") && word.ends_with("__") && word.size() > 4)
    word = word.substr(2, word.size() - 4);
  static const std::set<std::string_view> plain = {"always_inline",
                                                   "noinline",
                                                   "aligned",
                                                   "unused",
                                                   "used",
                                                   "packed",
                                                   "pure",
                                                   "const",
                                                   "hot",
                                                   "cold",
                                                   "flatten",
                                                   "deprecated",
                                                   "warn_unused_result",
                                                   "nodiscard",
                                                   "maybe_unused",
                                                   "likely",
                                                   "unlikely",
                                                   "noreturn",
                                                   "fallthrough",
                                                   "no_unique_address",
                                                   "gnu_inline",
                                                   "format",
                                                   "nonnull",
                                                   "malloc"};
  return plain.count(word) > 0;
}

/// __MINE_CUH__ and the like; no compiler has a macro of such a name.
bool is_include_guard(std::string_view word) {
  while (word.ends_with('_')) word.remove_suffix(1);
  return word.ends_with("_H") || word.ends_with("_HH") || word.ends_with("_HPP") ||
         word.ends_with("_CUH");
}

/// The name that a token can be: an identifier, or the suffix of a literal, which to g++ is a
/// name of its own where it is a macro's.
std::string_view name_of(const Token& token) {
  if (token.kind == TokenKind::identifier) return token.text;
  return token.is_string_or_character() ? scan::literal_suffix(token.text) : std::string_view();
}

/// What a lab may include: its contract, the library, the system, and the student's own headers.
bool header_allowed(std::string_view header, const std::vector<std::string>& own) {
  const std::string_view name = header.substr(1, header.size() - 2);
  if (name.find("..") != std::string_view::npos || name.starts_with('/')) return false;
  if (header[0] == '"')
    return name == "lab.hpp" || name.starts_with("kit/") ||
           std::find(own.begin(), own.end(), name) != own.end();
  return !name.starts_with("kit_sim") && name != "worker.hpp" && name != "device_job.hpp";
}

std::string refusal(const Token& token, const std::string& why) {
  return fmt::format("line {}: {}", token.line, why);
}

/// The brackets that are open at a token. Each token is looked at once: a text may be nothing but
/// brackets.
class OpenBrackets {
 public:
  /// Whether a name that stands here is an attribute's.
  bool names_attributes() const {
    return !open_.empty() &&
           (open_.back() == Kind::attributes || open_.back() == Kind::gnu_attributes);
  }

  /// Goes past a token. What closes none of the brackets, or another, is passed over.
  void pass(const std::vector<Token>& tokens, std::size_t i) {
    const auto is = [&](std::size_t k, std::string_view text) { return tokens[k].is(text); };
    if (is(i, "["))
      open_.push_back(i > 0 && is(i - 1, "[") ? Kind::attributes : Kind::square);
    else if (is(i, "("))
      open_.push_back(i > 1 && is(i - 1, "(") && is(i - 2, "__attribute__") ? Kind::gnu_attributes
                                                                            : Kind::round);
    else if (!open_.empty() && is(i, is_square(open_.back()) ? "]" : ")"))
      open_.pop_back();
  }

 private:
  enum class Kind : std::uint8_t { square, round, attributes, gnu_attributes };
  static bool is_square(Kind kind) { return kind == Kind::square || kind == Kind::attributes; }

  std::vector<Kind> open_;
};

class Checker {
 public:
  Checker(std::vector<Token> tokens, const std::vector<std::string>& own)
      : tokens_(std::move(tokens)), own_(own) {}

  std::optional<std::string> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (auto found = check(i)) return found;
      follow_brackets(i);
    }
    return std::nullopt;
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }

  std::optional<std::string> check(std::size_t i) const {
    const Token& token = tokens_[i];
    const std::string_view name = name_of(token);
    if (const char* why = why_refused(name))
      return refusal(token, std::string(why) + " is not allowed in a lab");
    if (token.is("\\") || name.find('\\') != std::string_view::npos)
      return refusal(token, "an escaped name is not allowed in a lab");
    if (token.is("%:") || token.is("%:%:"))
      return refusal(token, "a digraph is not allowed in a lab");
    // `, ##__VA_ARGS__` leaves out a comma.
    if (token.is("##") && !(is(i - 1, ",") && is(i + 1, "__VA_ARGS__")))
      return refusal(token, "pasting tokens, which can hide a name, is not allowed in a lab");
    if (auto found = check_attribute(i)) return found;
    if (names_the_kit(i))
      return refusal(token, "a name of the grader or the simulator is not allowed in a lab");
    return token.is("#") && token.first_in_line ? check_directive(i) : std::nullopt;
  }

  /// Of [[...]] and __attribute__((...)): a name that stands outside of further parentheses.
  std::optional<std::string> check_attribute(std::size_t i) const {
    const Token& token = tokens_[i];
    const OpenBrackets& open = token.in_directive ? in_directive_ : in_code_;
    if (!open.names_attributes() || token.kind != TokenKind::identifier) return std::nullopt;
    if (is(i + 1, "::") || is(i + 1, ":") || token.is("using") || is(i - 1, "using"))
      return std::nullopt;
    // a[[] { return 0; }()] is no attribute, nor is a name in it one.
    if (is_plain_attribute(token.text)) return std::nullopt;
    return refusal(
        token, fmt::format("the attribute '{}' is not allowed in a lab; leave it out", token.text));
  }

  /// Keeps the brackets of a directive apart: they are a macro's, and close none of the code's.
  void follow_brackets(std::size_t i) {
    if (tokens_[i].in_directive && tokens_[i].first_in_line) in_directive_ = {};
    (tokens_[i].in_directive ? in_directive_ : in_code_).pass(tokens_, i);
  }

  /// kit::sim and its like, namespace kit, and other names for it.
  bool names_the_kit(std::size_t i) const {
    if (!is(i, "kit")) return false;
    if (i > 0 && is(i - 1, "namespace")) return true;
    // namespace k = kit; and namespace k = ::kit;
    const std::size_t before = i > 0 && is(i - 1, "::") ? i - 1 : i;
    if (before > 2 && is(before - 1, "=") && is(before - 3, "namespace")) return true;
    return is(i + 1, "::") && (is(i + 2, "sim") || is(i + 2, "worker") || is(i + 2, "grader"));
  }

  /// The token behind the directive that begins at token i.
  std::size_t directive_end(std::size_t i) const {
    std::size_t end = i + 1;
    while (end < tokens_.size() && !tokens_[end].first_in_line) ++end;
    return end;
  }

  std::optional<std::string> check_directive(std::size_t i) const {
    const std::size_t end = directive_end(i);
    if (end == i + 1) return std::nullopt;  // a lone #
    const std::string_view name = tokens_[i + 1].text;
    if (name == "include" || name == "include_next" || name == "import")
      return check_include(i, end);
    if (name == "pragma") return check_pragma(i);
    static const std::set<std::string_view> conditions = {"if",   "ifdef",   "ifndef",
                                                          "elif", "elifdef", "elifndef"};
    if (conditions.count(name) > 0) return check_condition(i, end);
    if (name == "define" || name == "undef") return check_names(i, end, is_of_a_compiler);
    static const std::set<std::string_view> plain = {"else", "endif", "error", "warning"};
    if (plain.count(name) > 0) return std::nullopt;
    // Above all #line, whose file is one that compilers show lines of.
    return refusal(tokens_[i + 1],
                   fmt::format("the directive '#{}' is not allowed in a lab; leave it out", name));
  }

  std::optional<std::string> check_condition(std::size_t i, std::size_t end) const {
    for (std::size_t k = i + 2; k < end; ++k) {
      const bool name = tokens_[k].kind == TokenKind::header_name;
      const bool asks = is(k - 1, "(") && is(k - 2, "__has_include");
      if (name ? !header_allowed(tokens_[k].text, own_) : asks)
        return refusal(tokens_[k], fmt::format("a lab may not ask for {}", tokens_[k].text));
    }
    return check_names(i, end, asks_for_the_compiler);
  }

  std::optional<std::string> check_include(std::size_t i, std::size_t end) const {
    const Token& name = tokens_[i + 1];
    const bool named = i + 2 < end && tokens_[i + 2].kind == TokenKind::header_name;
    if (!named || !name.is("include"))
      return refusal(name, "an include must name its header outright");
    const std::string_view header = tokens_[i + 2].text;
    if (header_allowed(header, own_)) return std::nullopt;
    return refusal(name, "include " + std::string(header) +
                             ": a lab includes lab.hpp, kit/, the system's headers, and *.cuh and "
                             "*.hpp that stand beside the file");
  }

  std::optional<std::string> check_pragma(std::size_t i) const {
    for (const char* allowed : {"omp", "unroll", "nounroll", "once"})
      if (is(i + 2, allowed)) return std::nullopt;
    if (is(i + 2, "GCC") && (is(i + 3, "ivdep") || is(i + 3, "unroll") || is(i + 3, "diagnostic")))
      return std::nullopt;
    return refusal(tokens_[i + 1],
                   "a pragma other than omp, unroll, once and GCC ivdep, unroll and diagnostic is "
                   "not allowed in a lab; leave it out");
  }

  /// Which compiler or backend this is, is not the student's business. What is the same wherever a
  /// lab is compiled may be asked for, and so may own names and NDEBUG.
  static bool asks_for_the_compiler(std::string_view word) {
    static const std::set<std::string_view> same = {
        "__CUDA_ARCH__", "__CUDACC__",  "_OPENMP",       "__cplusplus",        "__linux__",
        "__unix__",      "_WIN32",      "_WIN64",        "__APPLE__",          "_MSC_VER",
        "__x86_64__",    "__aarch64__", "__has_include", "__has_cpp_attribute"};
    if (same.count(word) > 0 || is_include_guard(word)) return false;
    return word.starts_with("_") || word.starts_with("CUDA");
  }

  static bool is_of_a_compiler(std::string_view word) {
    static const std::set<std::string_view> compilers = {"__NVCC__", "__CUDACC__", "__CUDA_ARCH__",
                                                         "__GNUC__", "__clang__"};
    // By another name, what is asked for could be a macro's.
    return compilers.count(word) > 0 || word.starts_with("__has_");
  }

  std::optional<std::string> check_names(std::size_t i, std::size_t end,
                                         bool (*refused)(std::string_view)) const {
    for (std::size_t k = i + 2; k < end; ++k)
      if (const std::string_view word = name_of(tokens_[k]); refused(word))
        return refusal(tokens_[i + 1],
                       fmt::format("a condition on the compiler or the backend ('{}') is not "
                                   "allowed in a lab; write code that is the same for all, or use "
                                   "__CUDA_ARCH__ or __CUDACC__",
                                   word));
    return std::nullopt;
  }

  std::vector<Token> tokens_;
  const std::vector<std::string>& own_;
  OpenBrackets in_code_, in_directive_;
};

}  // namespace

std::optional<std::string> forbidden_in(const std::string& source,
                                        const std::vector<std::string>& own) {
  const scan::Scan scan(source);
  return Checker(scan.code(), own).run();
}

}  // namespace kit::grader
