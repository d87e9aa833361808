/// @file
/// CUDA errors as exceptions: file, line, the failing expression, the error's name and its text.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace kit {

/// A failed CUDA call.
class CudaError : public std::runtime_error {
 public:
  /// The text names `file`, `line`, the failed `expression`, and the error's name and meaning.
  CudaError(cudaError_t code, const char* expression, const char* file, int line)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expression +
                           " failed: " + cudaGetErrorName(code) + " (" + cudaGetErrorString(code) +
                           ")"),
        code_(code) {}
  /// The error as CUDA gave it.
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// What KIT_CHECK() calls. Throws CudaError unless `code` is cudaSuccess.
inline void check_cuda(cudaError_t code, const char* expression, const char* file, int line) {
  if (code != cudaSuccess) throw CudaError(code, expression, file, line);
}

}  // namespace kit

/// Throws kit::CudaError unless the CUDA call returns cudaSuccess. After a launch:
/// KIT_CHECK(cudaGetLastError()).
#define KIT_CHECK(expression) ::kit::check_cuda((expression), #expression, __FILE__, __LINE__)
