// A tar stream from bsdtar, made of an archive that a student sent.
#include "classroom/intake/archive.hpp"

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string stream(reinterpret_cast<const char*>(data), size);
  const auto reading = kit::classroom::read_tar(stream);
  std::size_t bytes = 0;
  for (const auto& file : reading.files) bytes += file.bytes.size();
  if (bytes > size) __builtin_trap();  // more came out than went in
  return 0;
}
