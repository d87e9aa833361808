/// @file
/// Times that can be believed. The worker could lie about them, so that every timed output is
/// checked, data and the rows that are looked at are drawn anew, and a time that is faster than
/// memory allows does not count.
#include "grader/judge/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <thread>

#include "grader/judge/derived_seed.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

constexpr double kBytesPerCall = 256e6;  // inputs and outputs of the timed launches of one call
constexpr int kMinLaunches = 5, kMaxLaunches = 30;
constexpr double kMaxSeconds = 20;  // per plan, for the student's side
constexpr int kMinBaselines = 3, kMaxBaselines = 60;
constexpr double kBaselineSeconds = 2;   // per number of threads
constexpr double kSecondsPerCall = 120;  // wall-clock limit: many launches, and all their data

/// A number that nothing sent to the worker tells.
std::uint64_t secret() {
  std::random_device device;
  return (std::uint64_t(device()) << 32) | device();
}

/// Timed launches per call: several, but no more than fit into kBytesPerCall.
int launches_per_call(const Call& one) {
  double bytes = 1;  // never 0, since it divides
  for (const Tensor& input : one.inputs[0]) bytes += static_cast<double>(input.bytes.size());
  for (const Shape& shape : one.outputs) bytes += static_cast<double>(shape.bytes());
  return static_cast<int>(std::clamp(kBytesPerCall / bytes, 2.0, 5.0));
}

/// Several launches as one call, the first of them a warm-up; each with data of its own.
Call several_launches(const TimingPlan& plan, std::uint64_t seed) {
  Call all;
  int launches = 1;
  for (int i = 0; i <= launches; ++i) {
    Call one = plan.call(derived_seed(seed, SeedFor::timed_launch, static_cast<std::uint64_t>(i)));
    if (one.inputs.size() != 1)
      throw HarnessError(fmt::format("timing '{}': call(seed) must make one launch", plan.name));
    if (i == 0) {
      all = std::move(one);
      launches = launches_per_call(all);
    } else {
      all.inputs.push_back(std::move(one.inputs[0]));
    }
  }
  all.timed = true;
  return all;
}

/// The call of one launch, as plan.call made it.
Call one_launch(const Call& all, std::size_t launch) {
  Call one;
  one.function = all.function;
  one.params = all.params;
  one.outputs = all.outputs;
  one.timed = true;
  one.inputs.push_back(all.inputs[launch]);
  return one;
}

/// Repeats a piece of work until its median is steady or a cap is reached.
Sample repeat(const std::function<void()>& work) {
  work();  // warm-up: caches, page faults, threads
  std::vector<double> times;
  const Timer total;
  Sample sample;
  do {
    const Timer timer;
    work();
    times.push_back(timer.milliseconds());
    sample = summarise(times);
  } while (static_cast<int>(times.size()) < kMinBaselines ||
           (static_cast<int>(times.size()) < kMaxBaselines && sample.spread > kConclusiveSpread &&
            total.seconds() < kBaselineSeconds));
  return sample;
}

/// One plan's measurements as they come in.
class Measurement {
 public:
  Measurement(const TimingPlan& plan, Session& session, std::uint64_t seed, TimingRecord& record)
      : plan_(plan), session_(session), seed_(seed), record_(record) {}

  /// Returns false, with a note, if the student's side cannot be measured.
  bool run() {
    const Timer total;
    do {
      if (!run_batch()) return false;
      sample_ = summarise(times_);
    } while (sample_.count < kMinLaunches ||
             (sample_.spread > kConclusiveSpread && sample_.count < kMaxLaunches &&
              total.seconds() < kMaxSeconds));
    return true;
  }

  const Sample& sample() const { return sample_; }
  double copy_milliseconds() const { return copies_.empty() ? 0 : summarise(copies_).median; }
  /// A launch's data, for the baseline.
  const Call& example() const { return example_; }

 private:
  bool run_batch() {
    const std::uint64_t batch_seed = derived_seed(seed_, SeedFor::timed_batch, ++batches_);
    const Call all = several_launches(plan_, batch_seed);
    example_ = one_launch(all, 0);
    // The worker is told the poison's seed: the data's could be worked out from batch_seed.
    const CallOutcome outcome = session_.call(all, secret(), kSecondsPerCall);
    if (!outcome.returned()) {
      record_.note = "stopped: " + outcome.message;
      return false;
    }
    return verify(all, outcome) && take_times(outcome);
  }

  /// Which part of an output is checked must not be known to the student's code beforehand.
  bool verify(const Call& all, const CallOutcome& outcome) {
    const std::size_t outputs = all.outputs.size();
    for (std::size_t launch = 0; launch < all.inputs.size(); ++launch) {
      const std::string fault =
          plan_.verify(one_launch(all, launch), outcome.outputs[launch * outputs], secret());
      if (fault.empty()) continue;
      record_.note = fmt::format("launch {} gave a wrong image: {}", launch, fault);
      return false;
    }
    return true;
  }

  bool take_times(const CallOutcome& outcome) {
    double sum = 0;
    // Launch 0 is the warm-up. Work that outlives its stream counts: it is part of the result.
    for (std::size_t launch = 1; launch < outcome.milliseconds.size(); ++launch) {
      const double late = std::max(0.0, outcome.late_milliseconds[launch]);
      const double time = outcome.milliseconds[launch] + late;
      if (!std::isfinite(time) || time <= 0) {
        record_.note = "a launch took no time at all; the clock of the worker cannot be trusted";
        return false;
      }
      sum += time;
      times_.push_back(time);
      if (late > 0) late_ = true;
    }
    if (sum > outcome.seconds * 1000) {
      record_.note = "the launches claim to have taken longer than the judge waited";
      return false;
    }
    if (late_)
      record_.note = "some work went on after the launch's stream was done; it was counted";
    if (outcome.copy_milliseconds > 0) copies_.push_back(outcome.copy_milliseconds);
    return true;
  }

  const TimingPlan& plan_;
  Session& session_;
  std::uint64_t seed_;
  TimingRecord& record_;
  std::uint64_t batches_ = 0;
  std::vector<double> times_, copies_;
  bool late_ = false;
  Sample sample_;
  Call example_;
};

void measure_baseline(const TimingPlan& plan, const Call& call, TimingRecord& record) {
  record.cpu_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const Sample one = repeat([&] { plan.baseline(call, 1); });
  const Sample all = repeat([&] { plan.baseline(call, 0); });
  record.cpu_one_thread_ms = one.median;
  record.cpu_all_cores_ms = all.median;
  record.conclusive = one.spread <= kConclusiveSpread && all.spread <= kConclusiveSpread;
}

void check_plausible(TimingRecord& record, double bytes) {
  record.gb_per_s = bytes / record.student_ms / 1e6;
  record.counts = true;
  // A copy reads and writes at the memory's speed: 10 % above it is more than its own noise.
  if (record.copy_gb_per_s > 0 && record.gb_per_s > 1.1 * record.copy_gb_per_s) {
    record.counts = false;
    record.note = "faster than the memory allows; not counted";
  }
}

}  // namespace

TimingRecord measure(const TimingPlan& plan, Session& session, std::uint64_t seed) {
  TimingRecord record;
  record.name = plan.name;
  record.stage = plan.stage;
  record.width = plan.width;
  record.height = plan.height;
  Measurement measurement(plan, session, seed, record);
  if (!measurement.run()) return record;
  record.verified = true;
  record.student_ms = measurement.sample().median;
  record.spread = measurement.sample().spread;
  record.launches = measurement.sample().count;
  measure_baseline(plan, measurement.example(), record);
  record.conclusive = record.conclusive && record.spread <= kConclusiveSpread;
  const double copied = 2.0 * static_cast<double>(measurement.example().outputs[0].bytes());
  const double copy = measurement.copy_milliseconds();
  record.copy_gb_per_s = copy > 0 ? copied / copy / 1e6 : 0;
  check_plausible(record, plan.bytes);
  if (!record.conclusive && record.note.empty())
    record.note = record.spread > kConclusiveSpread
                      ? fmt::format("your times vary by {} %", std::lround(100 * record.spread))
                      : "the CPU's times vary; is it busy?";
  return record;
}

}  // namespace kit::grader
