/// @file
/// Makes a std::string whose text lies there.
#include <string>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  struct Parts {
    char* text;
    std::size_t length, room;
  };
  std::string text(40, 'x');
  auto& parts = reinterpret_cast<Parts&>(text);
  char* const own = parts.text;
  parts.text = reinterpret_cast<char*>(kits_memory());
  parts.length = 0;
  text += *parts.text;
  parts.text = own;
}
