/// @file
/// One poll() over everything. A child's end is a descriptor too (pidfd), so that nobody sleeps and
/// looks; where the kernel has none (before 5.3) the loop itself looks every few milliseconds.
#include "grader/process/event_loop.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "grader/process/child.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

constexpr double kMaxSecondsToWait = 365.0 * 24 * 3600;
constexpr int kMaxMilliseconds = 3600 * 1000;  // then the clock is asked again
constexpr int kLookAgainMilliseconds = 5;      // at a child that has no descriptor

}  // namespace

Deadline::Deadline(double seconds)
    : end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                              std::clamp(seconds, 0.0, kMaxSecondsToWait)))) {}

int Deadline::milliseconds(int most) const {
  const double left = std::chrono::duration<double, std::milli>(end_ - Clock::now()).count();
  return static_cast<int>(std::ceil(std::clamp(left, 0.0, double(most))));
}

void EventLoop::on_readable(int fd, std::function<bool()> serve) {
  if (fd >= 0) watched_.push_back({fd, POLLIN, {}, std::move(serve)});
}

void EventLoop::on_writable(int fd, std::function<bool()> serve) {
  if (fd >= 0) watched_.push_back({fd, POLLOUT, {}, std::move(serve)});
}

void EventLoop::on_end(const ChildProcess& child, std::function<void()> serve) {
  if (!child.running()) return;
  // Asked even where a descriptor tells, since another's serve() may have put a new child there.
  const auto ended = [&child] { return child.running() && child.has_ended(); };
  watched_.push_back({child.end_fd(), POLLIN, ended, [serve = std::move(serve)] {
                        serve();
                        return false;
                      }});
}

bool EventLoop::run(const Deadline& deadline, const std::function<bool()>& done) {
  for (bool looked = false; !done(); looked = true) {
    if (looked && deadline.passed()) return false;
    wait(deadline);
  }
  return true;
}

void EventLoop::wait(const Deadline& deadline) {
  std::vector<pollfd> fds;
  int most = kMaxMilliseconds;
  for (const Watched& one : watched_) {
    fds.push_back({one.fd, one.events, 0});
    if (one.fd < 0) most = kLookAgainMilliseconds;
  }
  if (poll(fds.data(), fds.size(), deadline.milliseconds(most)) < 0) {
    if (errno == EINTR) return;
    throw HarnessError(std::string("cannot wait for processes: ") + std::strerror(errno));
  }
  std::vector<Watched> kept;
  // Who is served and wants more is watched again.
  for (std::size_t i = 0; i < fds.size(); ++i) {
    Watched& one = watched_[i];
    const bool ready = (one.fd < 0 || fds[i].revents != 0) && (!one.ready || one.ready());
    if (!ready || one.serve()) kept.push_back(std::move(one));
  }
  watched_ = std::move(kept);
}

void pause(double seconds) {
  EventLoop().run(Deadline(seconds), [] { return false; });
}

}  // namespace kit::grader
