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
#include <system_error>
#include <vector>

#include "kit/atomic_file.hpp"
#include "kit/error.hpp"
#include "kit/unique_fd.hpp"
#include "picture/picture_decoder.hpp"
#include "picture/picture_header.hpp"

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

/// Reads until `count` bytes are there or the file ends; false with errno set on an error.
bool read_more(const UniqueFd& file, Bytes& bytes, std::size_t count) {
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
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid() && errno == ENOENT) fail_read(path, "there is no such file; check the path");
  if (!file.valid()) fail_read(path, std::string(std::strerror(errno)) + "; check the path");
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

/// What to say where `path` cannot be written.
std::string write_error(const std::string& path, const std::error_code& why) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (why == std::errc::no_such_file_or_directory)
    return "there is no folder '" + folder + "'; create it first";
  if (why == std::errc::not_a_directory || why == std::errc::permission_denied ||
      why == std::errc::read_only_file_system)
    return "the folder '" + folder + "' takes no file (" + why.message() + "); choose another";
  return why.message() + "; choose another place";
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
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  const std::error_code why = try_write_atomically(path, {text, bytes.size()});
  if (why) fail_write(path, write_error(path, why));
}

}  // namespace kit
