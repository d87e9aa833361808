/// @file
/// Says that its lines are those of another file, which the compiler then shows beside its error.
#include "lab.hpp"

#line 1 "/etc/passwd"
int error = "of this line";
