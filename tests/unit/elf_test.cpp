/// @file
/// The ELF reader: it finds what the compiler put into this program, and neither damage nor tables
/// that were made to mislead it make it read outside of a file or take memory without end.
#include "elf/elf_file.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "catch.hpp"

extern "C" int kit_elf_test_variable[3];
int kit_elf_test_variable[3] = {1, 2, 3};

namespace kit::elf {
namespace {

void append(std::string& file, const void* data, std::size_t size) {
  file.append(static_cast<const char*>(data), size);
}

/// A small object: head, texts, two symbols, and `relocation_sections` sections that all tell of
/// the same table of relocations, which is as long as `relocations` entries.
struct SmallObject {
  std::size_t relocations = 1, relocation_sections = 1;
  std::uint64_t symbol = 1;  ///< that the relocations name
  std::size_t name_bytes = 8;

  std::string bytes() const {
    Elf64_Ehdr head{};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_type = ET_REL;
    head.e_shentsize = sizeof(Elf64_Shdr);
    head.e_shnum = Elf64_Half(3 + relocation_sections);
    head.e_shstrndx = 1;
    std::string file(sizeof head, '\0');

    std::vector<Elf64_Shdr> sections(head.e_shnum);
    const std::string names = '\0' + std::string(name_bytes, 'f') + '\0';
    sections[1].sh_type = SHT_STRTAB;
    sections[1].sh_offset = file.size();
    sections[1].sh_size = names.size();
    file += names;

    Elf64_Sym symbols[2] = {};
    symbols[1].st_name = 1;
    symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbols[1].st_value = 16;
    symbols[1].st_size = 24;
    sections[2].sh_type = SHT_SYMTAB;
    sections[2].sh_offset = file.size();
    sections[2].sh_size = sizeof symbols;
    sections[2].sh_link = 1;
    sections[2].sh_entsize = sizeof(Elf64_Sym);
    append(file, symbols, sizeof symbols);

    const Elf64_Rela entry{8, ELF64_R_INFO(symbol, 1), -4};
    for (std::size_t i = 3; i < sections.size(); ++i) {
      sections[i].sh_type = SHT_RELA;
      sections[i].sh_offset = file.size();
      sections[i].sh_size = relocations * sizeof entry;
      sections[i].sh_link = 2;
      sections[i].sh_info = 1;
      sections[i].sh_entsize = sizeof entry;
    }
    for (std::size_t i = 0; i < relocations; ++i) append(file, &entry, sizeof entry);

    head.e_shoff = file.size();
    append(file, sections.data(), sections.size() * sizeof(Elf64_Shdr));
    std::memcpy(file.data(), &head, sizeof head);
    return file;
  }
};

std::string message_of(const std::string& bytes) {
  try {
    parse(bytes);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string this_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("an object's symbols and relocations are read") {
  const File file = parse(SmallObject{}.bytes());
  REQUIRE(file.symbols.size() == 2);
  CHECK(file.symbols[1].name == "ffffffff");
  CHECK(file.symbols[1].type == STT_FUNC);
  CHECK(file.symbols[1].value == 16);
  CHECK(file.symbols[1].size == 24);
  REQUIRE(file.sections.size() == 4);
  REQUIRE(file.sections[1].relocations.size() == 1);
  CHECK(file.sections[1].relocations[0].offset == 8);
  CHECK(file.sections[1].relocations[0].addend == -4);
  CHECK(file.sections[1].relocations[0].symbol == 1);
}

TEST_CASE("this program's own variables are found with their sizes") {
  const File file = read_file("/proc/self/exe");
  CHECK((file.type == ET_EXEC || file.type == ET_DYN));
  const auto found = std::find_if(file.symbols.begin(), file.symbols.end(), [](const Symbol& one) {
    return one.name == "kit_elf_test_variable";
  });
  REQUIRE(found != file.symbols.end());
  CHECK(found->type == STT_OBJECT);
  CHECK(found->size == sizeof kit_elf_test_variable);
  const auto loaded = [](const Segment& segment) { return segment.type == PT_LOAD; };
  CHECK(std::any_of(file.segments.begin(), file.segments.end(), loaded));
}

TEST_CASE("what is no object is refused as one") {
  CHECK_THROWS_WITH(read_object("/proc/self/exe"), "it is no object file of 64 bits");
  CHECK_THROWS_WITH(read_object("/nowhere/at/all.o"), "it cannot be read");
  CHECK(message_of("int main() {}" + std::string(100, ' ')) == "it is no ELF file of 64 bits");
}

TEST_CASE("every shorter version of an object is refused") {
  const std::string whole = SmallObject{}.bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size << " of " << whole.size() << " bytes");
    CHECK_FALSE(message_of(whole.substr(0, size)).empty());
  }
}

TEST_CASE("a relocation of a symbol that is not there is refused") {
  CHECK(message_of(SmallObject{.symbol = 2}.bytes()) ==
        "a relocation names a symbol that is not there");
}

TEST_CASE("sections that share one table do not multiply it") {
  CHECK(message_of(SmallObject{.relocations = 1000, .relocation_sections = 1000}.bytes()) ==
        "its tables overlap");
}

TEST_CASE("names that many sections share do not fill the memory") {
  // 100 MB of names, of a file of less than 70 kB.
  SmallObject object{.relocation_sections = 1700, .name_bytes = 60'000};
  std::string bytes = object.bytes();
  Elf64_Ehdr head;
  std::memcpy(&head, bytes.data(), sizeof head);
  const Elf64_Word start = 1;
  for (std::size_t i = 0; i < head.e_shnum; ++i)
    std::memcpy(&bytes[head.e_shoff + i * sizeof(Elf64_Shdr)], &start, sizeof start);
  CHECK(message_of(bytes) == "its names are too long");
}

TEST_CASE("random damage is refused or read, and nothing else") {
  std::minstd_rand random(1);
  const std::string small = SmallObject{.relocations = 4, .relocation_sections = 2}.bytes();
  std::size_t refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = small;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = char(random());
    refused += message_of(damaged).empty() ? 0 : 1;
  }
  CHECK(refused > 1000);
  std::string program = this_program();
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 8; ++i) program[random() % sizeof(Elf64_Ehdr)] ^= char(1 << random() % 8);
    message_of(program);  // either way it comes back
  }
}

}  // namespace kit::elf
