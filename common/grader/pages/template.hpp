/// @file
/// Markup that stands in files of its own: parts with placeholders that the program fills in.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

/// What stands in the place of a name.
struct Value {
  Value(std::string_view where, std::string what) : name(where), text(std::move(what)) {}
  Value(std::string_view where, std::integral auto number)
      : name(where), text(std::to_string(number)) {}
  std::string_view name;
  std::string text;
};

/// A file of parts. Each begins after a line `<!-- part: NAME -->` and ends before the next one, or
/// with the file. `{{name}}` in it is a value as text, with what is special in HTML escaped;
/// `{{{name}}}` is a value that is HTML already.
class Template {
 public:
  /// `text` is not copied; the build embeds the files (common/build.mk).
  constexpr explicit Template(std::string_view text) : text_(text) {}

  /// The part with its values. Values are not searched for placeholders. Throws HarnessError if
  /// there is no such part, or if its placeholders and the values have not the same names.
  std::string fill(std::string_view part, std::initializer_list<Value> values) const;

 private:
  std::string_view part(std::string_view name) const;
  std::string_view text_;
};

}  // namespace kit
