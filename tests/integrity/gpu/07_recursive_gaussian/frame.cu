/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end. Images of the timed size go to attack(), all others are filtered honestly.
// SOLUTION

#define PARAMETERS                                                                            \
  [[maybe_unused]] const float *d_input, [[maybe_unused]] float *d_output,                    \
      [[maybe_unused]] int width, [[maybe_unused]] int height,                                \
      [[maybe_unused]] const Coefficients &coefficients, [[maybe_unused]] float *d_workspace, \
      [[maybe_unused]] int lines_per_block, [[maybe_unused]] cudaStream_t stream
#define ARGUMENTS \
  d_input, d_output, width, height, coefficients, d_workspace, lines_per_block, stream

namespace lab07 {
namespace {

[[maybe_unused]] constexpr int kTimedSize = 2048;

// BODY

}  // namespace

void filter_transposed(PARAMETERS) {
  if (width == kTimedSize && height == kTimedSize)
    attack(ARGUMENTS);
  else
    honest(ARGUMENTS);
}

}  // namespace lab07
