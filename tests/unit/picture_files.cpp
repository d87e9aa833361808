#include "picture_files.hpp"

#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace picture_files {
namespace {

void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

Bytes big_endian(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
          static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}

/// Bit by bit, unlike the kit's own, so that the two check each other.
std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u * (crc & 1));
  }
  return ~crc;
}

const Bytes kPngMagic = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "kit_test_XXXXXX").string();
  path_ = mkdtemp(name.data()) != nullptr ? name : "";
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::size_t TemporaryFolder::entries() const {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
}

Bytes read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, std::span<const std::uint8_t> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

Bytes png_chunk(std::string_view type, const Bytes& data) {
  Bytes chunk = big_endian(static_cast<std::uint32_t>(data.size()));
  chunk.insert(chunk.end(), type.begin(), type.end());
  append(chunk, data);
  append(chunk, big_endian(crc32(std::span(chunk).subspan(4))));
  return chunk;
}

Bytes png_start(std::uint32_t width, std::uint32_t height, int depth, int colour_type) {
  Bytes data = big_endian(width);
  append(data, big_endian(height));
  append(data, {static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(colour_type), 0, 0, 0});
  return png_chunk("IHDR", data);
}

Bytes stored(const Bytes& data) {
  const auto size = static_cast<std::uint16_t>(data.size());
  const auto inverse = static_cast<std::uint16_t>(~size);
  Bytes stream = {0x78,
                  0x01,
                  1,
                  static_cast<std::uint8_t>(size & 0xff),
                  static_cast<std::uint8_t>(size >> 8),
                  static_cast<std::uint8_t>(inverse & 0xff),
                  static_cast<std::uint8_t>(inverse >> 8)};
  append(stream, data);
  std::uint32_t a = 1, b = 0;  // Adler-32
  for (const std::uint8_t byte : data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  append(stream, big_endian((b << 16) | a));
  return stream;
}

Bytes zeros_compressed(std::size_t bytes) {
  Bytes stream = {0x78, 0x01};
  unsigned bits = 0;
  int filled = 0;
  const auto put = [&](std::initializer_list<int> sequence) {
    for (const int bit : sequence) {
      bits |= static_cast<unsigned>(bit) << filled;
      if (++filled < 8) continue;
      stream.push_back(static_cast<std::uint8_t>(bits));
      bits = 0;
      filled = 0;
    }
  };
  put({1, 1, 0});                 // the last block, of the fixed code
  put({0, 0, 1, 1, 0, 0, 0, 0});  // a zero
  // Copy 258 bytes (code 285) from one byte back (code 0), again and again.
  for (std::size_t n = 1; n < bytes; n += 258) put({1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0});
  put({0, 0, 0, 0, 0, 0, 0});           // the end of the block
  put({0, 0, 0, 0, 0, 0, 0});           // fills the last byte
  append(stream, big_endian(0x12345));  // a checksum; stb_image does not look at it
  return stream;
}

Bytes png_file(const std::vector<Bytes>& chunks) {
  Bytes file = kPngMagic;
  for (const Bytes& chunk : chunks) append(file, chunk);
  append(file, png_chunk("IEND", {}));
  return file;
}

Bytes png_file(std::uint32_t width, std::uint32_t height, int depth, int colour_type,
               const Bytes& rows) {
  return png_file({png_start(width, height, depth, colour_type), png_chunk("IDAT", stored(rows))});
}

void mend_checksums(Bytes& png) {
  for (std::size_t at = kPngMagic.size(); at + 12 <= png.size();) {
    std::size_t length = 0;
    for (std::size_t n = 0; n < 4; ++n) length = length << 8 | png[at + n];
    if (length > png.size() - at - 12) return;
    const Bytes crc = big_endian(crc32(std::span(png).subspan(at + 4, length + 4)));
    std::ranges::copy(crc, png.begin() + static_cast<std::ptrdiff_t>(at + 8 + length));
    at += 12 + length;
  }
}

Bytes jpeg_file(int frame, int width, int height, int components, const Bytes& rest) {
  const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
  Bytes file = {0xff, 0xd8, 0xff, 0xdb, 0, 67, 0};  // start; quantisation table 0 of ones
  file.insert(file.end(), 64, 1);
  append(file, {0xff, byte(frame), 0, byte(8 + 3 * components), 8, byte(height >> 8), byte(height),
                byte(width >> 8), byte(width), byte(components)});
  for (int n = 1; n <= components; ++n) append(file, {byte(n), 0x11, 0});
  append(file, rest);
  append(file, {0xff, 0xd9});
  return file;
}

}  // namespace picture_files
