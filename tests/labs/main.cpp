/// @file
/// The labs' autograder as a Catch2 program: one test case per grading case of every solution, one
/// per kind of evidence; skeletons must be "not done", every wrong version in
/// tests/labs/NN_name/wrong refused with the verdict and the cause that its wrong.json names, and
/// every version in tests/labs/NN_name/right, listed in right.json, accepted. Ends with the
/// speedups. Environment: BACKEND (sim or cuda), SEED (to repeat a run), SHARE (one of these
/// versions in so many; default all).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch_session.hpp"
#include "grader/grading/grade.hpp"
#include "grader/lab/backend.hpp"
#include "grader/lab/suite.hpp"
#include "grader/report/report.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"
#include "lab_test_catch.hpp"
#include "lab_under_test.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

using LabPointer = std::shared_ptr<LabUnderTest>;

/// Counters that a program could have invented: each 1, for every case.
std::vector<CaseResult> invented_counts(const Suite& suite, const Settings& settings) {
  LaunchObservations launch;
  launch.kernel = "invented";
  for (const Counter counter :
       {&LaunchCounters::global_load_requests, &LaunchCounters::global_load_sectors,
        &LaunchCounters::global_store_requests, &LaunchCounters::global_store_sectors,
        &LaunchCounters::shared_load_requests, &LaunchCounters::shared_load_wavefronts,
        &LaunchCounters::shared_store_requests, &LaunchCounters::shared_store_wavefronts,
        &LaunchCounters::constant_requests, &LaunchCounters::flops})
    launch.counters.*counter = 1;
  std::vector<CaseResult> results;
  for (const Case& one : suite.cases(settings.backend, settings.seed)) {
    CaseResult result;
    result.name = one.name;
    result.stage = one.stage;
    result.verdict = Verdict::passed;
    result.params = one.call.params;
    result.width = one.expected.width();
    result.height = one.expected.height();
    result.observations = Observations{{launch}, {}};
    results.push_back(std::move(result));
  }
  return results;
}

void check_invented_counts(LabUnderTest& lab) {
  const Suite& suite = find_suite(lab.lab());
  const std::vector<CaseResult> results = invented_counts(suite, lab.settings());
  int forged = 0;
  for (const Evidence& evidence : suite.evidence) forged += evidence.check(results).forged ? 1 : 0;
  CHECK(forged > 0);
}

void check_case(LabUnderTest& lab, const std::string& name) {
  const json& verdict = lab.solution();
  INFO("verdict: " << verdict.at("headline"));
  for (const json& one : verdict.at("cases")) {
    if (one.at("name") != name) continue;
    INFO(one.at("message"));
    REQUIRE(one.at("max_abs_error").is_number());
    CHECK(one.at("max_abs_error").get<double>() <= one.at("tolerance").get<double>());
    CHECK(one.at("verdict") == "passed");
    return;
  }
  FAIL("the case was not graded");
}

void check_solution(LabUnderTest& lab) {
  const json& verdict = lab.solution();
  INFO(report(verdict_file_from(verdict), false));
  CHECK(verdict.at("verdict") == "passed");
  CHECK(verdict.at("points").at("earned") == verdict.at("points").at("max"));
  CHECK(verdict.at("points").at("bonus") == verdict.at("points").at("bonus_max"));
  for (const json& entry : verdict.at("evidence")) {
    INFO(entry.at("title"));
    CHECK(entry.at("verdict") == "passed");
  }
}

void check_skeleton(LabUnderTest& lab) {
  const json verdict = lab.skeleton();
  INFO(verdict.at("headline"));
  CHECK(verdict.at("verdict") == "not_done");
  CHECK(verdict.at("points").at("earned") == 0);
  CHECK(verdict.at("points").at("bonus") == 0);
  CHECK(verdict.at("build").at("log") == "");
}

/// The simulator names this mistake and its line; of a race, both lines.
void check_finding(const json& verdict, const std::string& kind) {
  INFO(verdict.at("findings").dump());
  const bool race = kind == "global_race" || kind == "shared_race";
  const bool pair = race || kind == "host_race";  // both may stand in one line of a loop
  bool found = false;
  for (const json& one : verdict.at("findings")) {
    found |= one.at("kind") == kind && one.at("line") != 0 &&
             (!pair || one.value("other_line", 0) != 0) &&
             (!race || one.at("line") != one.at("other_line"));
  }
  CHECK(found);
}

/// Each cause that is named stands on a page that explains it; what the simulator finds, on its
/// own.
void check_documented(const LabUnderTest& lab, const json& verdict) {
  const std::filesystem::path docs = std::filesystem::path(lab.settings().root) / "docs";
  const std::string pages =
      build::read_text(docs / "verdict.md") + build::read_text(docs / "simulator.md");
  for (const char* list : {"cases", "stages"})
    for (const json& one : verdict.at(list)) {
      const std::string cause = one.at("cause");
      INFO(cause << " is in neither docs/verdict.md nor docs/simulator.md");
      CHECK((cause.empty() || pages.find("`" + cause + "`") != std::string::npos));
    }
}

/// What the student reads: causes, messages, evidence and the next step.
std::string told(const json& verdict) {
  std::string text;
  for (const json& one : verdict.at("cases"))
    text += std::string(one.at("cause")) + ". " + std::string(one.at("message")) + "\n";
  for (const json& one : verdict.at("evidence")) text += std::string(one.at("message")) + "\n";
  return text + "next: " + std::string(verdict.at("next")) + "\n";
}

/// Texts that the student must read, and such that would mislead.
void check_texts(const json& verdict, const json& entry) {
  const std::string text = told(verdict);
  INFO(text);
  for (const std::string says : entry.value("says", json::array())) {
    INFO("says: " << says);
    CHECK(text.find(says) != std::string::npos);
  }
  for (const std::string misleads : entry.value("misleads", json::array())) {
    INFO("misleads: " << misleads);
    CHECK(text.find(misleads) == std::string::npos);
  }
}

/// A mistake costs its own stage alone; "also_loses" names those of which the handout asks more
/// than the replaced file alone can give.
void check_other_stages(const json& verdict, const json& entry) {
  const json excepted = entry.value("also_loses", json::array());
  for (const json& stage : verdict.at("stages")) {
    if (stage.at("file") == entry.at("replaces") || named(excepted, stage.at("id"))) continue;
    INFO(stage.at("file"));
    CHECK(stage.at("verdict") == "passed");
    CHECK(stage.at("points") == stage.at("max_points"));
  }
}

void check_wrong(LabUnderTest& lab, const json& entry) {
  // On a card it is left to chance what comes of these.
  if (lab.settings().backend == Backend::cuda && entry.value("only_sim", false)) return;
  const json verdict = lab.version(entry, "wrong");
  const json& stage = lab.stage_of(verdict, entry.at("replaces"));
  const bool on_gpu = lab.settings().backend == Backend::cuda && entry.contains("cause_cuda");
  const bool challenge = stage.at("challenge").get<bool>();
  INFO(report(verdict_file_from(verdict), false));
  // A lab is passed without its challenge.
  if (!challenge) CHECK(verdict.at("verdict") != "passed");
  // Graded without timing: where no GPU is, timing would not help.
  if (lab.settings().backend == Backend::sim && lab.config().needs_cuda())
    CHECK(verdict.at("timing_note") == "needs a GPU");
  check_documented(lab, verdict);
  if (entry.contains("finding")) check_finding(verdict, entry.at("finding"));
  if (lab.settings().backend == Backend::sim) {
    check_texts(verdict, entry);
    check_other_stages(verdict, entry);
  }
  if (entry.contains("evidence") && !on_gpu) {
    // Right, but not done as it should be: all points for correctness, none for this evidence (one
    // or a list). A challenge earns its bonus only with its own evidence.
    if (!challenge) CHECK(stage.at("points") == stage.at("max_points"));
    for (const json& evidence : verdict.at("evidence")) {
      INFO(evidence.at("id") << ": " << evidence.at("message"));
      CHECK((evidence.at("verdict") == "passed") != named(entry.at("evidence"), evidence.at("id")));
    }
    if (challenge) CHECK(stage.at("points") == 0);
    return;
  }
  // A list where the shape of the random blocks decides whether a wrong index leaves all memory.
  const bool own_verdict =
      lab.settings().backend == Backend::cuda && entry.contains("verdict_cuda");
  CHECK(named(entry.at(own_verdict ? "verdict_cuda" : "verdict"), stage.at("verdict")));
  CHECK(named(entry.at(on_gpu ? "cause_cuda" : "cause"), stage.at("cause")));
  CHECK(stage.at("points").get<double>() < stage.at("max_points").get<double>());
}

/// Right programs that work in another way than the solution: all points, and nothing is found
/// fault with, although it was looked at.
void check_right(LabUnderTest& lab, const json& entry) {
  const json verdict = lab.version(entry, "right");
  INFO(report(verdict_file_from(verdict), false));
  CHECK(verdict.at("verdict") == "passed");
  CHECK(verdict.at("points").at("earned") == verdict.at("points").at("max"));
  CHECK(verdict.at("points").at("bonus") == verdict.at("points").at("bonus_max"));
  CHECK(verdict.at("findings") == json::array());
  bool observed = false;
  for (const json& one : verdict.at("cases")) observed |= one.at("observed") == "passed";
  CHECK(observed == entry.value("observed", true));
}

void print_speedup(LabUnderTest& lab) {
  const json& verdict = lab.solution();
  for (const json& row : verdict.at("timing")) {
    const std::string name = row.at("name");
    if (row.at("speedup").is_number())
      std::printf("speedup %s, %s: %.2gx over one CPU thread%s\n", lab.lab().c_str(), name.c_str(),
                  row.at("speedup").get<double>(),
                  row.at("conclusive").get<bool>() ? "" : " (inconclusive)");
    CHECK(row.at("verified").get<bool>());
  }
  if (verdict.at("timing").empty()) {
    const std::string note = verdict.at("timing_note");
    std::printf("speedup %s: %s\n", lab.lab().c_str(), note.c_str());
    CHECK(lab.settings().backend == Backend::sim);
  }
}

void add_lab(const LabPointer& lab) {
  const std::string tag = "[" + lab->lab() + "]", prefix = lab->lab() + ": ";
  const Suite& suite = find_suite(lab->lab());
  if (!lab->has_solution()) {
    add_test(prefix + "the skeleton is not done", tag, [lab] { check_skeleton(*lab); });
    return;
  }
  for (const Case& one : suite.cases(lab->settings().backend, lab->settings().seed))
    add_test(prefix + one.stage + ", " + one.name, tag,
             [lab, name = one.name] { check_case(*lab, name); });
  add_test(prefix + "the solution gets all points", tag, [lab] { check_solution(*lab); });
  add_test(prefix + "the skeleton is not done", tag, [lab] { check_skeleton(*lab); });
  if (!suite.evidence.empty())
    add_test(prefix + "invented counts are called so", tag, [lab] { check_invented_counts(*lab); });
  // Of these versions one in SHARE, another each time; one each for the seeds 0 to SHARE - 1.
  std::uint64_t number = lab->settings().seed;
  for (const json& entry : lab->versions("wrong"))
    if (number++ % lab->settings().share == 0)
      add_test(prefix + "refuses " + std::string(entry.at("file")), tag + "[wrong]",
               [lab, entry] { check_wrong(*lab, entry); });
  for (const json& entry : lab->versions("right"))
    if (number++ % lab->settings().share == 0)
      add_test(prefix + "accepts " + std::string(entry.at("file")), tag + "[right]",
               [lab, entry] { check_right(*lab, entry); });
}

int run_tests(int argc, char** argv) {
  Settings settings;
  settings.root = kit_root();
  settings.backend = choose_backend(settings.root, environment("BACKEND"));
  const std::string seed = environment("SEED");
  settings.seed = seed.empty() ? fresh_seed() : std::stoull(seed);
  const std::string share = environment("SHARE");
  if (!share.empty()) settings.share = std::max(1ull, std::stoull(share));
  std::printf("backend %s, SEED=%llu, one wrong or right version in %llu\n",
              to_string(settings.backend).c_str(), static_cast<unsigned long long>(settings.seed),
              static_cast<unsigned long long>(settings.share));
  std::vector<LabPointer> labs;
  for (const std::string& name : list_labs(settings.root + "/labs"))
    labs.push_back(std::make_shared<LabUnderTest>(settings, name));
  for (const LabPointer& lab : labs) add_lab(lab);
  for (const LabPointer& lab : labs)
    if (lab->has_solution())
      add_test(lab->lab() + ": speedup", "[" + lab->lab() + "]", [lab] { print_speedup(*lab); });
  return run_catch(argc, argv, true);
}

}  // namespace
}  // namespace kit::grader

int main(int argc, char** argv) {
  try {
    return kit::grader::run_tests(argc, argv);
  } catch (const kit::Error& error) {
    std::fprintf(stderr, "lab_tests: %s\n", error.what());
    return error.code();
  }
}
