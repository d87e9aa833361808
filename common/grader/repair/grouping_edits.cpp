// As for expressions, what may stand there instead is a copy of the words, in one line.
#include "grader/repair/grouping_edits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grader/repair/places.hpp"
#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

using scan::TokenKind;

bool begins_sum_behind(std::string_view text) {
  return is_assignment(text) ||
         is_one_of(text, {"(", "[", ",", "return", "?", ":", "&&", "||", "==", "!="});
}

bool ends_sum(std::string_view text) {
  return is_one_of(text, {";", ")", "]", ",", "?", ":", "&&", "||", "==", "!=", "}"});
}

bool binds_closely(std::string_view text) {
  return is_one_of(text, {"*", "/", "%"});
}

}  // namespace

GroupingEdits::Sum GroupingEdits::sum_at(std::size_t i) const {
  Sum sum = {{i, i}, {}};
  for (std::size_t at = i; at < tokens_.size() && !ends_sum(text(at)); ++at) {
    // What else binds is no sum, and < may open a template's list.
    if (is_one_of(text(at), {"<", ">", "<=", ">=", "<<", ">>", "{", "&", "|", "^", "!"}) ||
        is_assignment(text(at)) || !usable_[at])
      return {};
    if (is_one_of(text(at), {"+", "-", "*", "/", "%"})) {
      if (at == i || !ends_operand(at - 1)) return {};
      sum.operators.push_back(at);
    }
    if (is_one_of(text(at), {"(", "["})) at = closing(at);
    sum.whole.last = at;
  }
  return sum;
}

void GroupingEdits::group(const Sum& sum, std::size_t first, std::size_t last) {
  const int edit =
      add(EditKind::brackets, first, plain_text(sum.whole.first, sum.whole.last), "grouped");
  if (edit == 0) return;
  std::string words;
  for (std::size_t i = sum.whole.first; i <= sum.whole.last; ++i)
    words += fmt::format(" {}{}{}", i == first ? "( " : "", tokens_[i].text, i == last ? " )" : "");
  or_else(sum.whole, edit, words);
}

void GroupingEdits::ungroup(const Sum& sum, std::size_t open, std::size_t close) {
  const int edit =
      add(EditKind::brackets, open, plain_text(sum.whole.first, sum.whole.last), "ungrouped");
  if (edit == 0) return;
  std::string words;
  for (std::size_t i = sum.whole.first; i <= sum.whole.last; ++i)
    if (i != open && i != close) words.append(" ").append(tokens_[i].text);
  or_else(sum.whole, edit, words);
}

// Of `a * b - c + d` the brackets may go round `b - c` and `b - c + d`; of `a - b + c * d` round
// `a - b + c` and `b + c`.
void GroupingEdits::edit_sum(const Sum& sum) {
  const auto& signs = sum.operators;
  const auto is_close = [&](std::size_t n) { return binds_closely(text(signs[n])); };
  for (std::size_t n = 0; n < signs.size(); ++n) {
    if (!is_close(n)) continue;
    std::size_t next = n + 1;
    while (next < signs.size() && is_close(next)) ++next;
    if (next < signs.size()) {
      const std::size_t behind = next + 1 < signs.size() ? signs[next + 1] - 1 : sum.whole.last;
      group(sum, signs[n] + 1, behind);
      if (behind != sum.whole.last) group(sum, signs[n] + 1, sum.whole.last);
    }
    std::size_t before = n;
    while (before > 0 && is_close(before - 1)) --before;
    if (before > 0) {
      const std::size_t first = before > 1 ? signs[before - 2] + 1 : sum.whole.first;
      group(sum, first, signs[n] - 1);
      if (first != sum.whole.first) group(sum, sum.whole.first, signs[n] - 1);
    }
    // `a * (b + c)`
    for (const std::size_t open : {signs[n] + 1, sum.whole.first}) {
      if (text(open) != "(") continue;
      const std::size_t close = closing(open);
      const bool beside = open == signs[n] + 1 || close + 1 == signs[n];
      const Sum inner = sum_at(open + 1);
      if (beside && !inner.operators.empty() && inner.whole.last + 1 == close &&
          std::none_of(inner.operators.begin(), inner.operators.end(),
                       [&](std::size_t at) { return binds_closely(text(at)); }))
        ungroup(sum, open, close);
    }
  }
}

void GroupingEdits::edit_subscript(std::size_t open) {
  const std::size_t close = closing(open), name = open - 1, last = close + 2;
  if (tokens_[name].kind != TokenKind::identifier || !begins_sum_behind(text(name - 1)) ||
      !is_one_of(text(close + 1), {"+", "-"}) || !ends_sum(text(last + 1)))
    return;
  if (tokens_[last].kind != TokenKind::identifier && tokens_[last].kind != TokenKind::number)
    return;
  for (std::size_t i = name; i <= last; ++i)
    if (!usable_[i]) return;
  const int edit = add(EditKind::brackets, name, plain_text(name, last), "within");
  if (edit > 0)
    or_else({name, last}, edit,
            fmt::format("{} {} {} ]", words_of({name, close - 1}), text(close + 1), text(last)));
}

void GroupingEdits::edit_argument(std::size_t open) {
  const std::size_t close = closing(open);
  std::size_t first = open - 1;
  if (text(first) == ">") {  // static_cast<int>(...)
    while (first > 0 && text(first) != "<") --first;
    if (first == 0 || text(first - 1).find("_cast") == std::string_view::npos) return;
    --first;
  } else if (tokens_[first].kind != TokenKind::identifier ||
             is_one_of(text(first), {"if", "for", "while", "switch", "sizeof", "return"})) {
    return;
  }
  if (!(begins_sum_behind(text(first - 1)) || is_one_of(text(first - 1), {"+", "-", "*", "/"})) ||
      close >= tokens_.size())
    return;
  const Sum inner = sum_at(open + 1);
  if (inner.whole.last + 1 != close) return;
  const auto offer = [&](std::size_t last, const std::string& words) {
    const int edit = add(EditKind::brackets, open, plain_text(first, last), "argument");
    if (edit > 0) or_else({first, last}, edit, words);
  };
  const std::string name = words_of({first, open});
  // The operand behind it comes in.
  const std::size_t operand = close + 2;
  const bool plain_operand =
      tokens_[operand].kind == TokenKind::identifier || tokens_[operand].kind == TokenKind::number;
  if (is_one_of(text(close + 1), {"+", "-", "*", "/"}) && plain_operand &&
      !is_one_of(text(operand + 1), {"(", "[", ".", "->", "::", "<"}) && usable_[operand]) {
    const bool alone = inner.operators.empty();
    offer(operand, fmt::format("{}{}{}{} {} {} )", name, alone ? "" : " (", words_of(inner.whole),
                               alone ? "" : " )", text(close + 1), text(operand)));
  }
  // The last operand goes out.
  if (!inner.operators.empty()) {
    const std::size_t last = inner.operators.back();
    const bool whole = inner.operators.size() == 1 || !binds_closely(text(last)) ||
                       std::all_of(inner.operators.begin(), inner.operators.end(),
                                   [&](std::size_t at) { return binds_closely(text(at)); });
    if (whole)
      offer(close, fmt::format(" ({}{} ) {}{} )", name, words_of({open + 1, last - 1}), text(last),
                               words_of({last + 1, close - 1})));
  }
}

void GroupingEdits::edit_brackets(const std::set<int>& plain) {
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
    if (!usable_[i] || plain.count(tokens_[i].line) > 0) continue;
    if (text(i) == "[" && ends_operand(i - 1)) edit_subscript(i);
    if (text(i) == "(") edit_argument(i);
    if (!begins_sum_behind(text(i - 1))) continue;
    const Sum sum = sum_at(i);
    const auto close = std::count_if(sum.operators.begin(), sum.operators.end(),
                                     [&](std::size_t at) { return binds_closely(text(at)); });
    if (close > 0) edit_sum(sum);
  }
}

std::size_t GroupingEdits::end_of_statement(std::size_t i) const {
  if (text(i) == "if" && text(i + 1) == "(") {
    const std::size_t end = end_of_statement(closing(i + 1) + 1);
    return text(end + 1) == "else" ? end_of_statement(end + 2) : end;
  }
  if (is_one_of(text(i), {"for", "while"}) && text(i + 1) == "(")
    return end_of_statement(closing(i + 1) + 1);
  if (text(i) == "{") return closing(i);
  while (i < tokens_.size() && text(i) != ";")
    i = is_one_of(text(i), {"(", "{", "["}) ? closing(i) + 1 : i + 1;
  return i;
}

// Without an else, what follows it comes behind each of the blocks before it.
void GroupingEdits::edit_else() {
  constexpr std::size_t kMaxTokens = 200;
  for (std::size_t i = 1; i + 2 < tokens_.size(); ++i) {
    if (text(i) != "if" || text(i - 1) == "else" || !usable_[i + 2]) continue;
    const std::size_t end = end_of_statement(i);
    if (end >= tokens_.size() || end > i + kMaxTokens) continue;
    std::vector<std::size_t> blocks;  // their last brackets
    for (std::size_t at = i; text(at) == "if" && text(at + 1) == "(";) {
      const std::size_t open = closing(at + 1) + 1;
      if (text(open) != "{") break;
      blocks.push_back(closing(open));
      const std::size_t word = blocks.back() + 1;
      if (text(word) != "else" || text(word + 1) != "if") break;
      const int edit = add(EditKind::otherwise, word, plain_text(word, closing(word + 2)));
      for (const std::size_t block : blocks)
        if (edit > 0)
          before_[block] +=
              fmt::format(" if (kit_edit::on({})) {{ {} }} ", edit, words_of({word + 1, end}));
      at = word + 1;
    }
  }
}

void GroupingEdits::edit_early_return(std::size_t keyword, std::size_t body) {
  const std::vector<Statement> all = find_statements(tokens_, usable_);
  std::vector<std::pair<std::size_t, std::size_t>> behind;  // statements that may be left out
  for (std::size_t at = end_of_statement(keyword) + 1; at < tokens_.size() && text(at) != "}";) {
    const std::size_t end = end_of_statement(at);
    const bool plain = std::any_of(all.begin(), all.end(), [&](const Statement& one) {
      return one.begin == at && one.end == end && !one.declares;
    });
    if (plain && !is_one_of(text(at), {"__syncthreads", "__syncwarp"}))
      behind.emplace_back(at, end);
    at = end + 1;
  }
  if (behind.size() > 2) behind.erase(behind.begin() + 1, behind.end() - 1);
  const std::size_t word = closing(keyword + 1) + (text(closing(keyword + 1) + 1) == "{" ? 2 : 1);
  for (const auto& [first, last] : behind) {
    const int edit = add(EditKind::jump, word, "return", "next");
    if (edit == 0) return;
    after_[body] += fmt::format(" bool kit_skip_{} = false;", edit);
    before_[keyword] += fmt::format("kit_skip_{} = false; ", edit);
    before_[word] += fmt::format("if (kit_edit::on({0})) kit_skip_{0} = true; else ", edit);
    before_[first] = fmt::format("if (!kit_skip_{}) {{ ", edit) + before_[first];
    after_[last] += " }";
  }
}

void GroupingEdits::edit_early_returns() {
  for (const auto& [open, close] : find_function_bodies(tokens_))
    for (std::size_t i = open + 1; i + 2 < close; ++i) {
      if (text(i) != "if" || text(i + 1) != "(" || !is_one_of(text(i - 1), {";", "{", "}"}))
        continue;
      std::size_t word = closing(i + 1) + 1;
      if (text(word) == "{") ++word;
      if (text(word) == "return" && text(word + 1) == ";" && usable_[i + 2] &&
          text(end_of_statement(i) + 1) != "else")
        edit_early_return(i, open);
    }
}

}  // namespace kit::repair
