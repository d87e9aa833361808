#include "picture_decoder.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "kit/error.hpp"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STBI_MAX_DIMENSIONS (1 << 28)  // kMaxPixels is checked before; a strip may be that long
#include <stb/stb_image.h>

namespace kit {
namespace {

/// What the child leaves at the start of the shared memory; the pixels follow.
struct Result {
  enum State : std::int32_t { kNothing, kDecoded, kRefused };
  std::int32_t state;
  char reason[128];  ///< for kRefused: the decoder's words
};

/// Memory shared with the child, released at the end of the scope.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t size)
      : size_(size),
        address_(mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() {
    if (valid()) munmap(address_, size_);
  }
  bool valid() const { return address_ != MAP_FAILED; }
  Result* result() const { return static_cast<Result*>(address_); }
  std::uint8_t* pixels() const { return static_cast<std::uint8_t*>(address_) + sizeof(Result); }

 private:
  std::size_t size_;
  void* address_;
};

std::size_t pixel_count(const PictureHeader& header) {
  return static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
}

/// Seconds of processor time the child may use: 2 for an ordinary photograph.
rlim_t processor_seconds(const PictureHeader& header) {
  return static_cast<rlim_t>(2 + pixel_count(header) / 16'000'000);
}

/// Bytes that the child may map beyond what the process has mapped already: the largest sum of the
/// decoder's buffers (a progressive JPEG's coefficients; an interlaced PNG twice, its alpha
/// expanded).
rlim_t extra_memory(const PictureHeader& header, std::size_t file_size) {
  const std::size_t bytes_per_pixel = header.sixteen_bit ? 32 : 16;
  return (std::size_t{64} << 20) + 3 * file_size + bytes_per_pixel * pixel_count(header);
}

/// Bytes of address space in use; a guess of 1 GiB where /proc is missing.
rlim_t mapped_memory() {
  unsigned long pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages > 0 ? rlim_t{pages} * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) : rlim_t{1} << 30;
}

/// The soft limit is the lower one, because passing it has a signal of its own (SIGXCPU).
void lower_limit(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_max = std::min(limit.rlim_max, value + 1);
  limit.rlim_cur = std::min(limit.rlim_max, value);
  setrlimit(resource, &limit);
}

/// In the child: whatever handlers the caller has installed, a fault or a limit ends it silently,
/// and so does the end of its parent.
void confine(pid_t parent, rlim_t memory, rlim_t seconds) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_CPU, seconds);
  lower_limit(RLIMIT_AS, memory);
  alarm(static_cast<unsigned>(10 + 5 * seconds));  // by the clock, should it block
}

bool same_size(const PictureHeader& header, int width, int height) {
  return width == header.width && height == header.height;
}

/// Decodes to 8 bits per channel at `pixels`; false if the decoder refuses or finds another size.
bool decode(std::span<const std::uint8_t> file, const PictureHeader& header, std::uint8_t* pixels) {
  int width = 0, height = 0, channels = 0;
  const int bytes = static_cast<int>(file.size());
  const std::size_t count = pixel_count(header) * static_cast<std::size_t>(header.channels);
  if (header.sixteen_bit) {
    const stbi_us* values =
        stbi_load_16_from_memory(file.data(), bytes, &width, &height, &channels, header.channels);
    if (values == nullptr || !same_size(header, width, height)) return false;
    // 65535 / 255 = 257; half of that rounds to the nearest grey level.
    std::transform(values, values + count, pixels,
                   [](stbi_us value) { return static_cast<std::uint8_t>((value + 128) / 257); });
    return true;
  }
  const stbi_uc* values =
      stbi_load_from_memory(file.data(), bytes, &width, &height, &channels, header.channels);
  if (values == nullptr || !same_size(header, width, height)) return false;
  std::copy(values, values + count, pixels);
  return true;
}

[[noreturn]] void run_child(std::span<const std::uint8_t> file, const PictureHeader& header,
                            const SharedMemory& shared) {
  Result& result = *shared.result();
  if (decode(file, header, shared.pixels())) {
    result.state = Result::kDecoded;
  } else {
    const char* reason = stbi_failure_reason();
    std::snprintf(result.reason, sizeof result.reason, "%s",
                  reason != nullptr ? reason : "its size changes");
    result.state = Result::kRefused;
  }
  _exit(0);
}

/// How the child ended, as waitpid tells it; -1 if the caller's program has it reaped elsewhere.
int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return status;
}

[[noreturn]] void fail(const std::string& path, const PictureHeader& header, const Result& result,
                       int status) {
  const std::string start = "cannot read picture '" + path + "': ";
  const int signal = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU || signal == SIGALRM) {
    throw InputError(start + "decoding took longer than the " +
                     std::to_string(processor_seconds(header)) +
                     " s allowed for its size; save it again with another program");
  }
  if (signal == SIGKILL) {
    throw InputError(start +
                     "the system ended the decoder, probably for lack of memory; free some, "
                     "or scale the picture down");
  }
  std::string reason(result.reason, strnlen(result.reason, sizeof result.reason));
  if (result.state != Result::kRefused || reason.empty()) reason = "the decoder crashed on it";
  throw InputError(start + "the file is corrupt (" + reason + "); copy or download it again");
}

}  // namespace

Image<std::uint8_t> decode_in_child(const std::string& path, std::span<const std::uint8_t> file,
                                    const PictureHeader& header) {
  Image<std::uint8_t> image(header.width, header.height, header.channels);
  const SharedMemory shared(sizeof(Result) + image.size());
  const rlim_t memory = mapped_memory() + extra_memory(header, file.size());
  const rlim_t seconds = processor_seconds(header);
  const pid_t parent = getpid();
  const pid_t child = shared.valid() ? fork() : -1;
  if (child < 0) {
    throw HarnessError("cannot start a process to decode '" + path + "': " + std::strerror(errno) +
                       "; free some memory or processes");
  }
  if (child == 0) {
    confine(parent, memory, seconds);
    run_child(file, header, shared);
  }
  const int status = wait_for(child);
  const bool ended_well = status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
  if (!ended_well || shared.result()->state != Result::kDecoded) {
    fail(path, header, *shared.result(), status);
  }
  std::copy_n(shared.pixels(), image.size(), image.data());
  return image;
}

}  // namespace kit
