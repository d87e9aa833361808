#include "picture_header.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "kit/error.hpp"
#include "kit/image_io.hpp"

namespace kit {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::array<std::uint8_t, 8> kPngMagic = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::array<std::uint8_t, 3> kJpegMagic = {0xff, 0xd8, 0xff};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw InputError("cannot read picture '" + path + "': " + what);
}

[[noreturn]] void fail_truncated(const std::string& path) {
  fail(path, "the file is truncated (its end is missing); copy or download it again");
}

[[noreturn]] void fail_corrupt(const std::string& path, const std::string& why) {
  fail(path, "the file is corrupt (" + why + "); copy or download it again");
}

bool starts_with(Bytes bytes, Bytes magic) {
  return bytes.size() >= magic.size() && std::ranges::equal(bytes.first(magic.size()), magic);
}

std::uint32_t big_endian_16(Bytes bytes, std::size_t at) {
  return (std::uint32_t{bytes[at]} << 8) | bytes[at + 1];
}

std::uint32_t big_endian_32(Bytes bytes, std::size_t at) {
  return (big_endian_16(bytes, at) << 16) | big_endian_16(bytes, at + 2);
}

/// Takes over a size from the file if there are pixels, and not too many of them.
void set_size(PictureHeader& header, const std::string& path, std::uint32_t width,
              std::uint32_t height) {
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width == 0 || height == 0) fail(path, "it is " + size + " and has no pixels");
  constexpr std::uint32_t kMaxInt = std::numeric_limits<std::int32_t>::max();
  if (width > kMaxInt || height > kMaxInt ||
      std::int64_t{width} * std::int64_t{height} > kMaxPixels) {
    fail(path, "it is " + size + ", more than the " + std::to_string(kMaxPixels) +
                   " pixels the kit reads; scale it down");
  }
  header.width = static_cast<int>(width);
  header.height = static_cast<int>(height);
}

/// The PNG checksum: CRC-32 (ISO 3309), bit-reversed polynomial.
std::uint32_t crc32(Bytes bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t value = n;
      for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) ? 0xedb88320u : 0u);
      entries[n] = value;
    }
    return entries;
  }();
  std::uint32_t crc = 0xffffffff;
  for (const std::uint8_t byte : bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >> 8);
  return ~crc;
}

/// A PNG's depth and colour type, as its first chunk gives them.
struct PngPixels {
  std::uint32_t depth = 0;
  std::uint32_t colour_type = 0;

  /// Values per pixel in the file; 0 for a colour type that does not exist.
  int samples() const {
    constexpr std::array<int, 7> kSamples = {1, 0, 3, 1, 2, 0, 4};
    return colour_type < kSamples.size() ? kSamples[colour_type] : 0;
  }
  /// Channels after expansion: transparency, given per pixel or by key, makes RGBA.
  int channels(bool has_transparency) const {
    if (colour_type >= 4 || has_transparency) return 4;
    return colour_type == 0 ? 1 : 3;
  }
};

PngPixels read_png_start(PictureHeader& header, const std::string& path, Bytes data) {
  set_size(header, path, big_endian_32(data, 0), big_endian_32(data, 4));
  const PngPixels pixels{data[8], data[9]};
  if (pixels.samples() == 0) {
    fail_corrupt(path, "no PNG has colour type " + std::to_string(pixels.colour_type));
  }
  return pixels;
}

PictureHeader read_png(const std::string& path, Bytes file) {
  PictureHeader header;
  header.format = PictureFormat::png;
  PngPixels pixels;
  bool transparency = false;
  std::uint64_t compressed = 0;
  // A chunk: length, type, data, checksum of type and data.
  constexpr std::size_t kFrame = 12;
  std::string_view type;
  for (std::size_t at = kPngMagic.size(); type != "IEND";) {
    if (file.size() - at < kFrame) fail_truncated(path);
    const std::size_t length = big_endian_32(file, at);
    if (length > file.size() - at - kFrame) fail_truncated(path);
    type = {reinterpret_cast<const char*>(file.data()) + at + 4, 4};
    const Bytes data = file.subspan(at + 8, length);
    const bool first = at == kPngMagic.size();
    if (first != (type == "IHDR") || (first && length != 13)) {
      fail_corrupt(path, "a PNG starts with one IHDR chunk");
    }
    // A small first letter marks a chunk that a picture can do without, such as a comment.
    const bool needed = (type[0] & 0x20) == 0 || type == "tRNS";
    if (needed && crc32(file.subspan(at + 4, length + 4)) != big_endian_32(file, at + 8 + length)) {
      fail_corrupt(path, "a checksum is wrong");
    }
    if (first) pixels = read_png_start(header, path, data);
    if (type == "tRNS") transparency = true;
    if (type == "IDAT") compressed += length;
    at += kFrame + length;
  }
  header.channels = pixels.channels(transparency);
  header.sixteen_bit = pixels.depth == 16;

  const std::uint64_t bits_per_row =
      std::uint64_t(header.width) * static_cast<std::uint64_t>(pixels.samples()) * pixels.depth;
  const std::uint64_t bytes = std::uint64_t(header.height) * (bits_per_row / 8 + 1);
  // Deflate makes at most 258 bytes of two bits: 1032 for one.
  if (bytes > 1032 * compressed + 1024) {
    fail_corrupt(path, "it holds too little data for " + std::to_string(header.width) + " x " +
                           std::to_string(header.height) + " pixels");
  }
  return header;
}

/// Where the next marker's code stands at or after `at`: behind 0xff, and neither stuffing (0) nor,
/// within compressed data, a restart mark. The file's size if there is none.
std::size_t find_marker(Bytes file, std::size_t at) {
  for (; at + 1 < file.size(); ++at) {
    const std::uint8_t code = file[at + 1];
    const bool restart = code >= 0xd0 && code <= 0xd7;
    if (file[at] == 0xff && code != 0 && code != 0xff && !restart) return at + 1;
  }
  return file.size();
}

/// The frame header: depth, height, width, components.
void read_jpeg_frame(PictureHeader& header, const std::string& path, std::uint8_t marker,
                     Bytes data) {
  if (header.channels != 0) fail_corrupt(path, "it has two frames");
  if (data.size() < 6) fail_corrupt(path, "its frame header is too short");
  if (marker > 0xc2 || data[0] != 8) {
    fail(path,
         "it is a lossless, arithmetic-coded or 12-bit JPEG, which the kit does not read; convert "
         "it to a baseline JPEG or a PNG");
  }
  if (data[5] == 4) fail(path, "it is a CMYK JPEG; convert it to RGB");
  if (data[5] != 1 && data[5] != 3) {
    fail_corrupt(path, "no JPEG has " + std::to_string(data[5]) + " components");
  }
  set_size(header, path, big_endian_16(data, 3), big_endian_16(data, 1));
  header.channels = data[5];
}

/// Which Huffman tables a JPEG has defined up to here. Some releases of the decoder take a table
/// that is missing for zeros, and make a grey picture of the file.
class HuffmanTables {
 public:
  /// A segment of tables: for each its class and number in a byte, 16 counts, and that many values.
  void define(Bytes segment) {
    while (segment.size() >= 17) {
      std::size_t size = 17;
      for (const std::uint8_t count : segment.subspan(1, 16)) size += count;
      (segment[0] >> 4 == 0 ? dc_ : ac_)[segment[0] & 3] = true;
      segment = segment.subspan(std::min(size, segment.size()));
    }
  }

  /// Whether a scan has its tables: a sequential one needs both of each component's; a progressive
  /// one has either first coefficients, whose later bits are not coded, or others.
  bool serve(Bytes scan, bool progressive) const {
    const std::size_t components = scan.empty() ? 0 : scan[0];
    if (scan.size() < 4 + 2 * components) return false;
    const bool first = scan[1 + 2 * components] == 0, refines = scan[3 + 2 * components] >> 4 != 0;
    for (std::size_t n = 0; n < components; ++n) {
      const std::uint8_t tables = scan[2 + 2 * n];
      if ((!progressive || (first && !refines)) && !dc_[tables >> 4 & 3]) return false;
      if ((!progressive || !first) && !ac_[tables & 3]) return false;
    }
    return true;
  }

 private:
  std::array<bool, 4> dc_ = {}, ac_ = {};
};

PictureHeader read_jpeg(const std::string& path, Bytes file) {
  constexpr std::uint8_t kProgressive = 0xc2;
  constexpr std::uint8_t kHuffmanTables = 0xc4;
  constexpr std::uint8_t kEndOfImage = 0xd9;
  constexpr std::uint8_t kStartOfScan = 0xda;
  PictureHeader header;
  header.format = PictureFormat::jpeg;
  HuffmanTables tables;
  std::uint8_t frame = 0;
  bool has_scan = false, has_tables = true;
  std::size_t at = find_marker(file, 2);
  while (at < file.size() && file[at] != kEndOfImage) {
    const std::uint8_t marker = file[at++];
    if (marker == 0x01 || marker == 0xd8) {  // these two stand alone, without data
      at = find_marker(file, at);
      continue;
    }
    if (file.size() - at < 2) fail_truncated(path);
    const std::size_t length = big_endian_16(file, at);  // counts its own two bytes
    if (length < 2) fail_corrupt(path, "a segment has no length");
    if (length > file.size() - at) fail_truncated(path);
    const Bytes segment = file.subspan(at + 2, length - 2);
    // 0xc4, 0xc8 and 0xcc lie among the frame headers but are none.
    if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
      read_jpeg_frame(header, path, marker, segment);
      frame = marker;
    }
    if (marker == kHuffmanTables) tables.define(segment);
    if (marker == kStartOfScan) {
      has_scan = true;
      has_tables = has_tables && tables.serve(segment, frame == kProgressive);
    }
    at = find_marker(file, at + length);
  }
  if (at >= file.size()) fail_truncated(path);
  if (header.channels == 0 || !has_scan) fail_corrupt(path, "it has no picture data");
  // Each block of 8 x 8 pixels takes at least one bit: one byte holds 512 pixels at most.
  if (std::uint64_t(header.width) * std::uint64_t(header.height) > 512 * file.size()) {
    fail_corrupt(path, "it holds too little data for " + std::to_string(header.width) + " x " +
                           std::to_string(header.height) + " pixels");
  }
  if (!has_tables) fail_corrupt(path, "a Huffman table is missing");
  return header;
}

}  // namespace

PictureFormat picture_format(const std::string& path, Bytes start) {
  if (start.empty()) fail(path, "the file is empty");
  if (starts_with(start, kPngMagic)) return PictureFormat::png;
  if (starts_with(start, kJpegMagic)) return PictureFormat::jpeg;
  if (starts_with(kPngMagic, start) || starts_with(kJpegMagic, start)) fail_truncated(path);
  fail(path, "it is not a PNG or JPEG file; convert it to one of them");
}

PictureHeader read_picture_header(const std::string& path, Bytes file) {
  return picture_format(path, file) == PictureFormat::png ? read_png(path, file)
                                                          : read_jpeg(path, file);
}

}  // namespace kit
