// A picture that a student names: nothing in it is believed before it was checked.
#include "src/picture/picture_header.hpp"

#include "kit/error.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto header = kit::read_picture_header("fuzz", {data, size});
    if (header.width <= 0 || header.height <= 0 || header.channels <= 0) __builtin_trap();
  } catch (const kit::InputError&) {  // the documented answer
  }
  return 0;
}
