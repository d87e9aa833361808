/// @file
/// Hints are Markdown that stands beside the solution, read by one small parser: headings name the
/// stage and the number of a hint, everything else is prose or code for the terminal.
#include "grader/report/lab_hints.hpp"

#include <filesystem>
#include <sstream>

#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

bool is_fence(const std::string& line) {
  return line.starts_with("```");
}

std::string stripped(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string without_margin(std::string text) {
  while (!text.empty() && text.front() == '\n') text.erase(0, 1);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

/// Appends a line of code as it stands: broken anywhere else it could not be copied.
void add_code(TextReport& report, const std::string& line) {
  report.line(line.empty() ? "" : "    " + line);
}

}  // namespace

Hints parse_hints(const std::string& text) {
  Hints hints;
  std::istringstream lines(text);
  std::string line, stage;
  std::string* current = nullptr;  // the hint that lines are added to
  bool code = false;               // inside a fence '#' begins no heading
  while (std::getline(lines, line)) {
    if (is_fence(line)) code = !code;
    if (!code && line.starts_with("# ")) {
      stage = stripped(line.substr(2));
      current = nullptr;
    } else if (!code && line.starts_with("## ") && !stage.empty()) {
      current = &hints[stage].emplace_back();
    } else if (current != nullptr) {
      *current += line + "\n";
    }
  }
  for (auto& [id, texts] : hints)
    for (std::string& one : texts) one = without_margin(one);
  return hints;
}

std::string find_hints(const std::string& root, const std::string& lab) {
  // Students get the hints without the solutions.
  for (const std::string& path :
       {root + "/solutions/" + lab + "/hints.md", root + "/.hints/" + lab + ".md"})
    if (std::filesystem::is_regular_file(path)) return path;
  return "";
}

Hints load_hints(const std::string& path) {
  return parse_hints(read_whole(path));
}

std::string markdown_for_terminal(const std::string& text) {
  TextReport report(false);
  std::istringstream lines(text);
  std::string line, paragraph;
  std::size_t indent = 0;
  bool code = false;
  // Lines of prose are collected, since the source breaks them elsewhere than a terminal does.
  const auto end_paragraph = [&] {
    report.wrap(paragraph, indent);
    paragraph.clear();
    indent = 0;
  };
  while (std::getline(lines, line)) {
    if (is_fence(line)) {
      end_paragraph();
      code = !code;
    } else if (code) {
      add_code(report, line);
    } else if (stripped(line).empty()) {
      end_paragraph();
      report.line();
    } else {
      if (line.starts_with("- ")) {
        end_paragraph();
        indent = 2;
      }
      paragraph += (paragraph.empty() ? "" : " ") + stripped(line);
    }
  }
  end_paragraph();
  return report.text();
}

}  // namespace kit::grader
