/// @file
/// Looks at the accesses to memory that the compiler announced to nobody.
#pragma once

#include <string>

namespace kit::rewriter {

/// Takes the assembly of one observed file (g++, x86-64, AT&T order) and returns it with a call of
/// kit_sim_announced (sim/observe/unannounced.cpp) before each instruction that reads or writes
/// memory, unless the observer has been told of that place right before, or it is fixed on the
/// stack or among the program's variables. So whatever way the source takes, attributes, builtin
/// functions and copies of fixed size among them, no access to the device's memory stays unseen.
/// Throws NotConfined (confine.hpp) for instructions whose accesses it does not understand.
std::string look_at_unannounced(const std::string& assembly);

}  // namespace kit::rewriter
