/// @file
/// Questions about a student's own code, with keys from its own run: which line moves most sectors,
/// what a barrier orders, how many lanes take part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kit::grader {

/// One question. The key is one of the choices, or a number where there are none.
struct Question {
  std::string kind;  ///< e.g. "most_sectors"
  std::string text;
  std::vector<std::string> choices;
  std::string key;
  std::string why;       ///< what the run showed, for right and for wrong answers
  double tolerance = 0;  ///< of a number: how far an answer may be from the key
};

/// All questions that can be asked about a page.json (docs/verdict.md), in an order that follows
/// from the sources in it: the same files are asked the same.
std::vector<Question> questions_about(const nlohmann::json& page);

/// The first questions of as many different kinds, at most `most`.
std::vector<Question> choose_questions(const std::vector<Question>& all, std::size_t most);

/// Whether an answer, as typed, is right: the number of a choice (from 1), or a number.
bool is_right(const Question& question, const std::string& answer);

/// A number that changes with the sources.
std::uint64_t source_hash(const nlohmann::json& page);

inline constexpr const char* kQuizSchema = "kit/quiz/v1";
inline constexpr std::size_t kQuestions = 5;  ///< that are asked at once

/// Whether a value is a quiz.json: its schema, the seed of the run, and answers with texts.
bool is_quiz(const nlohmann::json& value);

struct QuizScore {
  int right = 0;
  int asked = 0;  ///< 0 if no kernel ran that could be asked about
};

/// Whether the answers of a quiz.json, is_quiz(), are about the sources of a page.
bool is_about(const nlohmann::json& given, const nlohmann::json& page);

/// Compares a quiz.json with the questions about a page of the same seed, which it is_about().
QuizScore score_quiz(const nlohmann::json& page, const nlohmann::json& given);

}  // namespace kit::grader
