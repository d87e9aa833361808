/// @file
/// Records made by hand, for tests of what follows from them.
#pragma once

#include <string>

#include "grader/judge/judge.hpp"
#include "grader/results/findings.hpp"

namespace kit::grader {

/// A lab with a kernel, its caller and a challenge.
inline LabConfig two_stages() {
  LabConfig config;
  config.lab = "02_naive";
  config.stages = {{"kernel", "naive.cu", "", 40, false},
                   {"host", "host.cu", "", 45, false},
                   {"challenge", "challenge.cu", "", 10, true}};
  config.evidence = {{"bounds", "", 15}};
  return config;
}

inline CaseRecord record(const std::string& stage, Verdict verdict, bool scored = true,
                         const std::string& cause = "") {
  CaseRecord one;
  one.name = stage + " case";
  one.stage = stage;
  one.verdict = verdict;
  one.scored = scored;
  one.cause = cause;
  return one;
}

inline Finding finding_in(const std::string& file, FindingKind kind, int line = 3) {
  Finding finding;
  finding.kind = kind;
  finding.place = {"/f/" + file, line};
  finding.message = "is wrong";
  return finding;
}

}  // namespace kit::grader
