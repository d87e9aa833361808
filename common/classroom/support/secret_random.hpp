/// @file
/// Inputs, poison and orders that tell nothing about the seed that a class's cases are made of.
#pragma once

#include <string_view>

namespace kit::classroom {

/// From here on, all random numbers of this process (kit::Random) are ChaCha20's, under a key made
/// of `secret` by SHA-256: whoever sees some of them, as a submission sees its inputs and may find
/// the seeds that its worker was told, can work out neither the others nor the secret.
void draw_random_from_secret(std::string_view secret);

}  // namespace kit::classroom
