/// Walks the debug information with elfutils' libdw, which keeps it open: an answer takes
/// microseconds, where a start of addr2line takes as long as reading the whole program.
///
/// The line table gives the line of an address in the innermost inlined function. Each inlined
/// function's entry says from which line of the next outer one it was called, so the chain is
/// walked outwards from the line table's answer.
#include "symbols/source_lines.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdlib>

#include "names/demangled.hpp"

namespace kit::symbols {
namespace {

/// An array that libdw gives to its caller.
struct Scopes {
  Dwarf_Die* dies = nullptr;
  int count = 0;
  Scopes() = default;
  Scopes(const Scopes&) = delete;
  Scopes& operator=(const Scopes&) = delete;
  ~Scopes() { std::free(dies); }
};

std::string text(const char* from) {
  return from != nullptr ? from : "";
}

/// With its namespaces and parameters, if it was compiled as C++.
std::string function_name(Dwarf_Die& function) {
  for (const unsigned kind : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    Dwarf_Attribute attribute;
    const char* const mangled = dwarf_formstring(dwarf_attr_integrate(&function, kind, &attribute));
    if (mangled != nullptr) return demangled(mangled);
  }
  return text(dwarf_diename(&function));
}

/// A number among a die's attributes; 0 if it has none of that kind.
Dwarf_Word number(Dwarf_Die& die, unsigned kind) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(&die, kind, &attribute), &value) != 0) return 0;
  return value;
}

/// A file's path; a relative one starts where the compiler ran.
std::string path_of(const char* file, Dwarf_Die& unit) {
  std::string path = text(file);
  if (path.empty() || path[0] == '/') return path;
  Dwarf_Attribute attribute;
  const std::string folder = text(dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute)));
  return folder.empty() ? path : folder + "/" + path;
}

/// The line of the caller that an inlined function stands for.
Frame call_site(Dwarf_Die& inlined, Dwarf_Die& unit) {
  Frame frame;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(&unit, &files, &count) == 0)
    frame.file =
        path_of(dwarf_filesrc(files, number(inlined, DW_AT_call_file), nullptr, nullptr), unit);
  frame.line = int(number(inlined, DW_AT_call_line));
  return frame;
}

Frame line_at(Dwarf_Die& unit, std::uint64_t address) {
  Frame frame;
  Dwarf_Line* const line = dwarf_getsrc_die(&unit, address);
  if (line == nullptr) return frame;
  frame.file = path_of(dwarf_linesrc(line, nullptr, nullptr), unit);
  if (dwarf_lineno(line, &frame.line) != 0) frame.line = 0;
  return frame;
}

}  // namespace

struct SourceLines::Debug {
  Dwarf* dwarf = nullptr;

  explicit Debug(int executable) : dwarf(dwarf_begin(executable, DWARF_C_READ)) {}
  ~Debug() { dwarf_end(dwarf); }

  /// The compilation unit that an address belongs to. Not every compiler writes the table that
  /// dwarf_addrdie() looks into; without it all units are asked.
  bool find_unit(std::uint64_t address, Dwarf_Die& unit) {
    if (dwarf_addrdie(dwarf, address, &unit) != nullptr) return true;
    for (Dwarf_CU* next = nullptr;
         dwarf_get_units(dwarf, next, &next, nullptr, nullptr, &unit, nullptr) == 0;)
      if (dwarf_haspc(&unit, address) == 1) return true;
    return false;
  }
};

SourceLines::SourceLines(int executable) : debug_(std::make_unique<Debug>(executable)) {}
SourceLines::~SourceLines() = default;

Frames SourceLines::find(std::uint64_t address) {
  Dwarf_Die unit;
  if (debug_->dwarf == nullptr || !debug_->find_unit(address, unit)) return {};
  Frames frames;
  Frame frame = line_at(unit, address);
  // From an inlined function dwarf_getscopes() goes on to where that was written;
  // dwarf_getscopes_die() goes on to where it was called.
  Scopes innermost, chain;
  innermost.count = dwarf_getscopes(&unit, address, &innermost.dies);
  if (innermost.count > 0) chain.count = dwarf_getscopes_die(innermost.dies, &chain.dies);
  for (int i = 0; i < chain.count; ++i) {
    Dwarf_Die& scope = chain.dies[i];
    const int tag = dwarf_tag(&scope);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
    frame.function = function_name(scope);
    frames.push_back(frame);
    if (tag == DW_TAG_subprogram) return frames;
    frame = call_site(scope, unit);
  }
  if (frame.line != 0) frames.push_back(frame);
  return frames;
}

}  // namespace kit::symbols
