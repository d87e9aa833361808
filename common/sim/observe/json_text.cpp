#include "json_text.hpp"

#include <cstdio>

namespace kit::sim {

const char* name_of(Space space) {
  switch (space) {
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::constant:
      return "constant";
    case Space::local:
      return "local";
    case Space::texture:
      return "texture";
    case Space::surface:
      return "surface";
    case Space::none:
      break;
  }
  return "branch";
}

const char* name_of(Access access) {
  switch (access) {
    case Access::read:
      return "read";
    case Access::write:
      return "write";
    case Access::atomic:
      break;
  }
  return "atomic";
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      result += escape;
    } else {
      result += c;
    }
  }
  return result + '"';
}

}  // namespace kit::sim
