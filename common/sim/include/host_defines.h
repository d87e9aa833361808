/// @file
/// Part of the toolkit under this name; the simulator has it in cuda_runtime.h.
#pragma once

#include "cuda_runtime.h"
