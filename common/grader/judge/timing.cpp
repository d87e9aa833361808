/// @file
/// Times that can be believed. The worker could lie about them, so that each launch is a call of
/// its own with data that is drawn right before it; lines of outputs are drawn and looked at after
/// the launches; and a time that is faster than memory allows does not count.
#include "grader/judge/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <random>
#include <thread>

#include "grader/judge/baselines.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

constexpr int kLaunches = 5;  // of a batch, whose outputs are kept together
constexpr int kMaxBatches = 6;
constexpr double kMaxSeconds = 5;       // per plan, after which no batch is begun
constexpr double kSecondsPerCall = 30;  // wall-clock limit
/// Of a batch, drawn after it: more than half. Whoever wants a median to be false has to be false
/// in at least half of the launches, and one of these is looked at.
constexpr int kCheckedLaunches = kLaunches / 2 + 1;

/// A number that nothing sent to the worker tells.
std::uint64_t secret() {
  std::random_device device;
  return (std::uint64_t(device()) << 32) | device();
}

/// One plan's measurements as they come in.
class Measurement {
 public:
  Measurement(const TimingPlan& plan, Session& session, TimingRecord& record)
      : plan_(plan), session_(session), record_(record) {}

  /// Returns false, with a note, if the student's side cannot be measured.
  bool run(bool needs_data) {
    const Timer total;
    Call first = next_call(0);
    // What is made once (memory, the code's way to the device) is no time of the kernel's.
    if (!launch(first, nullptr)) return false;
    if (!check({&first}, plan_.whole_first)) return false;
    copies_.clear();
    for (int batch = 0; batch < kMaxBatches; ++batch) {
      if (!run_batch()) return false;
      sample_ = summarise(times_);
      if (sample_.spread <= kConclusiveSpread || total.seconds() > kMaxSeconds) break;
    }
    if (needs_data) add_noise(first, usable_cores());
    example_ = std::move(first);
    return true;
  }

  const Sample& sample() const { return sample_; }
  double copy_milliseconds() const { return copies_.empty() ? 0 : summarise(copies_).median; }
  /// A launch's data, for the baseline.
  const Call& example() const { return example_; }

 private:
  /// A call on data that nobody could foresee.
  Call next_call(int slot) const {
    Call call = plan_.call(secret());
    if (call.inputs.size() != 1)
      throw HarnessError(fmt::format("timing '{}': call(seed) must make one launch", plan_.name));
    call.timed = true;
    call.slot = slot;
    return call;
  }

  bool run_batch() {
    std::vector<Call> calls;
    for (int slot = 0; slot < kLaunches; ++slot) {
      calls.push_back(next_call(slot));
      if (!launch(calls.back(), &times_)) return false;
    }
    std::vector<Call*> looked_at(calls.size());
    std::transform(calls.begin(), calls.end(), looked_at.begin(), [](Call& call) { return &call; });
    std::shuffle(looked_at.begin(), looked_at.end(), std::mt19937_64(secret()));
    looked_at.resize(kCheckedLaunches);
    return check(looked_at, false);
  }

  bool refuse(const std::string& note) {
    record_.note = note;
    return false;
  }

  /// Notes the time in `times`, if there are any.
  bool launch(const Call& call, std::vector<double>* times) {
    ++launches_;
    const CallOutcome outcome = session_.call(call, secret(), kSecondsPerCall);
    if (!outcome.returned()) return refuse("stopped: " + outcome.message);
    // Work that outlives its stream counts: it is part of the result.
    const double late = std::max(0.0, outcome.late_milliseconds);
    const double time = outcome.milliseconds + late;
    if (!std::isfinite(time) || time <= 0)
      return refuse("a launch took no time at all; the clock of the worker cannot be trusted");
    if (time > outcome.seconds * 1000)
      return refuse("a launch claims to have taken longer than the judge waited");
    if (!outcome.guards.empty())
      return refuse(fmt::format("launch {} wrote outside of its buffers", launches_));
    if (!outcome.inputs_changed.empty())
      return refuse(fmt::format("launch {} changed its input", launches_));
    if (times != nullptr) times->push_back(time);
    if (late > 0)
      record_.note = "some work went on after the launch's stream was done; it was counted";
    if (outcome.copy_milliseconds > 0) copies_.push_back(outcome.copy_milliseconds);
    return true;
  }

  /// Looks at lines of these calls' outputs, which are drawn now, or at all of them.
  bool check(const std::vector<Call*>& calls, bool whole) {
    memory_.resize(std::max(memory_.size(), calls.size()));
    std::vector<std::future<std::string>> faults;
    std::vector<std::byte>* memory = memory_.data();
    for (Call* const call : calls) {
      const Lines lines = whole ? all_rows(plan_.height) : plan_.lines(secret());
      CallOutcome picked = session_.kept(*call, lines, kSecondsPerCall);
      if (!picked.returned()) return refuse("stopped: " + picked.message);
      faults.push_back(std::async(std::launch::async, [this, lines, call, memory, &calls,
                                                       picked = std::move(picked.outputs.at(0))] {
        return fault_in(*call, lines, picked, *memory, usable_cores() / int(calls.size()));
      }));
      ++memory;
    }
    for (std::future<std::string>& one : faults)
      if (const std::string fault = one.get(); !fault.empty())
        return refuse("a launch gave a wrong image: " + fault);
    return true;
  }

  /// Empty if the lines are right. Noise is made in `memory`, since fresh memory costs more than
  /// the noise.
  std::string fault_in(Call& call, const Lines& lines, const Tensor& picked,
                       std::vector<std::byte>& memory, int threads) const {
    if (!call.noise_key) return plan_.verify(call, lines, picked);
    std::vector<std::byte>& image = call.inputs.at(0).at(0).bytes;
    image.swap(memory);
    add_noise(call, threads);
    std::string fault = plan_.verify(call, lines, picked);
    image.swap(memory);
    return fault;
  }

  const TimingPlan& plan_;
  Session& session_;
  TimingRecord& record_;
  int launches_ = 0;
  std::vector<double> times_, copies_;
  std::vector<std::vector<std::byte>> memory_;  ///< of the checks that run at once
  Sample sample_;
  Call example_;
};

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

TimingRecord measure(const TimingPlan& plan, Session& session, const BaselineStore& store) {
  TimingRecord record;
  record.name = plan.name;
  record.stage = plan.stage;
  record.width = plan.width;
  record.height = plan.height;
  Measurement measurement(plan, session, record);
  if (!measurement.run(needs_measuring(plan, store))) return record;
  record.verified = true;
  record.student_ms = measurement.sample().median;
  record.spread = measurement.sample().spread;
  record.launches = measurement.sample().count;
  const BaselineTimes baseline = baseline_times(plan, measurement.example(), store);
  record.cpu_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  record.cpu_one_thread_ms = baseline.one_thread_ms;
  record.cpu_all_cores_ms = baseline.all_cores_ms;
  record.conclusive = baseline.conclusive && record.spread <= kConclusiveSpread;
  const double copied = 2.0 * static_cast<double>(measurement.example().outputs[0].bytes());
  const double copy = measurement.copy_milliseconds();
  record.copy_gb_per_s = copy > 0 ? copied / copy / 1e6 : 0;
  check_plausible(record, plan.bytes);
  if (!record.conclusive && record.note.empty())
    record.note =
        record.spread > kConclusiveSpread
            ? fmt::format("your times vary by {} %; run it again", std::lround(100 * record.spread))
            : "the CPU's times varied when they were measured; REFRESH=1 measures them "
              "again";
  return record;
}

}  // namespace kit::grader
