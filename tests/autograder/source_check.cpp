#include "source_check.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

namespace kit::grader {
namespace {

struct Token {
  std::string text;  ///< an identifier, or one punctuator; literals are "\"\""
  int line = 0;
  bool starts_line = false;
  std::string header;  ///< of #include: what stands between < > or " ", with the delimiters
};

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// Cuts C++ into tokens: comments and the contents of texts are dropped, spliced lines joined.
class Scanner {
 public:
  explicit Scanner(const std::string& source) : text_(source) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    return tokens_;
  }

 private:
  char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  /// Goes over a backslash and line break, which the compiler does not see. True if there was one.
  bool splice() {
    std::size_t end = at_ + 1;
    if (look() != '\\') return false;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r'))
      ++end;
    if (end >= text_.size() || text_[end] != '\n') return false;
    at_ = end + 1;
    ++line_;
    return true;
  }

  void advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }

  void add(std::string text) {
    tokens_.push_back({std::move(text), line_, line_start_, ""});
    line_start_ = false;
  }

  void step() {
    if (splice()) return;
    const char c = look();
    if (c == '\n') {
      advance();
      line_start_ = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++at_;
    } else if (c == '/' && look(1) == '/') {
      while (at_ < text_.size() && look() != '\n') {
        if (!splice()) ++at_;
      }
    } else if (c == '/' && look(1) == '*') {
      for (at_ += 2; at_ < text_.size() && !(look() == '*' && look(1) == '/');) advance();
      at_ = std::min(at_ + 2, text_.size());
    } else if (follows_include() && (c == '<' || c == '"')) {
      read_header(c == '<' ? '>' : '"');
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      while (at_ < text_.size() &&
             (in_word(look()) || look() == '.' || (look() == '\'' && in_word(look(1))))) {
        ++at_;
      }
      add("0");
    } else if (in_word(c)) {
      read_word();
    } else if (c == '"' || c == '\'') {
      read_text(c);
    } else {
      ++at_;
      add(std::string(1, c));
    }
  }

  bool follows_include() const {
    return tokens_.size() >= 2 && tokens_.back().text == "include" && !line_start_ &&
           tokens_[tokens_.size() - 2].text == "#" && tokens_[tokens_.size() - 2].starts_line;
  }

  void read_header(char close) {
    std::string header(1, look());
    for (++at_; at_ < text_.size() && look() != close && look() != '\n'; ++at_) header += look();
    add("\"\"");
    tokens_.back().header = header + close;
    if (look() == close) ++at_;
  }

  void read_word() {
    const int line = line_;
    std::string word;
    while (at_ < text_.size() && (in_word(look()) || (look() == '\\' && splice()))) {
      if (in_word(look())) word += text_[at_++];
    }
    const bool raw = look() == '"' && !word.empty() && word.back() == 'R' && word.size() <= 3;
    if (raw) {
      const std::size_t open = std::min(text_.find('(', at_), text_.size());
      const std::string end = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
      const std::size_t stop = std::min(text_.find(end, open), text_.size());
      while (at_ < std::min(stop + end.size(), text_.size())) advance();
      word = "\"\"";
    }
    add(word);
    tokens_.back().line = line;
  }

  void read_text(char quote) {
    for (++at_; at_ < text_.size() && look() != quote && look() != '\n';) {
      if (splice()) continue;
      at_ += look() == '\\' ? 2 : 1;
    }
    at_ = std::min(at_, text_.size());
    if (look() == quote) ++at_;
    add("\"\"");
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool line_start_ = true;
  std::vector<Token> tokens_;
};

bool starts_with(const std::string& text, const char* prefix) {
  return text.rfind(prefix, 0) == 0;
}

/// Why an identifier is refused wherever it stands; null if it is not.
const char* why_refused(const std::string& word) {
  static const std::set<std::string> attributes = {
      "__attribute__", "__attribute", "no_sanitize", "no_instrument_function",
      "_Pragma",       "__pragma",    "__declspec"};
  if (word == "asm" || word == "__asm" || word == "__asm__") return "inline assembly";
  if (attributes.count(word) > 0) return "a compiler attribute or pragma";
  if (starts_with(word, "__tsan") || starts_with(word, "__sanitizer") ||
      starts_with(word, "kit_sim") || starts_with(word, "__builtin_return") ||
      (starts_with(word, "KIT_") && word != "KIT_CHECK")) {
    return "a name of the grader or the simulator";
  }
  return nullptr;
}

/// What a lab may include: its contract, the library, and the system.
bool header_allowed(const std::string& header) {
  const std::string name = header.substr(1, header.size() - 2);
  if (name.find("..") != std::string::npos || starts_with(name, "/")) return false;
  if (header[0] == '"') return name == "lab.hpp" || starts_with(name, "kit/");
  return !starts_with(name, "kit_sim") && name != "worker.hpp" && name != "device_job.hpp";
}

std::string refusal(const Token& token, const std::string& why) {
  return "line " + std::to_string(token.line) + ": " + why;
}

class Checker {
 public:
  explicit Checker(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::optional<std::string> run() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      const char* why = why_refused(token.text);
      if (why != nullptr) return refusal(token, std::string(why) + " is not allowed in a lab");
      if (token.text == "\\") return refusal(token, "an escaped name is not allowed in a lab");
      if (token.text == "%" && is(i + 1, ":"))
        return refusal(token, "a digraph is not allowed in a lab");
      if (token.text == "#") {
        if (!token.starts_line && is(i + 1, "#"))
          return refusal(token, "pasting tokens, which can hide a name, is not allowed in a lab");
        if (token.starts_line) {
          if (const auto found = check_directive(i)) return found;
        }
      }
      if (names_the_kit(i))
        return refusal(token, "a name of the grader or the simulator is not allowed in a lab");
    }
    return std::nullopt;
  }

 private:
  bool is(std::size_t i, const char* text) const {
    return i < tokens_.size() && tokens_[i].text == text;
  }

  /// kit::sim and its like, namespace kit, and other names for it.
  bool names_the_kit(std::size_t i) const {
    if (!is(i, "kit")) return false;
    if (i > 0 && is(i - 1, "namespace")) return true;
    // namespace k = kit; and namespace k = ::kit;
    const std::size_t before = i > 1 && is(i - 1, ":") && is(i - 2, ":") ? i - 2 : i;
    if (before > 2 && is(before - 1, "=") && is(before - 3, "namespace")) return true;
    if (!is(i + 1, ":") || !is(i + 2, ":")) return false;
    return is(i + 3, "sim") || is(i + 3, "worker") || is(i + 3, "grader");
  }

  std::optional<std::string> check_directive(std::size_t i) const {
    const Token& name = i + 1 < tokens_.size() ? tokens_[i + 1] : tokens_[i];
    if (name.starts_line || name.text == "#") return std::nullopt;  // a lone #
    if (name.text == "include" || name.text == "include_next" || name.text == "import") {
      const bool named = i + 2 < tokens_.size() && !tokens_[i + 2].header.empty();
      if (!named || name.text != "include")
        return refusal(name, "an include must name its header outright");
      if (!header_allowed(tokens_[i + 2].header))
        return refusal(name, "include " + tokens_[i + 2].header +
                                 ": a lab includes lab.hpp, kit/ and the system's headers only");
    }
    if (name.text == "pragma" &&
        !(is(i + 2, "omp") || is(i + 2, "unroll") || is(i + 2, "nounroll") || is(i + 2, "once")))
      return refusal(name, "a pragma other than omp, unroll and once is not allowed in a lab");
    static const std::set<std::string> conditions = {"if",   "ifdef",   "ifndef",
                                                     "elif", "elifdef", "elifndef"};
    if (conditions.count(name.text) > 0) {
      for (std::size_t k = i + 2; k < tokens_.size() && !tokens_[k].starts_line; ++k) {
        // Which compiler or backend this is, is not the student's business; NDEBUG and own names
        // are.
        if (starts_with(tokens_[k].text, "_") || starts_with(tokens_[k].text, "CUDA"))
          return refusal(name,
                         "a condition on the compiler or the backend is not allowed in a lab");
      }
    }
    if (name.text == "define" || name.text == "undef") {
      for (std::size_t k = i + 2; k < tokens_.size() && !tokens_[k].starts_line; ++k) {
        static const std::set<std::string> compilers = {"__NVCC__", "__CUDACC__", "__CUDA_ARCH__",
                                                        "__GNUC__", "__clang__"};
        if (compilers.count(tokens_[k].text) > 0)
          return refusal(name,
                         "a condition on the compiler or the backend is not allowed in a lab");
      }
    }
    return std::nullopt;
  }

  std::vector<Token> tokens_;
};

}  // namespace

std::optional<std::string> forbidden_in(const std::string& source) {
  return Checker(Scanner(source).run()).run();
}

}  // namespace kit::grader
