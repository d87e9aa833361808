/// @file
/// Causes that hold for several failed cases of a stage.
#include "catch.hpp"
#include "grader/judge/common_property.hpp"
#include "grader/judge/stage_causes.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

Case noise_case(const std::string& name, int width, int height) {
  Case one;
  one.name = name;
  one.stage = "kernel";
  one.expected = to_double(noise(width, height, 3));
  one.tolerance = 1e-6;
  one.call.inputs = {{to_tensor(noise(width, height, 4))}};
  return one;
}

FailedOutput explained_by(std::size_t index, const std::vector<std::string>& models) {
  FailedOutput failed;
  failed.index = index;
  failed.judgement.wrong = Mask(9, 7, 1, 1);
  for (const std::string& model : models)
    failed.matches.push_back({model, {model, "because of " + model}});
  return failed;
}

CaseRecord record_of(Verdict verdict, const std::string& cause, const nlohmann::json& params) {
  CaseRecord record;
  record.stage = "kernel";
  record.verdict = verdict;
  record.cause = cause;
  record.message = cause + ".";
  record.params = params;
  record.width = record.height = 20;
  return record;
}

}  // namespace

TEST_CASE("judge: the model that explains all failed cases is the cause, not one that fits one") {
  const std::vector<Case> cases = {noise_case("a", 9, 7), noise_case("b", 9, 7),
                                   noise_case("c", 9, 7), noise_case("1x1", 1, 1)};
  const std::vector<FailedOutput> failed = {
      explained_by(0, {"shifted", "flipped"}), explained_by(1, {"scaled", "flipped"}),
      explained_by(2, {"transposed"}), explained_by(3, {"scaled", "transposed"})};
  const auto models = covering_models(cases, failed);
  CHECK(models == std::vector<std::string>{"flipped", "transposed"});
  CHECK(explanation_by(models, failed[0]).cause == "flipped");
  CHECK(explanation_by(models, failed[2]).cause == "transposed");
  CHECK(explanation_by(models, failed[3]).message == "because of transposed");
}

TEST_CASE("judge: a model that explains few cases, while others have none, is chance") {
  std::vector<Case> cases(5, noise_case("a", 9, 7));
  for (Case& one : cases) one.hypotheses = [] { return std::vector<Hypothesis>{}; };
  const std::vector<FailedOutput> few = {explained_by(0, {"flipped"}), explained_by(1, {"shifted"}),
                                         explained_by(2, {}), explained_by(3, {}),
                                         explained_by(4, {})};
  CHECK(covering_models(cases, few).empty());
  const std::vector<FailedOutput> most = {
      explained_by(0, {"flipped"}), explained_by(1, {"shifted"}), explained_by(2, {"shifted"}),
      explained_by(3, {"shifted"}), explained_by(4, {})};
  CHECK(covering_models(cases, most) == std::vector<std::string>{"shifted"});
}

TEST_CASE("judge: a case that fits every mistake explains nothing alone") {
  std::vector<Case> cases = {noise_case("1x1", 1, 1), noise_case("one value", 9, 7)};
  cases[1].call.inputs = {{to_tensor(Image<float>(9, 7, 1, 0.5f))}};
  const std::vector<FailedOutput> failed = {explained_by(0, {"scaled"}),
                                            explained_by(1, {"scaled"})};
  CHECK(covering_models(cases, failed).empty());
  CHECK(explanation_by({}, failed[0]).cause.empty());
}

TEST_CASE("judge: what explains three cases of few values, and no other failed, is no chance") {
  const std::vector<Case> cases = {noise_case("1x1", 1, 1), noise_case("2x1", 2, 1),
                                   noise_case("3x1", 3, 1), noise_case("9x7", 9, 7)};
  const std::vector<FailedOutput> small = {explained_by(0, {"scaled", "doubled"}),
                                           explained_by(1, {"doubled"}),
                                           explained_by(2, {"shifted", "doubled"})};
  CHECK(covering_models(cases, small) == std::vector<std::string>{"doubled"});
  std::vector<FailedOutput> with_large = small;
  with_large.push_back(explained_by(3, {}));
  CHECK(covering_models(cases, with_large).empty());
  std::vector<FailedOutput> apart = small;
  apart[1] = explained_by(1, {"shifted"});
  CHECK(covering_models(cases, apart).empty());
}

TEST_CASE("judge: a pattern is a cause only if all failed cases show it") {
  const std::vector<Case> cases = {noise_case("a", 9, 7), noise_case("b", 9, 7),
                                   noise_case("1x1", 1, 1)};
  const std::vector<FailedOutput> failed = {explained_by(0, {}), explained_by(1, {}),
                                            explained_by(2, {})};
  const auto settled = [&](const std::vector<std::string>& messages) {
    std::vector<CaseRecord> records;
    for (const std::string& message : messages) {
      records.push_back(record_of(Verdict::wrong, message.substr(0, message.find(' ')), {}));
      records.back().message = message;
      records.back().by_pattern = records.back().cause != "race";
    }
    settle_patterns(cases, failed, records);
    std::vector<std::string> causes;
    causes.reserve(records.size());
    for (const CaseRecord& record : records) causes.push_back(record.cause);
    return causes;
  };
  using Causes = std::vector<std::string>;
  CHECK(settled({"scaled 2", "scaled 2", "scaled 2"}) == Causes{"scaled", "scaled", "scaled"});
  CHECK(settled({"scaled 2", "scaled 3", "scaled 2"}) == Causes{"unknown", "unknown", "unknown"});
  CHECK(settled({"low_precision 4", "low_precision 9", "scaled 2"}) ==
        Causes{"low_precision", "low_precision", "unknown"});
  CHECK(settled({"race", "shifted 1", "race"}) == Causes{"race", "unknown", "race"});
}

TEST_CASE("judge: the pattern of a function's only failed case has to hold in its stage") {
  std::vector<Case> cases = {noise_case("a", 9, 7), noise_case("b", 9, 7)};
  cases[1].call.function = "another";
  const std::vector<FailedOutput> failed = {explained_by(0, {}), explained_by(1, {})};
  std::vector<CaseRecord> records = {record_of(Verdict::wrong, "unknown", {}),
                                     record_of(Verdict::wrong, "wrong_border", {})};
  records[1].by_pattern = true;
  settle_patterns(cases, failed, records);
  CHECK(records[1].cause == "unknown");
  records = {record_of(Verdict::wrong, "wrong_border", {}),
             record_of(Verdict::wrong, "wrong_border", {})};
  records[0].by_pattern = records[1].by_pattern = true;
  settle_patterns(cases, failed, records);
  CHECK(records[1].cause == "wrong_border");
}

TEST_CASE("judge: what failed cases have in common and others have not is said once") {
  const auto message_of = [](const std::vector<CaseRecord>& given) {
    std::vector<CaseRecord> records = given;
    add_common_property("kernel", records);
    for (std::size_t i = 1; i < records.size(); ++i) CHECK(records[i].message == given[i].message);
    return records[0].message;
  };
  const auto failed = [](const nlohmann::json& params) {
    return record_of(Verdict::wrong, "unknown", params);
  };
  const auto passed = [](const nlohmann::json& params) {
    return record_of(Verdict::passed, "", params);
  };
  CHECK(message_of({failed({{"border", "zero"}, {"taps", 3}}),
                    failed({{"border", "zero"}, {"taps", 5}}),
                    passed({{"border", "clamp"}, {"taps", 3}}),
                    passed({{"border", "clamp"}, {"taps", 7}})}) ==
        "unknown. All 2 cases that fail have border zero; the 2 that pass have not.");
  CHECK(message_of({failed({{"taps", 9}}), failed({{"taps", 11}}), passed({{"taps", 3}}),
                    passed({{"taps", 7}})}) ==
        "unknown. All 2 cases that fail have a taps above 7; the 2 that pass have not.");
  // Hidden cases have no say, and nothing is said of them.
  CHECK((is_hidden_case("hidden case 2") && is_hidden_case("5x5, hidden 40")));
  CHECK_FALSE(is_hidden_case("5x5 random"));
  CaseRecord hidden = failed({{"border", "clamp"}, {"taps", 13}});
  hidden.name = "hidden case 1";
  CHECK(message_of({failed({{"border", "zero"}, {"taps", 3}}),
                    failed({{"border", "zero"}, {"taps", 5}}), hidden,
                    passed({{"border", "clamp"}, {"taps", 3}}),
                    passed({{"border", "clamp"}, {"taps", 7}})}) ==
        "unknown. All 2 cases that fail have border zero; the 2 that pass have not.");
  // Nothing tells them apart; a single case has too many properties.
  CHECK(message_of({failed({{"taps", 3}}), failed({{"taps", 7}}), passed({{"taps", 3}}),
                    passed({{"taps", 7}})}) == "unknown.");
  CHECK(message_of({failed({{"taps", 3}}), passed({{"taps", 5}}), passed({{"taps", 7}})}) ==
        "unknown.");
}

}  // namespace kit::grader
