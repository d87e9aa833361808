// A statement ends at a semicolon outside of parentheses and begins behind the last one, or behind
// a brace. What begins with a word that starts no expression is none; what has two words in a row
// is a declaration.
#include "grader/repair/statements.hpp"

#include <optional>
#include <string_view>

#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

using scan::Token;
using scan::TokenKind;

class StatementFinder {
 public:
  StatementFinder(const std::vector<Token>& tokens, const std::vector<bool>& usable)
      : tokens_(tokens), usable_(usable) {}

  std::vector<Statement> statements() const {
    std::vector<Statement> list;
    std::vector<int> open = {0};  // blocks
    int blocks = 0, parentheses = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (text(i) == "(") ++parentheses;
      if (text(i) == ")") --parentheses;
      if (text(i) == "{") open.push_back(++blocks);
      if (text(i) == "}" && open.size() > 1) open.pop_back();
      if (is_one_of(text(i), {"{", "}"})) begin = i + 1;
      if (text(i) != ";" || parentheses > 0) continue;
      if (const auto one = statement(begin, i, open.back()))
        list.push_back(*one);
      else
        // What stands between two statements keeps them from being neighbours.
        open.back() = ++blocks;
      begin = i + 1;
    }
    return list;
  }

  std::vector<Condition> conditions() const {
    std::vector<Condition> list;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!usable_[i]) continue;
      if (text(i) == "if" && text(i + 1) == "(") {
        Condition one{i + 1, matching(i + 1), {}};
        if (is_test(one)) list.push_back(std::move(one));
      }
      if (text(i) == "?") {
        Condition one{before_expression(i), i, {}};
        if (is_test(one)) list.push_back(std::move(one));
      }
      if (text(i) == "bool" && tokens_[i + 1].kind == TokenKind::identifier && text(i + 2) == "=") {
        Condition one{.open = i + 2, .close = end_of_statement(i + 2), .has_name = true};
        const bool joined = is_test(one) && one.conjunctions.size() + one.disjunctions.size() > 0;
        if (joined) list.push_back(std::move(one));
      }
    }
    return list;
  }

  std::vector<Loop> loops() const {
    std::vector<Loop> list;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!usable_[i] || !is_one_of(text(i), {"for", "while"}) || text(i + 1) != "(") continue;
      const std::size_t open = matching(i + 1) + 1;
      if (text(open) == "{") list.push_back({i, open, matching(open)});
    }
    return list;
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }

  /// What stands before the first operand of the ?: whose ? this is.
  std::size_t before_expression(std::size_t question) const {
    int depth = 0;
    std::size_t i = question;
    while (i-- > 0) {
      if (is_one_of(text(i), {")", "]"})) ++depth;
      if (is_one_of(text(i), {"(", "["}) && --depth < 0) break;
      if (depth > 0) continue;
      if (is_one_of(text(i), {",", ";", "{", "}", "?", ":", "return"}) || is_assignment(text(i)))
        break;
    }
    return i;
  }

  std::size_t end_of_statement(std::size_t i) const {
    while (i < tokens_.size() && text(i) != ";") ++i;
    return i;
  }

  /// The bracket that closes the one at `open`.
  std::size_t matching(std::size_t open) const {
    int depth = 0;
    std::size_t i = open;
    for (; i < tokens_.size(); ++i) {
      if (is_one_of(text(i), {"(", "{", "["})) ++depth;
      if (is_one_of(text(i), {")", "}", "]"}) && --depth == 0) break;
    }
    return i;
  }

  std::optional<Statement> statement(std::size_t begin, std::size_t end, int block) const {
    Statement one = {begin, end, block, false};
    while (one.begin < end && is_one_of(text(one.begin), {"if", "for", "while", "else"})) {
      one.alone = true;
      if (text(one.begin++) == "else") continue;
      one.begin = matching(one.begin) + 1;
    }
    if (one.begin >= end) return std::nullopt;
    one.declares = is_one_of(text(one.begin), {"const", "__shared__", "static", "constexpr"}) ||
                   has_two_words(one.begin, end);
    if (one.declares)
      return one.alone || is_control(text(one.begin)) ? std::nullopt : std::optional(one);
    if (is_no_expression(text(one.begin))) return std::nullopt;
    for (std::size_t i = one.begin; i <= end; ++i)
      if (!may_stand(i)) return std::nullopt;
    const bool starts = tokens_[one.begin].kind == TokenKind::identifier ||
                        is_one_of(text(one.begin), {"*", "++", "--"});
    return starts ? std::optional(one) : std::nullopt;
  }

  /// False for what must stay as it is. Members of threadIdx and the like belong to an edit, and
  /// the type of a cast changes with nothing.
  bool may_stand(std::size_t i) const {
    if (usable_[i] || text(i) == "." || is_one_of(text(i), {"x", "y", "z"})) return true;
    constexpr std::size_t kLongest = 8;  // of static_cast<const unsigned char*>
    for (std::size_t back = i; back + kLongest > i && back > 0; --back) {
      if (is_one_of(text(back), {";", "(", ")"})) return false;
      if (is_one_of(text(back), {"static_cast", "reinterpret_cast"})) return true;
    }
    return false;
  }

  /// Two words in a row, or `float* x`, declare something; `out[y * width]` does not.
  bool has_two_words(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i + 1 < end && !is_one_of(text(i), {"(", "[", "="}); ++i) {
      if (tokens_[i].kind != TokenKind::identifier) continue;
      if (tokens_[i + 1].kind == TokenKind::identifier || is_one_of(text(i + 1), {"*", "&"}))
        return true;
    }
    return false;
  }

  /// Starts what has two words in a row and declares nothing.
  static bool is_control(std::string_view text) {
    return is_one_of(text, {"return", "goto", "case", "default", "throw", "using", "typedef", "do",
                            "switch", "template", "asm"});
  }

  /// False if something is declared or assigned there. Notes what joins its parts.
  bool is_test(Condition& one) const {
    if (one.close >= tokens_.size()) return false;
    bool other = false;
    int depth = 0;
    for (std::size_t i = one.open + 1; i < one.close; ++i) {
      if (!may_stand(i)) return false;
      if (is_one_of(text(i), {";", "{"}) || is_assignment(text(i))) return false;
      if (is_one_of(text(i), {"(", "["})) ++depth;
      if (is_one_of(text(i), {")", "]"})) --depth;
      if (depth > 0) continue;
      if (text(i) == "&&") one.conjunctions.push_back(i);
      if (text(i) == "||") one.disjunctions.push_back(i);
      other |= is_one_of(text(i), {"?", ","});
    }
    const bool both = !one.conjunctions.empty() && !one.disjunctions.empty();
    if (other || both) one.conjunctions = one.disjunctions = {};
    return one.close > one.open + 1;
  }

  const std::vector<Token>& tokens_;
  const std::vector<bool>& usable_;
};

}  // namespace

std::vector<Statement> find_statements(const std::vector<Token>& tokens,
                                       const std::vector<bool>& usable) {
  return StatementFinder(tokens, usable).statements();
}

std::vector<Condition> find_conditions(const std::vector<Token>& tokens,
                                       const std::vector<bool>& usable) {
  return StatementFinder(tokens, usable).conditions();
}

std::vector<Loop> find_loops(const std::vector<Token>& tokens, const std::vector<bool>& usable) {
  return StatementFinder(tokens, usable).loops();
}

bool is_assignment(std::string_view text) {
  return is_one_of(text, {"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="});
}

}  // namespace kit::repair
