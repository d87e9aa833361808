#include "classroom/support/secret_random.hpp"

#include <nettle/chacha.h>
#include <nettle/sha2.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "kit/synthetic.hpp"

namespace kit::classroom {
namespace {

std::array<std::uint8_t, CHACHA_KEY_SIZE> secret_key;

/// Block `block` of the key stream whose nonce is `seed`: a ChaCha block has 64 bytes, as a
/// RandomBlock does.
void chacha_block(std::uint64_t seed, std::uint64_t block, RandomBlock& values) {
  static_assert(sizeof(RandomBlock) == CHACHA_BLOCK_SIZE && sizeof(seed) == CHACHA_NONCE_SIZE &&
                sizeof(block) == CHACHA_COUNTER_SIZE);
  std::array<std::uint8_t, sizeof(seed)> nonce{}, counter{};
  std::memcpy(nonce.data(), &seed, sizeof(seed));
  std::memcpy(counter.data(), &block, sizeof(block));
  chacha_ctx context;
  chacha_set_key(&context, secret_key.data());
  chacha_set_nonce(&context, nonce.data());
  chacha_set_counter(&context, counter.data());
  std::array<std::uint8_t, CHACHA_BLOCK_SIZE> bytes{};  // encrypting zeros gives the key stream
  chacha_crypt(&context, bytes.size(), bytes.data(), bytes.data());
  std::memcpy(values.data(), bytes.data(), bytes.size());
}

}  // namespace

void draw_random_from_secret(std::string_view secret) {
  static_assert(CHACHA_KEY_SIZE == SHA256_DIGEST_SIZE);
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, secret.size(), reinterpret_cast<const std::uint8_t*>(secret.data()));
  sha256_digest(&context, secret_key.size(), secret_key.data());
  draw_random_from(chacha_block);
}

}  // namespace kit::classroom
