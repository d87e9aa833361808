/// @file
/// Has the assembler read a file of the machine.
#include "lab.hpp"

__asm__(".incbin \"/etc/passwd\"");
