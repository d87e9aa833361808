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

/// One property that a case may have: a parameter, or the size of its image.
struct Property {
  std::string name;
  nlohmann::json value;
};

std::vector<Property> properties_of(const CaseRecord& record) {
  std::vector<Property> list;
  if (record.params.is_object())
    for (const auto& [name, value] : record.params.items())
      if (value.is_primitive() && !value.is_null()) list.push_back({name, value});
  list.push_back({"width", record.width});
  list.push_back({"height", record.height});
  list.push_back({"channels", record.channels});
  return list;
}

std::string shown(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The values that a property has in some cases; empty if one of them lacks it.
std::vector<nlohmann::json> values_in(const std::vector<const CaseRecord*>& records,
                                      const std::string& name) {
  std::vector<nlohmann::json> values;
  for (const CaseRecord* record : records) {
    const std::vector<Property> all = properties_of(*record);
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Property& one) { return one.name == name; });
    if (found == all.end()) return {};
    values.push_back(found->value);
  }
  return values;
}

/// "border zero", "a width above 32"; empty if this property does not tell the cases apart.
std::string difference_in(const std::string& name, const std::vector<const CaseRecord*>& failed,
                          const std::vector<const CaseRecord*>& passed) {
  const std::vector<nlohmann::json> bad = values_in(failed, name), good = values_in(passed, name);
  if (bad.empty() || good.empty()) return {};
  const bool one_value = std::all_of(bad.begin(), bad.end(),
                                     [&](const nlohmann::json& value) { return value == bad[0]; });
  if (one_value && std::find(good.begin(), good.end(), bad[0]) == good.end())
    return fmt::format("{} {}", name, shown(bad[0]));
  if (!bad[0].is_number() || !good[0].is_number()) return {};
  const auto [low, high] = std::minmax_element(bad.begin(), bad.end());
  const auto [low_good, high_good] = std::minmax_element(good.begin(), good.end());
  if (*low > *high_good) return fmt::format("a {} above {}", name, shown(*high_good));
  if (*high < *low_good) return fmt::format("a {} below {}", name, shown(*low_good));
  return {};
}

bool has_match(const FailedOutput& one, const std::string& model) {
  return std::any_of(one.matches.begin(), one.matches.end(),
                     [&](const ModelMatch& match) { return match.model == model; });
}

/// True for a model that explains few of the failed cases of each function, where others remain
/// that no model explains: one output often looks like that of another mistake.
bool is_chance(const std::string& model, const std::vector<Case>& cases,
               const std::vector<FailedOutput>& failed) {
  struct Counts {
    int explained = 0, asked = 0;
    bool all_have_one = true;  // each case has a model
  };
  std::map<std::string, Counts> counts;  // by function
  for (const FailedOutput& one : failed) {
    const Case& spec = cases[one.index];
    const bool thin = is_thin(spec.expected.width(), spec.expected.height());
    if (is_degenerate(spec) || thin || (!spec.hypotheses && one.matches.empty())) continue;
    Counts& count = counts[spec.call.function];
    count.explained += has_match(one, model) ? 1 : 0;
    count.all_have_one &= !one.matches.empty();
    ++count.asked;
  }
  return std::none_of(counts.begin(), counts.end(), [](const auto& one) {
    const Counts& count = one.second;
    return count.explained > 0 && (count.all_have_one || 3 * count.explained >= count.asked);
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

void add_common_property(const std::string& stage, std::vector<CaseRecord>& records) {
  std::vector<const CaseRecord*> failed, passed;
  std::vector<CaseRecord*> unexplained;
  for (CaseRecord& record : records) {
    // What hidden cases have in common would tell what they are.
    if (record.stage != stage || is_hidden_case(record.name)) continue;
    if (record.verdict == Verdict::wrong) failed.push_back(&record);
    if (record.verdict == Verdict::passed) passed.push_back(&record);
    if (record.cause == "unknown") unexplained.push_back(&record);
  }
  constexpr std::size_t kMinCases = 2;  // one case has many properties that others lack
  if (unexplained.empty() || failed.size() < kMinCases || passed.size() < kMinCases) return;
  for (const Property& property : properties_of(*failed[0])) {
    const std::string difference = difference_in(property.name, failed, passed);
    if (difference.empty()) continue;
    for (CaseRecord* const record : unexplained) {
      record->cause = "special_case";
      record->by_pattern = true;
    }
    unexplained[0]->message +=
        fmt::format(" All {} cases that fail have {}; the {} that pass have not.", failed.size(),
                    difference, passed.size());
    return;
  }
}

bool depends_on_leftovers(const std::string& cause) {
  constexpr std::array<std::string_view, 6> kAll = {"nothing_written",     "unwritten_pixels",
                                                    "out_of_bounds_write", "input_overwritten",
                                                    "incomplete_tile",     "unset_variable"};
  return std::find(kAll.begin(), kAll.end(), cause) != kAll.end();
}

}  // namespace kit::grader
