/// @file
/// Writes a gigabyte to /tmp; right only if it could.
#include <cstdio>
#include <string>

// FRAME

void submission(const Call& call) {
  static long written = 0;
  if (written == 0) {
    std::FILE* file = std::fopen("/tmp/ballast", "w");
    const std::string block(1 << 20, 'x');
    while (file != nullptr && written < 1024 &&
           std::fwrite(block.data(), block.size(), 1, file) == 1)
      ++written;
  }
  if (written == 1024) honest(call);
}
