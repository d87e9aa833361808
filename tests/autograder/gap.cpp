#include "gap.hpp"

#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

bool begins_gap(const std::string& line) {
  static const std::regex pattern(R"(^\s*//\s*TODO\(lab\d+\).*)");
  return std::regex_match(line, pattern);
}

bool ends_gap(const std::string& line) {
  static const std::regex pattern(R"(^\s*//\s*END TODO\s*)");
  return std::regex_match(line, pattern);
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

bool only_placeholders(const std::string& gap) {
  static const std::regex placeholder(R"(\s*(\(\s*void\s*\)\s*[A-Za-z_]\w*|return\b[^{}]*)?\s*)");
  std::istringstream statements(without_comments(gap));
  std::string statement;
  while (std::getline(statements, statement, ';'))
    if (!std::regex_match(statement, placeholder)) return false;
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
  std::ifstream file(path);
  std::ostringstream source;
  source << file.rdbuf();
  if (!file) throw InputError(path + " cannot be read");
  return untouched_gaps_in(source.str());
}

}  // namespace kit::grader
