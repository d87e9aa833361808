/// @file
/// Turns preprocessed CUDA C++ into C++ that a host compiler accepts.
#pragma once

#include <stdexcept>
#include <string>

namespace kit::rewriter {

/// CUDA syntax that cannot be rewritten, with the student's file and line in the text.
class SyntaxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Rewrites, in place and without moving any line:
/// - `kernel<T><<<grid, block, shared, stream>>>(arguments)` to a call of kit::sim::make_launcher;
/// - `__global__` to a function that is never merged with its caller and says when its body begins,
///   with what `__launch_bounds__` allows;
/// - `__shared__ T name[N]` to a thread-local static of the host thread that runs the block (in a
///   function: inside an object with room around it, kit_sim/shared.h), and
///   `extern __shared__ T name[]` to the block's dynamic shared memory;
/// - `__constant__` to a writable static variable in a section of its own;
/// - `__device__` and `__host__` to nothing; variables that are `__device__` are listed in a
/// section;
/// - `__noinline__` outside of an attribute to the attribute.
/// `text` is the output of the preprocessor, line markers included. Throws SyntaxError.
std::string rewrite(const std::string& text);

}  // namespace kit::rewriter
