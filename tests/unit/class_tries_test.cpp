/// @file
/// How often a submission is graded whose verdict others may have caused.
#include "classroom/run/tries.hpp"

#include "catch.hpp"

namespace kit::classroom {
namespace {

/// A judge's answer in which this case ended so, after a share of the time for calls.
JobAnswer answer_with(const std::string& name, grader::Verdict verdict, double used) {
  JobAnswer answer;
  answer.verdict.emplace();
  grader::CaseRecord record;
  record.name = name;
  record.verdict = verdict;
  answer.verdict->cases.push_back(record);
  answer.used_of_calls = used;
  return answer;
}

TEST_CASE("tries: the same kind in another case is the same") {
  Tries tries;
  CHECK(tries.disputed(answer_with("small", grader::Verdict::timed_out, 0.1)));
  CHECK_FALSE(tries.disputed(answer_with("large", grader::Verdict::timed_out, 0.1)));
  CHECK(tries.count() == 2);
}

TEST_CASE("tries: the second has twice the time, and what is right counts at once") {
  Tries tries;
  Job first, second;
  tries.prepare(first);
  CHECK((first.timeout_factor == 1 && first.share_of_calls == 1));
  CHECK(tries.disputed(answer_with("small", grader::Verdict::timed_out, 1)));
  tries.prepare(second);
  CHECK((second.timeout_factor == 2 && second.share_of_calls == 1));
  CHECK_FALSE(tries.disputed(answer_with("small", grader::Verdict::passed, 1)));
}

TEST_CASE("tries: all of them have one budget") {
  Tries tries;
  CHECK(tries.disputed(answer_with("small", grader::Verdict::timed_out, 1)));
  CHECK(tries.disputed(answer_with("small", grader::Verdict::out_of_memory, 0.5)));
  Job third;
  tries.prepare(third);
  CHECK(third.share_of_calls == 0.5);
  JobAnswer killed = answer_with("small", grader::Verdict::crashed, 0.5);
  killed.verdict->cases[0].cause = "signal";
  CHECK_FALSE(tries.disputed(killed));
}

TEST_CASE("tries: a build is judged by how it ended, not by what it said") {
  grader::VerdictFile verdict;
  verdict.build_log = "Killed signal; stopped: compiling; an object cannot be looked at";
  CHECK(retry_reasons(verdict).empty());
  verdict.build_stopped = true;
  CHECK(retry_reasons(verdict) == std::set<std::string>{"build"});
}

}  // namespace
}  // namespace kit::classroom
