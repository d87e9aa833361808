/// @file
/// Libraries are found beside the running program and never by a search path, so that two kits on
/// one machine do not mix.
#include "grader/support/library.hpp"

#include <fmt/format.h>

#include <dlfcn.h>

#include <filesystem>

#include "kit/error.hpp"

namespace kit::grader {

void* load_library(const std::string& name) {
  namespace fs = std::filesystem;
  // The program lies in build/bin.
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path library = program.parent_path().parent_path() / "lib" / (name + ".so");
  if (!fs::exists(library))
    throw HarnessError(fmt::format("{} is missing; run make programs", library.string()));
  void* const handle = dlopen(library.c_str(), RTLD_NOW);
  if (handle == nullptr)
    throw HarnessError(
        fmt::format("{} cannot be used ({}); run make programs", library.string(), dlerror()));
  return handle;
}

}  // namespace kit::grader
