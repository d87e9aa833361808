/// @file
/// Reads a relocatable ELF object of 64 bits that may be hostile: every offset is checked.
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kit::objects {

struct Symbol {
  std::string name;           ///< mangled; of a section symbol the section's name
  unsigned char type = 0;     ///< STT_FUNC ...
  unsigned char binding = 0;  ///< STB_GLOBAL ...
  unsigned section = 0;       ///< SHN_UNDEF if it is defined elsewhere
  std::uint64_t value = 0, size = 0;
};

struct Relocation {
  std::uint64_t offset = 0;
  std::int64_t addend = 0;
  unsigned symbol = 0;  ///< index into symbols
};

struct Section {
  std::string name;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::vector<Relocation> relocations;
};

struct Object {
  std::vector<Section> sections;
  std::vector<Symbol> symbols;
};

/// Takes a file's bytes apart. Throws std::runtime_error if they are no such object, or damaged.
Object parse_object(std::string file);

/// The same for a file; throws std::runtime_error if it cannot be read, too.
Object read_object(const std::string& path);

}  // namespace kit::objects
