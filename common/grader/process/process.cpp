/// @file
/// One exchange with a worker that may do anything: answer early, half, never, print without end,
/// or close its pipes. Whatever it does, the exchange ends by its deadline with one status.
#include "grader/process/process.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

#include "grader/process/event_loop.hpp"
#include "grader/process/pipe.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

/// How long a worker whose reply pipe is closed may take to die: it is dying, or closed it on
/// purpose.
constexpr double kSecondsToDie = 0.5;
constexpr double kMostTimesAsLong = 3;  // a limit may become, while the worker waits for a core
constexpr double kLeastMore = 0.02;     // seconds

bool holds_bytes(const UniqueFd& pipe) {
  int bytes = 0;
  return ioctl(pipe.get(), FIONREAD, &bytes) == 0 && bytes > 0;
}

/// Reads what is there. Returns false at end of file.
bool receive(const UniqueFd& fd, FrameParser& parser) {
  while (!parser.complete() && parser.error().empty()) {
    const std::span<std::byte> place = parser.wanted();
    const ssize_t count = read(fd.get(), place.data(), place.size());
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    parser.received(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command, const ProcessLimits& limits,
                             const Environment& environment)
    : limits_(limits) {
  // A worker that dies while a request is sent must not take the judge with it.
  signal(SIGPIPE, SIG_IGN);
  const UniqueFd nothing = empty_input();
  Pipe request = make_pipe(), reply = make_pipe(), output = make_pipe();
  child_ = ChildProcess(command,
                        {nothing.get(), output.write_end.get(), output.write_end.get(),
                         request.read_end.get(), reply.write_end.get()},
                        limits, environment);
  request_ = std::move(request.write_end);
  reply_ = std::move(reply.read_end);
  output_pipe_ = std::move(output.read_end);
  for (const UniqueFd* fd : {&request_, &reply_, &output_pipe_}) set_nonblocking(*fd);
}

Exchange WorkerProcess::exchange(FrameKind kind, const nlohmann::json& message,
                                 const std::vector<std::span<const std::byte>>& request_blob,
                                 std::uint64_t max_blob_bytes, double seconds) {
  if (!running()) throw HarnessError("a worker that has ended was asked for a result");
  std::uint64_t blob_bytes = 0;
  for (const auto& piece : request_blob) blob_bytes += piece.size();
  PipeWriter sender(encode_head(kind, message, blob_bytes), request_blob);
  FrameParser parser(max_blob_bytes);
  Exchange result;
  const Timer timer;
  bool ended = false;
  printed_ = 0;
  // What is there already answers no question of ours; kind call only, as the first may be early.
  const bool answered_early = kind == FrameKind::call && holds_bytes(reply_);
  EventLoop loop;
  loop.on_readable(output_pipe_.get(), [&] { return drain_output(); });
  loop.on_writable(request_.get(), [&] {
    const bool listens = sender.send(request_);
    if (!listens) request_.close();
    return listens && !sender.done();
  });
  loop.on_readable(reply_.get(), [&] { return !(ended = !receive(reply_, parser)); });
  const auto done = [&] {
    return answered_early || ended || parser.complete() || !parser.error().empty() ||
           printed_ > kMaxPrintedBytes;
  };
  // On a machine with more to do than it has cores, the wait for one is not the worker's time,
  // unless threads of its own have the cores.
  const double waited_before = child_.seconds_without_core(),
               ran_before = child_.seconds_on_cores();
  double given = seconds;
  while (!loop.run(Deadline(given - timer.seconds()), done)) {
    const double ran = child_.seconds_on_cores() - ran_before;
    const double without_others = timer.seconds() - ran / child_.cores();
    const double waited = std::clamp(child_.seconds_without_core() - waited_before, 0.0,
                                     std::max(0.0, without_others));
    const double may_take = std::min(seconds + waited, kMostTimesAsLong * seconds);
    if (may_take < given + kLeastMore) break;
    given = may_take;
  }
  result.seconds = timer.seconds();
  drain_output();
  // Several of these may hold at once. What the worker surely did wrong comes before its reply, and
  // its reply before its end.
  if (answered_early || (parser.complete() && !sender.done())) {
    stop();
    result.status = ExchangeStatus::garbled;
    result.message = "sent a reply before it had read the request";
  } else if (parser.complete()) {
    result.status = ExchangeStatus::replied;
    result.reply = std::move(parser.frame());
  } else if (!parser.error().empty()) {
    stop();
    result.status = ExchangeStatus::garbled;
    result.message = "sent something that is not a reply: " + parser.error();
  } else if (printed_ > kMaxPrintedBytes) {
    stop();
    result.status = ExchangeStatus::flooded;
    result.message = "printed more than 64 MiB in one call; stopped";
  } else if (ended && !ends_within(kSecondsToDie)) {
    stop();
    result.status = ExchangeStatus::garbled;
    result.message = "closed the pipe for its replies and went on running";
  } else if (ended) {
    result.end = stop();
    result.status = ExchangeStatus::died;
    result.message = result.end.text + " instead of returning";
  } else {
    stop();
    result.status = ExchangeStatus::timed_out;
    result.message = fmt::format("still running after {} s; stopped", std::lround(seconds));
  }
  return result;
}

bool WorkerProcess::drain_output() {
  return drain(output_pipe_, output_, limits_.output_bytes, printed_);
}

bool WorkerProcess::ends_within(double seconds) {
  EventLoop loop;
  // A worker that is held up by a full pipe would never end.
  loop.on_readable(output_pipe_.get(), [this] { return drain_output(); });
  loop.on_end(child_, [] {});
  return loop.run(Deadline(seconds), [this] { return child_.has_ended(); });
}

ProcessEnd WorkerProcess::close_and_wait(double seconds) {
  if (!running()) return {};
  request_.close();
  ends_within(seconds);
  return stop();
}

ProcessEnd WorkerProcess::stop() {
  ProcessEnd end = child_.stop();
  if (output_pipe_.valid()) drain_output();
  for (UniqueFd* fd : {&request_, &reply_, &output_pipe_}) fd->close();
  return end;
}

CommandResult run_command(const std::vector<std::string>& argv, const ProcessLimits& limits,
                          const Environment& environment, const LookOn& look_on) {
  CommandResult result;
  const UniqueFd nothing = empty_input();
  Pipe output = make_pipe();
  ChildProcess child(argv, {nothing.get(), output.write_end.get(), output.write_end.get()}, limits,
                     environment);
  output.write_end.close();
  set_nonblocking(output.read_end);
  bool open_end = true;
  std::uint64_t printed = 0;
  EventLoop loop;
  loop.on_readable(output.read_end.get(), [&] {
    return open_end = drain(output.read_end, result.output, limits.output_bytes, printed);
  });
  loop.on_end(child, [] {});
  const auto done = [&] { return !open_end && child.has_ended(); };
  const Deadline deadline(limits.seconds);
  constexpr int kLookMilliseconds = 500;
  bool ended = false;
  while (!ended && !result.stopped && !deadline.passed()) {
    ended = loop.run(Deadline(deadline.milliseconds(kLookMilliseconds) / 1e3), done);
    result.stopped = look_on && !look_on(child.pid());
  }
  result.timed_out = !result.stopped && !child.has_ended();
  result.end = child.stop();
  if (printed > result.output.size()) result.output += "\n[more output was left out]\n";
  return result;
}

}  // namespace kit::grader
