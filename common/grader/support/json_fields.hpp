/// @file
/// Fields of JSON that somebody else wrote, as values of one type. A field that is missing, of
/// another type or out of range throws FormatError and nothing else, so that each edge of the
/// program has one thing to catch.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace kit::grader {

/// JSON that is not what was agreed; what() names the field.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The field of an object, whatever its type.
const nlohmann::json& field_at(const nlohmann::json& object, const char* key);
const std::string& text_at(const nlohmann::json& object, const char* key);
bool flag_at(const nlohmann::json& object, const char* key);
double number_at(const nlohmann::json& object, const char* key);
/// A whole number of at least 0.
std::uint64_t count_at(const nlohmann::json& object, const char* key);
/// A whole number that fits into int.
int integer_at(const nlohmann::json& object, const char* key);
const nlohmann::json& array_at(const nlohmann::json& object, const char* key);
/// A list of numbers.
std::vector<double> numbers_at(const nlohmann::json& object, const char* key);
/// A list of whole numbers that fit into int.
std::vector<int> integers_at(const nlohmann::json& object, const char* key);

/// What `parse` makes of each element of a list; it may throw FormatError.
template <typename Parse>
auto list_at(const nlohmann::json& object, const char* key, Parse parse) {
  std::vector<decltype(parse(object))> list;
  for (const nlohmann::json& element : array_at(object, key)) list.push_back(parse(element));
  return list;
}

/// One field, read as the type of `to` asks for.
inline void read_field(const nlohmann::json& object, const char* key, std::string& to) {
  to = text_at(object, key);
}
inline void read_field(const nlohmann::json& object, const char* key, bool& to) {
  to = flag_at(object, key);
}
inline void read_field(const nlohmann::json& object, const char* key, double& to) {
  to = number_at(object, key);
}
inline void read_field(const nlohmann::json& object, const char* key, std::uint64_t& to) {
  to = count_at(object, key);
}
inline void read_field(const nlohmann::json& object, const char* key, int& to) {
  to = integer_at(object, key);
}
inline void read_field(const nlohmann::json& object, const char* key, std::vector<int>& to) {
  to = integers_at(object, key);
}
inline void read_field(const nlohmann::json& object, const char* key, nlohmann::json& to) {
  to = field_at(object, key);
}

/// Reads fields of an object: ReadFields{object}("name", record.name, "width", record.width, ...).
/// Other types than those above have a read_field() of their own, beside the type.
struct ReadFields {
  const nlohmann::json& object;

  void operator()() const {}
  template <typename To, typename... Rest>
  void operator()(const char* key, To& to, Rest&... rest) const {
    read_field(object, key, to);
    (*this)(rest...);
  }
};

template <typename From>
void write_field(nlohmann::json& object, const char* key, const From& from) {
  object[key] = from;
}

/// The way back: a list of fields can serve both. Other types than JSON's have a write_field().
struct WriteFields {
  nlohmann::json& object;

  void operator()() const {}
  template <typename From, typename... Rest>
  void operator()(const char* key, const From& from, const Rest&... rest) const {
    write_field(object, key, from);
    (*this)(rest...);
  }
};

/// A number as verdict.json holds it: "inf", "-inf" or "nan" as text, since JSON has none of them.
nlohmann::json to_json_number(double value);
/// What to_json_number() wrote, as a number again.
double json_number_at(const nlohmann::json& object, const char* key);
/// json_number_at(), but 0 for null.
double optional_number_at(const nlohmann::json& object, const char* key);

}  // namespace kit::grader
