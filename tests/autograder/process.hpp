/// @file
/// Child processes under limits: the worker that the judge talks to, and plain commands.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol.hpp"

namespace kit::grader {

/// What a child may use.
struct ProcessLimits {
  double seconds = 5;  ///< wall clock per exchange
  std::int64_t memory_mib =
      0;  ///< address space; 0: no limit (CUDA reserves far more than it uses)
  std::size_t output_bytes = 64 * 1024;  ///< kept of what it prints; the rest is dropped
  std::int64_t file_bytes = std::int64_t(64) << 20;  ///< largest file it can write
};

/// A worker that prints more than this in one exchange is stopped.
inline constexpr std::uint64_t kMostPrinted = std::uint64_t(64) << 20;

/// Extra environment of a child: name and value.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// How a child ended.
struct ProcessEnd {
  bool signalled = false;
  int code = 0;      ///< exit code, or the signal's number
  std::string text;  ///< "exited with code 3", "killed by signal 11 (segmentation fault)"
};

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
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  bool running() const { return pid_ > 0; }
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
  void drain_output();
  bool ends_by_itself();
  void close_all();

  pid_t pid_ = -1;
  int request_fd_ = -1, reply_fd_ = -1, output_fd_ = -1;
  ProcessLimits limits_;
  std::string output_;
  std::uint64_t printed_ = 0;  ///< bytes in this exchange, dropped ones too
};

/// A command that ran to its end.
struct CommandResult {
  ProcessEnd end;
  bool timed_out = false;
  std::string output;  ///< standard output and error together, up to the limit
};

/// Runs a command (argv[0] is looked up in PATH) and waits for it, at most limits.seconds. Throws
/// HarnessError if no process can be made.
CommandResult run_command(const std::vector<std::string>& argv, const ProcessLimits& limits,
                          const Environment& environment = {});

}  // namespace kit::grader
