/// @file
/// Pipes to children, and reading and writing them without ever being held up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kit/unique_fd.hpp"

namespace kit::grader {

/// Both ends of a pipe, closed on exec.
struct Pipe {
  UniqueFd read_end, write_end;
};

/// Throws HarnessError where the system gives no more descriptors; then nothing stays open.
Pipe make_pipe();

/// A standard input that is at its end from the start. Throws HarnessError.
UniqueFd empty_input();

/// Makes reading and writing return at once.
void set_nonblocking(const UniqueFd& fd);

/// Appends what is ready on a non-blocking descriptor to `text`, which stays within `limit`, and
/// adds the number of bytes that were read to `total`. Returns false at end of file.
bool drain(const UniqueFd& fd, std::string& text, std::size_t limit, std::uint64_t& total);

/// Sends pieces of memory, in order, as a non-blocking pipe takes them.
class PipeWriter {
 public:
  /// `head` is kept; the memory of `pieces` must outlive the writer.
  PipeWriter(std::vector<std::byte> head, const std::vector<std::span<const std::byte>>& pieces);
  PipeWriter(const PipeWriter&) = delete;
  PipeWriter& operator=(const PipeWriter&) = delete;

  /// True once all is sent.
  bool done() const { return next_ == pieces_.size(); }
  /// Sends what the pipe takes now. Returns false if the other side is gone.
  bool send(const UniqueFd& fd);

 private:
  void skip_empty();

  std::vector<std::byte> head_;
  std::vector<std::span<const std::byte>> pieces_;
  std::size_t next_ = 0;
};

}  // namespace kit::grader
