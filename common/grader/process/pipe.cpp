/// @file
/// What a child sends is never trusted to come, to end or to be short: all reading is non-blocking
/// and bounded, so that the event loop gets back to its clock.
#include "grader/process/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "kit/error.hpp"

namespace kit::grader {

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw HarnessError(std::string("no pipe can be made: ") + std::strerror(errno));
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

UniqueFd empty_input() {
  UniqueFd null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null.valid())
    throw HarnessError(std::string("/dev/null cannot be opened: ") + std::strerror(errno));
  return null;
}

void set_nonblocking(const UniqueFd& fd) {
  fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

bool drain(const UniqueFd& fd, std::string& text, std::size_t limit, std::uint64_t& total) {
  char buffer[65536];
  // Bounded, so that a child that prints without end cannot keep the judge from its clock.
  for (int round = 0; round < 16; ++round) {
    const ssize_t count = read(fd.get(), buffer, sizeof buffer);
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    const std::size_t kept = std::min(static_cast<std::size_t>(count), limit - text.size());
    text.append(buffer, kept);
    total += static_cast<std::uint64_t>(count);
  }
  return true;
}

PipeWriter::PipeWriter(std::vector<std::byte> head,
                       const std::vector<std::span<const std::byte>>& pieces)
    : head_(std::move(head)) {
  pieces_.push_back(head_);
  pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  skip_empty();
}

bool PipeWriter::send(const UniqueFd& fd) {
  while (!done()) {
    std::span<const std::byte>& piece = pieces_[next_];
    const ssize_t count = write(fd.get(), piece.data(), piece.size());
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    piece = piece.subspan(static_cast<std::size_t>(count));
    skip_empty();
  }
  return true;
}

void PipeWriter::skip_empty() {
  while (!done() && pieces_[next_].empty()) ++next_;
}

}  // namespace kit::grader
