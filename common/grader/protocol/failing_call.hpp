/// @file
/// Which of a function's CUDA calls are made to fail, as judge and worker count them.
#pragma once

namespace kit::grader {

/// The number of the last call that is made to fail, the first is 1: a loop may make calls without
/// end.
inline constexpr int kMostFailingCalls = 24;

}  // namespace kit::grader
