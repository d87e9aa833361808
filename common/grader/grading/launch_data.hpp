/// @file
/// Launches and sources as pages get them (page.json, docs/verdict.md).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "grader/results/observations.hpp"

namespace kit::grader {

/// A file's name and text, made visible.
nlohmann::json source_of(const std::filesystem::path& path);

/// A launch with its counters, and line by line.
nlohmann::json counted_launch(const LaunchObservations& launch);

/// A launch with the recording of one of its blocks, which it must have.
nlohmann::json recorded_launch(const LaunchObservations& launch);

}  // namespace kit::grader
