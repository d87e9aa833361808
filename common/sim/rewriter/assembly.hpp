/// @file
/// One line of the assembly that g++ writes for x86-64 (AT&T order: the destination is last).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit::rewriter {

/// `%fs:name+8(%rbx,%rax,4)`, taken apart. All empty if the operand is no memory.
struct MemoryOperand {
  std::string_view segment;       ///< "%fs", or empty
  std::string_view displacement;  ///< "name+8", "-16", or empty
  std::string_view base, index;   ///< "%rbx"; "%rax,4" with its scale
};

/// A line without its comment. Views point into the text that was parsed.
struct AssemblyLine {
  std::string_view label;      ///< without the colon
  std::string_view directive;  ///< with its dot
  std::string_view mnemonic;   ///< of an instruction, without lock or notrack
  std::string_view prefix;     ///< "rep", "lock", "notrack", or empty
  std::vector<std::string_view> operands;
};

AssemblyLine parse_assembly(std::string_view line);

/// True for an operand in memory: neither a register nor an immediate value.
bool is_memory(std::string_view operand);
MemoryOperand parse_memory(std::string_view operand);

/// What all names of a register share: `b` of %rbx, %ebx, %bx and %bl; `si` of %rsi, %esi and %sil;
/// `12` of %r12, %r12d and %r12b.
std::string_view register_family(std::string_view name);

/// Labels of the compiler's own that no jump names (.LVL3, .LBB5): they are for the debugger.
bool is_debug_label(std::string_view label);

/// Bytes that the instruction writes to the memory that is its last operand; 0 if it writes none.
/// Instructions that write elsewhere are the caller's (push, call, the string instructions).
unsigned bytes_stored(const AssemblyLine& line);

/// Bytes that the instruction reads from the operand in memory that it has, if it does not write
/// there; 0 if it reads none. 1 for an instruction that is not known.
unsigned bytes_loaded(const AssemblyLine& line);

/// Why no student's program may hold the instruction; null if it may. These write memory that no
/// operand names, or leave the program. The compiler makes them of builtin functions alone.
const char* why_refused(const AssemblyLine& line);

/// What an instruction does with the flags that a comparison leaves.
enum class Flags { untouched, read, overwritten };
Flags flags_of(const AssemblyLine& line);

}  // namespace kit::rewriter
