/// @file
/// A cause for a stage. One output often fits several mistakes: of a symmetric filter a turned one
/// leaves no trace, a 1x1 image is always "the reference times one factor". What counts is what
/// explains the failed cases together, so that the models are chosen as a cover of those cases: the
/// one that explains most cases first, then the one that explains most of the rest.
#include "grader/judge/stage_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "grader/lab/thin_image.hpp"

namespace kit::grader {
namespace {

/// What must be the same in all cases for a pattern to hold. A factor and a distance are part of
/// it.
std::string key_of(const CaseRecord& record) {
  const bool exact = record.cause == "scaled" || record.cause == "shifted";
  return record.by_pattern && exact ? record.cause + record.message : record.cause;
}

const ModelMatch* match_of(const FailedOutput& one, const std::string& model) {
  const auto found = std::find_if(one.matches.begin(), one.matches.end(),
                                  [&](const ModelMatch& match) { return match.model == model; });
  return found == one.matches.end() ? nullptr : &*found;
}

bool has_match(const FailedOutput& one, const std::string& model) {
  return match_of(one, model) != nullptr;
}

/// True for a model that explains less than half of the failed cases of each function, where others
/// remain that no model explains: one output often looks like that of another mistake.
bool is_chance(const std::string& model, const std::vector<Case>& cases,
               const std::vector<FailedOutput>& failed) {
  struct Counts {
    int explained = 0, by_values = 0, asked = 0;
    bool all_have_one = true;  // each case has a model
  };
  std::map<std::string, Counts> counts;  // by function
  for (const FailedOutput& one : failed) {
    const Case& spec = cases[one.index];
    const bool thin = is_thin(spec.expected.width(), spec.expected.height());
    if (is_degenerate(spec) || thin || (!spec.hypotheses && one.matches.empty())) continue;
    Counts& count = counts[spec.call.function];
    const ModelMatch* const match = match_of(one, model);
    count.explained += match != nullptr ? 1 : 0;
    count.by_values += match != nullptr && !match->runaways_alone ? 1 : 0;
    count.all_have_one &= !one.matches.empty();
    ++count.asked;
  }
  return std::none_of(counts.begin(), counts.end(), [](const auto& one) {
    const Counts& count = one.second;
    // Values that have run away would have done so for many a reason.
    if (count.by_values == 0 && 3 * count.explained < 2 * count.asked) return false;
    return count.explained > 0 && (count.all_have_one || 2 * count.explained >= count.asked);
  });
}

/// Where only degenerate cases failed: the model that explains all of them, three at least, which
/// is no chance. Empty otherwise.
std::vector<std::string> common_model(const std::vector<Case>& cases,
                                      const std::vector<FailedOutput>& failed) {
  constexpr std::size_t kFewest = 3;
  if (failed.size() < kFewest) return {};
  for (const FailedOutput& one : failed)
    if (!is_degenerate(cases[one.index])) return {};
  for (const ModelMatch& match : failed[0].matches)
    if (std::all_of(failed.begin(), failed.end(),
                    [&](const FailedOutput& one) { return has_match(one, match.model); }))
      return {match.model};
  return {};
}

}  // namespace

std::vector<std::string> covering_models(const std::vector<Case>& cases,
                                         const std::vector<FailedOutput>& failed) {
  std::vector<const FailedOutput*> left;
  for (const FailedOutput& one : failed)
    if (!one.matches.empty() && !is_degenerate(cases[one.index])) left.push_back(&one);
  std::vector<std::string> chosen = common_model(cases, failed);
  const auto explained_by = [](const std::string& model) {
    return [&model](const FailedOutput* one) { return has_match(*one, model); };
  };
  while (!left.empty()) {
    std::string best;
    std::ptrdiff_t most = 0;
    for (const FailedOutput* one : left) {
      for (const ModelMatch& match : one->matches) {
        const auto count = std::count_if(left.begin(), left.end(), explained_by(match.model));
        if (count > most) {
          best = match.model;
          most = count;
        }
      }
    }
    std::erase_if(left, explained_by(best));
    if (!is_chance(best, cases, failed)) chosen.push_back(best);
  }
  return chosen;
}

Diagnosis explanation_by(const std::vector<std::string>& models, const FailedOutput& failed) {
  for (const std::string& model : models)
    for (const ModelMatch& match : failed.matches)
      if (match.model == model) return match.diagnosis;
  return {};
}

void settle_patterns(const std::vector<Case>& cases, const std::vector<FailedOutput>& failed,
                     std::vector<CaseRecord>& records) {
  // Of each function, and of each stage, the keys of the cases that tell mistakes apart.
  std::map<std::string, std::multiset<std::string>> keys_of_function, keys_of_stage;
  for (const FailedOutput& one : failed) {
    if (is_degenerate(cases[one.index])) continue;
    const std::string key = key_of(records[one.index]);
    keys_of_function[cases[one.index].call.function].insert(key);
    keys_of_stage[records[one.index].stage].insert(key);
  }
  for (const FailedOutput& one : failed) {
    CaseRecord& record = records[one.index];
    const auto& of_function = keys_of_function[cases[one.index].call.function];
    // What a single case of a function shows has to hold in the stage's other cases too.
    const auto& keys = of_function.size() == 1 ? keys_of_stage[record.stage] : of_function;
    // Values that are many, few or alike cannot tell where they belong.
    const std::size_t silent = record.cause == "misplaced" ? keys.count("unknown") : 0;
    const std::size_t telling = keys.count(key_of(record));
    const bool holds = telling + silent == keys.size() && telling > 0 && telling >= silent;
    if (!record.by_pattern || holds) continue;
    const Diagnosis unknown = diagnose_unknown(one.judgement);
    record.cause = unknown.cause;
    record.message = unknown.message;
    record.presumed = unknown.presumed;
    record.by_pattern = false;
  }
}

bool depends_on_leftovers(const std::string& cause) {
  constexpr std::array<std::string_view, 6> kAll = {"nothing_written",     "unwritten_pixels",
                                                    "out_of_bounds_write", "input_overwritten",
                                                    "incomplete_tile",     "unset_variable"};
  return std::find(kAll.begin(), kAll.end(), cause) != kAll.end();
}

}  // namespace kit::grader
