/// @file
/// `kit quiz`: questions about one's own code, whose keys come from a grading in the simulator.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/grading/grade.hpp"
#include "grader/quiz/questions.hpp"
#include "grader/report/report_style.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

/// Whether an answer is a number, and where there are choices one of theirs.
bool can_be_an_answer(const Question& question, const std::string& answer) {
  char* end = nullptr;
  const double value = std::strtod(answer.c_str(), &end);
  if (end == answer.c_str() || *end != '\0') return false;
  return question.choices.empty() || (value >= 1 && value <= double(question.choices.size()));
}

/// Prints a question, and reads a line; once more where it holds no answer. Empty where the input
/// has ended.
std::string ask(std::size_t number, const Question& question) {
  TextReport report(false);
  report.wrap(fmt::format("{}. {}", number, printable(question.text)), 0);
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    report.line(fmt::format("   {}) {}", i + 1, printable(question.choices[i])));
  std::fputs(report.text().c_str(), stdout);
  const std::string prompt =
      !question.choices.empty() ? fmt::format("   1 to {}: ", question.choices.size())
      : question.tolerance > 0
          ? fmt::format("   a number (right within {:.2g}): ", question.tolerance)
          : "   a number: ";
  std::string line;
  do {
    std::printf("%s", prompt.c_str());
    std::fflush(stdout);
    if (!std::getline(std::cin, line)) return "";
    const std::size_t begin = line.find_first_not_of(" \t\r");
    line = begin == std::string::npos
               ? ""
               : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
  } while (!can_be_an_answer(question, line));
  return line;
}

int print_keys(const json& page) {
  json list = json::array();
  for (const Question& one : questions_about(page))
    list.push_back({{"kind", one.kind},
                    {"text", one.text},
                    {"choices", one.choices},
                    {"key", one.key},
                    {"tolerance", one.tolerance}});
  std::printf("%s\n", list.dump(1, ' ', false, json::error_handler_t::replace).c_str());
  return kExitPassed;
}

}  // namespace

int run_quiz(const QuizCommand& command) {
  GradeOptions options;
  options.root = kit_root();
  options.lab = find_lab(options.root + "/labs", command.lab);
  if (!load_lab(options.root + "/labs", options.lab).needs_cuda())
    throw InputError("make quiz asks about kernels, and lab " + options.lab.substr(0, 2) +
                     " has none; take a later lab");
  options.source = command.source;
  options.seed = command.seed ? *command.seed : fresh_seed();
  options.timing = false;
  options.page = true;
  const VerdictFile verdict = grade(options);
  const json page =
      json::parse(build::read_text(output_folder(options) + "/page.json"), nullptr, false);
  if (command.keys) return print_keys(page);
  const std::vector<Question> questions = choose_questions(questions_about(page), kQuestions);
  if (questions.empty())
    throw InputError("there is nothing to ask about " + options.lab + ": no kernel of it ran (" +
                     verdict.headline + ")");
  json answers = json::array();
  std::size_t right = 0;
  for (const Question& question : questions) {
    const std::string answer = ask(answers.size() + 1, question);
    const bool good = is_right(question, answer);
    right += good ? 1 : 0;
    TextReport report(false);
    report.wrap(fmt::format("{} {}", good ? "right:" : "no: it is " + printable(question.key) + ".",
                            sentence(printable(question.why))),
                3);
    report.line();
    std::fputs(report.text().c_str(), stdout);
    answers.push_back(
        {{"kind", question.kind}, {"text", question.text}, {"answer", answer}, {"right", good}});
  }
  const std::string path = source_folder(options) + "/" + options.lab + "/quiz.json";
  // Of the kit's own solutions nothing is kept.
  if (options.source != "solutions")
    write_json(path, {{"schema", kQuizSchema},
                      {"lab", options.lab},
                      {"seed", options.seed},
                      {"sources", fmt::format("{:016x}", source_hash(page))},
                      {"answers", answers}});
  std::printf("%zu of %zu right%s\n", right, questions.size(),
              options.source == "solutions"
                  ? ""
                  : ("; kept in " + relative_path(path) +
                     ", which make submit packs. It gives points only if your course says so")
                        .c_str());
  return kExitPassed;
}

}  // namespace kit::grader
