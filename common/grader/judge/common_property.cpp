// Of many properties one tells few cases apart by chance. The chance that a given one does is one
// in as many ways as there are to choose those that fail; the more are tried, the rarer it has to
// be.
#include "grader/judge/common_property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

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

using Records = std::vector<const CaseRecord*>;

/// The values that a property has in some cases; empty if one of them lacks it.
std::vector<nlohmann::json> values_in(const Records& records, const std::string& name) {
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
std::string difference_in(const std::string& name, const Records& failed, const Records& passed) {
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

/// Whole numbers of a case that may meet in its code, by name.
using Numbers = std::map<std::string, std::int64_t>;

Numbers numbers_of(const CaseRecord& record) {
  Numbers numbers;
  for (const Property& property : properties_of(record))
    if (property.value.is_number_integer()) numbers[property.name] = property.value;
  numbers.erase("channels");
  for (const char* width : {"filter_width", "taps"})
    if (numbers.count(width) > 0 && numbers.count("radius") == 0)
      numbers["radius"] = numbers[width] / 2;
  const auto block = record.params.is_object() ? record.params.find("block") : record.params.end();
  if (block != record.params.end() && block->is_array() && block->size() >= 2 &&
      (*block)[0].is_number_integer() && (*block)[1].is_number_integer()) {
    numbers["block width"] = (*block)[0];
    numbers["block height"] = (*block)[1];
    numbers["block threads"] = numbers["block width"] * numbers["block height"];
  }
  return numbers;
}

/// Looks for a relation of numbers that holds in the failed cases alone.
class Relations {
 public:
  Relations(const Records& failed, const Records& passed) {
    for (const CaseRecord* one : failed) failed_.push_back(numbers_of(*one));
    for (const CaseRecord* one : passed) passed_.push_back(numbers_of(*one));
    for (const auto& [name, value] : failed_[0])
      if (has_everywhere(name)) names_.push_back(name);
  }

  std::string find_remainder() const {
    for (const std::string& name : names_)
      if (std::string found = remainder_of(name); !found.empty()) return found;
    return {};
  }

  std::string find_relation() const {
    for (const std::string& a : names_)
      for (const std::string& b : names_) {
        if (a == b) continue;
        // Of what is true by definition, such as that a block's threads are at least its width, no
        // case lacks it.
        if (tells([&](const Numbers& one) { return one.at(a) > one.at(b); }))
          return fmt::format("a {} above the {}", a, b);
        if (tells([&](const Numbers& one) { return one.at(a) == one.at(b); }))
          return fmt::format("a {} equal to the {}", a, b);
        if (tells([&](const Numbers& one) { return one.at(a) != one.at(b); }))
          return fmt::format("a {} other than the {}", a, b);
        if (tells([&](const Numbers& one) { return is_no_multiple(one.at(a), one.at(b)); }))
          return fmt::format("a {} that is no multiple of the {}", a, b);
      }
    return {};
  }

 private:
  static bool is_no_multiple(std::int64_t a, std::int64_t b) { return b == 0 || a % b != 0; }

  bool has_everywhere(const std::string& name) const {
    const auto has = [&](const Numbers& one) { return one.count(name) > 0; };
    return std::all_of(failed_.begin(), failed_.end(), has) &&
           std::all_of(passed_.begin(), passed_.end(), has);
  }

  /// True if it holds in all failed cases and in none that passed.
  template <typename Holds>
  bool tells(Holds holds) const {
    return std::all_of(failed_.begin(), failed_.end(), holds) &&
           std::none_of(passed_.begin(), passed_.end(), holds);
  }

  std::string remainder_of(const std::string& name) const {
    constexpr std::array<std::int64_t, 8> kDivisors = {2, 4, 8, 16, 32, 64, 128, 256};
    std::vector<std::int64_t> found;
    for (const std::int64_t divisor : kDivisors)
      if (tells([&](const Numbers& one) { return is_no_multiple(one.at(name), divisor); }))
        found.push_back(divisor);
    if (found.empty()) return {};
    if (found.size() == 1) return fmt::format("a {} that is no multiple of {}", name, found[0]);
    return fmt::format("a {} that is no multiple of {} (or of {})", name, found[0], found.back());
  }

  std::vector<Numbers> failed_, passed_;
  std::vector<std::string> names_;
};

/// In how many ways so many cases may fail and so many pass.
double ways_to_choose(std::size_t failed, std::size_t passed) {
  double ways = 1;
  for (std::size_t i = 1; i <= std::min(failed, passed); ++i)
    ways *= double(failed + passed + 1 - i) / double(i);
  return ways;
}

std::string find_difference(const Records& failed, const Records& passed) {
  for (const Property& property : properties_of(*failed[0]))
    if (std::string found = difference_in(property.name, failed, passed); !found.empty())
      return found;
  // Remainders are some ten, relations some hundred.
  constexpr double kEnoughForRemainders = 100, kEnoughForRelations = 1e4;
  const double ways = ways_to_choose(failed.size(), passed.size());
  if (ways < kEnoughForRemainders) return {};
  const Relations relations(failed, passed);
  std::string remainder = relations.find_remainder();
  if (!remainder.empty() || ways < kEnoughForRelations) return remainder;
  return relations.find_relation();
}

}  // namespace

std::string common_property(const std::string& stage, const std::vector<CaseRecord>& records) {
  Records failed, passed, passed_by_zeros;
  for (const CaseRecord& record : records) {
    // What hidden cases have in common would tell what they are.
    if (record.stage != stage || is_hidden_case(record.name)) continue;
    if (record.verdict == Verdict::wrong || record.verdict == Verdict::crashed)
      failed.push_back(&record);
    // A case that zeros or a copy would pass says less.
    if (record.verdict == Verdict::passed)
      (record.scored ? passed : passed_by_zeros).push_back(&record);
  }
  constexpr std::size_t kMinCases = 2;  // one case has many properties that others lack
  if (passed.size() < kMinCases)
    passed.insert(passed.end(), passed_by_zeros.begin(), passed_by_zeros.end());
  if (failed.size() < kMinCases || passed.size() < kMinCases) return {};
  const std::string difference = find_difference(failed, passed);
  if (difference.empty()) return {};
  return fmt::format(" All {} cases that fail have {}; the {} that pass have not.", failed.size(),
                     difference, passed.size());
}

void add_common_property(const std::string& stage, std::vector<CaseRecord>& records) {
  std::vector<CaseRecord*> unexplained;
  for (CaseRecord& record : records)
    if (record.stage == stage && record.cause == "unknown" && !is_hidden_case(record.name))
      unexplained.push_back(&record);
  if (unexplained.empty()) return;
  const std::string property = common_property(stage, records);
  if (property.empty()) return;
  for (CaseRecord* const record : unexplained) {
    record->cause = "special_case";
    record->by_pattern = true;
  }
  unexplained[0]->message += property;
}

void add_common_property_to_symptoms(const std::string& stage, std::vector<CaseRecord>& records,
                                     const std::function<bool(const CaseRecord&)>& is_symptom) {
  const auto told = std::find_if(records.begin(), records.end(), [&](const CaseRecord& one) {
    return one.stage == stage && one.line == 0 && !is_hidden_case(one.name) && is_symptom(one);
  });
  if (told == records.end()) return;
  const std::string property = common_property(stage, records);
  if (!property.empty()) told->message = with_full_stop(told->message) + property;
}

void refer_to_told_cases(std::vector<CaseRecord>& cases) {
  std::map<std::string, std::string> told;  // of each stage, the first
  for (const CaseRecord& record : cases)
    if (record.verdict == Verdict::wrong && record.cause != "unknown" &&
        record.cause != "special_case")
      told.emplace(record.stage, record.name);
  for (CaseRecord& record : cases) {
    const auto by_hand = record.message.find(kByHand);
    const auto other = told.find(record.stage);
    if (by_hand == std::string::npos || other == told.end()) continue;
    record.message.replace(
        by_hand, std::string_view(kByHand).size(),
        fmt::format(" More is known of the case '{}': begin there.", other->second));
  }
}

}  // namespace kit::grader
