/// @file
/// Text for a terminal. Lines are measured in bytes, since what the kit writes is ASCII; a name
/// that is not only makes its line shorter.
#include "grader/support/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace kit::grader {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

bool use_colour(bool is_terminal) {
  if (!environment("NO_COLOR").empty()) return false;
  const std::string force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return is_terminal && environment("CLICOLOR") != "0";
}

std::string TextReport::paint(const std::string& text, Style tone) const {
  if (!colour_ || tone == Style::plain || text.empty()) return text;
  const char* code = "0";
  switch (tone) {
    case Style::plain:
      break;
    case Style::good:
      code = "32";
      break;
    case Style::bad:
      code = "1;31";
      break;
    case Style::warn:
      code = "33";
      break;
    case Style::dim:
      code = "2";
      break;
    case Style::strong:
      code = "1";
      break;
  }
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

void TextReport::line(const std::string& text) {
  text_ += text + "\n";
}

void TextReport::wrap(const std::string& text, std::size_t indent, Style tone) {
  std::istringstream words(text);
  std::string word, current;
  // Greedy: a word goes on the line as long as it fits. A word longer than a line has one of its
  // own.
  const std::string margin(indent, ' ');
  while (words >> word) {
    if (!current.empty() && indent + current.size() + 1 + word.size() > kColumns) {
      line(margin + paint(current, tone));
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  if (!current.empty()) line(margin + paint(current, tone));
}

void TextReport::columns(const std::string& margin, std::size_t indent, std::string name,
                         const std::string& right) {
  const std::size_t width = kColumns - indent - right.size();
  std::string before = margin;
  while (name.size() > width) {
    // At a space if there is one, else wherever the column ends.
    std::size_t end = name.rfind(' ', width);
    if (end == std::string::npos || end == 0) end = width;
    line(before + name.substr(0, end));
    name.erase(0, name[end] == ' ' ? end + 1 : end);
    before = std::string(indent, ' ');
  }
  line(before + pad(name, width) + right);
}

bool TextReport::quote(const std::string& text, std::size_t most) {
  std::istringstream lines(text);
  std::string current, last;
  std::size_t shown = 0, repeats = 0;
  const auto say_repeats = [&] {
    if (repeats > 0) line(fmt::format("  [the same {} more times]", repeats));
    repeats = 0;
  };
  while (std::getline(lines, current)) {
    if (shown > 0 && current == last) {
      ++repeats;
      continue;
    }
    say_repeats();
    if (++shown > most) return true;
    wrap(current, 2);
    last = current;
  }
  say_repeats();
  return false;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string with_full_stop(std::string text) {
  if (!text.empty() && std::string_view(".?!").find(text.back()) == std::string_view::npos)
    text += '.';
  return text;
}

std::string pad(const std::string& text, std::size_t width, bool right) {
  if (text.size() > width)
    return width > 2 ? text.substr(0, width - 2) + ".." : text.substr(0, width);
  const std::string fill(width - text.size(), ' ');
  return right ? fill + text : text + fill;
}

std::string speedup_text(double speedup) {
  return speedup < 10 ? fmt::format("{:.2g}", speedup) : fmt::format("{:.0f}", speedup);
}

std::string speedup_words(double speedup, const std::string& what) {
  if (speedup >= 1 || speedup <= 0)
    return fmt::format("{} times as fast as {}", speedup_text(speedup), what);
  return fmt::format("{} times as long as {}", speedup_text(1 / speedup), what);
}

std::string printable(const std::string& text) {
  return visible(text);
}

}  // namespace kit::grader
