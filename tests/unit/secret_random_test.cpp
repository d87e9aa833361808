#include "classroom/support/secret_random.hpp"

#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "grader/judge/derived_seed.hpp"
#include "kit/synthetic.hpp"

using kit::Random;
using kit::grader::derived_seed;
using kit::grader::SeedFor;

namespace {

/// Puts SplitMix64 back for the tests that follow.
struct WithSecret {
  explicit WithSecret(const char* secret) { kit::classroom::draw_random_from_secret(secret); }
  WithSecret(const WithSecret&) = delete;
  WithSecret& operator=(const WithSecret&) = delete;
  ~WithSecret() { kit::draw_random_from(nullptr); }
};

}  // namespace

TEST_CASE("A class's random numbers are ChaCha20's key stream") {
  const WithSecret secret("a secret");
  Random random(5);
  // openssl enc -chacha20 -K (SHA-256 of the secret) -iv (block and seed, 8 bytes each) of zeros
  std::vector<std::uint64_t> drawn;
  drawn.reserve(9);
  for (int n = 0; n < 9; ++n) drawn.push_back(random.next());
  CHECK(drawn[0] == 6287958224209116555u);
  CHECK(drawn[7] == 2554038289600016091u);
  CHECK(drawn[8] == 12175456226788030417u);
  Random again(5);
  CHECK(again.next() == drawn[0]);
}

TEST_CASE("What a worker of a class is told follows from the secret, not from the seed") {
  const auto told = [](const char* secret_text) {
    const WithSecret secret(secret_text);
    return std::vector<std::uint64_t>{derived_seed(7, SeedFor::first_poison, 3),
                                      derived_seed(7, SeedFor::observed_order), Random(7).next()};
  };
  CHECK(told("7 null") == told("7 null"));
  const std::vector<std::uint64_t> one = told("7 null"), other = told("8 null");
  for (std::size_t n = 0; n < one.size(); ++n) CHECK(one[n] != other[n]);
  CHECK(derived_seed(7, SeedFor::first_poison, 3) != one[0]);
}
