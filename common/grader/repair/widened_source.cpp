// Without a parser: the words of a type, then a name and what may follow a single variable's, or
// the brackets of a cast.
#include "grader/repair/widened_source.hpp"

#include <vector>

#include "grader/repair/statements.hpp"
#include "grader/repair/words.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {
namespace {

using scan::Token;
using scan::TokenKind;

bool is_narrow(std::string_view text) {
  return is_one_of(text, {"char", "short", "uint8_t", "int8_t", "uint16_t", "int16_t"});
}
bool is_without_sign(std::string_view text) {
  return is_one_of(text, {"unsigned", "size_t", "uint32_t", "uint64_t"});
}
bool is_type_word(std::string_view text) {
  return is_narrow(text) || is_without_sign(text) ||
         is_one_of(text, {"signed", "int", "long", "std", "::"});
}
bool is_declared_elsewhere(std::string_view text) {
  return is_one_of(text,
                   {"__shared__", "__constant__", "__device__", "extern", "struct", "sizeof"});
}

/// A type in the source: its tokens [begin, end).
struct Type {
  std::size_t begin = 0, end = 0;
};

class Widener {
 public:
  Widener(const std::string& source, Widening widening, const std::set<int>& cut,
          const std::set<int>& only)
      : source_(source), scan_(source), widening_(widening), only_(only) {
    for (const Token& token : scan_.tokens())
      if (token.kind != TokenKind::comment && !token.in_directive) tokens_.push_back(token);
    for (std::size_t i = 1; i < tokens_.size(); ++i)
      if (is_assignment(text(i)) && reaches(i, cut)) assigned_.insert(text(i - 1));
  }

  WidenedSource run() const {
    WidenedSource result;
    std::size_t copied = 0;
    const auto replace = [&](std::size_t first, std::size_t last, const std::string& text) {
      result.text += source_.substr(copied, tokens_[first].begin - copied) + text;
      copied = tokens_[last].end;
    };
    int depth = 0;  // parentheses and braces
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_one_of(text(i), {"(", "{"})) ++depth;
      if (is_one_of(text(i), {")", "}"})) --depth;
      if (depth == 0) continue;
      const bool sum = (is_first_of_sum(i) || is_dividend(i)) && may_change(i);
      // As wide as what it stands beside, for templates such as std::clamp().
      if (sum || is_unsigned_number(i))
        replace(i, i, std::string(new_type()).append("(").append(text(i)).append(")"));
      const bool whole = is_auto_of_whole(i) && may_change(i);
      if (whole) replace(i, i, new_type());
      if (sum || whole) result.lines.insert(tokens_[i].line);
      if (!is_type_word(text(i)) || text(i) == "::") continue;
      const Type type = type_at(i);
      if (is_widened(type) && may_change(i)) {
        replace(type.begin, type.end - 1, new_type());
        result.lines.insert(tokens_[type.begin].line);
      }
      i = type.end - 1;
    }
    result.text += source_.substr(copied);
    return result;
  }

 private:
  const char* new_type() const {
    switch (widening_) {
      case Widening::narrow:
        return "int";
      case Widening::no_sign:
        return "std::ptrdiff_t";
      case Widening::whole:
        return "float";
    }
    return "";
  }

  /// True if the statement goes on to one of these lines.
  bool reaches(std::size_t i, const std::set<int>& lines) const {
    for (; i < tokens_.size(); ++i) {
      if (lines.count(tokens_[i].line) > 0) return true;
      if (is_one_of(text(i), {";", "{", "}"})) return false;
    }
    return false;
  }

  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }

  Type type_at(std::size_t i) const {
    Type type{i, i};
    while (is_type_word(text(type.end))) ++type.end;
    return type;
  }

  bool is_widened(const Type& type) const {
    bool narrow = false, without_sign = false;
    for (std::size_t i = type.begin; i < type.end; ++i) {
      narrow |= is_narrow(text(i));
      without_sign |= is_without_sign(text(i));
      // A break of the line within a type would be lost.
      if (tokens_[i].line != tokens_[type.begin].line) return false;
    }
    if (widening_ == Widening::whole)
      return assigned_.count(text(type.end)) > 0 && is_single_variable(type);
    const bool meant = widening_ == Widening::narrow ? narrow : without_sign && !narrow;
    return meant && (is_cast(type) || is_single_variable(type));
  }

  bool is_cast(const Type& type) const {
    const std::string_view before = text(type.begin - 1), after = text(type.end);
    const bool named = before == "<" && after == ">" && text(type.begin - 2) == "static_cast";
    const bool written = before == "(" && after == ")" && text(type.begin - 2) != "sizeof";
    return named || written || after == "(";
  }

  bool is_single_variable(const Type& type) const {
    if (type.end >= tokens_.size() || tokens_[type.end].kind != TokenKind::identifier ||
        !is_one_of(text(type.end + 1), {"=", ";", ",", ")", "{", ":"}))
      return false;
    // Unsigned parameters may be the contract's.
    if (widening_ == Widening::no_sign && is_one_of(text(type.end + 1), {",", ")"}) &&
        !is_own_parameter(type.begin))
      return false;
    // Words before the type, such as const.
    for (std::size_t i = type.begin; i-- > 0 && tokens_[i].kind == TokenKind::identifier;)
      if (is_declared_elsewhere(text(i))) return false;
    return text(type.begin - 1) != "<";
  }

  bool may_change(std::size_t i) const { return only_.empty() || only_.count(tokens_[i].line) > 0; }

  /// `auto sum = 0;`, to which fractions are added.
  bool is_auto_of_whole(std::size_t i) const {
    return widening_ == Widening::whole && text(i) == "auto" && text(i + 2) == "=" &&
           assigned_.count(text(i + 1)) > 0 && text(i + 4) == ";" &&
           text(i + 3).find_first_not_of("0123456789") == std::string_view::npos;
  }

  /// `0u`
  bool is_unsigned_number(std::size_t i) const {
    return widening_ == Widening::no_sign && tokens_[i].kind == TokenKind::number &&
           text(i).find('x') == std::string_view::npos &&
           is_one_of(text(i).substr(text(i).size() - 1), {"u", "U"});
  }

  /// The 1 of `1 / 3`, whose quotient is 0.
  bool is_dividend(std::size_t i) const {
    return widening_ == Widening::whole && tokens_[i].kind == TokenKind::number &&
           text(i).find_first_not_of("0123456789") == std::string_view::npos &&
           text(i + 1) == "/" && !is_one_of(text(i - 1), {"*", "/", "%", "."});
  }

  /// The 0 of `std::accumulate(first, last, 0)`.
  bool is_first_of_sum(std::size_t i) const {
    if (widening_ != Widening::whole || text(i) != "0" || text(i - 1) != ",") return false;
    std::size_t open = i;
    for (int depth = 1; open > 0 && depth > 0;) {
      --open;
      if (is_one_of(text(open), {")", "]", "}"})) ++depth;
      if (is_one_of(text(open), {"(", "[", "{"})) --depth;
    }
    return open > 0 && is_one_of(text(open - 1), {"accumulate", "reduce", "inner_product"});
  }

  /// True for parameters of what only this file calls: of a kernel, of device code, of a static
  /// function or a lambda, and of all that stands in a namespace without a name.
  bool is_own_parameter(std::size_t i) const {
    int depth = 0;
    for (; i > 0 && depth >= 0; --i) {
      if (is_one_of(text(i - 1), {")", "]", "}"})) ++depth;
      if (is_one_of(text(i - 1), {"(", "[", "{"})) --depth;
    }
    if (text(i) != "(") return false;
    if (text(i - 1) == "]") return true;
    const std::size_t head = i;
    for (; i > 0 && !is_one_of(text(i - 1), {";", "{", "}"}); --i)
      if (is_one_of(text(i - 1), {"__global__", "__device__", "static", "inline"})) return true;
    for (std::size_t k = 0; k + 1 < head; ++k)
      if (text(k) == "namespace" && text(k + 1) == "{" && encloses(k + 1, head)) return true;
    return false;
  }

  bool encloses(std::size_t open, std::size_t inner) const {
    int depth = 0;
    for (std::size_t i = open; i < inner; ++i) {
      if (text(i) == "{") ++depth;
      if (text(i) == "}" && --depth == 0) return false;
    }
    return true;
  }

  const std::string& source_;
  scan::Scan scan_;
  Widening widening_;
  const std::set<int>& only_;
  std::vector<Token> tokens_;
  std::set<std::string_view> assigned_;  ///< variables that are given a fraction
};

}  // namespace

WidenedSource widen_source(const std::string& source, Widening widening, const std::set<int>& cut,
                           const std::set<int>& only) {
  return Widener(source, widening, cut, only).run();
}

}  // namespace kit::repair
