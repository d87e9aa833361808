/// @file
/// The kit's programs lie in build/bin of the kit that they belong to, so that a copy of it works
/// anywhere.
#include "grader/support/kit_root.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string kit_root() {
  const char* set = std::getenv("KIT_ROOT");
  fs::path root = set != nullptr ? fs::path(set) : fs::path();
  if (root.empty()) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    root = program.parent_path().parent_path().parent_path();
  }
  if (!fs::exists(root / "common/tools/compile"))
    throw HarnessError(fmt::format(
        "the kit's folder is not at '{}'; set KIT_ROOT to the folder that holds labs/ and common/",
        root.string()));
  return fs::absolute(root).lexically_normal().string();
}

std::uint64_t fresh_seed() {
  return std::random_device{}();
}

}  // namespace kit::grader
