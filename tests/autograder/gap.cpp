#include "gap.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string_view>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

// By hand and not by std::regex, which recurses once for every character of a long line.

bool is_blank(char letter) {
  return std::isspace(static_cast<unsigned char>(letter)) != 0;
}

bool is_name_part(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes `prefix` and the blanks after it off the front of the text; false if it is not there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = trimmed(text.substr(prefix.size()));
  return true;
}

bool begins_gap(std::string_view line) {
  line = trimmed(line);
  if (!take(line, "//") || !line.starts_with("TODO(lab")) return false;
  line.remove_prefix(8);
  std::size_t digits = 0;
  while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits])) != 0)
    ++digits;
  return digits > 0 && line.substr(digits).starts_with(")");
}

bool ends_gap(std::string_view line) {
  line = trimmed(line);
  return take(line, "//") && line == "END TODO";
}

/// The code without comments; what stands in string literals is kept.
std::string without_comments(const std::string& code) {
  std::string result;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.compare(i, 2, "//") == 0) {
      i = std::min(code.find('\n', i), code.size());
      result += '\n';
    } else if (code.compare(i, 2, "/*") == 0) {
      const std::size_t end = code.find("*/", i + 2);
      i = end == std::string::npos ? code.size() : end + 1;
      result += ' ';
    } else if (code[i] == '"') {
      const std::size_t begin = i++;
      while (i < code.size() && code[i] != '"') i += code[i] == '\\' ? 2 : 1;
      result += code.substr(begin, i - begin + 1);
    } else {
      result += code[i];
    }
  }
  return result;
}

/// True for nothing, `return expression` and, as older skeletons have it, `(void)name`.
bool is_placeholder(std::string_view statement) {
  statement = trimmed(statement);
  if (statement.empty()) return true;
  if (take(statement, "("))
    return take(statement, "void") && take(statement, ")") && !statement.empty() &&
           std::isdigit(static_cast<unsigned char>(statement[0])) == 0 &&
           std::all_of(statement.begin(), statement.end(), is_name_part);
  constexpr std::string_view kReturn = "return";
  if (!statement.starts_with(kReturn)) return false;
  statement.remove_prefix(kReturn.size());
  return (statement.empty() || !is_name_part(statement[0])) &&
         statement.find_first_of("{}") == std::string_view::npos;
}

bool only_placeholders(const std::string& gap) {
  std::istringstream statements(without_comments(gap));
  std::string statement;
  while (std::getline(statements, statement, ';'))
    if (!is_placeholder(statement)) return false;
  return true;
}

}  // namespace

bool untouched_gaps_in(const std::string& source) {
  std::istringstream lines(source);
  std::string line, gap;
  bool inside = false, any = false;
  while (std::getline(lines, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!inside && begins_gap(line)) {
      inside = any = true;
      gap.clear();
    } else if (inside && ends_gap(line)) {
      inside = false;
      if (!only_placeholders(gap)) return false;
    } else if (inside) {
      gap += line + '\n';
    }
  }
  if (inside && !only_placeholders(gap)) return false;
  return any;
}

bool untouched_gaps(const std::string& path) {
  constexpr std::size_t kLargestSource = std::size_t(4) << 20;
  std::ifstream file(path, std::ios::binary);
  std::string source(kLargestSource + 1, '\0');
  file.read(source.data(), static_cast<std::streamsize>(source.size()));
  if (file.bad() || !file.is_open()) throw InputError(path + " cannot be read");
  source.resize(static_cast<std::size_t>(file.gcount()));
  if (source.size() > kLargestSource)
    throw InputError(path + " is larger than 4 MiB; a lab's source file has a few KiB");
  return untouched_gaps_in(source);
}

}  // namespace kit::grader
