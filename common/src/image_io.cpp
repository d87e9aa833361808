#include "kit/image_io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "kit/error.hpp"
#include "picture_decoder.hpp"
#include "picture_header.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace kit {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// High enough that filtered pictures show the filter, not the compression.
constexpr int kJpegQuality = 95;
/// JPEG stores its sides in 16 bits.
constexpr int kMaxJpegSide = 65535;

[[noreturn]] void fail_read(const std::string& path, const std::string& what) {
  throw InputError("cannot read picture '" + path + "': " + what);
}

[[noreturn]] void fail_write(const std::string& path, const std::string& what) {
  throw InputError("cannot write picture '" + path + "': " + what);
}

/// A file descriptor, closed at the end of the scope.
class File {
 public:
  File(const std::string& path, int flags) : descriptor_(open(path.c_str(), flags, 0666)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close_now(); }
  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  /// False with errno set if the system reports a late write error.
  bool close_now() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return descriptor < 0 || close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

/// Reads until `count` bytes are there or the file ends; false with errno set on an error.
bool read_more(const File& file, Bytes& bytes, std::size_t count) {
  std::size_t have = bytes.size();
  bytes.resize(count);
  while (have < count) {
    const ssize_t got = read(file.get(), bytes.data() + have, count - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return true;
}

Bytes read_file(const std::string& path) {
  // Without O_NONBLOCK, a named pipe would hold the program up here for ever.
  const File file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (!file.is_open() && errno == ENOENT) fail_read(path, "there is no such file; check the path");
  if (!file.is_open()) fail_read(path, std::string(std::strerror(errno)) + "; check the path");
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) fail_read(path, std::strerror(errno));
  if (S_ISDIR(info.st_mode)) fail_read(path, "it is a folder; name a PNG or JPEG file in it");
  if (!S_ISREG(info.st_mode)) fail_read(path, "it is not a regular file; name a PNG or JPEG file");
  if (info.st_size > std::numeric_limits<int>::max()) {
    fail_read(path, "the file is larger than 2 GiB; scale the picture down");
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  Bytes bytes;
  if (!read_more(file, bytes, std::min(size, kMagicBytes))) fail_read(path, std::strerror(errno));
  picture_format(path, bytes);  // refuses other files before all of them is read
  if (!read_more(file, bytes, size)) fail_read(path, std::strerror(errno));
  return bytes;
}

void notice_sixteen_bit(const std::string& path) {
  static std::atomic<bool> said = false;
  if (said.exchange(true)) return;
  std::fprintf(stderr, "note: '%s' has 16 bits per channel; such pictures are read as 8 bits\n",
               path.c_str());
}

PictureFormat format_by_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& letter : extension) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  if (extension == ".png") return PictureFormat::png;
  if (extension == ".jpg" || extension == ".jpeg") return PictureFormat::jpeg;
  fail_write(path, "its name must end in .png, .jpg or .jpeg");
}

void check_writable(const std::string& path, PictureFormat format,
                    const Image<std::uint8_t>& image) {
  const std::int64_t pixels = std::int64_t{image.width()} * image.height();
  const int channels = image.channels();
  if (pixels == 0) fail_write(path, "it has no pixels");
  if (channels != 1 && channels != 3 && channels != 4) {
    fail_write(path, "it has " + std::to_string(channels) + " channels; 1, 3 or 4 can be written");
  }
  if (pixels > kMaxPixels) {
    fail_write(path, "it has more than " + std::to_string(kMaxPixels) + " pixels; scale it down");
  }
  if (format == PictureFormat::png) return;
  if (channels == 4) fail_write(path, "a JPEG cannot keep the alpha channel; write a .png");
  if (image.width() > kMaxJpegSide || image.height() > kMaxJpegSide) {
    fail_write(path, "a JPEG is at most " + std::to_string(kMaxJpegSide) +
                         " pixels wide and high; write a .png");
  }
}

Bytes encode(const std::string& path, PictureFormat format, const Image<std::uint8_t>& image) {
  Bytes bytes;
  const auto append = [](void* context, void* data, int size) {
    const auto* start = static_cast<const std::uint8_t*>(data);
    static_cast<Bytes*>(context)->insert(static_cast<Bytes*>(context)->end(), start, start + size);
  };
  const int written =
      format == PictureFormat::png
          ? stbi_write_png_to_func(append, &bytes, image.width(), image.height(), image.channels(),
                                   image.data(), image.width() * image.channels())
          : stbi_write_jpg_to_func(append, &bytes, image.width(), image.height(), image.channels(),
                                   image.data(), kJpegQuality);
  if (written == 0) fail_write(path, "it could not be encoded; free some memory");
  return bytes;
}

bool write_all(const File& file, const Bytes& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = write(file.get(), bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

/// What to say about errno when `path`'s folder does not take a file.
std::string folder_error(const std::string& path) {
  const std::string why = std::strerror(errno);
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (errno == ENOENT) return "there is no folder '" + folder + "'; create it first";
  return "the folder '" + folder + "' takes no file (" + why + "); choose another";
}

}  // namespace

Image<std::uint8_t> load_image(const std::string& path) {
  const Bytes file = read_file(path);
  const PictureHeader header = read_picture_header(path, file);
  Image<std::uint8_t> image = decode_in_child(path, file, header);
  if (header.sixteen_bit) notice_sixteen_bit(path);
  return image;
}

void save_image(const std::string& path, const Image<std::uint8_t>& image) {
  const PictureFormat format = format_by_extension(path);
  check_writable(path, format, image);
  const Bytes bytes = encode(path, format, image);

  // Beside the target, because a rename is only atomic within one file system. Named by process and
  // count, so that no two writers share it, rather than by mkstemp, which would make it private.
  static std::atomic<unsigned> count = 0;
  const std::string name =
      ".picture-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".tmp";
  const std::string temporary = std::filesystem::path(path).replace_filename(name).string();
  File file(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
  if (!file.is_open()) fail_write(path, folder_error(path));
  if (write_all(file, bytes) && file.close_now() &&
      std::rename(temporary.c_str(), path.c_str()) == 0) {
    return;
  }
  const std::string why = std::strerror(errno);
  unlink(temporary.c_str());
  fail_write(path, why + "; choose another place");
}

}  // namespace kit
