/// @file
/// Picture files made byte by byte, broken ones too, and a folder to put them in, for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace picture_files {

using Bytes = std::vector<std::uint8_t>;

/// An empty folder, removed with all in it at the end of the scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  /// The path of `name` in the folder.
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }
  /// How many entries it has.
  std::size_t entries() const;

 private:
  std::filesystem::path path_;
};

Bytes read_bytes(const std::string& path);
void write_bytes(const std::string& path, std::span<const std::uint8_t> bytes);

/// One PNG chunk: length, type, data, checksum.
Bytes png_chunk(std::string_view type, const Bytes& data);

/// The first chunk of a PNG.
Bytes png_start(std::uint32_t width, std::uint32_t height, int depth, int colour_type);

/// A zlib stream that holds `data` uncompressed; at most 65535 bytes.
Bytes stored(const Bytes& data);

/// A zlib stream of a few bits per kilobyte that expands to about `bytes` zeros.
Bytes zeros_compressed(std::size_t bytes);

/// Signature, the given chunks, and the end chunk.
Bytes png_file(const std::vector<Bytes>& chunks);

/// A whole PNG of uncompressed rows; each row starts with its filter byte, 0.
Bytes png_file(std::uint32_t width, std::uint32_t height, int depth, int colour_type,
               const Bytes& rows);

/// Gives every chunk the checksum of its data, as far as the chunks can be told apart.
void mend_checksums(Bytes& png);

/// A grey JPEG's bytes from start to end marker: the frame header of the given kind (0xc0 baseline,
/// 0xc2 progressive), then `rest`.
Bytes jpeg_file(int frame, int width, int height, int components, const Bytes& rest);

}  // namespace picture_files
