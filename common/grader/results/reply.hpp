/// @file
/// What a worker answers, with types. The worker holds the student's code, so that any reply may
/// come: one that is not as agreed throws FormatError, and the submission answers for it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/protocol/guard.hpp"
#include "grader/results/observations.hpp"

namespace kit::grader {

/// The GPU, or the simulator in its place.
struct DeviceDescription {
  std::string name;
  std::string compute_capability;  ///< "9.0"
  int l2_bytes = 0, sms = 0;
};

/// A function that can be called.
struct FunctionDescription {
  std::string name;
  std::vector<std::string> inputs;  ///< what the contract calls the first ones
};

/// The answer to FrameKind::describe.
struct WorkerDescription {
  std::vector<FunctionDescription> functions;
  std::optional<DeviceDescription> device;  ///< none where the lab is plain C++
};

/// What comes with the outputs of a call that returned.
struct WorkerResult {
  std::vector<double> milliseconds, late_milliseconds;  ///< per set; 0 where not timed
  double copy_milliseconds = 0;
  std::vector<GuardDamage> guards;
  std::vector<int> inputs_changed;
};

/// Why a call did not return.
struct WorkerFailure {
  std::string kind;  ///< "cuda", "memory", "exception" or "kit"
  std::string where, name, text;
};

WorkerDescription worker_description_from(const nlohmann::json& reply);
WorkerResult worker_result_from(const nlohmann::json& reply, std::size_t sets);
WorkerFailure worker_failure_from(const nlohmann::json& reply);
/// What the observed simulator saw, from a result or a failure; none from another build's worker.
std::optional<Observations> observations_in(const nlohmann::json& reply);

/// As workers and verdict.json write them, and back.
nlohmann::json to_json(const std::optional<DeviceDescription>& device);
std::optional<DeviceDescription> device_from(const nlohmann::json& value);
GuardDamage guard_damage_from(const nlohmann::json& value);

}  // namespace kit::grader
