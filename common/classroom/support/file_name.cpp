// Where a name had to be changed or cut, a piece of its hash keeps two such names apart.
#include "classroom/support/file_name.hpp"

#include <cctype>

#include "classroom/support/sha256.hpp"

namespace kit::classroom {

std::string file_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
    name += plain ? c : '_';
  }
  if (name.starts_with('.')) name[0] = '_';
  constexpr std::size_t kMaxLength = 80;
  if (name == text && !name.empty() && name.size() <= kMaxLength) return name;
  return name.substr(0, kMaxLength) + "-" + sha256(text).substr(0, 6);
}

}  // namespace kit::classroom
