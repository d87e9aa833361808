/// @file
/// The memory that confined student code owns, which alone its stores may reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../src/finding.hpp"

namespace kit::sim {

/// Where a check was called from.
struct CheckSite {
  std::uint64_t pc;  ///< return address of the check
  char* rsp;         ///< as it is after the check has returned
  char* rbp;
};

/// True if student code may write to all of the bytes; they lie in one variable, buffer or block.
bool owns(const char* address, std::size_t bytes, const CheckSite& site);

/// The check, then the calls of the student's that led to it.
CodePlace place_of(CheckSite at);

/// Whether one of the calls is made by student code. So are all where that is not known, in a
/// program whose code is not confined.
bool is_students(const CodePlace& stack);

/// Where the student's functions start, and those outside that it may call by their addresses;
/// sorted.
std::vector<std::uint64_t> student_entries();

/// Memory of the host that student code may write to, such as the buffers of a call. Until the next
/// take_back_lent().
void lend(void* data, std::size_t bytes);
void take_back_lent();

/// Memory that was the student's may be another's from now on.
void forget_checked();

}  // namespace kit::sim
