/// @file
/// The shape of a kernel's blocks, as cases name and send it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kit::grader {

/// Threads of a block along x and y.
struct BlockShape {
  int width, height;
};

/// Threads of the largest block.
inline constexpr int kMaxBlockThreads = 1024;

/// The longest blocks that there are: a row and a column of threads.
inline constexpr BlockShape kLongestBlocks[] = {{kMaxBlockThreads, 1}, {1, kMaxBlockThreads}};

/// [width, height], as workers read it.
inline nlohmann::json to_json(const BlockShape& block) {
  return {block.width, block.height};
}

/// "32x8"
inline std::string to_text(const BlockShape& block) {
  return std::to_string(block.width) + "x" + std::to_string(block.height);
}

}  // namespace kit::grader
