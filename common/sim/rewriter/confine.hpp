/// @file
/// Confines a student's program to its own memory, in the assembly that the compiler made of it.
#pragma once

#include <stdexcept>
#include <string>

namespace kit::rewriter {

/// The program does what a confined one must not, with the line of the source where it is known.
class NotConfined : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Takes the assembly of one file (g++, x86-64, AT&T order, no red zone, no position-independent
/// code) and returns it with checks:
/// - before every instruction that writes to memory, unless the address is a fixed place among the
///   function's own variables on the stack;
/// - before every call or jump whose target is computed: it must be the start of a function of the
///   file, or of one outside that it may call;
/// - before every call of a function outside of the file: library_calls.hpp says which may be
/// called
///   and which memory they write.
/// With that, whatever the program computes, it can neither write to the memory of the kit nor run
/// anything but its own functions from their start: return addresses and saved registers are not
/// among a function's variables. The checks are functions of the runtime (sim/observe/confinement).
/// Inline functions become the file's own, so that neither the kit nor the student runs the other's
/// copy. Throws NotConfined.
std::string confine(const std::string& assembly);

}  // namespace kit::rewriter
