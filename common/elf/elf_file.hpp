/// @file
/// Reads ELF files of 64 bits: objects before they are linked, and executables. A file may be
/// damaged or hostile: every offset is checked, and what is read takes no more memory than a small
/// multiple of the file.
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kit::elf {

struct Symbol {
  std::string name;           ///< mangled; of a section symbol the section's name
  unsigned char type = 0;     ///< STT_FUNC ...
  unsigned char binding = 0;  ///< STB_GLOBAL ...
  unsigned section = 0;       ///< SHN_UNDEF if it is defined elsewhere
  std::uint64_t value = 0, size = 0;
};

/// Of an object; those of an executable are not read.
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

/// A part of an executable as it is loaded.
struct Segment {
  std::uint32_t type = 0;  ///< PT_TLS ...
  std::uint64_t bytes = 0, alignment = 0;
};

struct File {
  unsigned type = ET_NONE;  ///< ET_REL: an object; ET_EXEC, ET_DYN: an executable or a library
  std::vector<Section> sections;
  std::vector<Segment> segments;
  std::vector<Symbol> symbols;  ///< of the symbol table; an executable may have none
};

/// Reads what the file at `path` holds. Throws std::runtime_error that says what is wrong with it:
/// "it ends early".
File read_file(const std::string& path);

/// The same of a file's bytes.
File parse(std::string bytes);

/// read_file() for an object: throws if the file is something else, or has no symbols.
File read_object(const std::string& path);

}  // namespace kit::elf
