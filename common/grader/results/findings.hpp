/// @file
/// What the checks of the observed simulator find (docs/simulator.md), as the judge uses it: which
/// finding lies nearest to the mistake, and in words.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/finding_kind.hpp"

namespace kit::grader {

using sim::FindingKind;
/// The kind of that name; none if there is no such.
std::optional<FindingKind> finding_kind_from(const std::string& name);

/// What a mistake of this kind costs the stage whose file it is in, though the results be right, as
/// a share of the stage's points (docs/verdict.md): all of them where C++ or CUDA leaves undefined
/// what happens, else a quarter.
double cost_of(FindingKind kind);

/// The cause that a finding of this kind stands for: its name, or "race".
std::string cause_of(FindingKind kind);

/// A line of a source file; line 0 if it is not known.
struct SourcePlace {
  std::string file;
  int line = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// One cause, with the line that shows it.
struct Finding {
  FindingKind kind = FindingKind::out_of_bounds;
  std::string message;      ///< one sentence for the student, without the place
  std::string position;     ///< kernel, block and thread, or that it is host code
  std::uint64_t count = 1;  ///< how often the cause showed
  SourcePlace place;
  std::optional<SourcePlace> other;  ///< of a race: the access that this one meets
  /// Another line that matters, with a few words on what happened there.
  struct Related {
    std::string note;
    SourcePlace place;
  };
  std::vector<Related> related = {};
};

/// A cause with the cases that showed it: an entry of verdict.json's "findings".
struct CommonFinding {
  Finding finding;
  std::string first_case;
  int cases = 0;
};

/// How near to the mistake a kind of finding lies, 0 the nearest. A read outside of an array or of
/// memory that nothing has written gives other values in another order too, so these come before
/// races; what harms no result comes last.
int triage_rank(FindingKind kind);

/// True for kinds that can make a result wrong or stop a program: not for leaks and the like.
bool harms_results(FindingKind kind);

/// Two that use one place of memory with nothing that orders them.
bool is_race(FindingKind kind);

/// The place that the function with the launch is called from, where it is known and lies in
/// another file of the student's than the finding; null if not.
const SourcePlace* caller_of(const Finding& finding);

/// The file's name without its folders.
std::string file_name(const SourcePlace& place);

/// "line 51 of tiled.cu: reads 4 bytes past the end of ..."; without a place if none is known.
std::string describe(const Finding& finding);

/// The nearest of the harmful findings that names a line; null if there is none.
const Finding* nearest_finding(const std::vector<Finding>& findings);

/// A finding of memory that was to be written by threads which had left before a barrier; null if
/// there is none.
const Finding* finding_of_lost_threads(const std::vector<Finding>& findings);

/// As the simulator writes it, and back. Throws FormatError.
nlohmann::json to_json(const Finding& finding);
Finding finding_from(const nlohmann::json& value);
SourcePlace place_from(const nlohmann::json& value);

}  // namespace kit::grader
