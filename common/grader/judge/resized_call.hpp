/// @file
/// A timed call on smaller pictures, on which the simulator can count.
#pragma once

#include "grader/lab/suite.hpp"

namespace kit::grader {

/// The same call on pictures of `size` pixels a side: of its inputs and outputs those as large as
/// `width` x `height` become square, and hold noise.
Call resized(const Call& call, int width, int height, int size);

}  // namespace kit::grader
