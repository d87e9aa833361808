/// @file
/// What device_job.hpp declares: compiled once for a backend, by nvcc or, without a GPU, by the
/// simulator's compiler, and linked with every lab's adapter. Plain CUDA runtime API.
#include "grader/worker/device_job.hpp"

#include <algorithm>
#include <cstdio>

#include "grader/protocol/poison.hpp"
#include "grader/worker/own_transfers.hpp"
#include "grader/worker/timed_launch.cuh"
#include "kit/cuda_check.hpp"
#include "kit/timer.hpp"

// In a program that the simulator observes; null elsewhere.
extern "C" void kit_sim_name_host_buffer(const void* data, unsigned long bytes, const char* name)
    __attribute__((weak));
extern "C" void kit_sim_watch_allocations() __attribute__((weak));
extern "C" void kit_sim_report_leaks() __attribute__((weak));
extern "C" void kit_sim_fail_call(unsigned n) __attribute__((weak));
extern "C" int kit_sim_call_failed() __attribute__((weak));
extern "C" void kit_sim_blame_failed_call(const char* consequence) __attribute__((weak));
extern "C" void kit_sim_lend(void* data, unsigned long bytes) __attribute__((weak));
extern "C" void kit_sim_take_back() __attribute__((weak));
extern "C" void kit_sim_set_refused(void (*end)()) __attribute__((weak));

namespace kit::worker {
namespace {

std::vector<DeviceBlock> upload(std::vector<GuardedBlock> blocks) {
  std::vector<DeviceBlock> result;
  result.reserve(blocks.size());
  for (GuardedBlock& block : blocks) result.emplace_back(std::move(block));
  return result;
}

std::vector<GuardedBlock> download(std::vector<DeviceBlock>& blocks) {
  std::vector<GuardedBlock> result;
  for (DeviceBlock& block : blocks) {
    block.download();
    result.push_back(block.take_host());
  }
  return result;
}

/// What timed calls use as workspace, one after another: only the first of a size allocates it.
std::vector<DeviceBlock>& spare_workspaces() {
  static std::vector<DeviceBlock> blocks;
  return blocks;
}

/// Bytes to write between launches so that none finds its data in the L2 cache; at least 64 MiB,
/// which also keeps the device busy while the host queues the launch behind it, so that the
/// events see device time and not the host's launch latency.
std::size_t flush_bytes() {
  cudaDeviceProp properties{};
  check_device(cudaGetDeviceProperties(&properties, 0), "device properties");
  return std::max<std::size_t>(2 * std::size_t(properties.l2CacheSize), std::size_t(64) << 20);
}

}  // namespace

void check_device(cudaError_t code, const char* where) {
  if (code != cudaSuccess)
    throw Failure("cuda", where, cudaGetErrorName(code), cudaGetErrorString(code));
}

DeviceBlock::DeviceBlock(GuardedBlock host) : host_(std::move(host)), device_(host_.block_bytes()) {
  copy(cudaMemcpyHostToDevice);
  // The guards are not the student's to touch: the simulator reports an access at its line.
  if (kit_sim_name_buffer != nullptr) {
    kit_sim_name_buffer(values(), host_.shape().bytes(), host_.name().c_str());
  }
  if (kit_sim_name_host_buffer != nullptr) {
    kit_sim_name_host_buffer(host_.values(), host_.shape().bytes(), host_.name().c_str());
  }
}

void DeviceBlock::copy(cudaMemcpyKind kind) {
  const auto one_way = [&](std::byte* host, std::byte* device, std::size_t bytes) {
    const bool there = kind == cudaMemcpyHostToDevice;
    check_device(cudaMemcpy(there ? device : host, there ? host : device, bytes, kind), "copy");
  };
  if (host_.holds_values()) return one_way(host_.block(), device_.data(), device_.bytes());
  const std::size_t guard = host_.offset();
  one_way(host_.block(), device_.data(), guard);
  one_way(host_.guard_behind(), device_.data() + (device_.bytes() - guard), guard);
}

void DeviceBlock::download() {
  copy(cudaMemcpyDeviceToHost);
}

void DeviceBlock::forget_contents() {
  if (kit_sim_forget_contents != nullptr) {
    kit_sim_forget_contents(values(), host_.shape().bytes());
  }
}

DeviceJob::DeviceJob(const Request& request, Result& result, const BufferNames& names)
    : Job(request, result, names) {
  if (kit_sim_name_host_buffer != nullptr) kit_sim_name_host_buffer(nullptr, 0, nullptr);
  if (timed())
    allocate_timed();
  else
    allocate();
  check_device(cudaDeviceSynchronize(), "upload");
}

DeviceJob::~DeviceJob() {
  if (timed()) spare_workspaces() = std::move(workspaces_);
}

void DeviceJob::allocate() {
  const OwnTransfers own;
  for (int set = 0; set < sets(); ++set) {
    inputs_.push_back(upload(input_blocks(set)));
    outputs_.push_back(upload(output_blocks(set)));
    for (DeviceBlock& block : outputs_.back()) block.forget_contents();
  }
}

void DeviceJob::allocate_timed() {
  workspaces_ = std::move(spare_workspaces());
  constexpr auto kElsewhere = GuardedBlock::Values::elsewhere;
  constexpr int kNothing = 0xFF;  // of bytes; a NaN of floats
  std::vector<DeviceBlock> inputs, outputs;
  const auto& sent = request_.sets.at(0);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const bool made_here = sent[i].bytes == nullptr;
    GuardedBlock block(sent[i].shape, input_name(i), input_guard(i, 0),
                       made_here ? kElsewhere : GuardedBlock::Values::here);
    if (!made_here) std::copy_n(sent[i].bytes, sent[i].shape.bytes(), block.values());
    inputs.emplace_back(std::move(block));
  }
  for (std::size_t i = 0; i < request_.outputs.size(); ++i) {
    const Shape& shape = request_.outputs[i];
    outputs.emplace_back(GuardedBlock(shape, output_name(i), output_guard(i, 0), kElsewhere));
    check_device(cudaMemset(outputs.back().values(), kNothing, shape.bytes()), "output");
  }
  inputs_.push_back(std::move(inputs));
  outputs_.push_back(std::move(outputs));
}

DeviceBlock& DeviceJob::input_block(int set, int index) {
  input_shape(set, index);  // throws if there is none
  return inputs_[std::size_t(set)][std::size_t(index)];
}

DeviceBlock& DeviceJob::output_block(int set, int index) {
  output_shape(index);
  return outputs_.at(std::size_t(set))[std::size_t(index)];
}

std::byte* DeviceJob::next_workspace(std::size_t count) {
  const ExpectedStream none(nullptr);  // the job's own calls may wait
  const std::size_t index = workspaces_used_++;
  const Shape shape{DType::f32, static_cast<int>(count), 1, 1};
  if (index < workspaces_.size() && workspaces_[index].host().shape() == shape)
    return workspaces_[index].values();
  const OwnTransfers own;
  const auto values = timed() ? GuardedBlock::Values::elsewhere : GuardedBlock::Values::here;
  const Shape& output = output_shape(0);
  GuardedBlock block(shape, workspace_name(index), request_.poison_seed + index, values,
                     std::size_t(output.width) * std::size_t(output.channels));
  if (block.holds_values())
    grader::fill_poison(block.values(), shape.type, count, request_.poison_seed - index - 1);
  if (index == workspaces_.size())
    workspaces_.emplace_back(std::move(block));
  else
    workspaces_[index] = DeviceBlock(std::move(block));
  workspaces_[index].forget_contents();
  return workspaces_[index].values();
}

dim3 DeviceJob::block() const {
  std::vector<int> extents = integers("block");
  extents.resize(3, 1);
  return dim3(unsigned(extents[0]), unsigned(extents[1]), unsigned(extents[2]));
}

void DeviceJob::run(const Launch& launch, StreamWaits waits) {
  if (timed())
    run_timed(launch);
  else if (calls_fail())
    run_failing(launch);
  else
    run_checked(launch, waits);
  const OwnTransfers own;
  for (int set = 0; set < sets(); ++set)
    collect(set, download(inputs_[std::size_t(set)]), download(outputs_[std::size_t(set)]));
  for (DeviceBlock& block : workspaces_) {
    block.download();
    note_damage(block.host());
  }
}

void DeviceJob::launch_one(const Launch& launch, int set, cudaStream_t stream) {
  workspaces_used_ = 0;
  launch(set, stream);
  check_device(cudaGetLastError(), "launch");
}

void DeviceJob::lend_inputs() {
  if (!device_hooks().lend) return;
  device_hooks().take_back();
  for (auto& blocks : inputs_)
    for (DeviceBlock& block : blocks) device_hooks().lend(block.block(), block.block_bytes());
}

void DeviceJob::run_failing(const Launch& launch) {
  lend_inputs();
  cudaStream_t stream = nullptr;
  check_device(cudaStreamCreate(&stream), "stream");
  try {
    call_student([&] { launch(0, stream); });
  } catch (...) {
    cudaStreamDestroy(stream);
    throw;
  }
  check_device(cudaStreamDestroy(stream), "stream");
}

void DeviceJob::run_checked(const Launch& launch, StreamWaits waits) {
  lend_inputs();
  // A stream of its own: what the student puts on it must not need the default stream.
  cudaStream_t stream = nullptr;
  check_device(cudaStreamCreate(&stream), "stream");
  discard_observations();
  for (int set = 0; set < sets(); ++set) {
    {
      const ExpectedStream expected(stream, waits, Images::on_device);
      launch_one(launch, set, stream);
    }
    check_device(cudaDeviceSynchronize(), "kernel");
    result_.milliseconds.push_back(0);
    result_.late_milliseconds.push_back(0);
  }
  keep_observations();
  check_device(cudaStreamDestroy(stream), "stream");
}

void DeviceJob::run_timed(const Launch& launch) {
  DeviceBuffer<std::byte> scratch(flush_bytes());
  KeptOnDevice& kept = kept_on_device(request_.slot, output_shape(0));
  forget_persisting_lines();
  // Right before the launch: from here to the start event nothing waits for the device.
  const auto& sent = request_.sets.at(0);
  for (std::size_t i = 0; i < sent.size(); ++i)
    if (sent[i].bytes == nullptr)
      fill_noise_on_device(input_block(0, int(i)).values(), sent[i].shape, request_.noise_key);
  float late = 0;
  const float time = measure(scratch, late, [&] { launch_one(launch, 0, nullptr); });
  kept.take(output_block(0, 0).values());
  result_.milliseconds.push_back(time);
  result_.late_milliseconds.push_back(late);
  result_.copy_milliseconds = copy_time(scratch);
}

namespace {

/// Milliseconds until all streams are done.
double wait_for_device() {
  const Timer timer;
  check_device(cudaDeviceSynchronize(), "kernel");
  return timer.milliseconds();
}

}  // namespace

float DeviceJob::measure(DeviceBuffer<std::byte>& scratch, float& late,
                         const std::function<void()>& work) {
  Event start, stop;
  check_device(cudaMemsetAsync(scratch.data(), flush_value_++, scratch.bytes(), nullptr), "flush");
  start.record();
  work();
  stop.record();
  stop.synchronize();
  const double waited = wait_for_device();
  // How long an idle device takes to answer, now that it is idle.
  double idle = wait_for_device();
  for (int i = 0; i < 4; ++i) idle = std::min(idle, wait_for_device());
  late = waited > 2 * idle + 0.01 ? static_cast<float>(waited) : 0.0F;
  return stop.milliseconds_since(start);
}

double DeviceJob::copy_time(DeviceBuffer<std::byte>& scratch) {
  constexpr int kCopies = 9;
  const std::size_t bytes = output_shape(0).bytes();
  DeviceBuffer<std::byte> from(bytes), to(bytes);
  check_device(cudaMemset(from.data(), 0, bytes), "copy");
  std::vector<float> times;
  for (int i = 0; i < kCopies; ++i) {
    float late = 0;
    times.push_back(measure(scratch, late, [&] {
      check_device(
          cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, nullptr),
          "copy");
    }));
  }
  std::nth_element(times.begin(), times.begin() + kCopies / 2, times.end());
  return times[kCopies / 2];
}

bool register_function(const std::string& name, void (*function)(DeviceJob&),
                       const BufferNames& names) {
  const auto run = [function, names](const Request& request, Result& result) {
    DeviceJob job(request, result, names);
    function(job);
  };
  return register_function(name, run, names);
}

namespace {

std::string describe_device() {
  cudaDeviceProp properties{};
  check_device(cudaGetDeviceProperties(&properties, 0), "device properties");
  std::string name;  // as JSON text: the name holds neither quotes nor control characters
  for (const char* c = properties.name; *c != '\0'; ++c)
    if (*c != '"' && *c != '\\' && *c >= ' ') name += *c;
  char text[512];
  std::snprintf(text, sizeof text,
                R"({"name": "%s", "l2_bytes": %d, "compute_capability": "%d.%d", "sms": %d})",
                name.c_str(), properties.l2CacheSize, properties.major, properties.minor,
                properties.multiProcessorCount);
  return text;
}

/// The simulator never hands out freed memory again, and fills each buffer by itself.
void poison_freed_device_memory(std::size_t bytes) {
  if (kit_sim_open_device != nullptr) return;
  std::vector<std::uint32_t> pattern(bytes / 4 + 1);
  grader::fill_poison(pattern.data(), DType::f32, pattern.size(), bytes);
  // Several blocks of several sizes, since an allocator keeps freed blocks by size.
  for (const std::size_t parts : {1, 4}) {
    std::vector<DeviceBuffer<std::uint32_t>> poisoned;
    for (std::size_t part = 0; part < parts; ++part)
      poisoned.emplace_back(pattern.data(), pattern.size() / parts);
  }
}

void settle_device() {
  check_device(cudaGetLastError(), "after the call");
  check_device(cudaDeviceSynchronize(), "kernel");
}

void translate_cuda_error(std::exception_ptr exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const CudaError& error) {
    // A launch's own error, which is "invalid argument" for a block that is too large, is fetched
    // with cudaGetLastError().
    const std::string text = error.what();
    const bool launch = text.find("cudaGetLastError()") != std::string::npos;
    throw Failure("cuda", launch ? "launch" : "a CUDA call", cudaGetErrorName(error.code()), text);
  }
}

[[maybe_unused]] const bool hooks_set = [] {
  DeviceHooks& hooks = device_hooks();
  hooks.describe = describe_device;
  hooks.poison_freed_memory = poison_freed_device_memory;
  hooks.settle = settle_device;
  hooks.translate = translate_cuda_error;
  if (kit_sim_watch_allocations != nullptr) {
    hooks.watch_allocations = [] { kit_sim_watch_allocations(); };
    hooks.report_leaks = [] { kit_sim_report_leaks(); };
  }
  if (kit_sim_name_host_buffer != nullptr) {
    hooks.name_host_buffer = [](const void* data, std::size_t bytes, const char* name) {
      kit_sim_name_host_buffer(data, bytes, name);
    };
  }
  if (kit_sim_fail_call != nullptr) {
    hooks.fail_call = kit_sim_fail_call;
    hooks.call_fate = [] {
      const CallFate fate = CallFate(kit_sim_call_failed());
      cudaGetLastError();  // it is of this run alone
      return fate;
    };
    hooks.blame_failed_call = [](const std::string& text) {
      kit_sim_blame_failed_call(text.c_str());
    };
  }
  if (kit_sim_lend != nullptr) {
    hooks.lend = [](void* data, std::size_t bytes) { kit_sim_lend(data, bytes); };
    hooks.take_back = [] { kit_sim_take_back(); };
    hooks.set_refused = [](void (*end)()) { kit_sim_set_refused(end); };
  }
  return true;
}();

}  // namespace
}  // namespace kit::worker
