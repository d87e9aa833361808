// One person's name comes as "Müller, Jürgen", "Jürgen Müller" and "mullerjurgen". They are
// compared without what systems drop on the way: accents, blanks, punctuation, capitals.
#include "classroom/intake/names.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace kit::classroom {
namespace {

/// The letters of U+00C0 to U+017F without their accents; "-" for signs that are no letters.
constexpr std::array<std::string_view, 0xc0> kPlainLetters = {
    "a", "a", "a",  "a",  "a", "a", "ae", "c",  "e",  "e", "e", "e", "i",  "i",  "i", "i", "d", "n",
    "o", "o", "o",  "o",  "o", "-", "o",  "u",  "u",  "u", "u", "y", "th", "ss", "a", "a", "a", "a",
    "a", "a", "ae", "c",  "e", "e", "e",  "e",  "i",  "i", "i", "i", "d",  "n",  "o", "o", "o", "o",
    "o", "-", "o",  "u",  "u", "u", "u",  "y",  "th", "y", "a", "a", "a",  "a",  "a", "a", "c", "c",
    "c", "c", "c",  "c",  "c", "c", "d",  "d",  "d",  "d", "e", "e", "e",  "e",  "e", "e", "e", "e",
    "e", "e", "g",  "g",  "g", "g", "g",  "g",  "g",  "g", "h", "h", "h",  "h",  "i", "i", "i", "i",
    "i", "i", "i",  "i",  "i", "i", "ij", "ij", "j",  "j", "k", "k", "k",  "l",  "l", "l", "l", "l",
    "l", "l", "l",  "l",  "l", "n", "n",  "n",  "n",  "n", "n", "n", "n",  "n",  "o", "o", "o", "o",
    "o", "o", "oe", "oe", "r", "r", "r",  "r",  "r",  "r", "s", "s", "s",  "s",  "s", "s", "s", "s",
    "t", "t", "t",  "t",  "t", "t", "u",  "u",  "u",  "u", "u", "u", "u",  "u",  "u", "u", "u", "u",
    "w", "w", "y",  "y",  "y", "z", "z",  "z",  "z",  "z", "z", "s"};

/// What a character becomes: letters, or nothing between words (an empty text with `ends_word`).
struct Folded {
  std::string text;
  std::size_t length = 1;
  bool ends_word = false;
};

Folded fold_at(const std::string& name, std::size_t at) {
  const auto first = static_cast<unsigned char>(name[at]);
  if (first < 0x80) {
    if (std::isalnum(first) == 0) return {"", 1, true};
    return {std::string(1, static_cast<char>(std::tolower(first))), 1, false};
  }
  const bool pair = (first & 0xe0) == 0xc0 && at + 1 < name.size();
  const unsigned code =
      pair ? ((first & 0x1fU) << 6) | (static_cast<unsigned char>(name[at + 1]) & 0x3fU) : 0;
  if (code >= 0xc0 && code < 0x180) {
    const std::string_view plain = kPlainLetters[code - 0xc0];
    return plain == "-" ? Folded{"", 2, true} : Folded{std::string(plain), 2, false};
  }
  if (code >= 0x300 && code < 0x370) return {"", 2, false};  // an accent of its own
  if (code == 0xa0) return {"", 2, true};
  return {name.substr(at, pair ? 2 : 1), std::size_t(pair ? 2 : 1), false};
}

}  // namespace

std::string folded(const std::string& name) {
  std::string text;
  for (const std::string& word : folded_words(name)) text += word;
  return text;
}

std::vector<std::string> folded_words(const std::string& name) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < name.size();) {
    const Folded one = fold_at(name, at);
    words.back() += one.text;
    if (one.ends_word && !words.back().empty()) words.emplace_back();
    at += one.length;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_full_name(const std::string& name, const Student& student) {
  const std::string wanted = folded(name), first = folded(student.first_name),
                    last = folded(student.last_name);
  if (wanted.empty() || (first + last).empty()) return false;
  return wanted == first + last || wanted == last + first;
}

}  // namespace kit::classroom
