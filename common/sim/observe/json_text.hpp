/// @file
/// JSON as text. The simulator needs no JSON library then, which would take a fifth of the time to
/// compile it.
#pragma once

#include <string>

#include "trace.hpp"

namespace kit::sim {

const char* name_of(Space space);
const char* name_of(Access access);

/// A string of JSON with its quotes.
std::string quoted(const std::string& text);

/// Members of an object, or elements of an array, one after another.
class List {
 public:
  explicit List(char begin) : text_(1, begin) {}

  void add(const std::string& value) {
    if (text_.size() > 1) text_ += ',';
    text_ += value;
  }
  void add(const char* name, const std::string& value) { add(quoted(name) + ":" + value); }
  void add_text(const char* name, const std::string& text) { add(name, quoted(text)); }
  template <typename Number>
  void add_number(const char* name, Number number) {
    add(name, std::to_string(number));
  }
  std::string end() const { return text_ + (text_[0] == '[' ? ']' : '}'); }

 private:
  std::string text_;
};

}  // namespace kit::sim
