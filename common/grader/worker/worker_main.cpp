/// @file
/// The worker: a process that holds the student's code, answers the judge's calls with raw output
/// and decides nothing. It ends when the judge closes the request pipe, and after a CUDA error,
/// which may have left the device's context unusable.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>

#include "grader/protocol/protocol.hpp"
#include "grader/protocol/tensor.hpp"
#include "grader/support/keep_freed_memory.hpp"
#include "grader/worker/exception_name.hpp"
#include "grader/worker/failing_calls.hpp"
#include "grader/worker/kept_output.hpp"
#include "grader/worker/system_calls.hpp"
#include "grader/worker/worker.hpp"
#include "grader/worker/worker_registry.hpp"
#include "kit/error.hpp"

/// Of the simulator: not 0 gives launches more dynamic shared memory than they ask for.
extern "C" int kit_sim_more_shared __attribute__((weak));
extern "C" void kit_sim_schedule_work(int schedule) __attribute__((weak));

/// Of a source with edits (kit_sim/edits.h); other workers have none.
extern "C" {
void kit_sim_set_edits(int first, int second, int third, bool note) noexcept __attribute__((weak));
extern unsigned char kit_sim_edits_met[4096] __attribute__((weak));
}

namespace kit::worker {
namespace {

using grader::Frame;
using grader::FrameKind;
using nlohmann::json;

/// The judge is the kit's own program: what it sends is checked for consistency, not for malice.
constexpr std::uint64_t kMaxRequestBytes = std::uint64_t(1) << 36;

Shape shape_of(const json& value) {
  Shape shape;
  shape.type = static_cast<DType>(value.at("type").get<int>());
  shape.width = value.at("width").get<int>();
  shape.height = value.at("height").get<int>();
  shape.channels = value.at("channels").get<int>();
  return shape;
}

Request request_of(const Frame& frame) {
  Request request;
  request.function = frame.json.at("function").get<std::string>();
  request.timed = frame.json.at("timed").get<bool>();
  request.slot = frame.json.value("slot", 0);
  const bool noise = frame.json.contains("noise_key");
  if (noise) request.noise_key = frame.json.at("noise_key").get<std::uint64_t>();
  if (&kit_sim_set_edits != nullptr)
    kit_sim_set_edits(frame.json.value("edit", 0), frame.json.value("second_edit", 0),
                      frame.json.value("third_edit", 0), frame.json.value("note_edits", false));
  if (&kit_sim_more_shared != nullptr)
    kit_sim_more_shared = frame.json.value("more_shared", false) ? 1 : 0;
  if (&kit_sim_schedule_work != nullptr) kit_sim_schedule_work(frame.json.value("schedule", 0));
  request.zeroed = frame.json.value("zeroed", false);
  request.poison_seed = frame.json.at("poison_seed").get<std::uint64_t>();
  request.params = &frame.json.at("params");
  for (const json& shape : frame.json.at("outputs")) request.outputs.push_back(shape_of(shape));
  std::size_t offset = 0;
  for (const json& set : frame.json.at("sets")) {
    std::vector<InputView> inputs;
    for (const json& value : set) {
      InputView view{shape_of(value), nullptr};
      if (!noise || !inputs.empty()) {
        view.bytes = frame.blob.data() + offset;
        offset += view.shape.bytes();
      }
      inputs.push_back(view);
    }
    request.sets.push_back(std::move(inputs));
  }
  if (offset != frame.blob.size())
    throw Failure("kit", "request", "", "the inputs do not fill the message");
  return request;
}

/// The edits that were met in this call, if it asked for them.
json edits_met() {
  json numbers = json::array();
  if (&kit_sim_set_edits == nullptr) return numbers;
  for (std::size_t n = 0; n < std::size(kit_sim_edits_met); ++n)
    if (kit_sim_edits_met[n] != 0) numbers.push_back(n);
  return numbers;
}

json to_json(const Result& result) {
  json guards = json::array();
  // A few name the mistake; thousands would not fit in a message.
  for (std::size_t i = 0; i < result.guards.size() && i < 16; ++i)
    guards.push_back(grader::to_json(result.guards[i]));
  return {{"milliseconds", result.milliseconds},
          {"late_milliseconds", result.late_milliseconds},
          {"copy_milliseconds", result.copy_milliseconds},
          {"guards", guards},
          {"inputs_changed", result.inputs_changed},
          {"edits_met", edits_met()},
          {"observations", result.observations}};
}

json describe() {
  json functions = json::array();
  for (const auto& [name, function] : registry())
    functions.push_back({{"name", name}, {"inputs", function.inputs}});
  json device = json::object();
  if (device_hooks().describe) device = json::parse(device_hooks().describe());
  return {{"functions", functions}, {"device", device}};
}

void run_function(const Request& request, Result& result) {
  const auto found = registry().find(request.function);
  if (found == registry().end())
    throw Failure("kit", "request", "", "the adapter registers no '" + request.function + "'");
  try {
    found->second.run(request, result);
  } catch (const Failure&) {
    throw;
  } catch (...) {
    if (device_hooks().translate) device_hooks().translate(std::current_exception());
    throw;
  }
}

/// What an exception says, which may be nothing at all.
std::string text_of(const std::exception& error) {
  constexpr std::size_t kMostBytes = 4000;
  const char* const text = error.what();
  return text == nullptr ? "" : std::string(text, strnlen(text, kMostBytes));
}

/// Runs `work` and sends what it returns, or the failure that it threw. Returns false if the worker
/// should end.
template <typename Work>
bool answer(Work work) {
  json failure;
  try {
    return work();
  } catch (const Failure& error) {
    failure = {
        {"kind", error.kind}, {"where", error.where}, {"name", error.name}, {"text", error.what()}};
  } catch (const std::bad_alloc&) {
    failure = {{"kind", "memory"},
               {"where", "call"},
               {"name", "std::bad_alloc"},
               {"text", "memory allocation failed"}};
  } catch (const std::exception& error) {
    failure = {{"kind", "exception"},
               {"where", "call"},
               {"name", exception_name()},
               {"text", text_of(error)}};
  } catch (...) {
    failure = {{"kind", "exception"},
               {"where", "call"},
               {"name", exception_name()},
               {"text", "it is not derived from std::exception"}};
  }
  if (device_hooks().take_observations) {
    failure["observations"] = device_hooks().take_observations();
  }
  std::fflush(nullptr);
  const bool sent = grader::write_frame(grader::kReplyFd, FrameKind::failure, failure, {});
  return sent && failure["kind"] != "cuda";
}

bool serve_call(const Frame& frame) {
  const Request request = request_of(frame);
  Result result;
  run_function(request, result);
  const int fail_from = frame.json.value("fail_from", 0);
  if (fail_from > 0 && device_hooks().take_observations) {
    fail_each_call(request, result, unsigned(fail_from), run_function);
    result.observations = device_hooks().take_observations();
  }
  std::fflush(nullptr);
  return grader::write_frame(grader::kReplyFd, FrameKind::result, to_json(result), result.outputs);
}

/// Lines of an output, end to end; rows that follow each other in one copy.
std::vector<std::byte> copy_lines(const KeptOutput& output, const grader::Lines& lines) {
  const Shape& shape = output.shape();
  const std::size_t pixel = std::size_t(shape.channels) * grader::size_of(shape.type);
  const std::size_t row = std::size_t(shape.width) * pixel;
  std::vector<std::byte> bytes(grader::shape_of(lines, shape).bytes());
  std::byte* to = bytes.data();
  for (std::size_t i = 0; i < lines.numbers.size();) {
    const int first = lines.numbers[i++];
    if (first < 0 || first >= (lines.columns ? shape.width : shape.height))
      throw Failure("kit", "kept output", "", "the judge asked for a line that the output lacks");
    if (lines.columns) {
      output.copy(std::size_t(first) * pixel, row, pixel, std::size_t(shape.height), to);
      to += std::size_t(shape.height) * pixel;
      continue;
    }
    std::size_t rows = 1;
    while (i < lines.numbers.size() && lines.numbers[i] == first + int(rows) &&
           lines.numbers[i] < shape.height) {
      ++rows;
      ++i;
    }
    output.copy(std::size_t(first) * row, row, row, rows, to);
    to += rows * row;
  }
  return bytes;
}

bool serve_kept(const Frame& frame) {
  const auto found = kept_outputs().find(frame.json.at("slot").get<int>());
  if (found == kept_outputs().end())
    throw Failure("kit", "kept output", "", "the judge asked for an output that was not kept");
  const grader::Lines lines{frame.json.at("columns").get<bool>(),
                            frame.json.at("numbers").get<std::vector<int>>()};
  const std::vector<std::byte> bytes = copy_lines(*found->second, lines);
  return grader::write_frame(grader::kReplyFd, FrameKind::result, json::object(), bytes);
}

bool serve(const Frame& frame) {
  if (frame.kind == FrameKind::call) return answer([&] { return serve_call(frame); });
  if (frame.kind == FrameKind::kept) return answer([&] { return serve_kept(frame); });
  return answer(
      [] { return grader::write_frame(grader::kReplyFd, FrameKind::description, describe(), {}); });
}

/// Host code did what confined code must not: nothing of the student's runs after that.
[[noreturn]] void end_refused() {
  const json failure = {{"kind", "cuda"},
                        {"where", "host code"},
                        {"name", "cudaErrorIllegalAddress"},
                        {"text", "stopped by the simulator"},
                        {"failing_call", call_made_to_fail()},
                        {"observations", device_hooks().take_observations()}};
  grader::write_frame(grader::kReplyFd, FrameKind::failure, failure, {});
  _exit(kExitPassed);
}

int run_worker() {
  if (device_hooks().set_refused) device_hooks().set_refused(end_refused);
  grader::keep_freed_memory();
  give_up_system_calls();
  Frame frame;
  while (grader::read_frame(grader::kRequestFd, frame, kMaxRequestBytes)) {
    // After a CUDA error the tear-down may hang or fail: leave at once.
    if (!serve(frame)) _exit(kExitPassed);
    frame = Frame();
  }
  return kExitPassed;
}

}  // namespace
}  // namespace kit::worker

int main() {
  try {
    return kit::worker::run_worker();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "worker: %s; the worker is started by the program `kit`, not by hand\n",
                 error.what());
    return kit::kExitHarnessFault;
  }
}
