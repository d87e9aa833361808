#include "elf_object.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace kit::objects {
namespace {

/// The file's bytes, read with checks.
class Bytes {
 public:
  explicit Bytes(std::string data) : data_(std::move(data)) {}

  template <typename T>
  T at(std::uint64_t offset) const {
    check(offset, sizeof(T));
    T value;
    std::memcpy(&value, data_.data() + offset, sizeof value);
    return value;
  }
  /// Entry `index` of a table.
  template <typename T>
  T entry(std::uint64_t offset, std::uint64_t index) const {
    if (index > data_.size()) throw std::runtime_error("a table is longer than the file");
    return at<T>(offset + index * sizeof(T));
  }
  /// A text that ends with a zero byte, inside [offset, offset + size).
  std::string text(std::uint64_t offset, std::uint64_t size, std::uint64_t start) const {
    check(offset, size);
    if (start >= size) throw std::runtime_error("a name lies outside of its table");
    const char* const begin = data_.data() + offset + start;
    return std::string(begin, strnlen(begin, size - start));
  }

 private:
  void check(std::uint64_t offset, std::uint64_t size) const {
    if (offset > data_.size() || size > data_.size() - offset)
      throw std::runtime_error("it ends early");
  }
  std::string data_;
};

/// What `symbols` and `relocations` need beside the file itself.
struct Tables {
  std::vector<Elf64_Shdr> headers;
  unsigned symbol_table = 0;
};

Tables read_sections(const Bytes& bytes, Object& object) {
  const auto head = bytes.at<Elf64_Ehdr>(0);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_type != ET_REL || head.e_shentsize != sizeof(Elf64_Shdr))
    throw std::runtime_error("it is no object file of 64 bits");
  Tables tables;
  // More than 65,279 sections are counted elsewhere; no lab has them.
  for (unsigned i = 0; i < head.e_shnum; ++i)
    tables.headers.push_back(bytes.entry<Elf64_Shdr>(head.e_shoff, i));
  if (head.e_shstrndx >= tables.headers.size()) throw std::runtime_error("it has no names");
  const Elf64_Shdr& names = tables.headers[head.e_shstrndx];
  for (unsigned i = 0; i < tables.headers.size(); ++i) {
    const Elf64_Shdr& header = tables.headers[i];
    object.sections.push_back({bytes.text(names.sh_offset, names.sh_size, header.sh_name),
                               header.sh_type,
                               header.sh_flags,
                               {}});
    if (header.sh_type == SHT_SYMTAB) tables.symbol_table = i;
  }
  return tables;
}

void read_symbols(const Bytes& bytes, const Tables& tables, Object& object) {
  const Elf64_Shdr& table = tables.headers.at(tables.symbol_table);
  if (table.sh_type != SHT_SYMTAB || table.sh_link >= tables.headers.size())
    throw std::runtime_error("it has no symbols");
  const Elf64_Shdr& names = tables.headers[table.sh_link];
  for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto entry = bytes.entry<Elf64_Sym>(table.sh_offset, i);
    Symbol symbol;
    symbol.type = ELF64_ST_TYPE(entry.st_info);
    symbol.binding = ELF64_ST_BIND(entry.st_info);
    symbol.section = entry.st_shndx;
    symbol.value = entry.st_value;
    symbol.size = entry.st_size;
    if (symbol.type == STT_SECTION && symbol.section < object.sections.size())
      symbol.name = object.sections[symbol.section].name;
    else
      symbol.name = bytes.text(names.sh_offset, names.sh_size, entry.st_name);
    object.symbols.push_back(std::move(symbol));
  }
}

void read_relocations(const Bytes& bytes, const Tables& tables, Object& object) {
  for (const Elf64_Shdr& header : tables.headers) {
    if (header.sh_type == SHT_REL) throw std::runtime_error("it has relocations without addends");
    if (header.sh_type != SHT_RELA) continue;
    if (header.sh_info >= object.sections.size())
      throw std::runtime_error("relocations of a section that is not there");
    for (std::uint64_t i = 0; i < header.sh_size / sizeof(Elf64_Rela); ++i) {
      const auto entry = bytes.entry<Elf64_Rela>(header.sh_offset, i);
      const auto symbol = static_cast<unsigned>(ELF64_R_SYM(entry.r_info));
      if (symbol >= object.symbols.size())
        throw std::runtime_error("a relocation names a symbol that is not there");
      object.sections[header.sh_info].relocations.push_back(
          {entry.r_offset, entry.r_addend, symbol});
    }
  }
}

}  // namespace

Object parse_object(std::string file) {
  const Bytes bytes(std::move(file));
  Object object;
  const Tables tables = read_sections(bytes, object);
  read_symbols(bytes, tables, object);
  read_relocations(bytes, tables, object);
  return object;
}

Object read_object(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("it cannot be read");
  return parse_object(std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace kit::objects
