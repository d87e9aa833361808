/// @file
/// Reading lab.json. Whoever adds a lab writes it by hand, so that each fault names the file and
/// the entry, and a fault is the kit's (HarnessError), never a student's.
#include "grader/lab/lab_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// The digits a folder's name begins with, as a number; -1 if it does not.
int lab_number(const std::string& name) {
  std::size_t digits = 0;
  while (digits < name.size() && std::isdigit(static_cast<unsigned char>(name[digits])) != 0)
    ++digits;
  return digits > 0 && digits < 6 ? std::stoi(name.substr(0, digits)) : -1;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

StageConfig stage_from(const nlohmann::json& entry) {
  StageConfig stage{entry.at("id"), entry.at("file"), entry.at("title"), entry.at("points")};
  stage.step_of = entry.value("step_of", "");
  stage.find_the_bug = entry.value("find_the_bug", false);
  stage.composes = entry.value("composes", false);
  stage.challenge = entry.value("challenge", false) || stage.find_the_bug;
  return stage;
}

/// A step leads to a later stage that is required and no step itself.
void check_steps(const LabConfig& config, const std::string& path) {
  for (std::size_t i = 0; i < config.stages.size(); ++i) {
    const StageConfig& step = config.stages[i];
    if (step.step_of.empty()) continue;
    const bool leads = std::any_of(
        config.stages.begin() + std::ptrdiff_t(i) + 1, config.stages.end(),
        [&](const StageConfig& later) { return later.id == step.step_of && !later.optional(); });
    if (!leads || step.challenge)
      throw HarnessError(fmt::format("{}: stage {} is a step of {}, which is no later stage", path,
                                     step.id, step.step_of));
  }
}

void check(const LabConfig& config, const std::string& path) {
  check_steps(config, path);
  // Stages and evidence share one set of ids, so that an id alone says what is meant.
  std::set<std::string> ids;
  for (const StageConfig& stage : config.stages)
    if (!ids.insert(stage.id).second)
      throw HarnessError(fmt::format("{}: two stages named {}", path, stage.id));
  for (const EvidenceConfig& entry : config.evidence)
    if (!ids.insert(entry.id).second)
      throw HarnessError(fmt::format("{}: two entries named {}", path, entry.id));
  if (config.language != "cuda" && config.language != "cpp")
    throw HarnessError(path + ": \"language\" must be \"cuda\" or \"cpp\"");
  if (config.stages.empty() || config.stages[0].challenge)
    throw HarnessError(path + ": the first stage must be there and no challenge");
  constexpr int kMostDevices = 8;  // of the simulator
  if (config.devices < 1 || config.devices > kMostDevices)
    throw HarnessError(fmt::format("{}: \"devices\" must be 1 to {}", path, kMostDevices));
  if (config.seconds_per_case <= 0 || config.memory_mib <= 0 || config.output_kib < 0)
    throw HarnessError(path + ": \"limits\" must be positive");
}

}  // namespace

std::vector<std::string> LabConfig::files() const {
  std::vector<std::string> names;
  for (const StageConfig& stage : stages)
    if (std::find(names.begin(), names.end(), stage.file) == names.end())
      names.push_back(stage.file);
  return names;
}

double LabConfig::max_points() const {
  double sum = 0;
  for (const StageConfig& stage : stages) sum += stage.challenge ? 0 : stage.points;
  for (const EvidenceConfig& entry : evidence) sum += entry.points;
  return sum;
}

double LabConfig::max_bonus() const {
  double sum = 0;
  for (const StageConfig& stage : stages) sum += stage.challenge ? stage.points : 0;
  return sum;
}

const StageConfig& LabConfig::stage(const std::string& id) const {
  for (const StageConfig& entry : stages)
    if (entry.id == id) return entry;
  throw HarnessError(fmt::format("{}/lab.json has no stage \"{}\"", lab, id));
}

bool LabConfig::is_optional(const std::string& file) const {
  return std::all_of(stages.begin(), stages.end(), [&](const StageConfig& stage) {
    return stage.file != file || stage.optional();
  });
}

std::vector<std::string> list_labs(const std::string& labs) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(labs, error))
    if (fs::exists(entry.path() / "lab.json")) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string find_lab(const std::string& labs, const std::string& name) {
  const std::vector<std::string> names = list_labs(labs);
  const std::string number = name.rfind("lab", 0) == 0 ? name.substr(3) : name;
  const bool numeric = !number.empty() && std::all_of(number.begin(), number.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
  // "4", "04" and "lab04" mean one lab.
  for (const std::string& lab : names)
    if (lab == name || (numeric && lab_number(lab) == lab_number(number))) return lab;
  throw InputError(fmt::format("there is no lab '{}'; the labs are: {}", name, joined(names)));
}

LabConfig load_lab(const std::string& labs, const std::string& lab) {
  const std::string path = (fs::path(labs) / lab / "lab.json").string();
  try {
    std::ifstream file(path);
    if (!file) throw HarnessError(path + " cannot be read");
    const nlohmann::json json = nlohmann::json::parse(file);
    LabConfig config;
    // at() for what every lab must say, value() for what has a default.
    config.lab = json.at("lab");
    config.title = json.at("title");
    config.language = json.at("language");
    for (const auto& entry : json.at("stages")) config.stages.push_back(stage_from(entry));
    for (const auto& entry : json.value("evidence", nlohmann::json::array()))
      config.evidence.push_back({entry.at("id"), entry.at("title"), entry.at("points")});
    config.devices = json.value("devices", config.devices);
    config.library = json.value("library", config.library);
    const auto limits = json.value("limits", nlohmann::json::object());
    config.seconds_per_case = limits.value("seconds_per_case", config.seconds_per_case);
    config.memory_mib = limits.value("memory_mib", config.memory_mib);
    config.output_kib = limits.value("output_kib", config.output_kib);
    if (config.lab != lab) throw HarnessError(path + ": \"lab\" must be the folder's name");
    check(config, path);
    return config;
  } catch (const nlohmann::json::exception& error) {
    throw HarnessError(path + ": " + error.what());
  }
}

fs::path folder_of(const fs::path& labs, const LabConfig& config, const fs::path& student,
                   const std::string& file) {
  const bool own = config.is_optional(file) && !fs::is_regular_file(student / file);
  return own ? labs / config.lab : student;
}

}  // namespace kit::grader
