/// @file
/// A worker and what became of it. A process that crashed, hung or sent something odd may hold a
/// broken heap or a broken device, so that the next call starts a fresh one.
#include "grader/judge/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "grader/process/child.hpp"
#include "grader/support/environment_variable.hpp"
#include "grader/support/json_fields.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

json to_json(const Shape& shape) {
  return {{"type", static_cast<int>(shape.type)},
          {"width", shape.width},
          {"height", shape.height},
          {"channels", shape.channels}};
}

json to_json(const Call& call, std::uint64_t poison_seed, WorkSchedule schedule) {
  json sets = json::array(), outputs = json::array();
  for (const auto& inputs : call.inputs) {
    json set = json::array();
    for (const Tensor& input : inputs) set.push_back(to_json(input.shape));
    sets.push_back(set);
  }
  for (const Shape& shape : call.outputs) outputs.push_back(to_json(shape));
  json message = {{"function", call.function},
                  {"params", call.params},
                  {"timed", call.timed},
                  {"poison_seed", poison_seed},
                  {"sets", sets},
                  {"outputs", outputs},
                  {"fail_from", call.fail_from},
                  {"edit", call.edit},
                  {"second_edit", call.second_edit},
                  {"third_edit", call.third_edit},
                  {"note_edits", call.note_edits},
                  {"zeroed", call.zeroed},
                  {"more_shared", call.more_shared},
                  {"schedule", static_cast<int>(schedule)},
                  {"slot", call.slot}};
  if (call.noise_key) message["noise_key"] = *call.noise_key;
  return message;
}

/// What a call's reply holds.
std::vector<Shape> reply_shapes(const Call& call) {
  std::vector<Shape> shapes;
  if (call.timed) return shapes;
  for (std::size_t set = 0; set < call.inputs.size(); ++set)
    shapes.insert(shapes.end(), call.outputs.begin(), call.outputs.end());
  return shapes;
}

std::uint64_t bytes_of(const std::vector<Shape>& shapes) {
  std::uint64_t bytes = 0;
  for (const Shape& shape : shapes) bytes += shape.bytes();
  return bytes;
}

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

constexpr const char* kWrongSize = "whose size is not what was asked for";

/// Takes the outputs out of a reply. Returns false unless their size is what was asked for.
bool take_outputs(CallOutcome& outcome, const std::vector<Shape>& shapes,
                  const Exchange& exchange) {
  const std::vector<std::byte>& blob = exchange.reply.blob;
  if (exchange.reply.kind != FrameKind::result || blob.size() != bytes_of(shapes)) return false;
  auto begin = blob.begin();
  for (const Shape& shape : shapes) {
    const auto end = begin + static_cast<std::ptrdiff_t>(shape.bytes());
    outcome.outputs.push_back({shape, {begin, end}});
    begin = end;
  }
  return true;
}

std::vector<int> edits_met_in(const json& reply) {
  const auto found = reply.find("edits_met");
  std::vector<int> numbers;
  if (found != reply.end() && found->is_array())
    for (const json& number : *found)
      if (number.is_number_integer()) numbers.push_back(number.get<int>());
  return numbers;
}

int failing_call_in(const json& reply) {
  const auto found = reply.find("failing_call");
  return found != reply.end() && found->is_number_integer() ? found->get<int>() : 0;
}

void take_result(CallOutcome& outcome, const Call& call, const Exchange& exchange) {
  if (!take_outputs(outcome, reply_shapes(call), exchange))
    return refuse_reply(outcome, kWrongSize);
  WorkerResult result = worker_result_from(exchange.reply.json, call.inputs.size());
  outcome.verdict = Verdict::passed;
  if (call.timed) {
    outcome.milliseconds = result.milliseconds.at(0);
    outcome.late_milliseconds = result.late_milliseconds.at(0);
  }
  outcome.copy_milliseconds = result.copy_milliseconds;
  outcome.guards = std::move(result.guards);
  outcome.inputs_changed = std::move(result.inputs_changed);
  if (call.note_edits) outcome.edits_met = edits_met_in(exchange.reply.json);
}

/// Everything that an exchange says. A reply with fields of other types never gets any further.
void take_exchange(CallOutcome& outcome, const Call& call, const Exchange& exchange) {
  try {
    explain(outcome, exchange);
    if (exchange.status == ExchangeStatus::replied) {
      outcome.observations = observations_in(exchange.reply.json);
      if (call.fail_from > 0) outcome.ended_at_call = failing_call_in(exchange.reply.json);
    }
    if (!outcome.verdict) take_result(outcome, call, exchange);
  } catch (const FormatError& error) {
    refuse_reply(outcome, fmt::format("that is not as agreed: {}", error.what()));
  }
}

/// Returns false, and says why in `outcome`, if the worker did not describe itself.
bool take_description(CallOutcome& outcome, const Exchange& exchange, WorkerDescription& found) {
  try {
    if (exchange.status == ExchangeStatus::replied &&
        exchange.reply.kind == FrameKind::description) {
      found = worker_description_from(exchange.reply.json);
      return true;
    }
    explain(outcome, exchange);
    if (!outcome.verdict)
      stop_with(outcome, Verdict::crashed, "garbled_reply", "answered another question than asked");
  } catch (const FormatError& error) {
    refuse_reply(outcome, fmt::format("that is not as agreed: {}", error.what()));
  }
  return false;
}

/// The program that tells an observed worker its source lines, beside this one.
std::string kit_symbols() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).replace_filename("kit_symbols");
}

// KIT_SIM_THREADS as the caller set it, else one for each core.
int simulator_threads() {
  constexpr int kMaxHostThreads = 8;
  const std::string text = environment_variable("KIT_SIM_THREADS");
  const int wanted = std::atoi(text.c_str());
  return std::clamp(wanted > 0 ? wanted : usable_cores(), 1, kMaxHostThreads);
}

}  // namespace

Session::Session(std::string program, const LabConfig& config, Backend backend,
                 std::uint64_t scheduling_seed)
    : program_(std::move(program)), backend_(backend) {
  limits_.seconds = config.seconds_per_case;
  // CUDA reserves address space for all memory of all GPUs: only host-only workers can be limited.
  if (backend == Backend::sim || !config.needs_cuda()) limits_.memory_mib = config.memory_mib;
  // Each host thread of the simulator reserves (hardly uses) stacks for a block and a heap of its
  // own.
  constexpr int kReservedMib = 512;
  const int host_threads = simulator_threads();
  if (limits_.memory_mib > 0) limits_.memory_mib += host_threads * kReservedMib;
  limits_.output_bytes = static_cast<std::size_t>(config.output_kib) * 1024;
  environment_ = {{"KIT_SIM_SEED", fmt::to_string(scheduling_seed)},
                  {"KIT_SIM_THREADS", fmt::to_string(host_threads)},
                  {"KIT_SIM_DEVICES", fmt::to_string(config.devices)},
                  {"KIT_SYMBOLS", kit_symbols()}};
}

void Session::take_few_cores() {
  constexpr int kFew = 2;
  for (auto& [name, value] : environment_)
    if (name == "KIT_SIM_THREADS") value = fmt::to_string(std::min(std::atoi(value.c_str()), kFew));
}

bool Session::start(CallOutcome& outcome) {
  if (worker_ && worker_->running()) return true;
  finish();
  const Timer timer;
  const bool described = start_worker(outcome);
  // Making a context takes the machine's time; whoever ends the worker again and again takes it
  // from her own.
  if (budget_ != nullptr && (started_ || backend_ == Backend::sim)) budget_->spend(timer.seconds());
  started_ = true;
  return described;
}

bool Session::start_worker(CallOutcome& outcome) {
  std::vector<std::string> command = wrapper_;
  command.push_back(program_);
  worker_ = std::make_unique<WorkerProcess>(command, limits_, environment_);
  // The first call into CUDA makes its context, which takes seconds on a machine with many GPUs.
  double seconds = backend_ == Backend::cuda ? 60 : limits_.seconds;
  if (budget_ != nullptr) seconds = std::min(seconds, budget_->left());
  Exchange exchange = worker_->exchange(FrameKind::describe, json::object(), {}, 0, seconds);
  if (contained_) unwrap_end(exchange);
  if (take_description(outcome, exchange, description_)) return true;
  if (exchange.status == ExchangeStatus::replied && backend_ == Backend::cuda) {
    const std::string name = text_of(exchange.reply.json, "name");
    if (name == "cudaErrorNoDevice" || name == "cudaErrorInsufficientDriver")
      throw NeedsGpuError(
          fmt::format("BACKEND=cuda needs a GPU: {}; use BACKEND=sim", outcome.message));
  }
  outcome.message += "; that was at start-up, before the first call";
  worker_->stop();
  return false;
}

WorkerDescription Session::describe(CallOutcome& outcome) {
  outcome.verdict.reset();
  return start(outcome) ? description_ : WorkerDescription();
}

std::optional<Exchange> Session::ask(FrameKind kind, const nlohmann::json& message,
                                     const std::vector<std::span<const std::byte>>& blob,
                                     std::uint64_t reply_bytes, double seconds,
                                     CallOutcome& outcome) {
  if (budget_ != nullptr) {
    if (budget_->left() <= 0) {
      stop_with(outcome, Verdict::timed_out, "infinite_loop_or_deadlock",
                fmt::format("not run: all calls together took longer than {} s",
                            std::lround(budget_->seconds())));
      return std::nullopt;
    }
  }
  if (!start(outcome)) return std::nullopt;
  if (budget_ != nullptr) seconds = std::min(seconds, budget_->left());
  const std::size_t written = worker_->output().size();
  Exchange exchange = worker_->exchange(kind, message, blob, reply_bytes, seconds);
  if (contained_) unwrap_end(exchange);
  if (exchange.status == ExchangeStatus::died) {
    const std::string all = worker_->output();
    outcome.last_words = all.substr(std::min(written, all.size()));
  }
  outcome.seconds = exchange.seconds;
  if (budget_ != nullptr) budget_->spend(exchange.seconds);
  return exchange;
}

CallOutcome Session::finish_call(CallOutcome outcome) {
  // The reference solution met no fault of the kit in this sandbox.
  if (contained_ && outcome.verdict == Verdict::grader_fault)
    refuse_reply(outcome,
                 "that speaks of a fault of the kit, which others do not meet: " + outcome.message);
  // Only a worker that answered in full, or whose code threw, is fit for another call.
  const bool fit = outcome.returned() || outcome.cause == "exception";
  if (!fit) worker_->stop();
  return outcome;
}

CallOutcome Session::call(const Call& call, std::uint64_t poison_seed, double seconds) {
  CallOutcome outcome;
  std::vector<std::span<const std::byte>> blob;
  for (const auto& inputs : call.inputs)
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (i > 0 || !call.noise_key) blob.emplace_back(inputs[i].bytes);
  const auto exchange = ask(FrameKind::call, to_json(call, poison_seed, schedule_), blob,
                            bytes_of(reply_shapes(call)), seconds, outcome);
  if (!exchange) return outcome;
  take_exchange(outcome, call, *exchange);
  return finish_call(std::move(outcome));
}

CallOutcome Session::kept(const Call& call, const Lines& lines, double seconds) {
  CallOutcome outcome;
  const Shape shape = shape_of(lines, call.outputs.at(0));
  const json message = {
      {"slot", call.slot}, {"columns", lines.columns}, {"numbers", lines.numbers}};
  const auto exchange = ask(FrameKind::kept, message, {}, shape.bytes(), seconds, outcome);
  if (!exchange) return outcome;
  try {
    explain(outcome, *exchange);
    if (!outcome.verdict) {
      if (take_outputs(outcome, {shape}, *exchange))
        outcome.verdict = Verdict::passed;
      else
        refuse_reply(outcome, kWrongSize);
    }
  } catch (const FormatError& error) {
    refuse_reply(outcome, fmt::format("that is not as agreed: {}", error.what()));
  }
  return finish_call(std::move(outcome));
}

void Session::close() {
  constexpr double kSecondsToEnd = 30;
  if (worker_) worker_->close_and_wait(kSecondsToEnd);
  finish();
}

void Session::finish() {
  output_ = output();
  worker_.reset();
}

std::string Session::output() const {
  std::string text = output_;
  if (worker_) text += worker_->output();
  if (text.size() > limits_.output_bytes) text.resize(limits_.output_bytes);
  return text;
}

}  // namespace kit::grader
