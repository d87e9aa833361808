// The object of a student's file, as the check before linking reads and judges it.
#include <stdexcept>

#include "elf/elf_file.hpp"
#include "grader/objects/rules.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto object = kit::elf::parse({reinterpret_cast<const char*>(data), size});
    kit::objects::refused_in(object, {"kit::gaussian_weights"});
  } catch (const std::runtime_error&) {  // the documented answer
  }
  return 0;
}
