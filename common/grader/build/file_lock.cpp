// flock() has no time limit of its own, so the lock is asked for again and again.
#include "grader/build/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "kit/error.hpp"

namespace kit::build {

FileLock::FileLock(const std::filesystem::path& path, double seconds)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_ < 0) throw InputError("cannot write to " + path.parent_path().string());
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (Clock::now() >= end) {
      ::close(file_);
      throw HarnessError("another build in " + path.parent_path().string() + " does not end");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

FileLock::~FileLock() {
  ::close(file_);
}

}  // namespace kit::build
