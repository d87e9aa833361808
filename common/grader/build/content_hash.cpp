// FNV-1a in its 128-bit form: ten lines that need no library and no other program, and long enough
// that the sources of a course never meet in one value. Whoever makes two sources of one hash gets
// the object of their own other source.
#include "grader/build/content_hash.hpp"

#include <cstdint>

namespace kit::build {

std::string content_hash(std::string_view bytes) {
  __extension__ using Word = unsigned __int128;
  constexpr Word kPrime = (Word(1) << 88) + 0x13b;
  Word hash = (Word(0x6c62272e07bb0142) << 64) + 0x62b821756295c58d;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
  std::string digits;
  for (int shift = 124; shift >= 0; shift -= 4)
    digits += "0123456789abcdef"[static_cast<unsigned>(hash >> shift) & 15U];
  return digits;
}

}  // namespace kit::build
