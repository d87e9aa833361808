/// @file
/// What the judge does with child processes: it talks to workers and runs plain commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "grader/process/child.hpp"
#include "grader/protocol/protocol.hpp"

namespace kit::grader {

/// A worker that prints more than this in one exchange is stopped.
inline constexpr std::uint64_t kMaxPrintedBytes = std::uint64_t(64) << 20;

/// How one exchange with the worker went.
enum class ExchangeStatus { replied, timed_out, died, garbled, flooded };

struct Exchange {
  ExchangeStatus status = ExchangeStatus::died;
  Frame reply;          ///< if replied
  ProcessEnd end;       ///< if died
  std::string message;  ///< otherwise: one sentence
  double seconds = 0;   ///< wall clock, from the first byte sent to the last byte received
};

/// A worker in a process group of its own. Unless an exchange ends in `replied` the whole group is
/// killed, and running() is false from then on.
class WorkerProcess {
 public:
  /// Starts a program with its arguments. Throws HarnessError if no process can be made.
  WorkerProcess(const std::vector<std::string>& command, const ProcessLimits& limits,
                const Environment& environment);

  bool running() const { return child_.running(); }
  /// Sends a request and waits for its reply, at most `seconds`; a reply's blob may have at most
  /// `max_blob_bytes`. `request_blob` is sent piece by piece, in order.
  Exchange exchange(FrameKind kind, const nlohmann::json& message,
                    const std::vector<std::span<const std::byte>>& request_blob,
                    std::uint64_t max_blob_bytes, double seconds);
  /// What the worker printed so far, up to the limit.
  const std::string& output() const { return output_; }
  /// Closes the request pipe, at which a worker ends by itself; kills what has not ended after
  /// `seconds`.
  ProcessEnd close_and_wait(double seconds);
  /// Kills the group and reaps the worker.
  ProcessEnd stop();

 private:
  bool drain_output();
  bool ends_within(double seconds);

  ChildProcess child_;
  UniqueFd request_, reply_, output_pipe_;
  ProcessLimits limits_;
  std::string output_;
  std::uint64_t printed_ = 0;  ///< bytes in this exchange, dropped ones too
};

/// A command that ran to its end.
struct CommandResult {
  ProcessEnd end;
  bool timed_out = false;
  bool stopped = false;  ///< by who looked on
  std::string output;    ///< standard output and error together, up to the limit
};

/// Looks at a process that runs, twice a second, and once more at its end; returns false to
/// have it stopped.
using LookOn = std::function<bool(pid_t process)>;

/// Runs a command (argv[0] is looked up in PATH) and waits for it, at most limits.seconds. Throws
/// HarnessError if no process can be made.
CommandResult run_command(const std::vector<std::string>& argv, const ProcessLimits& limits,
                          const Environment& environment = {}, const LookOn& look_on = {});

}  // namespace kit::grader
