// A missing condition is looked for among those that a student has written elsewhere: who forgets
// it at one place has most often thought of it at another.
#include "grader/repair/guard_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "grader/repair/places.hpp"
#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

using scan::TokenKind;

bool is_number(const std::string& type) {
  constexpr std::array<std::string_view, 7> kAll = {"int",    "unsigned", "float",       "double",
                                                    "size_t", "bool",     "int constant"};
  return std::find(kAll.begin(), kAll.end(), type) != kAll.end();
}

}  // namespace

// What reads memory or calls a function may be right at its place alone.
void GuardEdits::collect(const Expression& part) {
  Guard guard{.text = words_of(part), .token = part.first};
  for (std::size_t i = part.first; i <= part.last; ++i) {
    if (is_one_of(text(i), {"[", "->", "::", "?", "&&", "||"}) || text(i + 1) == "(") return;
    if (tokens_[i].kind != TokenKind::identifier || text(i - 1) == ".") continue;
    const bool built_in = is_one_of(text(i), {"threadIdx", "blockIdx", "blockDim", "gridDim"});
    if (!built_in) guard.names.emplace_back(text(i));
  }
  const bool known = std::any_of(all_.begin(), all_.end(),
                                 [&](const Guard& one) { return one.text == guard.text; });
  if (!known) all_.push_back(std::move(guard));
}

void GuardEdits::collect_guards() {
  bodies_ = find_function_bodies(tokens_);
  statements_ = find_statements(tokens_, usable_);
  std::erase_if(statements_, [](const Statement& one) { return one.declares; });
  for (const Condition& one : conditions()) {
    const auto& joints = one.conjunctions.empty() ? one.disjunctions : one.conjunctions;
    std::size_t begin = one.open + 1;
    for (const std::size_t joint : joints) {
      if (!one.conjunctions.empty()) collect({begin, joint - 1});
      begin = joint + 1;
    }
    if (one.disjunctions.empty()) collect({begin, one.close - 1});
  }
}

bool GuardEdits::is_known(const Guard& guard, const NamesInScope& scope) const {
  return std::all_of(guard.names.begin(), guard.names.end(),
                     [&](const std::string& name) { return is_number(scope.type_of(name)); });
}

std::vector<std::string> GuardEdits::guards_at(std::size_t i, const std::string& here,
                                               const NamesInScope& scope) const {
  constexpr std::size_t kMaxGuards = 6;
  const auto body = std::find_if(bodies_.begin(), bodies_.end(),
                                 [&](const auto& one) { return one.first < i && i < one.second; });
  if (body == bodies_.end()) return {};
  std::vector<std::string> own, others;
  for (const Guard& one : all_) {
    if (!is_known(one, scope) || here.find(one.text) != std::string::npos) continue;
    (body->first < one.token && one.token < body->second ? own : others).push_back(one.text);
  }
  for (const std::string& name : scope.of_type("bool"))
    if (scope.type_of(name) == "bool" && here.find(" " + name) == std::string::npos)
      own.push_back(" " + name);
  own.insert(own.end(), others.begin(), others.end());
  if (own.size() > kMaxGuards) own.resize(kMaxGuards);
  return own;
}

void GuardEdits::edit_guards(std::size_t i, const NamesInScope& scope) {
  for (const Condition& one : conditions()) {
    if (one.open + 1 != i) continue;
    const Expression whole = {i, one.close - 1};
    const std::string words = words_of(whole);
    for (const std::string& guard : guards_at(i, words, scope)) {
      const int edit =
          add(EditKind::guard, i, plain_text(whole.first, whole.last), guard.substr(1));
      if (edit == 0) return;
      edits().back().branches = true;
      wrap(whole.first, whole.last,
           fmt::format("(kit_edit::on({}) ? bool({} ) && bool({} ) : bool(", edit, words, guard),
           "))");
    }
  }
  const auto statement = std::find_if(statements_.begin(), statements_.end(),
                                      [&](const Statement& one) { return one.begin == i; });
  if (statement == statements_.end() || is_one_of(text(i), {"__syncthreads", "__syncwarp"})) return;
  for (const std::string& guard : guards_at(i, "", scope)) {
    const int edit =
        add(EditKind::guard, i, plain_text(statement->begin, statement->end), guard.substr(1));
    if (edit == 0) return;
    edits().back().branches = true;
    guards_[i] += fmt::format(" && (!kit_edit::on({}) || ({} ))", edit, guard);
  }
}

}  // namespace kit::repair
