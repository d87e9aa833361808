/// @file
/// The owner of a file descriptor.
#pragma once

#include <unistd.h>

#include <utility>

namespace kit {

/// Owns a descriptor, or none (-1), and closes it at the end of its life. Moving hands it on.
class UniqueFd {
 public:
  /// Owns none.
  UniqueFd() = default;
  /// Owns `fd`; a negative one, as a failed open() returns it, is none. errno is left as it is.
  explicit UniqueFd(int fd) noexcept : fd_(fd < 0 ? -1 : fd) {}
  /// Takes over what `other` owns.
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.release()) {}
  /// Closes what it owns, then takes over what `other` owns.
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    UniqueFd(std::move(other)).swap(*this);
    return *this;
  }
  ~UniqueFd() { close(); }

  /// The descriptor, still owned; -1 if there is none.
  int get() const noexcept { return fd_; }
  /// True if it owns a descriptor.
  bool valid() const noexcept { return fd_ >= 0; }
  /// Gives the descriptor up without closing it.
  int release() noexcept { return std::exchange(fd_, -1); }
  /// Exchanges what the two own.
  void swap(UniqueFd& other) noexcept { std::swap(fd_, other.fd_); }
  /// Closes it; a second call does nothing. Returns false with errno set if the system reports a
  /// late write error. Never tried twice: Linux gives the number up even where it reports one.
  bool close() noexcept { return !valid() || ::close(release()) == 0; }

 private:
  int fd_ = -1;
};

}  // namespace kit
