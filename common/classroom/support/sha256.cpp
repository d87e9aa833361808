// Nettle is the smallest of the usual libraries: its archive alone is enough to link, and nothing
// else has to be unpacked for it.
#include "classroom/support/sha256.hpp"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace kit::classroom {

std::string sha256(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace kit::classroom
