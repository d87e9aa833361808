/// Reads the tables of an ELF file in the order in which they refer to each other: sections, then
/// symbols, then relocations. Students' objects and executables come here, so nothing that the file
/// says is believed: `Bytes` checks each offset, indices are checked before they are stored, and
/// tables may not overlap without end (a file of 1 MB could else describe terabytes of entries).
#include "elf/elf_file.hpp"

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace kit::elf {
namespace {

constexpr std::uint64_t kMaxNameBytes = std::uint64_t(64) << 20;  // of all names together
constexpr unsigned char kNativeOrder =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

[[noreturn]] void refuse(const char* why) {
  throw std::runtime_error(why);
}

/// The file's bytes, read with checks.
class Bytes {
 public:
  explicit Bytes(std::string data) : data_(std::move(data)), entry_bytes_left_(data_.size()) {}

  template <typename T>
  T at(std::uint64_t offset) const {
    check(offset, sizeof(T));
    T value;
    std::memcpy(&value, data_.data() + offset, sizeof value);
    return value;
  }

  /// All entries of a table of `size` bytes. Tables that do not overlap have no more entries
  /// together than fit into the file.
  template <typename T>
  std::vector<T> table(std::uint64_t offset, std::uint64_t size) {
    check(offset, size);
    if (size > entry_bytes_left_) refuse("its tables overlap");
    entry_bytes_left_ -= size;
    std::vector<T> entries(size / sizeof(T));
    if (!entries.empty())
      std::memcpy(entries.data(), data_.data() + offset, entries.size() * sizeof(T));
    return entries;
  }

  /// A text that ends with a zero byte, inside [offset, offset + size).
  std::string text(std::uint64_t offset, std::uint64_t size, std::uint64_t start) {
    check(offset, size);
    if (start >= size) refuse("a name lies outside of its table");
    const char* const begin = data_.data() + offset + start;
    const std::size_t length = strnlen(begin, size - start);
    count_name(length);
    return std::string(begin, length);
  }

  /// Another `length` bytes of names are kept: many entries may share a long one.
  void count_name(std::size_t length) {
    if (length > name_bytes_left_) refuse("its names are too long");
    name_bytes_left_ -= length;
  }

 private:
  void check(std::uint64_t offset, std::uint64_t size) const {
    if (offset > data_.size() || size > data_.size() - offset) refuse("it ends early");
  }

  std::string data_;
  std::uint64_t entry_bytes_left_;
  std::uint64_t name_bytes_left_ = kMaxNameBytes;
};

/// Reads one file. Each step uses what the steps before it have checked.
class Reader {
 public:
  explicit Reader(std::string data) : bytes_(std::move(data)) {}

  File read() {
    read_head();
    read_segments();
    read_sections();
    if (symbol_table_ != 0) read_symbols();
    if (file_.type == ET_REL) read_relocations();
    return std::move(file_);
  }

 private:
  void read_head() {
    head_ = bytes_.at<Elf64_Ehdr>(0);
    if (std::memcmp(head_.e_ident, ELFMAG, SELFMAG) != 0 || head_.e_ident[EI_CLASS] != ELFCLASS64 ||
        head_.e_ident[EI_DATA] != kNativeOrder)
      refuse("it is no ELF file of 64 bits");
    file_.type = head_.e_type;
  }

  void read_segments() {
    if (head_.e_phnum == 0) return;
    if (head_.e_phentsize != sizeof(Elf64_Phdr)) refuse("its segments have another size");
    const std::uint64_t size = std::uint64_t(head_.e_phnum) * sizeof(Elf64_Phdr);
    for (const Elf64_Phdr& header : bytes_.table<Elf64_Phdr>(head_.e_phoff, size))
      file_.segments.push_back({header.p_type, header.p_memsz, header.p_align});
  }

  // More than 65,279 sections are counted elsewhere; nothing that a lab is made of has them.
  void read_sections() {
    if (head_.e_shnum == 0) return;
    if (head_.e_shentsize != sizeof(Elf64_Shdr)) refuse("its sections have another size");
    headers_ =
        bytes_.table<Elf64_Shdr>(head_.e_shoff, std::uint64_t(head_.e_shnum) * sizeof(Elf64_Shdr));
    if (head_.e_shstrndx >= headers_.size()) refuse("it has no names");
    const Elf64_Shdr& names = headers_[head_.e_shstrndx];
    for (unsigned i = 0; i < headers_.size(); ++i) {
      const Elf64_Shdr& header = headers_[i];
      file_.sections.push_back({bytes_.text(names.sh_offset, names.sh_size, header.sh_name),
                                header.sh_type,
                                header.sh_flags,
                                {}});
      if (header.sh_type != SHT_SYMTAB) continue;
      if (symbol_table_ != 0) refuse("it has two symbol tables");
      symbol_table_ = i;
    }
  }

  void read_symbols() {
    const Elf64_Shdr& table = headers_[symbol_table_];
    if (table.sh_link >= headers_.size() || table.sh_entsize != sizeof(Elf64_Sym))
      refuse("its symbols cannot be read");
    const Elf64_Shdr& names = headers_[table.sh_link];
    for (const auto& entry : bytes_.table<Elf64_Sym>(table.sh_offset, table.sh_size)) {
      Symbol symbol;
      symbol.type = ELF64_ST_TYPE(entry.st_info);
      symbol.binding = ELF64_ST_BIND(entry.st_info);
      symbol.section = entry.st_shndx;
      symbol.value = entry.st_value;
      symbol.size = entry.st_size;
      if (symbol.type == STT_SECTION && symbol.section < file_.sections.size()) {
        symbol.name = file_.sections[symbol.section].name;
        bytes_.count_name(symbol.name.size());
      } else {
        symbol.name = bytes_.text(names.sh_offset, names.sh_size, entry.st_name);
      }
      file_.symbols.push_back(std::move(symbol));
    }
  }

  void read_relocations() {
    for (const Elf64_Shdr& header : headers_) {
      if (header.sh_type == SHT_REL) refuse("it has relocations without addends");
      if (header.sh_type == SHT_RELA) read_relocations(header);
    }
  }

  void read_relocations(const Elf64_Shdr& header) {
    if (header.sh_info >= file_.sections.size())
      refuse("relocations of a section that is not there");
    if (header.sh_link != symbol_table_ || header.sh_entsize != sizeof(Elf64_Rela))
      refuse("its relocations cannot be read");
    for (const auto& entry : bytes_.table<Elf64_Rela>(header.sh_offset, header.sh_size)) {
      const auto symbol = static_cast<unsigned>(ELF64_R_SYM(entry.r_info));
      if (symbol >= file_.symbols.size()) refuse("a relocation names a symbol that is not there");
      file_.sections[header.sh_info].relocations.push_back(
          {entry.r_offset, entry.r_addend, symbol});
    }
  }

  Bytes bytes_;
  File file_;
  Elf64_Ehdr head_{};
  std::vector<Elf64_Shdr> headers_;
  unsigned symbol_table_ = 0;  // 0: none, since section 0 is never one
};

}  // namespace

File parse(std::string bytes) {
  return Reader(std::move(bytes)).read();
}

File read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (!file || size < 0) refuse("it cannot be read");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  if (!file.read(bytes.data(), size)) refuse("it cannot be read");
  return parse(std::move(bytes));
}

File read_object(const std::string& path) {
  File file = read_file(path);
  if (file.type != ET_REL) refuse("it is no object file of 64 bits");
  if (file.sections.empty()) refuse("it has no names");
  if (file.symbols.empty()) refuse("it has no symbols");
  return file;
}

}  // namespace kit::elf
