// What an expression may be instead is a copy of its words, in one line, which is not evaluated
// unless its edit is in force: it may read beyond an array. Edits within the expression stay
// possible.
#include "grader/repair/expression_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 2> kDirections = {
    {{"x", "y"}, {"width", "height"}}};

}  // namespace

std::vector<ExpressionEdits::Expression> ExpressionEdits::arguments(std::size_t open) const {
  std::vector<Expression> all;
  if (!is_one_of(text(open), {"(", "{"})) return all;
  std::size_t begin = open + 1;
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (is_one_of(text(i), {"(", "{", "["})) ++depth;
    if (is_one_of(text(i), {")", "}", "]"})) --depth;
    const bool comma = depth == 1 && text(i) == ",";
    if (!comma && depth > 0) continue;
    if (i > begin) all.push_back({begin, i - 1});
    begin = i + 1;
    if (!comma) return all;
  }
  return {};
}

void ExpressionEdits::edit_grid(const std::vector<Expression>& extents, const std::string& here,
                                const std::vector<std::string>& names,
                                const std::vector<std::string>& shapes) {
  const auto is_known = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!is_known("width") || !is_known("height")) return;
  for (const std::string& shape : shapes) {
    const int edit = add(EditKind::grid, extents[0].first, here, shape);
    if (edit == 0) return;
    or_else(extents[0], edit, fmt::format("(width + {0}.x - 1) / {0}.x", shape));
    or_else(extents[1], edit, fmt::format("(height + {0}.y - 1) / {0}.y", shape));
  }
}

void ExpressionEdits::edit_extents(std::size_t i, std::vector<std::string> names,
                                   const std::vector<std::string>& shapes) {
  std::size_t open = i + 1;
  if (open < tokens_.size() && tokens_[open].kind == scan::TokenKind::identifier) ++open;
  std::vector<Expression> all = arguments(open);
  if (all.size() != 2 && all.size() != 3) return;
  const std::string here = plain_text(i, all.back().last + 1);
  if (const int edit = add(EditKind::exchange, open, here); edit > 0) {
    or_else(all[0], edit, words_of(all[1]));
    or_else(all[1], edit, words_of(all[0]));
  }
  const bool has_depth = all.size() == 3;
  all.resize(2);
  turn_directions(all, here);
  edit_grid(all, here, names, shapes);
  if (has_depth) return;
  names.emplace_back("2");
  std::string others;
  int first = 0;
  for (const std::string& name : names) {
    const int edit = add(EditKind::extent, open, here, name);
    if (edit == 0) break;
    if (first == 0) first = edit;
    others += ", " + name;
  }
  // Behind what is put round the second one.
  if (first > 0)
    wrap(open, all[1].last, "", fmt::format(", kit_edit::pick<{}>(1{})", first, others));
}

void ExpressionEdits::edit_directions() {
  constexpr std::size_t kMinWords = 3;
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (!usable_[i] || text(i) != "=") continue;
    std::size_t end = i + 1;
    for (int depth = 0; end < tokens_.size(); ++end) {
      if (is_one_of(text(end), {"(", "["})) ++depth;
      if (is_one_of(text(end), {")", "]"})) --depth;
      if (depth < 0 || is_one_of(text(end), {"{", "?"})) break;
      if (depth == 0 && is_one_of(text(end), {";", ",", "="})) break;
    }
    if (text(end) != ";" || end < i + 1 + kMinWords) continue;
    const std::size_t before = edits().size();
    turn_directions({{i + 1, end - 1}}, plain_text(i + 1, end - 1));
    if (is_crossed(i, end))
      for (std::size_t n = before; n < edits().size(); ++n) edits()[n].crossed = true;
  }
}

bool ExpressionEdits::is_crossed(std::size_t equals, std::size_t end) const {
  const std::string_view name = text(equals - 1);
  const bool column = name.starts_with("col") || name == "x" || name.ends_with("_x");
  const bool row = name.starts_with("row") || name == "y" || name.ends_with("_y");
  std::size_t xs = 0, ys = 0;
  for (std::size_t i = equals + 2; i < end; ++i) {
    if (text(i - 1) != "." || !is_one_of(text(i - 2), {"threadIdx", "blockIdx"})) continue;
    xs += text(i) == "x" ? 1 : 0;
    ys += text(i) == "y" ? 1 : 0;
  }
  return (column && ys > 0 && xs == 0) || (row && xs > 0 && ys == 0);
}

std::size_t ExpressionEdits::limit_at(std::size_t i) const {
  const bool named =
      is_one_of(text(i), {"min", "max", "fminf", "fmaxf", "fmin", "fmax", "clamp"}) &&
      !is_one_of(text(i - 1), {".", "->"});
  return named && text(i + 1) == "(" ? i + 1 : 0;
}

ExpressionEdits::Expression ExpressionEdits::limited(std::size_t open) const {
  const std::vector<Expression> all = arguments(open);
  for (const Expression& one : all)
    for (const std::size_t name : {one.first, one.first + 2})
      if (limit_at(name) > 0 && (name == one.first || text(name - 1) == "::"))
        return limited(limit_at(name));
  // `max(0, a)` limits a.
  for (const Expression& one : all)
    if (one.first != one.last || tokens_[one.first].kind != scan::TokenKind::number) return one;
  return {};
}

void ExpressionEdits::edit_limits() {
  std::size_t end = 0;  // of the last call, within which others are parts of it
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
    const std::size_t open = i > end && usable_[i] ? limit_at(i) : 0;
    if (open == 0) continue;
    const std::vector<Expression> all = arguments(open);
    const Expression inner = limited(open);
    if (all.size() < 2 || inner.last == 0) continue;
    end = all.back().last + 1;
    const std::size_t first = text(i - 1) == "::" ? i - 2 : i;
    const int edit = add(EditKind::limit, first, plain_text(first, end));
    if (edit > 0) or_else({first, end}, edit, words_of(inner));
  }
}

void ExpressionEdits::turn_directions(const std::vector<Expression>& all, const std::string& here) {
  for (const auto& [a, b] : kDirections) {
    std::size_t members = 0, as = 0, bs = 0;
    for (const Expression& one : all)
      for (std::size_t i = one.first; i <= one.last; ++i) {
        const bool is_a = text(i) == a, is_b = text(i) == b, member = text(i - 1) == ".";
        members += (is_a || is_b) && member ? 1 : 0;
        as += is_a && !member ? 1 : 0;
        bs += is_b && !member ? 1 : 0;
      }
    // A variable that does not stand here may not be known here.
    if (members + as + bs >= 2 && (as > 0) == (bs > 0)) turn(EditKind::directions, all, a, b, here);
  }
}

void ExpressionEdits::turn(EditKind kind, const std::vector<Expression>& all, std::string_view a,
                           std::string_view b, const std::string& here) {
  const int edit =
      add(kind, all[0].first, here,
          kind == EditKind::exchange ? fmt::format("{}` and `{}", a, b) : std::string(a));
  for (const Expression& one : all) {
    std::string words;
    for (std::size_t i = one.first; i <= one.last; ++i) {
      // A member may have the name of a variable that is exchanged.
      const bool member = kind == EditKind::exchange && is_one_of(text(i - 1), {".", "->", "::"});
      words.append(" ").append(member ? text(i) : text(i) == a ? b : text(i) == b ? a : text(i));
    }
    if (edit > 0) or_else(one, edit, words);
  }
}

void ExpressionEdits::or_else(const Expression& here, int edit, const std::string& other) {
  wrap(here.first, here.last, fmt::format("(kit_edit::on({}) ? ({} ) : ", edit, other), ")");
}

std::string ExpressionEdits::words_of(const Expression& one) const {
  std::string words;
  for (std::size_t i = one.first; i <= one.last; ++i) words.append(" ").append(tokens_[i].text);
  return words;
}

}  // namespace kit::repair
