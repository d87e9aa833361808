/// @file
/// Moments as ISO 8601 writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kit::classroom {

/// Seconds since 1970 of "2026-11-20T23:59:00+01:00"; seconds may be missing, a blank may stand for
/// the T, and the zone is Z, +01:00, +0100 or +01. None for anything else, or without a zone.
std::optional<std::int64_t> time_from(const std::string& text);

}  // namespace kit::classroom
