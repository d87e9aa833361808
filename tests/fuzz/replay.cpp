/// @file
/// replay FILE...: hands the files to a fuzz target, one after another, without libFuzzer. Exit
/// code: 0 if all were read; a finding ends the program.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "target.hpp"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "replay: %s cannot be read\n", argv[i]);
      return 2;
    }
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::printf("%s\n", argv[i]);
    std::fflush(stdout);  // the last name printed is the finding's
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  return 0;
}
