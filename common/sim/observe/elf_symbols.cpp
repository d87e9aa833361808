/// The program's variables, from its own symbol table: where on this host thread each array of
/// shared memory lies, and what the program's other variables are called. Nothing in the running
/// program knows the size of an array or the name of a variable; the symbol table does.
#include "elf_symbols.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <string_view>

#include "elf/elf_file.hpp"
#include "kit_sim/shared.h"
#include "names/demangled.hpp"

namespace kit::sim {
namespace {

// A variable of a function is an object with padding; one of a namespace lies between gaps.
constexpr std::string_view kMark = "kit_sim_shared_", kBareMark = "kit_sim_bare_shared_";

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

bool is_machinery(std::string_view symbol) {
  for (const std::string_view prefix : {"_ZGV", "_ZTV", "_ZTI", "_ZTS", "_ZTT"}) {
    if (symbol.substr(0, prefix.size()) == prefix) return true;
  }
  for (const std::string_view part : {"3kit3sim", "3kit7symbols", "3kit3elf", "kit_sim_"}) {
    if (symbol.find(part) != std::string_view::npos) return true;
  }
  return false;
}

// What the rewriter would have listed if it were the GPU's: neither a template's nor of a function
// that may be the GPU's.
bool may_be_host(const std::string& symbol, const std::string& name) {
  if (symbol.rfind("_ZZ", 0) == 0) return symbol.rfind("_ZZ4main", 0) == 0;
  return name.find('<') == std::string::npos;
}

struct Variables {
  std::vector<TlsVariable> shared;
  std::vector<ProgramVariable> program;
};

// From the thread pointer to the program's thread-local variables. On x86-64 they end there,
// rounded to their alignment; on Arm they follow the thread's head of 16 bytes.
std::ptrdiff_t begin_of_tls(const elf::File& file) {
#if defined(__x86_64__)
  for (const elf::Segment& segment : file.segments) {
    if (segment.type != PT_TLS) continue;
    const auto align = std::max<std::uint64_t>(1, segment.alignment);
    return -std::ptrdiff_t((segment.bytes + align - 1) / align * align);
  }
  return 0;
#else
  (void)file;
  return 16;
#endif
}

// Without the namespaces and functions around it, as it stands in the source. A template's variable
// keeps all, since its arguments may have such parts too.
std::string own_name(const std::string& name) {
  const std::size_t last = name.rfind("::");
  return last == std::string::npos || name.find('<') != std::string::npos ? name
                                                                          : name.substr(last + 2);
}

void add(const elf::Symbol& symbol, std::ptrdiff_t tls, Variables& variables) {
  if (symbol.type == STT_TLS && symbol.name.find(kMark) != std::string::npos) {
    variables.shared.push_back(
        {source_name(symbol.name), tls + std::ptrdiff_t(symbol.value), symbol.size});
  }
  if (symbol.type == STT_TLS && symbol.name.rfind(kBareMark, 0) == 0) {
    const std::string name = symbol.name.substr(kBareMark.size());
    variables.shared.push_back({name.substr(0, name.find('.')),
                                tls + std::ptrdiff_t(symbol.value) - std::ptrdiff_t(kSharedPadding),
                                symbol.size + 2 * kSharedPadding});
  }
  if (symbol.type == STT_OBJECT && symbol.size > 0 && symbol.section != SHN_UNDEF &&
      !is_machinery(symbol.name)) {
    const std::string name = demangled(symbol.name);
    variables.program.push_back({own_name(name), reinterpret_cast<char*>(symbol.value), symbol.size,
                                 may_be_host(symbol.name, name)});
  }
}

Variables read_this_program() {
  Variables variables;
  try {
    const elf::File file = elf::read_file("/proc/self/exe");
    const std::ptrdiff_t tls = begin_of_tls(file);
    for (const elf::Symbol& symbol : file.symbols) add(symbol, tls, variables);
  } catch (const std::exception&) {
    return {};
  }
  std::sort(variables.program.begin(), variables.program.end(),
            [](const auto& a, const auto& b) { return a.data < b.data; });
  return variables;
}

const Variables& variables() {
  static const auto* all = new Variables(read_this_program());
  return *all;
}

}  // namespace

const std::vector<TlsVariable>& shared_variables() {
  return variables().shared;
}

const std::vector<ProgramVariable>& program_variables() {
  return variables().program;
}

void read_variables() {
  variables();
}

char* thread_pointer() {
  return static_cast<char*>(__builtin_thread_pointer());
}

}  // namespace kit::sim
