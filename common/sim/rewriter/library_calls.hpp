/// @file
/// The functions outside of a student's files that a confined program may call, and what each one
/// writes through its arguments.
#pragma once

#include <string_view>
#include <vector>

namespace kit::rewriter {

/// One thing to check before a call. Arguments are numbered as the integer registers that hold
/// them: of frexpf(float, int*) the pointer is number 0.
struct ArgumentCheck {
  enum class Kind {
    bytes,     ///< writes `count` bytes at the pointer `argument`
    length,    ///< as many as argument `count` says
    pitched,   ///< rows of argument `count` + 0 bytes apart: see library_calls.cpp
    from,      ///< copy_symbol: writes to it if the copy is from the symbol
    entry,     ///< calls it: must be the start of a function of the student's
    format,    ///< a printf format, which must not store (%n)
    output,    ///< must be stdout or stderr
    console,   ///< must be std::cout, std::cerr or std::clog
    foreign,   ///< must not be the student's own memory
    constant,  ///< must be a constant that the compiler put there
  };
  Kind kind;
  unsigned argument = 0;
  unsigned count = 0;
};

struct LibraryCall {
  std::string_view replacement;  ///< the function to call in its place; empty: the function itself
  std::vector<ArgumentCheck> checks;
};

/// Null if a confined program must not call it.
const LibraryCall* find_library_call(std::string_view symbol);

/// True for the functions that the compiler and the rewriter call to observe the program. They
/// write to none of its variables.
bool is_hook(std::string_view symbol);

/// True for a name that only the student's own files can define: C++, and in no namespace of the
/// library, the kit or CUDA.
bool is_students_name(std::string_view symbol);

}  // namespace kit::rewriter
