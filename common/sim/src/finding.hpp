/// @file
/// What the checks find: one mistake in the student's program, with its place in the source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/report/finding_kind.hpp"

namespace kit::sim {

/// A line of the student's source; line 0 if unknown.
struct SourceLine {
  std::string file;
  int line = 0;
};

/// A place of the program: return addresses of calls, innermost first, of which the first that
/// stands in the student's source counts; or a line that is known without them.
struct CodePlace {
  std::vector<std::uint32_t> calls;
  SourceLine line;

  CodePlace() = default;
  CodePlace(std::vector<std::uint32_t> return_addresses) : calls(std::move(return_addresses)) {}
  explicit CodePlace(std::uint32_t return_address) : calls{return_address} {}
  CodePlace(std::string file, int number) : line{std::move(file), number} {}
};

struct Finding {
  FindingKind kind = FindingKind::out_of_bounds;
  std::string message;   ///< one sentence for the student, without the place
  std::string position;  ///< kernel, block and thread, or that it is host code
  CodePlace where;
  /// Another place that matters, with a few words on what happened there.
  struct Related {
    std::string note;
    CodePlace where;
  };
  std::vector<Related> related = {};
  /// Findings of one kind with the same cause are one; 0 means that their lines decide.
  std::uint64_t cause = 0;
  bool vague = false;       ///< another finding of its kind at its line says more
  std::uint64_t count = 1;  ///< how often the same cause showed
  /// Of a shared_race: whether threads of different warps met, whether blocks have more than one,
  /// and a __syncthreads() that one of the two threads came to and the other did not.
  bool across_warps = false, several_warps = false;
  CodePlace barrier = {};
  /// Of a shared_race: the __syncthreads() that the block came from when the two met.
  CodePlace last_barrier = {};
};

/// The calls that lead to the caller of this function.
CodePlace call_stack();

/// Of a stack of calls that repeats itself, as a recursion does, the innermost that comes again;
/// else without calls.
CodePlace repeated_call(const CodePlace& stack);

/// Says what is wrong on the host's side of the program: to the observer if there is one, else in a
/// line on standard error.
void report_host(FindingKind kind, const std::string& message, CodePlace where = call_stack(),
                 std::vector<Finding::Related> related = {});

}  // namespace kit::sim
