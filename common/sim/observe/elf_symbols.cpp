#include "elf_symbols.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace kit::sim {
namespace {

constexpr std::string_view kMark = "kit_sim_shared_";

// "_ZZ4kernPfE19kit_sim_shared_tile" -> "tile"
std::string source_name(std::string_view symbol) {
  std::string_view name = symbol.substr(symbol.find(kMark) + kMark.size());
  std::size_t end = 0;
  while (end < name.size() &&
         (std::isalnum(static_cast<unsigned char>(name[end])) || name[end] == '_')) {
    ++end;
  }
  name = name.substr(0, end);
  // A mangled name states its length before it, which cuts off what follows (a discriminator).
  std::size_t digits = symbol.find(kMark);
  std::size_t length = 0, scale = 1;
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(symbol[digits - 1]))) {
    length += std::size_t(symbol[--digits] - '0') * scale;
    scale *= 10;
  }
  if (length > kMark.size()) name = name.substr(0, length - kMark.size());
  return std::string(name);
}

std::vector<TlsVariable> read_variables() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  std::vector<TlsVariable> variables;
  Elf64_Ehdr header;
  if (bytes.size() < sizeof(header)) return variables;
  std::memcpy(&header, bytes.data(), sizeof(header));

  std::ptrdiff_t tls_size = 0;
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + std::size_t(i) * sizeof(segment),
                sizeof(segment));
    if (segment.p_type != PT_TLS) continue;
    const auto align = std::max<std::ptrdiff_t>(1, std::ptrdiff_t(segment.p_align));
    tls_size = (std::ptrdiff_t(segment.p_memsz) + align - 1) / align * align;
  }
  for (int i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section, strings;
    std::memcpy(&section, bytes.data() + header.e_shoff + std::size_t(i) * sizeof(section),
                sizeof(section));
    if (section.sh_type != SHT_SYMTAB) continue;
    std::memcpy(&strings, bytes.data() + header.e_shoff + section.sh_link * sizeof(strings),
                sizeof(strings));
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, bytes.data() + section.sh_offset + at, sizeof(symbol));
      if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS) continue;
      const char* name = bytes.data() + strings.sh_offset + symbol.st_name;
      if (std::string_view(name).find(kMark) == std::string_view::npos) continue;
#if defined(__x86_64__)
      const std::ptrdiff_t offset = std::ptrdiff_t(symbol.st_value) - tls_size;
#else
      const std::ptrdiff_t offset =
          std::ptrdiff_t(symbol.st_value) + 16;  // after the thread's header
#endif
      variables.push_back({source_name(name), offset, symbol.st_size});
    }
  }
  return variables;
}

}  // namespace

const std::vector<TlsVariable>& shared_variables() {
  static const auto* variables = new std::vector<TlsVariable>(read_variables());
  return *variables;
}

char* thread_pointer() {
  return static_cast<char*>(__builtin_thread_pointer());
}

}  // namespace kit::sim
