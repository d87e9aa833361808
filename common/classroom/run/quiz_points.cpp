#include "classroom/run/quiz_points.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "grader/grading/grade.hpp"
#include "grader/quiz/questions.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/text_file.hpp"
#include "kit/synthetic.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

grader::EvidenceRecord entry_of(std::string message, bool right) {
  grader::EvidenceRecord entry;
  entry.config = {"quiz", "Questions about your own code", 0};
  entry.verdict = right ? grader::Verdict::passed : grader::Verdict::wrong;
  entry.message = std::move(message);
  return entry;
}

}  // namespace

void add_quiz(grader::VerdictFile& verdict, grader::GradeOptions options,
              const std::string& answers, double most) {
  verdict.points.bonus_max += most;
  const json given = json::parse(answers, nullptr, /*allow_exceptions=*/false);
  if (!grader::is_quiz(given)) {
    verdict.evidence.push_back(entry_of("quiz.json is not what make quiz writes", false));
    return;
  }
  options.backend = grader::Backend::sim;
  options.seed = given["seed"];
  // In the same folder, where all is built.
  options.timing = false;
  options.page = true;
  options.hidden = json();
  // As on the student's machine. Nothing is drawn after this.
  draw_random_from(nullptr);
  grader::QuizScore score;
  std::string headline;
  // A run that was too slow beside others shows no kernels, and so asks nothing.
  for (int turn = 0; turn < 2 && score.asked == 0; ++turn) {
    headline = grader::grade(options).headline;
    const json page = json::parse(build::read_text(options.out + "/page.json"), nullptr, false);
    if (!grader::is_about(given, page)) {
      verdict.evidence.push_back(entry_of(
          "quiz.json is about other code: answer make quiz again after the last change", false));
      return;
    }
    score = grader::score_quiz(page, given);
  }
  if (score.asked == 0) {
    verdict.evidence.push_back(
        entry_of("no kernel ran that could be asked about: " + headline, false));
    return;
  }
  const double points = most * score.right / score.asked;
  verdict.points.bonus += points;
  verdict.evidence.push_back(
      entry_of(fmt::format("{} of {} questions right: {:.3g} of {:g} bonus points", score.right,
                           score.asked, points, most),
               score.right == score.asked));
}

}  // namespace kit::classroom
