/// @file
/// The same functions under the name of the header that CUDA has for them alone.
#pragma once

#include "cuda_pipeline.h"
