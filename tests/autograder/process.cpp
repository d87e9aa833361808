#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "child.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

void close_fd(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

/// Milliseconds until `seconds` of `timer` have passed, for poll().
int remaining(const Timer& timer, double seconds) {
  const double left = std::clamp(seconds - timer.seconds(), 0.0, 3600.0);
  return static_cast<int>(std::ceil(left * 1000));
}

/// True once the child can be reaped; does not reap it.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  const int status = waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
  return status != 0 || info.si_pid != 0;
}

/// Sends the pieces of a request without blocking.
class Sender {
 public:
  Sender(std::vector<std::byte> head, const std::vector<std::span<const std::byte>>& blob)
      : head_(std::move(head)) {
    pieces_.push_back(head_);
    pieces_.insert(pieces_.end(), blob.begin(), blob.end());
    skip_empty();
  }
  bool done() const { return next_ == pieces_.size(); }
  /// Returns false if the other side is gone.
  bool send(int fd) {
    while (!done()) {
      std::span<const std::byte>& piece = pieces_[next_];
      const ssize_t count = write(fd, piece.data(), piece.size());
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      piece = piece.subspan(static_cast<std::size_t>(count));
      skip_empty();
    }
    return true;
  }

 private:
  void skip_empty() {
    while (!done() && pieces_[next_].empty()) ++next_;
  }
  std::vector<std::byte> head_;
  std::vector<std::span<const std::byte>> pieces_;
  std::size_t next_ = 0;
};

/// Reads what is there. Returns false at end of file.
bool receive(int fd, FrameParser& parser) {
  while (!parser.complete() && parser.error().empty()) {
    const std::span<std::byte> place = parser.wanted();
    const ssize_t count = read(fd, place.data(), place.size());
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
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  auto [request_read, request_write] = make_pipe();
  auto [reply_read, reply_write] = make_pipe();
  auto [output_read, output_write] = make_pipe();
  request_fd_ = request_write;
  reply_fd_ = reply_read;
  output_fd_ = output_read;
  pid_ = start_child(command, {nothing, output_write, output_write, request_read, reply_write},
                     limits, environment);
  for (int fd : {nothing, request_read, reply_write, output_write}) close(fd);
  for (int fd : {request_fd_, reply_fd_, output_fd_}) set_nonblocking(fd);
}

WorkerProcess::~WorkerProcess() {
  stop();
}

Exchange WorkerProcess::exchange(FrameKind kind, const nlohmann::json& message,
                                 const std::vector<std::span<const std::byte>>& request_blob,
                                 std::uint64_t max_blob_bytes, double seconds) {
  if (!running()) throw HarnessError("a worker that has ended was asked for a result");
  std::uint64_t blob_bytes = 0;
  for (const auto& piece : request_blob) blob_bytes += piece.size();
  Sender sender(encode_head(kind, message, blob_bytes), request_blob);
  FrameParser parser(max_blob_bytes);
  Exchange result;
  const Timer timer;
  bool ended = false;
  printed_ = 0;
  // What is there already answers no question of ours; kind call only, as the first may be early.
  pollfd early{reply_fd_, POLLIN, 0};
  const bool answered_early =
      kind == FrameKind::call && poll(&early, 1, 0) > 0 && (early.revents & POLLIN) != 0;
  while (!answered_early && !parser.complete() && parser.error().empty() && !ended &&
         printed_ <= kMostPrinted) {
    pollfd fds[3] = {{reply_fd_, POLLIN, 0},
                     {output_fd_, POLLIN, 0},
                     {sender.done() ? -1 : request_fd_, POLLOUT, 0}};
    if (timer.seconds() >= seconds) break;
    if (poll(fds, 3, remaining(timer, seconds)) < 0 && errno != EINTR) break;
    if (fds[1].revents != 0) drain_output();
    if (fds[2].revents != 0 && !sender.send(request_fd_)) close_fd(request_fd_);
    if (fds[0].revents != 0) ended = !receive(reply_fd_, parser);
  }
  result.seconds = timer.seconds();
  drain_output();
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
  } else if (printed_ > kMostPrinted) {
    stop();
    result.status = ExchangeStatus::flooded;
    result.message = "printed more than 64 MiB in one call; stopped";
  } else if (ended && !ends_by_itself()) {
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
    result.message = "still running after " + std::to_string(std::lround(seconds)) + " s; stopped";
  }
  return result;
}

void WorkerProcess::drain_output() {
  if (output_fd_ < 0) return;
  if (!drain(output_fd_, output_, limits_.output_bytes, printed_)) close_fd(output_fd_);
}

/// The reply pipe is closed: the worker is dying, or closed it on purpose; give it a moment, so
/// that its own end is reported and not our kill.
bool WorkerProcess::ends_by_itself() {
  const Timer timer;
  while (timer.seconds() < 0.5 && !has_ended(pid_)) {
    usleep(1000);
    drain_output();
  }
  return has_ended(pid_);
}

ProcessEnd WorkerProcess::close_and_wait(double seconds) {
  if (!running()) return {};
  close_fd(request_fd_);
  const Timer timer;
  while (timer.seconds() < seconds && !has_ended(pid_)) {
    usleep(1000);
    drain_output();
  }
  return stop();
}

ProcessEnd WorkerProcess::stop() {
  ProcessEnd end;
  if (pid_ > 0) {
    // The group first: it outlives its leader if the student's code forked.
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    end = wait_for(pid_);
    drain_output();
    pid_ = -1;
  }
  close_all();
  return end;
}

void WorkerProcess::close_all() {
  close_fd(request_fd_);
  close_fd(reply_fd_);
  close_fd(output_fd_);
}

CommandResult run_command(const std::vector<std::string>& argv, const ProcessLimits& limits,
                          const Environment& environment) {
  CommandResult result;
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  auto [output_read, output_write] = make_pipe();
  const pid_t pid = start_child(argv, {nothing, output_write, output_write}, limits, environment);
  close(nothing);
  close(output_write);
  set_nonblocking(output_read);
  const Timer timer;
  bool open_end = true;
  std::uint64_t printed = 0;
  while (open_end && timer.seconds() < limits.seconds) {
    pollfd ready{output_read, POLLIN, 0};
    poll(&ready, 1, remaining(timer, limits.seconds));
    if (ready.revents != 0)
      open_end = drain(output_read, result.output, limits.output_bytes, printed);
  }
  while (timer.seconds() < limits.seconds && !has_ended(pid)) usleep(1000);
  result.timed_out = !has_ended(pid);
  if (result.timed_out) kill(-pid, SIGKILL);
  result.end = wait_for(pid);
  kill(-pid, SIGKILL);
  close(output_read);
  if (printed > result.output.size()) result.output += "\n[more output was left out]\n";
  return result;
}

}  // namespace kit::grader
