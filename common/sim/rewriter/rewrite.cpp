// Makes C++ of CUDA C++: launches become calls, and dynamic shared memory becomes a reference. The
// text between is kept as it is, so that a compiler's messages name the student's own lines and
// columns.
#include "rewrite.hpp"

#include <algorithm>

#include "scan/line_markers.hpp"
#include "scan/punctuator.hpp"
#include "scan/scanner.hpp"
#include "text_edits.hpp"

namespace kit::rewriter {
namespace {

using scan::Token;
using scan::TokenKind;

/// Tokens as the syntax of launches needs them: without directives, which may stand in the middle
/// of one, with brackets in their usual spelling, and with << and >> as single angle brackets:
/// whether >> shifts or closes two lists only a parser can tell.
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

class Rewriter {
 public:
  explicit Rewriter(const std::string& text)
      : text_(text),
        scan_(text),
        markers_(scan_.tokens()),
        edits_(text),
        tokens_(syntax_tokens(scan_)) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      track_scope(i);
      if (is_chevron(i, '<') && !is(i - 1, "operator")) {
        rewrite_launch(i);
        i += 2;
      } else if (is(i, "__global__")) {
        rewrite_kernel(i);
      } else if (is(i, "__shared__")) {
        rewrite_shared(i);
      } else if (is(i, "__constant__")) {
        rewrite_constant(i);
      } else if (is_identifier(i) && word(i).substr(0, 4) == "cuda") {
        mark_discarded(i);
      } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
        edits_.replace(tokens_[i].begin, tokens_[i].end, "__attribute__((noinline))");
      }
    }
    return edits_.apply();
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  bool is(std::size_t i, std::string_view expected) const { return word(i) == expected; }
  bool is_identifier(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::identifier;
  }

  // Three of the same angle bracket, the first two side by side (a macro may split off the third).
  bool is_chevron(std::size_t i, char bracket) const {
    const std::string_view one(&bracket, 1);
    return is(i, one) && is(i + 1, one) && is(i + 2, one) && tokens_[i].end == tokens_[i + 1].begin;
  }

  // In the student's file, by the line markers.
  scan::Place place(std::size_t i) const {
    scan::Place place = markers_.place(tokens_[i]);
    if (place.file.empty()) place.file = "source";
    return place;
  }

  [[noreturn]] void refuse(std::size_t i, const std::string& message) const {
    const scan::Place at = place(i);
    throw SyntaxError(at.file + ":" + std::to_string(at.line) + ": error: " + message);
  }

  // Index of the bracket that opens what the closing bracket at i closes.
  std::size_t matching_open(std::size_t i, std::string_view open, std::string_view close) const {
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

  std::size_t matching_close(std::size_t i, std::string_view open, std::string_view close) const {
    int depth = 0;
    for (std::size_t k = i; k < tokens_.size(); ++k) {
      if (is(k, open)) ++depth;
      if (is(k, close) && --depth == 0) return k;
    }
    refuse(i, "'" + std::string(open) + "' without '" + std::string(close) + "'");
  }

  // First token of the expression that ends right before token `chevron`: name, ns::name<T>,
  // object.member, (*pointer), table[i], function(arguments).
  std::size_t callee_begin(std::size_t chevron) const {
    if (chevron == 0) refuse(chevron, "<<< without a kernel before it");
    std::size_t k = chevron - 1;
    for (;;) {
      if (is(k, ">")) k = matching_open(k, "<", ">") - 1;
      while (is(k, ")") || is(k, "]")) {
        k = is(k, ")") ? matching_open(k, "(", ")") : matching_open(k, "[", "]");
        if (k == 0 || !(is_identifier(k - 1) || is(k - 1, ")") || is(k - 1, "]"))) break;
        --k;
      }
      if (is(k, ">")) continue;
      const bool chained = k > 0 && (is(k - 1, "::") || is(k - 1, "->") || is(k - 1, "."));
      if (!chained) break;
      if (k < 2 || !(is_identifier(k - 2) || is(k - 2, ">") || is(k - 2, ")") || is(k - 2, "]"))) {
        return k - 1;  // ::kernel
      }
      k -= 2;
    }
    if (is(k, "return") || is(k, ";")) refuse(chevron, "<<< without a kernel before it");
    if (k > 0 && is(k - 1, "template")) --k;
    return k;
  }

  std::size_t config_end(std::size_t chevron) const {
    int depth = 0;
    for (std::size_t k = chevron + 3; k < tokens_.size(); ++k) {
      if (is(k, "(") || is(k, "[") || is(k, "{")) ++depth;
      if (is(k, ")") || is(k, "]") || is(k, "}")) --depth;
      if (depth < 0 || (depth == 0 && is(k, ";"))) break;
      if (depth == 0 && is_chevron(k, '>')) return k;
      if (is_chevron(k, '<')) refuse(k, "a kernel launch within <<< >>>");
    }
    refuse(chevron, "<<< without >>>");
  }

  static std::string quoted(std::string_view text) {
    std::string result = "\"";
    bool space = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i > 0 && text[i - 1] == '\n' && text[i] == '#') {  // a line marker
        i = std::min(text.find('\n', i), text.size() - 1);
      }
      const char c = text[i];
      if (c == ' ' || c == '\n' || c == '\t') {
        space = true;
        continue;
      }
      if (space && result.size() > 1) result += ' ';
      space = false;
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result + "\"";
  }

  void rewrite_launch(std::size_t chevron) {
    const std::size_t begin = callee_begin(chevron);
    const std::size_t end = config_end(chevron);
    if (end == chevron + 3) refuse(chevron, "<<< >>> needs a grid and a block");
    if (!is(end + 3, "(")) refuse(chevron, "a kernel launch needs its arguments in ( ) after >>>");
    const std::size_t close = matching_close(end + 3, "(", ")");
    const std::size_t callee_start = tokens_[begin].begin;
    const std::size_t callee_stop = tokens_[chevron - 1].end;
    const std::string name =
        quoted(std::string_view(text_).substr(callee_start, callee_stop - callee_start));
    const scan::Place at = place(begin);

    edits_.insert(callee_start, "::kit::sim::make_launcher([&](auto&&... kit_sim_p) { ");
    edits_.replace(
        tokens_[chevron].begin, tokens_[chevron + 2].end,
        "(static_cast<decltype(kit_sim_p)&&>(kit_sim_p)...); }, ::kit::sim::LaunchConfig(");
    edits_.replace(tokens_[end].begin, tokens_[end + 2].end,
                   "), ::kit::sim::LaunchSite{" + name + ", " + quoted(at.file) + ", " +
                       std::to_string(at.line) + "})");
    // NULL is an integer to a template; a kernel's parameter wants a pointer.
    for (std::size_t k = end + 4; k < close; ++k) {
      if (is(k, "__null")) edits_.replace(tokens_[k].begin, tokens_[k].end, "nullptr");
    }
  }

  // A kernel stays a function of its own, and says when its body begins.
  void rewrite_kernel(std::size_t i) {
    edits_.replace(tokens_[i].begin, tokens_[i].end, "__attribute__((noipa))");
    std::size_t k = i;
    while (k < tokens_.size() && !is(k, "{") && !is(k, ";")) {
      k = is(k, "(") ? matching_close(k, "(", ")") + 1 : k + 1;
    }
    if (is(k, "{")) edits_.insert(tokens_[k].end, " ::kit::sim::enter_kernel();");
  }

  // `cudaFree(p);` as a statement of its own throws its result away; the runtime gets to know.
  void mark_discarded(std::size_t i) {
    if (i == 0 || !is(i + 1, "(") || parentheses_.empty() || parentheses_.back() != 0) return;
    std::size_t before = i - 1;
    if (is(before, "::")) --before;                                         // ::cudaFree
    if (is(i, "cudaGetLastError") || is(i, "cudaPeekAtLastError")) return;  // clears the error
    const bool cast = is(before, ")") && is(before - 1, "void");  // thrown away on purpose
    const bool statement = is(before, ";") || is(before, "{") || is(before, "}") ||
                           (is(before, ")") && !cast) || is(before, "else") || is(before, ":");
    if (!statement) return;
    const std::size_t close = matching_close(i + 1, "(", ")");
    if (is(close + 1, ";")) edits_.insert(tokens_[close].end, ", ::kit::sim::discarded()");
  }

  // Keeps the open braces, and of each whether it belongs to a namespace and how many parentheses
  // are open in it.
  void track_scope(std::size_t i) {
    if (is(i, "}") && !scopes_.empty()) {
      scopes_.pop_back();
      parentheses_.pop_back();
    }
    if (!parentheses_.empty() && is(i, "(")) ++parentheses_.back();
    if (!parentheses_.empty() && is(i, ")")) --parentheses_.back();
    if (!is(i, "{")) return;
    parentheses_.push_back(0);
    std::size_t k = i;
    while (k > 0 && (is_identifier(k - 1) || is(k - 1, "::")) && !is(k - 1, "namespace")) --k;
    const bool linkage = i > 1 && is(i - 2, "extern") && tokens_[i - 1].kind == TokenKind::string;
    scopes_.push_back(linkage || (k > 0 && is(k - 1, "namespace")));
  }

  // Tokens [first, last) of the declaration that token i belongs to; `last` is its ';' or '='.
  std::pair<std::size_t, std::size_t> declaration(std::size_t i) const {
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

  void rewrite_shared(std::size_t i) {
    const auto [first, last] = declaration(i);
    std::size_t storage = tokens_.size();  // an `extern` or `static` of the declaration
    for (std::size_t k = first; k < last; ++k) {
      if (is(k, "extern") || is(k, "static")) storage = k;
    }
    const bool in_function = std::find(scopes_.begin(), scopes_.end(), false) != scopes_.end();
    if (!is(storage, "extern")) {
      if (in_function) return rewrite_shared_variables(i, first, last);
      edits_.replace(tokens_[i].begin, tokens_[i].end,
                     storage < tokens_.size() ? "__thread" : "static __thread");
      return;
    }
    edits_.replace(tokens_[i].begin, tokens_[i].end, "");
    if (!in_function) {
      edits_.insert(tokens_[storage].end, " __thread");  // must follow the storage class directly
      edits_.insert(tokens_[last].begin, " __asm__(\"kit_sim_dynamic_shared\")");
      return;
    }
    // In a function: a reference to an array of unknown length. (A template loses the asm name.)
    std::size_t bracket = i;
    while (bracket < last && !is(bracket, "[")) ++bracket;
    if (bracket == last || !is(bracket + 1, "]")) {
      refuse(i, "extern __shared__ needs an array without a length, such as float tile[]");
    }
    edits_.replace(tokens_[storage].begin, tokens_[storage].end, "");
    edits_.insert(tokens_[bracket - 1].begin, "(&");
    edits_.insert(tokens_[bracket - 1].end, ")");
    edits_.insert(tokens_[last].begin, " = ::kit::sim::dynamic_shared");
  }

  // `__shared__ float a[4], b;` becomes, for each variable, an object with room around it and a
  // reference by the student's name.
  void rewrite_shared_variables(std::size_t i, std::size_t first, std::size_t last) {
    if (!is(last, ";")) refuse(i, "a __shared__ variable cannot have an initialiser");
    std::string type;
    std::size_t k = first;
    for (; k < last; ++k) {
      if (is(k, "static") || is(k, "__shared__")) continue;
      if ((is(k, "__attribute__") || is(k, "alignas")) && is(k + 1, "(")) {
        k = matching_close(k + 1, "(", ")");  // the object is aligned better than that
        continue;
      }
      if (is_identifier(k) && (is(k + 1, "[") || is(k + 1, ",") || is(k + 1, ";"))) break;
      if (is(k, "<")) {
        const std::size_t close = matching_close(k, "<", ">");
        for (; k < close; ++k) type += std::string(word(k)) + " ";
      }
      type += std::string(word(k)) + " ";
    }
    std::string text;
    for (; k < last; ++k) {
      const std::string name(word(k));
      if (!is_identifier(k)) refuse(i, "cannot read this __shared__ declaration");
      std::string extent;
      for (++k; is(k, "["); ++k) {
        const std::size_t close = matching_close(k, "[", "]");
        for (; k < close; ++k) extent += std::string(word(k)) + " ";
        extent += "]";
      }
      if (k != last && !is(k, ",")) refuse(i, "cannot read this __shared__ declaration");
      text += "static __thread ::kit::sim::Shared<" + type + extent + "> kit_sim_shared_" + name +
              "; auto& " + name + " = kit_sim_shared_" + name + ".value;";
    }
    edits_.replace(tokens_[first].begin, tokens_[last].end, text);
  }

  void rewrite_constant(std::size_t i) {
    const auto [first, last] = declaration(i);
    bool has_storage = false;
    for (std::size_t k = first; k < last; ++k) {
      has_storage |= is(k, "extern") || is(k, "static") || is(k, "inline");
      // Constant to kernels, but the host copies into it.
      if (is(k, "const")) edits_.replace(tokens_[k].begin, tokens_[k].end, "");
    }
    edits_.replace(tokens_[i].begin, tokens_[i].end,
                   std::string(has_storage ? "" : "static ") +
                       "__attribute__((unused, no_reorder, section(\"kit_sim_constant\")))");
    // Room after it, in which an overflow shows.
    std::size_t end = last;
    for (int depth = 0; end < tokens_.size() && (depth > 0 || !is(end, ";")); ++end) {
      if (is(end, "{") || is(end, "(")) ++depth;
      if (is(end, "}") || is(end, ")")) --depth;
    }
    if (end == tokens_.size()) refuse(i, "a __constant__ variable without ;");
    edits_.insert(tokens_[end].end,
                  " static __attribute__((used, no_reorder, section(\"kit_sim_constant\"))) char "
                  "kit_sim_gap_" +
                      std::to_string(gaps_++) + "[64];");
  }

  const std::string& text_;
  scan::Scan scan_;
  scan::LineMarkers markers_;
  Edits edits_;
  std::vector<Token> tokens_;
  std::vector<bool> scopes_;
  std::vector<int> parentheses_;
  int gaps_ = 0;
};

}  // namespace

std::string rewrite(const std::string& text) {
  return Rewriter(text).run();
}

}  // namespace kit::rewriter
