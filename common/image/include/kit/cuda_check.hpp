/// @file
/// CUDA errors as exceptions: file, line, the failing expression, the error's name and its text.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <exception>

namespace kit {

/// A failed CUDA call. Its text has a fixed size: a string would take most of the time that it
/// takes to compile a kernel.
class CudaError : public std::exception {
 public:
  /// The text names `file`, `line`, the failed `expression`, and the error's name and meaning.
  CudaError(cudaError_t code, const char* expression, const char* file, int line) : code_(code) {
    std::snprintf(text_, sizeof text_, "%s:%d: %s failed: %s (%s)", file, line, expression,
                  cudaGetErrorName(code), cudaGetErrorString(code));
  }
  /// The text, cut off after 1023 characters.
  const char* what() const noexcept override { return text_; }
  /// The error as CUDA gave it.
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
  char text_[1024];
};

/// What KIT_CHECK() calls. Throws CudaError unless `code` is cudaSuccess.
inline void check_cuda(cudaError_t code, const char* expression, const char* file, int line) {
  if (code != cudaSuccess) throw CudaError(code, expression, file, line);
}

}  // namespace kit

/// Throws kit::CudaError unless the CUDA call returns cudaSuccess. After a launch:
/// KIT_CHECK(cudaGetLastError()).
#define KIT_CHECK(expression) ::kit::check_cuda((expression), #expression, __FILE__, __LINE__)
