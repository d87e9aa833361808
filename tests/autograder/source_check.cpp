#include "source_check.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <vector>

namespace kit::grader {
namespace {

/// The source with comments and the contents of texts blanked, line breaks kept. Spliced lines (a
/// backslash at the end) are joined, so that no name can hide across them.
std::string code_of(const std::string& source) {
  std::string joined, code;
  int owed = 0;  // line breaks taken out by splicing, given back at the end of the line
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\r') continue;
    if (source[i] == '\\' && i + 1 < source.size() &&
        (source[i + 1] == '\n' || (source[i + 1] == '\r' && source.substr(i + 1, 2) == "\r\n"))) {
      i += source[i + 1] == '\r' ? 2 : 1;
      ++owed;
      continue;
    }
    joined += source[i];
    if (source[i] == '\n') {
      joined.append(std::size_t(owed), '\n');
      owed = 0;
    }
  }
  for (std::size_t i = 0; i < joined.size();) {
    if (joined.compare(i, 2, "//") == 0) {
      i = std::min(joined.find('\n', i), joined.size());
    } else if (joined.compare(i, 2, "/*") == 0) {
      const std::size_t end = std::min(joined.find("*/", i + 2), joined.size());
      code += ' ';
      code.append(std::size_t(std::count(joined.begin() + std::ptrdiff_t(i),
                                         joined.begin() + std::ptrdiff_t(end), '\n')),
                  '\n');
      i = end + 2;
    } else if (joined[i] == '"' || joined[i] == '\'') {
      const char quote = joined[i];
      code += quote;
      for (++i; i < joined.size() && joined[i] != quote && joined[i] != '\n'; ++i) {
        if (joined[i] == '\\') ++i;
      }
      code += quote;
      if (i < joined.size() && joined[i] == quote) ++i;
    } else {
      code += joined[i++];
    }
  }
  return code;
}

struct Rule {
  std::regex pattern;
  const char* why;
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = {
      {std::regex(R"(\b(asm|__asm|__asm__)\b)"), "inline assembly"},
      {std::regex(R"(##|\?\?|%:)"), "pasted tokens and digraphs, which can hide a name,"},
      {std::regex(
           R"(\b(no_sanitize\w*|optimize|target|no_instrument_function|__attribute__|__attribute)\b)"),
       "a compiler attribute"},
      {std::regex(R"(^\s*#\s*pragma\s+(?!(omp|unroll|nounroll|once)\b)|\b_Pragma\b|\b__pragma\b)"),
       "a pragma other than omp, unroll and once"},
      {std::regex(
           R"(^\s*#\s*(if|elif|ifdef|ifndef)\b.*(CUDA|NVCC|GNUC|clang|KIT|SANITIZE|CUDART|__x86))"),
       "a condition on the compiler or the backend"},
      {std::regex(
           R"(\b(__tsan|__sanitizer|kit_sim)\w*|\bkit\s*::\s*(sim|worker|grader)\b|\bnamespace\s+kit\b|\bKIT_(?!CHECK\b)\w*)"),
       "a name of the grader or the simulator"},
      {std::regex(
           R"(^\s*#\s*include\s*["<](/|[^">]*\.\./|[^">]*kit_sim|[^">]*worker|[^">]*device_job))"),
       "an include of a file outside the lab"},
      {std::regex(R"(\busing\s+namespace\s+kit\s*;)"), "a using-directive for the kit's namespace"},
  };
  return all;
}

}  // namespace

std::optional<std::string> forbidden_in(const std::string& source) {
  // Includes are read before texts are blanked: their names are what matters.
  std::istringstream raw(source), code(code_of(source));
  std::string raw_line, line;
  for (int number = 1; std::getline(code, line); ++number) {
    if (!std::getline(raw, raw_line)) raw_line.clear();
    if (line.find("#") != std::string::npos && line.find("include") != std::string::npos) {
      line = raw_line;
    }
    for (const Rule& rule : rules()) {
      if (std::regex_search(line, rule.pattern)) {
        return "line " + std::to_string(number) + ": " + rule.why + " is not allowed in a lab";
      }
    }
  }
  return std::nullopt;
}

}  // namespace kit::grader
