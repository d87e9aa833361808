/// @file
/// Fills placeholders in one pass from left to right, so that a value that looks like a placeholder
/// stays what it is. Escaping is what happens unless a file asks for the other: who forgets
/// something shows too much text, not somebody's markup.
#include "grader/pages/template.hpp"

#include <algorithm>
#include <set>

#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit {
namespace {

constexpr std::string_view kHead = "<!-- part: ";

[[noreturn]] void fail(std::string_view part, const std::string& what) {
  throw HarnessError("part '" + std::string(part) + "' of a page: " + what);
}

/// A placeholder at the front of a text.
struct Placeholder {
  std::string_view name;
  bool is_markup = false;
  std::size_t length = 0;  ///< with its braces
};

Placeholder read_placeholder(std::string_view part, std::string_view text) {
  const bool is_markup = text.starts_with("{{{");
  const std::size_t braces = is_markup ? 3 : 2;
  const std::size_t end = text.find(is_markup ? "}}}" : "}}");
  if (end == std::string_view::npos) fail(part, "a placeholder does not end");
  return {text.substr(braces, end - braces), is_markup, end + braces};
}

}  // namespace

std::string_view Template::part(std::string_view name) const {
  const std::string head = std::string(kHead) + std::string(name) + " -->\n";
  const std::size_t found = text_.find(head);
  if (found == std::string_view::npos) fail(name, "there is none");
  const std::size_t begin = found + head.size();
  return text_.substr(begin, text_.find(kHead, begin) - begin);
}

std::string Template::fill(std::string_view name, std::initializer_list<Value> values) const {
  std::string filled;
  std::set<std::string_view> used;
  std::string_view rest = part(name);
  for (std::size_t at = rest.find("{{"); at != std::string_view::npos; at = rest.find("{{")) {
    filled += rest.substr(0, at);
    const Placeholder place = read_placeholder(name, rest.substr(at));
    const auto value = std::find_if(values.begin(), values.end(),
                                    [&](const Value& one) { return one.name == place.name; });
    if (value == values.end()) fail(name, "no value for " + std::string(place.name));
    filled += place.is_markup ? value->text : html(value->text);
    used.insert(place.name);
    rest.remove_prefix(at + place.length);
  }
  for (const Value& value : values)
    if (!used.contains(value.name)) fail(name, "no place for " + std::string(value.name));
  return filled.append(rest);
}

}  // namespace kit
