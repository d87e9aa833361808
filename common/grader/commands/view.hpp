/// @file
/// A lab's work on a picture, put together for a page.
#pragma once

#include <functional>
#include <string>

#include "grader/commands/view_page.hpp"
#include "grader/grading/picture.hpp"

namespace kit::grader {

/// What the page shows of a picture that was filtered with PictureDetail::compared. `whose` is
/// "your output" or "the solution's output". `place` is given each image with a name for it, and
/// returns the source for the page.
Comparable compare_pictures(
    const PictureRun& run, const std::string& whose,
    const std::function<std::string(const Image<std::uint8_t>&, const std::string& name)>& place);

}  // namespace kit::grader
