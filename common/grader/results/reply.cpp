/// @file
/// Replies of the worker, field by field. Nothing behind this file sees the JSON of a worker.
#include "grader/results/reply.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "grader/support/json_fields.hpp"

namespace kit::grader {

using nlohmann::json;

namespace {

// The worker sends 16 at most.
constexpr std::size_t kMaxGuards = 64;
// It sends 4000 at most; a longer one would stand in the report of each case.
constexpr std::size_t kMaxTextBytes = 4096;

std::vector<double> one_per_set(const json& reply, const char* key, std::size_t sets) {
  std::vector<double> values = numbers_at(reply, key);
  values.resize(sets);  // what an adapter does not time counts as 0
  return values;
}

/// Reports show the names.
void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c == '_' || (c < 128 && std::isalnum(c) != 0);
  });
  if (!plain || name.size() > kLongest) throw FormatError("the name of an input is none of C++");
}

FunctionDescription function_from(const json& value) {
  FunctionDescription function;
  function.name = text_at(value, "name");
  std::istringstream names(text_at(value, "inputs"));
  for (std::string name; names >> name;) {
    check_name(name);
    function.inputs.push_back(std::move(name));
  }
  return function;
}

}  // namespace

json to_json(const std::optional<DeviceDescription>& device) {
  if (!device) return json::object();
  return {{"name", device->name},
          {"compute_capability", device->compute_capability},
          {"l2_bytes", device->l2_bytes},
          {"sms", device->sms}};
}

std::optional<DeviceDescription> device_from(const json& value) {
  // A worker of plain C++ sends an empty object.
  if (value.is_object() && value.empty()) return std::nullopt;
  return DeviceDescription{text_at(value, "name"), text_at(value, "compute_capability"),
                           integer_at(value, "l2_bytes"), integer_at(value, "sms")};
}

GuardDamage guard_damage_from(const json& value) {
  GuardDamage damage;
  ReadFields{value}("buffer", damage.buffer, "before", damage.before, "nearest_before",
                    damage.nearest_before, "furthest_before", damage.furthest_before);
  ReadFields{value}("after", damage.after, "nearest_after", damage.nearest_after, "furthest_after",
                    damage.furthest_after);
  return damage;
}

WorkerDescription worker_description_from(const json& reply) {
  WorkerDescription description;
  description.functions = list_at(reply, "functions", function_from);
  description.device = device_from(field_at(reply, "device"));
  return description;
}

WorkerResult worker_result_from(const json& reply, std::size_t sets) {
  WorkerResult result;
  result.milliseconds = one_per_set(reply, "milliseconds", sets);
  result.late_milliseconds = one_per_set(reply, "late_milliseconds", sets);
  result.copy_milliseconds = number_at(reply, "copy_milliseconds");
  result.guards = list_at(reply, "guards", guard_damage_from);
  if (result.guards.size() > kMaxGuards) throw FormatError("'guards' has too many entries");
  result.inputs_changed = integers_at(reply, "inputs_changed");
  return result;
}

WorkerFailure worker_failure_from(const json& reply) {
  const auto text = [&](const char* key) { return text_at(reply, key).substr(0, kMaxTextBytes); };
  return {text("kind"), text("where"), text("name"), text("text")};
}

std::optional<Observations> observations_in(const json& reply) {
  if (!reply.contains("observations")) return std::nullopt;
  const std::string& text = text_at(reply, "observations");
  // Workers of other builds send no observations, or none of this call.
  if (text.empty()) return std::nullopt;
  return observations_from(text);
}

}  // namespace kit::grader
