/// @file
/// Calls into the student's code: keeps a worker alive, starts a new one after a crash, a timeout
/// or a CUDA error, and puts into words what happened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/call_outcome.hpp"
#include "grader/judge/containment.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/lab/suite.hpp"
#include "grader/process/process.hpp"
#include "grader/protocol/tensor.hpp"
#include "grader/results/reply.hpp"
#include "grader/results/verdict.hpp"

namespace kit::grader {

/// Of all times at which CUDA may do what a stream was given: when it is queued, when it is waited
/// for, or by chance. The numbers are those of kit_sim_schedule_work().
enum class WorkSchedule : std::uint8_t { early = 0, late = 1, random = 2 };

/// One lab's worker program, in as many processes as it takes.
class Session {
 public:
  /// `scheduling_seed`: the order in which the simulator starts blocks.
  Session(std::string program, const LabConfig& config, Backend backend,
          std::uint64_t scheduling_seed);

  /// Starts workers by another program, such as {"compute-sanitizer", "--tool", "memcheck"}.
  void run_under(std::vector<std::string> wrapper) { wrapper_ = std::move(wrapper); }
  /// As run_under(), for a sandbox, which reports a worker's signal as exit code 128 + signal.
  /// All calls, and the starts of their workers, take their time from `budget`, if there is one.
  void run_inside(std::vector<std::string> wrapper, TimeBudget* budget = nullptr) {
    contained_ = !wrapper.empty();
    budget_ = budget;
    run_under(std::move(wrapper));
  }

  /// The student's threads leave their cores while they wait, to other workers. Not for timing.
  void share_cores() { environment_.emplace_back("OMP_WAIT_POLICY", "passive"); }

  /// Has the observed simulator record one block of each of these launches of a call: "0:12,1:3" is
  /// block 12 of the first and block 3 of the second.
  void record(const std::string& blocks) { environment_.emplace_back("KIT_SIM_RECORD", blocks); }

  /// Has a kernel of the simulator end at its first operation without a finite result.
  void require_finite_floats() { environment_.emplace_back("KIT_SIM_FLOATS", "finite"); }

  /// Lets the simulator run at most two blocks at once, where other workers have the other cores.
  /// With one, blocks that wait for others could not be told from those that wait for ever.
  void take_few_cores();

  /// When the plain simulator does the work of streams in the calls that follow.
  void set_schedule(WorkSchedule schedule) { schedule_ = schedule; }

  /// Starts a worker if there is none, and asks it what it is. Throws NeedsGpuError if it
  /// finds no GPU. `outcome` says what went wrong, if anything; the description is empty then.
  WorkerDescription describe(CallOutcome& outcome);

  /// Runs a call within `seconds`. Throws HarnessError only if the kit is at fault. A timed call
  /// has no outputs: kept() fetches parts of it.
  CallOutcome call(const Call& call, std::uint64_t poison_seed, double seconds);

  /// The lines of the output that a timed call kept: outputs[0], a row for each.
  CallOutcome kept(const Call& call, const Lines& lines, double seconds);

  /// Ends the worker in order, so that a wrapper can write its last lines.
  void close();

  /// What the student's code printed in all workers together, up to the lab's limit.
  std::string output() const;

 private:
  /// A worker that answers, started if there is none. Starting takes from the budget too.
  bool start(CallOutcome& outcome);
  bool start_worker(CallOutcome& outcome);
  /// Sends a request within the budget, and notes what the exchange took. None if there is no
  /// worker, which `outcome` explains.
  std::optional<Exchange> ask(FrameKind kind, const nlohmann::json& message,
                              const std::vector<std::span<const std::byte>>& blob,
                              std::uint64_t reply_bytes, double seconds, CallOutcome& outcome);
  /// Ends a worker that is not fit for another call.
  CallOutcome finish_call(CallOutcome outcome);
  void finish();

  std::string program_;
  std::vector<std::string> wrapper_;
  bool contained_ = false;
  bool started_ = false;  ///< a worker, at least once
  TimeBudget* budget_ = nullptr;
  Backend backend_;
  WorkSchedule schedule_ = WorkSchedule::early;
  ProcessLimits limits_;
  Environment environment_;
  std::unique_ptr<WorkerProcess> worker_;
  WorkerDescription description_;
  std::string output_;
};

}  // namespace kit::grader
