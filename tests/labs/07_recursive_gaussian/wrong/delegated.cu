/// Lab 07, wrong version of the challenge: one thread per line.
#include "lab.hpp"

namespace lab07 {

std::size_t parallel_workspace(int, int) {
  return 0;
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float*, cudaStream_t stream) {
  filter_one_way(d_input, d_output, width, height, coefficients, Form::cascade, Boundary::exact,
                 Scratch::global, 32, stream);
}

}  // namespace lab07
