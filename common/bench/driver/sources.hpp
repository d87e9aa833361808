/// @file
/// Which state of the kit's sources is measured.
#pragma once

#include <string>

namespace kit::bench {

/// 12 hexadecimal digits of the SHA-256 of all that is measured, and of what measures it, below the
/// kit's folder `root`. Empty if the machine has no sha256sum.
std::string fingerprint_of_sources(const std::string& root);

}  // namespace kit::bench
