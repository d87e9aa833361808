#include "grader/repair/one_instance.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "grader/repair/words.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {
namespace {

using scan::Token;
using scan::TokenKind;

constexpr std::size_t kFewInstances = 3;  // fewer are compiled soon enough

/// The number in a `name<number>`.
struct Argument {
  std::string_view name;
  const Token* number = nullptr;
};

bool is_small_number(const Token& token) {
  constexpr std::size_t kDigits = 5;
  return token.kind == TokenKind::number && token.text.size() <= kDigits &&
         token.text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A function that is called, launched or named by itself.
std::vector<Argument> arguments_in(const std::vector<Token>& all) {
  std::vector<const Token*> tokens;
  for (const Token& token : all)
    if (token.kind != TokenKind::comment && !token.in_directive) tokens.push_back(&token);
  std::vector<Argument> list;
  for (std::size_t i = 0; i + 4 < tokens.size(); ++i)
    if (tokens[i]->kind == TokenKind::identifier && tokens[i + 1]->is("<") &&
        is_small_number(*tokens[i + 2]) && tokens[i + 3]->is(">") &&
        is_one_of(tokens[i + 4]->text, {"(", "<<", ",", ")", "}", ";"}) &&
        !tokens[i]->is("get"))  // std::get<1>() is a member
      list.push_back({tokens[i]->text, tokens[i + 2]});
  return list;
}

std::map<std::string_view, std::set<std::string_view>> numbers_of(
    const std::vector<Argument>& arguments) {
  std::map<std::string_view, std::set<std::string_view>> numbers;
  for (const Argument& one : arguments) numbers[one.name].insert(one.number->text);
  return numbers;
}

std::set<std::string> numbers_of(const grader::Call& call) {
  std::set<std::string> numbers;
  for (const auto& item : call.params.items())
    if (item.value().is_number_integer()) numbers.insert(item.value().dump());
  for (const auto& entry : call.inputs)
    for (std::size_t i = 1; i < entry.size(); ++i)
      for (const int extent : {entry[i].shape.width, entry[i].shape.height})
        numbers.insert(std::to_string(extent));
  return numbers;
}

/// The only one of `numbers` that the case has too; empty if there is none or more.
std::string number_of(const grader::Case& one, const std::set<std::string>& numbers) {
  std::string found;
  for (const std::string& number : numbers_of(one.call)) {
    if (numbers.count(number) == 0) continue;
    if (!found.empty()) return {};
    found = number;
  }
  return found;
}

}  // namespace

std::size_t instances_in(const std::string& source) {
  const scan::Scan scan(source);
  std::size_t most = 1;
  for (const auto& [name, numbers] : numbers_of(arguments_in(scan.tokens())))
    most = std::max(most, numbers.size());
  return most;
}

std::optional<OneInstance> OneInstance::of(const std::string& source, const grader::Case& first) {
  const scan::Scan scan(source);
  const std::vector<Argument> arguments = arguments_in(scan.tokens());
  const auto numbers = numbers_of(arguments);
  OneInstance result;
  for (const auto& [name, own] : numbers)
    if (own.size() >= kFewInstances) result.numbers_.insert(own.begin(), own.end());
  result.kept_ = number_of(first, result.numbers_);
  if (result.kept_.empty()) return std::nullopt;
  std::size_t copied = 0;
  for (const Argument& one : arguments) {
    if (numbers.at(one.name).size() < kFewInstances) continue;
    result.source_ += source.substr(copied, one.number->begin - copied) + result.kept_;
    copied = one.number->end;
  }
  result.source_ += source.substr(copied);
  return result;
}

bool OneInstance::is_for(const grader::Case& one) const {
  return number_of(one, numbers_) == kept_;
}

}  // namespace kit::repair
