#include "grader/support/library.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "kit/error.hpp"

namespace kit::grader {

void* load_library(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path library = program.parent_path().parent_path() / "lib" / (name + ".so");
  if (!fs::exists(library)) throw HarnessError(library.string() + " is missing; run make programs");
  void* const handle = dlopen(library.c_str(), RTLD_NOW);
  if (handle == nullptr)
    throw HarnessError(library.string() + " cannot be used (" + dlerror() + "); run make programs");
  return handle;
}

}  // namespace kit::grader
