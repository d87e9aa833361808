/// @file
/// The memory that a student's code owns, which alone its stores may reach: the other half of the
/// checks that sim/rewriter/confine.hpp puts into the code.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::sim {

/// The functions below are called by a confined program's checks with every register as it was;
/// confinement_entry.cpp has them. `store`: the address in %rdi, 1 to 16 bytes. `range`: %rsi
/// bytes. `pitched`: %rcx rows of %rdx bytes, %rsi apart. `entry`: %rdi must be the start of a
/// function. `format`: a printf format in %rdi that must not store. `output`, `console`: %rdi must
/// be one of the standard streams. `foreign`: %rdi must not be the student's own memory.

/// One check that found no quick answer. Returns if the access is allowed; else says so at the line
/// and does not come back: a kernel ends with a fault, and host code ends the process
/// (set_refused).
enum class CheckKind { store, range, pitched, entry, format, output, console, foreign };

/// What ends the process after a refusal on the host; default abort().
void set_refused(void (*end)());

enum class ProgramEnd { crash, without_an_error, with_an_error };

/// Ends a program of which a call was made to fail, as after a refusal; does nothing in others. To
/// end by abort() or by an exit code that says so is a way to report the error, the others are not.
void end_if_call_failed(ProgramEnd how);

}  // namespace kit::sim
