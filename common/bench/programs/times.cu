// Times work on a GPU: the kit's one way to do so. Data stays on the device; inputs and outputs
// rotate through a pool many times the size of the L2 cache, so that no launch finds its input
// there; a kernel that only waits keeps the device busy until the host has queued a launch;
// launches repeat until the spread is small or a cap is reached. A copy of a float32 image of as
// many values is timed in the same way, and the launch once more with the same buffers each time,
// the warm figure.
#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/harness/measure.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "kit/timer.hpp"

namespace kit::bench {
namespace {

constexpr std::size_t kRotatedBytes = std::size_t(640) << 20;
constexpr std::size_t kAlignment = 256;
/// Longer than the host takes to queue one launch, or a dozen: about a tenth of a millisecond.
constexpr long long kWaitCycles = 200'000;
/// Launches that take longer have no warm figure: their caches do not outlast them.
constexpr double kMaxWarmMs = 200;

__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void fill_noise(unsigned* words, std::size_t count, bool as_floats) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n >= count) return;
  unsigned bits = unsigned(n) * 2654435761u;
  bits = (bits ^ (bits >> 15)) * 2246822519u;
  bits = (bits ^ (bits >> 13)) * 3266489917u;
  bits ^= bits >> 16;
  words[n] = as_floats ? __float_as_uint(float(bits >> 8) * 0x1p-24f) : bits;
}

std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Memory that the images rotate through; kept from one point to the next.
class Pool {
 public:
  /// Makes room for at least two pairs of images, and fills the inputs.
  void prepare(const DeviceWork& work) {
    input_step_ = aligned(work.input_bytes);
    output_step_ = aligned(work.output_bytes);
    const std::size_t pair = input_step_ + output_step_;
    sets_ = std::max<std::size_t>(2, (kRotatedBytes + pair - 1) / pair);
    grow(inputs_, sets_ * input_step_);
    grow(outputs_, sets_ * output_step_);
    if (!work.content.empty()) {
      KIT_CHECK(cudaMemcpy(inputs_.data(), work.content.data(), work.content.size(),
                           cudaMemcpyHostToDevice));
      for (std::size_t set = 1; set < sets_; ++set) {
        KIT_CHECK(cudaMemcpyAsync(inputs_.data() + set * input_step_, inputs_.data(),
                                  work.content.size(), cudaMemcpyDeviceToDevice, nullptr));
      }
    } else {
      const std::size_t words = sets_ * input_step_ / 4;
      fill_noise<<<unsigned((words + 255) / 256), 256>>>(
          reinterpret_cast<unsigned*>(inputs_.data()), words,
          work.pixels == DeviceWork::Pixels::floats);
      KIT_CHECK(cudaGetLastError());
    }
    KIT_CHECK(cudaDeviceSynchronize());
  }
  std::byte* input(std::size_t launch) { return inputs_.data() + launch % sets_ * input_step_; }
  std::byte* output(std::size_t launch) { return outputs_.data() + launch % sets_ * output_step_; }

 private:
  static void grow(DeviceBuffer<std::byte>& buffer, std::size_t bytes) {
    if (buffer.size() >= bytes) return;
    buffer = DeviceBuffer<std::byte>();  // the old one first: there may be no room for both
    buffer = DeviceBuffer<std::byte>(bytes);
  }
  std::size_t input_step_ = 0, output_step_ = 0, sets_ = 1;
  DeviceBuffer<std::byte> inputs_, outputs_;
};

Pool& pool() {
  static Pool one;
  return one;
}

/// Milliseconds of device time of one call.
double once(const std::function<void()>& call) {
  static Event start, stop;
  wait_cycles<<<1, 1>>>(kWaitCycles);
  start.record();
  call();
  stop.record();
  stop.synchronize();
  KIT_CHECK(cudaGetLastError());
  return stop.milliseconds_since(start);
}

/// Repeats launch(0), launch(1) ... and sums up.
Sample repeat(const Repetition& repetition, const std::function<void(std::size_t)>& launch) {
  std::vector<double> times;
  Sample sample;
  std::size_t next = 0;
  // Warm-up, which a launch of seconds does not need.
  if (once([&] { launch(next++); }) < 1000 * repetition.seconds) once([&] { launch(next++); });
  const Timer total;
  do {
    times.push_back(once([&] { launch(next++); }));
    sample = summarise(times);
  } while (!enough(repetition, sample, total.seconds()));
  return sample;
}

/// Median time of copying a float32 image of so many values; measured once for each size.
Sample copy_time(const Repetition& repetition, std::size_t values) {
  static std::map<std::size_t, Sample> known;
  const auto found = known.find(values);
  if (found != known.end()) return found->second;
  DeviceWork copy;
  copy.input_bytes = copy.output_bytes = values * sizeof(float);
  pool().prepare(copy);
  Repetition longer = repetition;
  longer.fewest = 15;
  return known[values] = repeat(longer, [&](std::size_t n) {
           KIT_CHECK(cudaMemcpyAsync(pool().output(n), pool().input(n), copy.input_bytes,
                                     cudaMemcpyDeviceToDevice, nullptr));
         });
}

/// The rows to run so that a launch stays within the longest time.
int rows_to_run(const Request& request, const MakeDeviceWork& make) {
  constexpr int kSample = 16;  // of the rows, one in so many
  const int height = request.parameters.height();
  if (!make(request.parameters).may_be_slow || height < 16 * kSample) return height;
  const int few = height / kSample;
  const DeviceWork work = make(request.parameters.with_height(few));
  pool().prepare(work);
  const double ms = once([&] { work.launch(pool().input(0), pool().output(0)); });
  return rows_within(height, ms / 1000 * height / few, request.longest);
}

/// Warps of a launch over those that the card can hold at a time, at most 100.
double percent_of_warps(double warps) {
  cudaDeviceProp card{};
  KIT_CHECK(cudaGetDeviceProperties(&card, 0));
  const double room = double(card.multiProcessorCount) * card.maxThreadsPerMultiProcessor / 32;
  return std::min(100.0, 100 * warps / room);
}

Answer time(const Request& request, const MakeDeviceWork& make) {
  const int height = request.parameters.height();
  const int rows = rows_to_run(request, make);
  const double scale = double(height) / rows;
  Answer answer;
  const Sample copy = copy_time(request.repetition, request.parameters.values());
  const DeviceWork work = make(request.parameters.with_height(rows));
  pool().prepare(work);
  const Sample cold = repeat(
      request.repetition, [&](std::size_t n) { work.launch(pool().input(n), pool().output(n)); });
  answer.numbers = {{"ms", cold.median * scale},  {"spread", cold.spread},
                    {"launches", cold.count},     {"copy_ms", copy.median},
                    {"copy_spread", copy.spread}, {"least_bytes", work.least_bytes * scale}};
  if (work.warps > 0) answer.numbers["percent_of_warps"] = percent_of_warps(work.warps);
  if (rows != height) {
    answer.texts["scaled_from"] = request.parameters.text("width") + "x" + std::to_string(rows);
  }
  if (request.warm && cold.median < kMaxWarmMs) {
    Repetition brief = request.repetition;
    brief.most = 15;
    answer.numbers["warm_ms"] =
        repeat(brief, [&](std::size_t) { work.launch(pool().input(0), pool().output(0)); }).median;
  }
  return answer;
}

/// Largest error of one launch on the work's own input.
Answer error(const Request& request, const MakeDeviceWork& make) {
  const DeviceWork work = make(request.parameters);
  if (work.content.empty() || !work.reference) {
    throw InputError("variant " + request.variant + " has no input and reference for errors");
  }
  pool().prepare(work);
  KIT_CHECK(cudaMemset(pool().output(0), 0xff, work.output_bytes));  // NaN, if not written
  work.launch(pool().input(0), pool().output(0));
  KIT_CHECK(cudaGetLastError());
  std::vector<float> got(work.output_bytes / sizeof(float));
  KIT_CHECK(cudaMemcpy(got.data(), pool().output(0), work.output_bytes, cudaMemcpyDeviceToHost));
  Answer answer;
  answer.numbers["max_abs_error"] = largest_error(got, work.reference(work.content.data()));
  return answer;
}

}  // namespace

Answer measure(const Request& request) {
  if (request.measure == "study") return measure_study(request);
  const MakeDeviceWork& make = find_variant<MakeDeviceWork>(request.variant);
  if (request.measure == "time") return time(request, make);
  if (request.measure == "error") return error(request, make);
  throw InputError("measure '" + request.measure + "' is not one of time, error and study");
}

}  // namespace kit::bench
