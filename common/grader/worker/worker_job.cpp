/// @file
/// Jobs over host memory, and the registry of the worker.
#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "grader/protocol/launch_noise.hpp"
#include "grader/protocol/poison.hpp"
#include "grader/worker/kept_output.hpp"
#include "grader/worker/worker.hpp"
#include "grader/worker/worker_registry.hpp"
#include "kit/timer.hpp"

// In a program that the simulator observes; null elsewhere.
extern "C" const char* kit_sim_take_observations() __attribute__((weak));
extern "C" void kit_sim_call_student(int begins) __attribute__((weak));

namespace kit::worker {
namespace {

const nlohmann::json& parameter(const Request& request, const std::string& name) {
  const auto& params = *static_cast<const nlohmann::json*>(request.params);
  const auto found = params.find(name);
  if (found == params.end())
    throw Failure("kit", "parameters", "", "the judge sent no parameter '" + name + "'");
  return *found;
}

/// The word of that index in `names`; beyond them `kind` and the index, "input 3".
std::string nth_name(const char* names, std::size_t index, const char* kind) {
  std::istringstream words(names);
  std::string word;
  for (std::size_t i = 0; words >> word; ++i)
    if (i == index) return word;
  return kind + (' ' + std::to_string(index));
}

/// Tells an observed program without kernels that a student's function is at work.
class StudentCall {
 public:
  StudentCall() { kit_sim_call_student(1); }
  ~StudentCall() { kit_sim_call_student(0); }
  StudentCall(const StudentCall&) = delete;
  StudentCall& operator=(const StudentCall&) = delete;
};

[[noreturn]] void fail_type(const std::string& name, const char* wanted) {
  throw Failure("kit", "parameters", "", "the parameter '" + name + "' is not " + wanted);
}

}  // namespace

std::map<int, std::unique_ptr<KeptOutput>>& kept_outputs() {
  static std::map<int, std::unique_ptr<KeptOutput>> outputs;
  return outputs;
}

Registry& registry() {
  static Registry functions;
  return functions;
}

DeviceHooks& device_hooks() {
  static DeviceHooks hooks = [] {
    DeviceHooks made;
    if (kit_sim_take_observations != nullptr)
      made.take_observations = [] { return std::string(kit_sim_take_observations()); };
    return made;
  }();
  return hooks;
}

bool register_function(const std::string& name, std::function<void(const Request&, Result&)> run,
                       const BufferNames& names) {
  registry()[name] = {std::move(run), names.inputs};
  return true;
}

bool register_function(const std::string& name, void (*function)(HostJob&),
                       const BufferNames& names) {
  const auto run = [function, names](const Request& request, Result& result) {
    HostJob job(request, result, names);
    function(job);
  };
  return register_function(name, run, names);
}

const Shape& Job::input_shape(int set, int index) const {
  const auto& inputs = request_.sets.at(static_cast<std::size_t>(set));
  if (index < 0 || static_cast<std::size_t>(index) >= inputs.size())
    throw Failure("kit", "inputs", "", "the judge sent no input " + std::to_string(index));
  return inputs[static_cast<std::size_t>(index)].shape;
}

const Shape& Job::output_shape(int index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= request_.outputs.size())
    throw Failure("kit", "outputs", "", "the judge asked for no output " + std::to_string(index));
  return request_.outputs[static_cast<std::size_t>(index)];
}

double Job::number(const std::string& name) const {
  const nlohmann::json& value = parameter(request_, name);
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (!value.is_number()) fail_type(name, "a number");
  return value.get<double>();
}

std::string Job::text(const std::string& name) const {
  const nlohmann::json& value = parameter(request_, name);
  if (!value.is_string()) fail_type(name, "a text");
  return value.get<std::string>();
}

std::vector<int> Job::integers(const std::string& name) const {
  const nlohmann::json& values = parameter(request_, name);
  std::vector<int> result;
  for (const nlohmann::json& value : values) {
    if (!value.is_number_integer()) fail_type(name, "a list of integers");
    result.push_back(value.get<int>());
  }
  return result;
}

Border Job::border() const {
  const std::string name = text("border");
  if (name == "zero") return Border::zero;
  if (name == "clamp") return Border::clamp;
  fail_type("border", "'zero' or 'clamp'");
}

std::string Job::input_name(std::size_t index) const {
  return nth_name(names_.inputs, index, "input");
}

std::string Job::output_name(std::size_t index) const {
  return nth_name(names_.outputs, index, "output");
}

std::string Job::workspace_name(std::size_t index) const {
  return nth_name(names_.workspaces, index, "workspace");
}

std::uint64_t Job::input_guard(std::size_t index, int set) const {
  return request_.poison_seed + 1000003u * (index + 1) + unsigned(set);
}

std::uint64_t Job::output_guard(std::size_t index, int set) const {
  return request_.poison_seed + 2000003u * (index + 1) + unsigned(set);
}

std::vector<GuardedBlock> Job::input_blocks(int set) const {
  std::vector<GuardedBlock> blocks;
  const auto& inputs = request_.sets.at(static_cast<std::size_t>(set));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    blocks.emplace_back(inputs[i].shape, input_name(i), input_guard(i, set));
    if (inputs[i].bytes == nullptr)
      grader::fill_noise(blocks.back().values(), inputs[i].shape, request_.noise_key, 1);
    else
      std::copy_n(inputs[i].bytes, inputs[i].shape.bytes(), blocks.back().values());
  }
  return blocks;
}

std::vector<GuardedBlock> Job::output_blocks(int set) const {
  std::vector<GuardedBlock> blocks;
  for (std::size_t i = 0; i < request_.outputs.size(); ++i) {
    const Shape& shape = request_.outputs[i];
    blocks.emplace_back(shape, output_name(i), output_guard(i, set));
    if (request_.zeroed)
      std::memset(blocks.back().values(), 0, shape.bytes());
    else
      fill_poison(blocks.back().values(), shape.type, shape.values(), request_.poison_seed + i);
  }
  return blocks;
}

void Job::note_damage(const GuardedBlock& block) {
  if (auto damage = block.damage()) result_.guards.push_back(*damage);
}

void Job::discard_observations() const {
  if (device_hooks().take_observations && !calls_fail()) device_hooks().take_observations();
}

void Job::keep_observations() {
  if (device_hooks().take_observations && !calls_fail()) {
    result_.observations = device_hooks().take_observations();
  }
}

void Job::call_student(const std::function<void()>& function) {
  if (!calls_fail() && kit_sim_call_student != nullptr) {
    const StudentCall now;
    return function();
  }
  if (!calls_fail()) return function();
  device_hooks().fail_call(request_.failing_call);
  try {
    function();
    result_.returned = true;
  } catch (...) {
    result_.fate = device_hooks().call_fate();
    throw;
  }
  result_.fate = device_hooks().call_fate();
}

void Job::collect(int set, const std::vector<GuardedBlock>& inputs,
                  const std::vector<GuardedBlock>& outputs) {
  const auto& sent = request_.sets.at(static_cast<std::size_t>(set));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    note_damage(inputs[i]);
    if (sent[i].bytes == nullptr) continue;  // noise, of which nothing is here to compare with
    const bool same = std::memcmp(sent[i].bytes, inputs[i].values(), sent[i].shape.bytes()) == 0;
    auto& changed = result_.inputs_changed;
    const int index = static_cast<int>(i);
    if (!same && std::find(changed.begin(), changed.end(), index) == changed.end())
      changed.push_back(index);
  }
  for (const GuardedBlock& block : outputs) {
    note_damage(block);
    if (timed()) continue;
    result_.outputs.insert(result_.outputs.end(), block.values(),
                           block.values() + block.shape().bytes());
  }
}

namespace {

/// An output in host memory.
class KeptOnHost : public KeptOutput {
 public:
  explicit KeptOnHost(const GuardedBlock& block)
      : KeptOutput(block.shape()), bytes_(block.values(), block.values() + block.shape().bytes()) {}
  void copy(std::size_t offset, std::size_t pitch, std::size_t width, std::size_t rows,
            std::byte* to) const override {
    for (std::size_t row = 0; row < rows; ++row)
      std::memcpy(to + row * width, bytes_.data() + offset + row * pitch, width);
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

HostJob::HostJob(const Request& request, Result& result, const BufferNames& names)
    : Job(request, result, names) {
  // The buffers of earlier calls are gone.
  if (device_hooks().name_host_buffer) device_hooks().name_host_buffer(nullptr, 0, nullptr);
  for (int set = 0; set < sets(); ++set) {
    inputs_.push_back(input_blocks(set));
    outputs_.push_back(output_blocks(set));
  }
}

const std::byte* HostJob::in(int set, int index) const {
  input_shape(set, index);  // throws if there is none
  return inputs_[std::size_t(set)][std::size_t(index)].values();
}

std::byte* HostJob::out(int set, int index) {
  output_shape(index);
  return outputs_.at(std::size_t(set))[std::size_t(index)].values();
}

void HostJob::lend_blocks() {
  device_hooks().take_back();
  for (auto* blocks : {&inputs_, &outputs_})
    for (std::vector<GuardedBlock>& set : *blocks)
      for (GuardedBlock& block : set) device_hooks().lend(block.block(), block.block_bytes());
}

void HostJob::name_blocks() {
  const auto& name = device_hooks().name_host_buffer;
  name(nullptr, 0, nullptr);
  for (const auto* blocks : {&inputs_, &outputs_})
    for (const std::vector<GuardedBlock>& set : *blocks)
      for (const GuardedBlock& block : set)
        name(block.values(), block.shape().bytes(), block.name().c_str());
}

void HostJob::run(const std::function<void(int set)>& launch,
                  const std::function<void(int set)>& fetch,
                  const std::function<void(int set)>& prepare) {
  const DeviceHooks& hooks = device_hooks();
  if (hooks.lend) lend_blocks();
  if (hooks.name_host_buffer) name_blocks();
  for (int set = 0; set < sets(); ++set) {
    if (hooks.poison_freed_memory && !timed()) {
      std::size_t bytes = 0;
      for (const GuardedBlock& block : inputs_[std::size_t(set)]) bytes += block.block_bytes();
      for (const GuardedBlock& block : outputs_[std::size_t(set)]) bytes += block.block_bytes();
      hooks.poison_freed_memory(bytes);
    }
    if (prepare) prepare(set);
    discard_observations();
    const bool watched = hooks.watch_allocations && !calls_fail();
    if (watched) hooks.watch_allocations();
    const Timer timer;
    call_student([&] { launch(set); });
    if (calls_fail()) break;
    if (hooks.settle) hooks.settle();
    if (watched) hooks.report_leaks();
    result_.milliseconds.push_back(timed() ? timer.milliseconds() : 0);
    keep_observations();
    if (fetch) fetch(set);
    if (timed())
      kept_outputs()[request_.slot] =
          std::make_unique<KeptOnHost>(outputs_[std::size_t(set)].at(0));
    result_.late_milliseconds.push_back(0);
  }
  for (int set = 0; set < sets(); ++set)
    collect(set, inputs_[std::size_t(set)], outputs_[std::size_t(set)]);
}

}  // namespace kit::worker
