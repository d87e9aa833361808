/// @file
/// Fields of JSON by type. The JSON library's own conversions are not used for numbers: they turn a
/// float or a negative number into whatever fits the type asked for.
#include "grader/support/json_fields.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace kit::grader {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const char* key, const char* wanted) {
  throw FormatError(fmt::format("'{}' is not {}", key, wanted));
}

int to_integer(const json& value, const char* key) {
  constexpr std::int64_t kMin = std::numeric_limits<int>::min();
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  if (!value.is_number_integer()) refuse(key, "a whole number");
  // An unsigned number beyond int64 would turn negative in the comparison below.
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t(kMax))
    refuse(key, "a number of this size");
  const auto number = value.get<std::int64_t>();
  if (number < kMin || number > kMax) refuse(key, "a number of this size");
  return static_cast<int>(number);
}

}  // namespace

const json& field_at(const json& object, const char* key) {
  if (!object.is_object()) refuse(key, "in an object");
  const auto found = object.find(key);
  if (found == object.end()) refuse(key, "there");
  return *found;
}

const std::string& text_at(const json& object, const char* key) {
  const auto* text = field_at(object, key).get_ptr<const std::string*>();
  if (text == nullptr) refuse(key, "a text");
  return *text;
}

bool flag_at(const json& object, const char* key) {
  const json& value = field_at(object, key);
  if (!value.is_boolean()) refuse(key, "true or false");
  return value.get<bool>();
}

double number_at(const json& object, const char* key) {
  const json& value = field_at(object, key);
  if (!value.is_number()) refuse(key, "a number");
  return value.get<double>();
}

std::uint64_t count_at(const json& object, const char* key) {
  const json& value = field_at(object, key);
  // A number that was made in this process may be signed though it is not negative.
  const bool counts =
      value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (!counts) refuse(key, "a whole number of at least 0");
  return value.get<std::uint64_t>();
}

int integer_at(const json& object, const char* key) {
  return to_integer(field_at(object, key), key);
}

const json& array_at(const json& object, const char* key) {
  const json& value = field_at(object, key);
  if (!value.is_array()) refuse(key, "a list");
  return value;
}

std::vector<double> numbers_at(const json& object, const char* key) {
  std::vector<double> numbers;
  for (const json& value : array_at(object, key)) {
    if (!value.is_number()) refuse(key, "a list of numbers");
    numbers.push_back(value.get<double>());
  }
  return numbers;
}

std::vector<int> integers_at(const json& object, const char* key) {
  std::vector<int> numbers;
  for (const json& value : array_at(object, key)) numbers.push_back(to_integer(value, key));
  return numbers;
}

json to_json_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double json_number_at(const json& object, const char* key) {
  const json& value = field_at(object, key);
  if (value.is_number()) return value.get<double>();
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  refuse(key, "a number");
}

double optional_number_at(const json& object, const char* key) {
  return field_at(object, key).is_null() ? 0 : json_number_at(object, key);
}

}  // namespace kit::grader
