#include "elf_symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
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

std::string demangled(const char* symbol) {
  int status = 0;
  char* name = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string result = status == 0 ? name : symbol;
  std::free(name);
  return result;
}

bool is_machinery(std::string_view symbol) {
  for (const std::string_view prefix : {"_ZGV", "_ZTV", "_ZTI", "_ZTS", "_ZTT"}) {
    if (symbol.substr(0, prefix.size()) == prefix) return true;
  }
  return symbol.find("3kit3sim") != std::string_view::npos ||
         symbol.find("kit_sim_") != std::string_view::npos;
}

struct Variables {
  std::vector<TlsVariable> shared;
  std::vector<ProgramVariable> program;
};

class SymbolTable {
 public:
  SymbolTable() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
  }

  Variables read() const {
    Variables variables;
    if (bytes_.size() < sizeof(Elf64_Ehdr)) return variables;
    const auto header = at<Elf64_Ehdr>(0);
    const std::ptrdiff_t tls_size = size_of_tls(header);
    for (int i = 0; i < header.e_shnum; ++i) {
      const auto section = section_header(header, unsigned(i));
      if (section.sh_type != SHT_SYMTAB) continue;
      const auto strings = section_header(header, section.sh_link);
      for (std::size_t k = 0; k + sizeof(Elf64_Sym) <= section.sh_size; k += sizeof(Elf64_Sym)) {
        const auto symbol = at<Elf64_Sym>(section.sh_offset + k);
        add(symbol, bytes_.data() + strings.sh_offset + symbol.st_name, tls_size, variables);
      }
    }
    std::sort(variables.program.begin(), variables.program.end(),
              [](const auto& a, const auto& b) { return a.data < b.data; });
    return variables;
  }

 private:
  template <typename T>
  T at(std::size_t offset) const {
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  Elf64_Shdr section_header(const Elf64_Ehdr& header, unsigned number) const {
    return at<Elf64_Shdr>(header.e_shoff + number * sizeof(Elf64_Shdr));
  }

  std::ptrdiff_t size_of_tls(const Elf64_Ehdr& header) const {
    for (int i = 0; i < header.e_phnum; ++i) {
      const auto segment = at<Elf64_Phdr>(header.e_phoff + unsigned(i) * sizeof(Elf64_Phdr));
      if (segment.p_type != PT_TLS) continue;
      const auto align = std::max<std::ptrdiff_t>(1, std::ptrdiff_t(segment.p_align));
      return (std::ptrdiff_t(segment.p_memsz) + align - 1) / align * align;
    }
    return 0;
  }

  static void add(const Elf64_Sym& symbol, const char* name, std::ptrdiff_t tls_size,
                  Variables& variables) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_TLS && std::string_view(name).find(kMark) != std::string_view::npos) {
#if defined(__x86_64__)
      const std::ptrdiff_t offset = std::ptrdiff_t(symbol.st_value) - tls_size;
#else
      (void)tls_size;
      const std::ptrdiff_t offset =
          std::ptrdiff_t(symbol.st_value) + 16;  // after the thread's header
#endif
      variables.shared.push_back({source_name(name), offset, symbol.st_size});
    }
    if (type == STT_OBJECT && symbol.st_size > 0 && symbol.st_shndx != SHN_UNDEF &&
        !is_machinery(name)) {
      variables.program.push_back(
          {demangled(name), reinterpret_cast<char*>(symbol.st_value), symbol.st_size});
    }
  }

  std::vector<char> bytes_;
};

const Variables& variables() {
  static const auto* all = new Variables(SymbolTable().read());
  return *all;
}

}  // namespace

const std::vector<TlsVariable>& shared_variables() {
  return variables().shared;
}

const std::vector<ProgramVariable>& program_variables() {
  return variables().program;
}

char* thread_pointer() {
  return static_cast<char*>(__builtin_thread_pointer());
}

}  // namespace kit::sim
