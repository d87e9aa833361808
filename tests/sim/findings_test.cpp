/// What the observed simulator says about whole programs: nothing about valid ones; of faulty ones
/// the mistake, once, at the line that makes it. Comments in the faulty programs say what is to be
/// found: `// finds: kind` (several, if a line makes several mistakes), `// names: note` for a
/// further line that is named (`// notes: any` if these are not compared), `// pair: kind` on both
/// lines of a race, either of which may be the one that is reported, and `// says: text` for what a
/// message holds.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "toolchain.hpp"

using namespace kit::sim_test;

namespace {

// "12: out_of_bounds"
using Found = std::multiset<std::string>;

struct Expected {
  Found findings, named, missed;
  bool known = false, any_notes = false;
  std::multiset<std::string> pair;  // its two lines
  std::string pair_kind, said;
};

Expected expected_of(const std::string& source) {
  Expected expected;
  std::ifstream file(root() + "/" + source);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::string place = std::to_string(number) + ": ";
    if (const auto at = line.find("// names: "); at != std::string::npos) {
      expected.named.insert(place + line.substr(at + 10));
    } else if (const auto pair = line.find("// pair: "); pair != std::string::npos) {
      expected.pair.insert(std::to_string(number));
      expected.pair_kind = line.substr(pair + 9);
    } else if (const auto missed = line.find("// missed: "); missed != std::string::npos) {
      expected.missed.insert(place + line.substr(missed + 11));
    } else if (line.find("// notes: any") != std::string::npos) {
      expected.any_notes = true;
    } else if (line.find("// known: ") != std::string::npos) {
      expected.known = true;
    } else if (const auto says = line.find("// says: "); says != std::string::npos) {
      expected.said = line.substr(says + 9);
    } else if (const auto finds = line.find("// finds: "); finds != std::string::npos) {
      std::istringstream kinds(line.substr(finds + 10));
      for (std::string kind; kinds >> kind;) expected.findings.insert(place + kind);
    }
  }
  return expected;
}

// What a program printed about itself: "FILE:LINE: sentence", "    kind in position", then lines of
// "    FILE:LINE: note".
void read_findings(const std::string& output, const std::string& source, Found& findings,
                   Found& named) {
  static const std::regex finding("(\\S+):(\\d+): .*"), kind("    (\\w+) in .*"),
      note("    (\\S+):(\\d+): (.*)");
  std::istringstream lines(output);
  std::string place;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, note)) {
      named.insert((match[1] == source ? "" : match[1].str() + " ") + match[2].str() + ": " +
                   match[3].str());
    } else if (std::regex_match(line, match, finding)) {
      place = (match[1] == source ? "" : match[1].str() + " ") + match[2].str();
    } else if (std::regex_match(line, match, kind)) {
      findings.insert(place + ": " + match[1].str());
    }
  }
}

void check_findings(const std::string& source, const Outcome& outcome) {
  Expected expected = expected_of(source);
  Found findings, named;
  read_findings(outcome.output, source, findings, named);
  if (expected.pair.size() == 2) {
    const std::string first = *expected.pair.begin(), second = *expected.pair.rbegin();
    const std::string kind = ": " + expected.pair_kind;
    const bool first_found = findings.count(first + kind) == 1;
    const std::string what =
        expected.pair_kind == "divergent_barrier" ? ": the other barrier" : ": the other access";
    expected.findings.insert((first_found ? first : second) + kind);
    expected.named.insert((first_found ? second : first) + what);
  }
  CHECK((!expected.findings.empty() && expected.pair.size() % 2 == 0));
  CHECK(findings == expected.findings);
  if (!expected.any_notes) CHECK(named == expected.named);
  CHECK(outcome.output.find(expected.said) != std::string::npos);
}

}  // namespace

TEST_CASE("valid programs give no finding, whatever the order") {
  const auto all = programs_in("tests/sim/programs");
  CHECK(all.size() >= 15);
  const auto sources = share_of(all, 12);
  build_all(sources, Mode::observed);
  for (const std::string& source : sources) {
    int run = 0;
    for (const int seed : {1, 2, 77}) {
      for (const int threads : {1, 2, 5}) {
        const char* const streams = kSchedules[std::size_t(run++ + seed) % 3];
        INFO(source << ", seed " << seed << ", " << threads << " host threads, " << streams);
        const Outcome outcome = build_and_run(source, seed, threads, Mode::observed, streams);
        INFO(outcome.output);
        CHECK(outcome.status == 0);
        CHECK(outcome.output.find(" in kernel ") == std::string::npos);
        CHECK(outcome.output.find(" in host code") == std::string::npos);
      }
    }
  }
}

#ifdef __x86_64__
TEST_CASE("valid programs give no finding where they are kept to their own memory") {
  auto sources = programs_in("tests/sim/programs");
  // Threads of the host are refused there, and calls that change how it rounds.
  for (const char* refused : {"host_atomics", "conversions", "directed_rounding"})
    std::erase(sources, "tests/sim/programs/" + std::string(refused) + ".cu");
  // One entry too strict in the list of library calls accuses right programs.
  sources = share_of(sources, 24);
  build_all(sources, Mode::confined);
  for (const std::string& source : sources) {
    INFO(source);
    const Outcome outcome = build_and_run(source, 1, 2, Mode::confined);
    INFO(outcome.output);
    CHECK(outcome.status == 0);
    CHECK(outcome.output.find(" in kernel ") == std::string::npos);
    CHECK(outcome.output.find(" in host code") == std::string::npos);
  }
}
#endif

TEST_CASE("faulty programs are told once, at their lines, what is wrong") {
  const auto all = programs_in("tests/sim/faults");
  CHECK(all.size() >= 30);
  const auto sources = share_of(all);
  build_all(sources, Mode::observed);
  for (const std::string& source : sources) {
    for (const auto& [seed, threads] : {std::pair{1, 2}, {2, 1}, {77, 5}}) {
      INFO(source << ", seed " << seed << ", " << threads << " host threads");
      const Outcome outcome = build_and_run(source, seed, threads, Mode::observed);
      INFO(outcome.output);
      check_findings(source, outcome);
    }
  }
}

TEST_CASE("what OpenMP's threads do in order is no race, and what they do without is one") {
  const std::string valid = "tests/sim/openmp/constructs.cpp";
  const std::string faulty = "tests/sim/openmp/races.cpp";
  build_all({valid, faulty}, Mode::observed);
  const Outcome right = build_and_run(valid, 1, 2, Mode::observed);
  INFO(right.output);
  CHECK(right.output == "4 threads, 0 faults\n");
  const Outcome wrong = build_and_run(faulty, 1, 2, Mode::observed);
  INFO(wrong.output);
  Found findings, named, expected;
  read_findings(wrong.output, faulty, findings, named);
  std::ifstream file(root() + "/" + faulty);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.ends_with("// race")) expected.insert(std::to_string(number) + ": host_race");
  }
  CHECK(expected.size() >= 10);
  CHECK(findings == expected);
}

// Programs by an author who had not seen the simulator's code nor its other tests: each fault is
// found at its line, with nothing else. `// missed: kind` marks one that docs/simulator.md says is
// not found, `// known: what` a valid program that is reported or refused.
TEST_CASE("faulty programs of an independent author are told at their lines") {
  const auto all = programs_in("tests/sim/set/faults");
  CHECK(all.size() >= 200);
  const auto sources = share_of(all);
  build_all(sources, Mode::observed);
  for (const std::string& source : sources) {
    INFO(source);
    const Expected expected = expected_of(source);
    const Outcome outcome = build_and_run(source, 1, 2, Mode::observed);
    INFO(outcome.output);
    Found findings, named, pair;
    read_findings(outcome.output, source, findings, named);
    for (const std::string& line : expected.pair) {
      const std::string place = line + ": " + expected.pair_kind;
      if (findings.erase(place) > 0) pair.insert(place);
    }
    CHECK(pair.empty() == expected.pair.empty());
    for (const std::string& place : expected.missed) findings.erase(place);
    CHECK(findings == expected.findings);
  }
}

TEST_CASE("valid programs of an independent author give no finding") {
  const auto all = programs_in("tests/sim/set/valid");
  CHECK(all.size() >= 130);
  const auto sources = share_of(all);
  build_all(sources, Mode::observed);
  for (const std::string& source : sources) {
    INFO(source);
    const Outcome outcome = build_and_run(source, 1, 2, Mode::observed);
    INFO(outcome.output);
    const bool clean = outcome.status == 0 &&
                       outcome.output.find(" in kernel ") == std::string::npos &&
                       outcome.output.find(" in host code") == std::string::npos;
    CHECK(clean != expected_of(source).known);
  }
}

// Another block's atomic operation may be announced after this one's and happen before it. Without
// regard to that one run of twenty accused the barrier.
TEST_CASE("an atomic operation that another overtakes is ordered with it") {
  const std::string source = "tests/sim/set/valid/grid_barrier_two_blocks.cu";
  for (int seed = 1; seed <= 60; ++seed) {
    const Outcome outcome = build_and_run(source, seed, 2, Mode::observed);
    INFO("seed " << seed << "\n" << outcome.output);
    REQUIRE(outcome.output.find("global_race") == std::string::npos);
  }
}

TEST_CASE("counts are what theory says, and depend on no order") {
  const auto sources = programs_in("tests/sim/counts");
  build_all(sources, Mode::observed);
  for (const std::string& source : sources) {
    INFO(source);
    const Outcome first = build_and_run(source, 1, 1, Mode::observed);
    INFO(first.output);
    CHECK(first.status == 0);
    for (const auto& [seed, threads] : {std::pair{1, 2}, {2, 5}, {77, 1}}) {
      INFO("seed " << seed << ", " << threads << " host threads");
      CHECK(build_and_run(source, seed, threads, Mode::observed).output == first.output);
    }
  }
}

TEST_CASE("without kit_symbols findings have no lines, and the program says why once") {
  const std::string source = "tests/sim/faults/missing_barrier.cu";
  const Outcome whole = build_and_run(source, 1, 1, Mode::observed);
  CHECK(whole.output.find("missing_barrier.cu:") != std::string::npos);
  CHECK(whole.output.find("kit_symbols") == std::string::npos);
  // One is not there, one cannot be run, one ends at once.
  for (const std::string program : {"/nowhere/kit_symbols", "/etc/passwd", "/bin/true"}) {
    INFO(program);
    const Outcome outcome =
        run("cd " + root() + "; export KIT_SIM_THREADS=1 KIT_SYMBOLS=" + program +
            "; build/sim_programs/faults_missing_barrier_observed");
    INFO(outcome.output);
    CHECK(outcome.status == whole.status);
    CHECK(outcome.output.find("unknown place: ") != std::string::npos);
    CHECK(outcome.output.find("shared_race in kernel") != std::string::npos);
    const std::size_t told = outcome.output.find("kit_symbols is missing or has ended");
    REQUIRE(told != std::string::npos);
    CHECK(outcome.output.find("kit_symbols is missing", told + 1) == std::string::npos);
  }
}

TEST_CASE("lines are found whatever the program's folder is called") {
  const std::string source = "tests/sim/faults/missing_barrier.cu";
  const Outcome whole = build_and_run(source, 1, 1, Mode::observed);
  namespace fs = std::filesystem;
  const fs::path folder = root() + "/build/sim_programs/it's a $(\"folder\");";
  const fs::path link = root() + "/build/sim_programs/odd_link";
  fs::create_directories(folder);
  fs::remove(link);
  fs::copy_file(root() + "/build/sim_programs/faults_missing_barrier_observed", folder / "program",
                fs::copy_options::overwrite_existing);
  fs::create_symlink(folder / "program", link);
  const Outcome outcome = run("cd " + root() + "; export KIT_SIM_SEED=1 KIT_SIM_THREADS=1; " +
                              link.string() + "; exit $?");
  CHECK(outcome.output == whole.output);
}
